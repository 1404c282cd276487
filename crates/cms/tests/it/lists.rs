//! Revocation lists of OpenSSL.

use cms::{CmsError, Part, RevocationList};

use crate::vectors::{certificate, text};

fn list(name: &str) -> Result<RevocationList, CmsError> {
    RevocationList::from_pem(&text(name))
}

#[test]
fn pay_11_a_list_tells_what_its_authority_revoked() {
    let list = list("list.pem").unwrap();
    list.verify(&certificate("root")).unwrap();
    let mut serials: Vec<&[u8]> = list.revoked().iter().map(|one| one.serial.as_slice()).collect();
    serials.sort_unstable();
    let revoked = [certificate("p256"), certificate("intermediate")];
    let mut expected: Vec<&[u8]> = revoked.iter().map(cms::Certificate::serial).collect();
    expected.sort_unstable();
    assert_eq!(serials, expected);
    assert!(list.next_update().unwrap() > list.this_update());
    assert!(list.revoked().iter().all(|one| one.since <= list.this_update()));
}

#[test]
fn pay_11_an_empty_list_revokes_nothing() {
    let list = list("list-empty.pem").unwrap();
    list.verify(&certificate("root")).unwrap();
    assert!(list.revoked().is_empty());
}

#[test]
fn pay_11_every_error_of_a_list_has_its_reason() {
    assert_eq!(list("list-partial.pem").unwrap_err(), CmsError::RevocationListKind);
    assert_eq!(list("list-point.pem").unwrap_err(), CmsError::RevocationListKind);
    assert_eq!(list("p256.pem").unwrap_err(), CmsError::Malformed(Part::Pem));
    let root = certificate("root");
    let by_impostor = list("list-impostor.pem").unwrap().verify(&root);
    assert_eq!(by_impostor, Err(CmsError::RevocationListSignatureWrong));
    let of_another = list("list.pem").unwrap().verify(&certificate("foreign"));
    assert_eq!(of_another, Err(CmsError::RevocationListSignatureWrong));
    let narrow = list("list-narrow.pem").unwrap().verify(&certificate("narrow"));
    assert_eq!(narrow, Err(CmsError::RevocationListKeyUsage));
}
