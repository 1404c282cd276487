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
    // Those of the crate cms, whose list is its source; no signature meets a revocation list that is wrong.
    let source =
        include_str!("../../../../cms/src/error.rs").split_whitespace().collect::<Vec<_>>().join(" ");
    let declared = source.split(" = \"").skip(1).filter_map(|rest| {
        let [code, russian, english] =
            rest.split(';').next()?.trim_end_matches('"').split("\", \"").collect::<Vec<_>>()[..]
        else {
            return None;
        };
        (!code.starts_with("REVOCATION_LIST_")).then(|| format!("| `{code}` | {russian} | {english} |"))
    });
    let declared: Vec<String> = declared.collect();
    for row in &declared {
        assert!(rows.contains(&row.as_str()), "{row}");
    }
    assert_eq!(rows.len(), OWN.len() + declared.len());
}
