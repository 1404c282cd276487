//! Places in words.

use iso20022::Violation;
use kernel::Language;

use super::Complaint;

#[test]
fn ctc_02_a_place_is_named_in_the_language_of_the_page() {
    for (path, language, expected) in [
        (
            "/Document/PmtRgltryInfNtfctn/TxNtfctn[2]/TxCert[1]/TxId",
            Language::Russian,
            "Уведомление 2 · Справка 1 · Идентификатор операции",
        ),
        (
            "/Document/PmtRgltryInfNtfctn/GrpHdr/Unheard/@Ccy",
            Language::English,
            "Header · Unheard · Currency",
        ),
        ("/Document", Language::Russian, ""),
        ("/", Language::Russian, ""),
    ] {
        let violation = Violation { line: 1, column: 1, path: path.to_owned(), reason: String::new() };
        assert_eq!(Complaint::of_violation(&violation, language).place, expected, "{path}");
    }
}
