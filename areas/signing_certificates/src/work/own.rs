//! Rules about what a person may do with a key.

use clients::signatures::{has_another_owner, is_key_revoked, names_person};
use clients::{SignatureType, User};
use cms::PersonName;
use store::Tx;

use super::Signer;
use super::error::CertificateError;
use crate::refusal::Refusal;

/// Reads the person, who needs the right to sign so for the company.
pub(super) fn person(
    tx: &mut Tx,
    signer: &Signer,
    signature_type: SignatureType,
) -> Result<User, CertificateError> {
    let rights = clients::rights(tx, &signer.user, &signer.cnum)?;
    if !rights.may_sign(signature_type) {
        return Err(CertificateError::NoRight);
    }
    clients::find_user(tx, &signer.user)?.ok_or(CertificateError::NoRight)
}

/// Checks that the subject names the person, and that the key is nobody else's and was not revoked. The bank's import
/// does not look at names: there the bank says whose a certificate is, here the certificate says so.
pub(super) fn check(
    tx: &mut Tx,
    person: &User,
    names: &PersonName,
    key: &[u8; 32],
) -> Result<(), CertificateError> {
    if !names_person(names, &person.full_name) {
        return Err(CertificateError::Refused(Refusal::OtherPerson));
    }
    if has_another_owner(tx, key, &person.id)? {
        return Err(CertificateError::Refused(Refusal::KeyOfAnother));
    }
    if is_key_revoked(tx, key)? {
        return Err(CertificateError::Refused(Refusal::KeyRevoked));
    }
    Ok(())
}
