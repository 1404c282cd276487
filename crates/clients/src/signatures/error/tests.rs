//! The page of errors has every reason in the words that people read.

use kernel::Language::{English, Russian};

use super::{Reason, SignatureError};
use crate::SignatureType;

const OWN: [Reason; 12] = [
    Reason::NotBase64,
    Reason::TooLong,
    Reason::CertificateRevoked,
    Reason::AuthorityRevoked,
    Reason::RevocationListExpired,
    Reason::RevocationListMissing,
    Reason::CertificateNotRegistered,
    Reason::CertificateWithdrawn,
    Reason::CertificateOfSeveralPeople,
    Reason::CertificateOfSeveralTypes,
    Reason::UserNotActive,
    Reason::RightAbsent(SignatureType::First),
];

#[test]
fn pay_11_the_page_of_errors_has_the_words_of_each_reason() {
    let page = include_str!("../../../../../docs/ERRORS.md");
    let (_, table) = page.split_once("\n## Signatures\n").unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| `")).collect();
    for reason in OWN {
        let error = SignatureError::new(reason);
        let row = format!("| `{}` | {} | {} |", error.code(), error.words(Russian), error.words(English));
        let row = row.replace("FIRST", "FIRST (SECOND)");
        assert!(rows.contains(&row.as_str()), "{row}");
    }
    // The crate cms compares the words of its own; no signature meets a revocation list that is wrong.
    let cms = include_str!("../../../../cms/src/error.rs");
    let own = OWN.map(|reason| SignatureError::new(reason).code());
    for row in rows {
        let code = row.split('`').nth(1).unwrap();
        let is_of_cms = !code.starts_with("REVOCATION_LIST_") && cms.contains(&format!(" = \"{code}\","));
        assert!(own.contains(&code) || is_of_cms, "{row}");
    }
}
