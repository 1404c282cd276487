//! Lists that were changed.

use super::RevocationList;
use crate::{CmsError, Part, oid, pem};

#[test]
fn pay_11_a_list_names_one_algorithm_inside_and_outside_of_what_is_signed() {
    let list = include_str!("../../tests/vectors/list.pem");
    let mut der = pem::decode(list, &["X509 CRL"]).unwrap();
    RevocationList::read(&der).unwrap();
    // The first of the two is the inner one.
    let algorithm = oid::ECDSA_SHA256.as_bytes();
    let at = der.windows(algorithm.len()).position(|octets| octets == algorithm).unwrap();
    der[at..at + algorithm.len()].copy_from_slice(oid::ECDSA_SHA384.as_bytes());
    assert_eq!(RevocationList::read(&der).unwrap_err(), CmsError::Malformed(Part::RevocationList));
}
