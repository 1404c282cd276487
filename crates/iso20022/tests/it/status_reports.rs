//! Reports are valid by the crate and by libxml2.

use std::path::Path;

use iso20022::status::{Bank, Code, DocumentId, Original, Package, Party, Reason, Record, Report, Version};

use crate::messages::reader;
use crate::xmllint;

fn report(version: Version) -> Report {
    let reason = |text: &str| Reason { code: "ACCOUNT_KEY".to_owned(), text: text.to_owned() };
    let record = |id: &str, status, reasons| Record {
        id: id.to_owned(),
        status,
        reasons,
        document: Some(DocumentId { id: Some("С-17".to_owned()), date: "2026-01-29".to_owned() }),
    };
    Report {
        version,
        message_id: "S-1".to_owned(),
        created: "2026-01-30T10:00:00+03:00".to_owned(),
        receiver: Party {
            name: Some("ООО «Ромашка» & <Ко>".to_owned()),
            tax_id: Some("7707123458".to_owned()),
        },
        bank: Bank { bic: "044525974".to_owned(), name: None },
        original: Original {
            message_id: "MSG-2026-0001".to_owned(),
            message_name: "auth.024.001.04".to_owned(),
            created: Some("2026-01-30T09:30:00+03:00".to_owned()),
        },
        status: Code::PartlyAccepted,
        reasons: Vec::new(),
        status_time: Some("2026-01-30T10:00:00+03:00".to_owned()),
        packages: vec![Package {
            id: "N-1".to_owned(),
            status: Code::PartlyAccepted,
            reasons: Vec::new(),
            records: vec![
                record("T-1", Code::Accepted, Vec::new()),
                record(
                    "T-2",
                    Code::Rejected,
                    vec![reason(&"ключ счёта не сходится ".repeat(20)), reason("")],
                ),
            ],
        }],
    }
}

#[test]
fn ctc_05_a_status_report_is_valid_in_every_version() {
    let reader = reader().only("auth.024");
    for number in 1..=4 {
        let version = Version::answering(&format!("auth.024.001.0{number}")).unwrap();
        let text = report(version).write(&reader).unwrap();
        let schema = format!("{}/schemas/{}.xsd", env!("CARGO_MANIFEST_DIR"), version.message());
        let verdict = &xmllint::verdicts(Path::new(&schema), &[text.clone().into_bytes()])[0];
        assert!(verdict.valid, "{}\n{text}", verdict.words);
    }
    assert_eq!(Version::answering("auth.027.001.04"), None);
}

#[test]
fn ctc_05_long_reasons_are_cut_between_words_and_lose_nothing() {
    let text = report(Version::V04).write(&reader()).unwrap();
    let document = reader().read(text.as_bytes(), None).unwrap();
    let reason = document.root().at("CcyCtrlStsAdvc/PackgSts").unwrap();
    let reason = reason.all("RcrdSts").nth(1).unwrap().child("StsRsn").unwrap();
    assert_eq!(reason.at("Rsn/Prtry").unwrap().text(), "ACCOUNT_KEY");
    let pieces: Vec<&str> = reason.all("AddtlInf").map(|piece| piece.text()).collect();
    assert!(pieces.len() > 4 && pieces.iter().all(|piece| piece.chars().count() <= 105), "{pieces:?}");
    assert_eq!(pieces.join(" "), "ключ счёта не сходится ".repeat(20).trim());
}

#[test]
fn ctc_05_a_text_without_blanks_is_cut_anywhere() {
    let mut wanted = report(Version::V01);
    wanted.packages[0].records[1].reasons[0].text = "я".repeat(211);
    let text = wanted.write(&reader()).unwrap();
    assert_eq!(text.matches("<AddtlInf>").count(), 3);
}

#[test]
fn ctc_05_values_are_escaped_and_cannot_add_markup() {
    let mut wanted = report(Version::V04);
    wanted.packages[0].id = "</PackgId>\r\0&<x/>".to_owned();
    let text = wanted.write(&reader()).unwrap();
    let document = reader().read(text.as_bytes(), None).unwrap();
    let id = document.root().at("CcyCtrlStsAdvc/PackgSts/PackgId").unwrap();
    assert_eq!(id.text(), "</PackgId>\r\u{FFFD}&<x/>");
}

#[test]
fn ctc_05_a_long_name_is_cut_to_what_the_message_takes() {
    let mut wanted = report(Version::V02);
    wanted.receiver.name = Some("Ы".repeat(250));
    wanted.bank.name = Some("Я".repeat(141));
    let text = wanted.write(&reader()).unwrap();
    let document = reader().read(text.as_bytes(), None).unwrap();
    let header = document.root().at("CcyCtrlStsAdvc/GrpHdr").unwrap();
    assert_eq!(header.at("RcvgPty/Nm").unwrap().text(), "Ы".repeat(140));
    assert_eq!(header.at("RegnAgt/FinInstnId/Nm").unwrap().text(), "Я".repeat(140));
}

#[test]
fn ctc_05_a_report_that_does_not_fit_is_not_sent() {
    let mut wanted = report(Version::V04);
    wanted.message_id = "x".repeat(36);
    let violations = wanted.write(&reader()).unwrap_err();
    assert_eq!(violations.list()[0].path, "/Document/CcyCtrlStsAdvc/GrpHdr/MsgId");
}
