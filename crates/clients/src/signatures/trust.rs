//! Judges signatures by the certificates of a company and its authorities.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cms::{Certificate, Chain, SignedData, SignerInfo};
use kernel::{Instant, UserId, hexadecimal};

use super::{CertificateId, CertificateStatus, Reason, RegisteredCertificate, SignatureError};
use crate::{SignatureType, UserStatus};

/// The most signatures of one document: more than any scheme asks for.
pub const SIGNATURES_MAX: usize = 20;

/// The most characters of one signature: Base64 of the largest CMS, with line breaks.
pub const SIGNATURE_CHARACTERS_MAX: usize = 2 * cms::BYTES_MAX;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedSignature {
    pub user_id: UserId,
    pub signature_type: SignatureType,
    pub certificate_id: CertificateId,
}

/// The treatment of a certificate whose authority has no revocation list here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingList {
    /// It counts: the bank revokes by `revoked_certificates`, or its authority publishes no lists.
    #[default]
    Accepted,
    /// It does not count.
    Refused,
}

/// The certificates of one company and its authorities at one moment. Made by [`super::trust`].
#[derive(Clone, Debug, Default)]
pub struct Trust {
    pub(crate) roots: Vec<Certificate>,
    pub(crate) intermediates: Vec<Certificate>,
    pub(crate) registered: Vec<RegisteredCertificate>,
    /// Keys of authorities with a revocation list here, each with the moment when the list is out of date, if it
    /// tells one.
    pub(crate) lists: Vec<(String, Option<Instant>)>,
    /// The treatment of a certificate whose authority has no list here.
    pub(crate) missing_list: MissingList,
    /// Keys of authorities with serial numbers that they revoked; of others than the company's as well.
    pub(crate) revoked: Vec<(String, String)>,
    /// Certificates at moments, as [`Trust::look_again`] has found them.
    pub(crate) looked_at: BTreeMap<(CertificateId, Instant), Result<(), Reason>>,
}

impl Trust {
    /// All signers of the Base64 text `signature`, which is a detached CMS over the 32 bytes of `digest`; usually
    /// one. Each must count at the moment `at`, otherwise none does.
    ///
    /// # Errors
    /// The first reason that was found: about the CMS, then for each signer about certificate, registration and
    /// signature.
    pub fn verify(
        &self,
        digest: &[u8; 32],
        signature: &str,
        at: Instant,
    ) -> Result<Vec<VerifiedSignature>, SignatureError> {
        each_signer(signature, |data, signer| self.verify_signer(digest, data, signer, at))
    }

    /// Checks again at the moment `at` all signers of `signature`, which has been verified before: certificate,
    /// chain, dates, revocation, registration, owner. The signed bytes cannot have changed since and are not hashed
    /// again, and of several signatures by one certificate its chain is verified once.
    pub fn look_again(&mut self, signature: &str, at: Instant) -> Result<(), SignatureError> {
        let look = |data: &SignedData, signer: &SignerInfo| {
            let certificate = self.certificate_of(data, signer)?;
            let key = (CertificateId::from(certificate), at);
            if let Some(found) = self.looked_at.get(&key) {
                return found.clone();
            }
            let found = self.check_certificate(certificate, at).map(|_| ());
            self.looked_at.insert(key, found.clone());
            found
        };
        each_signer(signature, look).map(|_| ())
    }

    /// Looks again at the moment `at` at the certificate with which a signature was made, as [`Trust::look_again`]
    /// does.
    pub fn look_again_at(&self, certificate: &CertificateId, at: Instant) -> Result<(), SignatureError> {
        let found = self.registered.iter().find(|one| one.id == *certificate);
        found
            .ok_or(Reason::CertificateNotRegistered)
            .and_then(|one| self.check_certificate(&one.certificate, at))
            .map(|_| ())
            .map_err(SignatureError::new)
    }

    pub fn of_person<'t>(&'t self, user: &UserId) -> impl Iterator<Item = &'t RegisteredCertificate> {
        self.registered.iter().filter(move |one| one.user_id == *user)
    }

    /// Checks a certificate that is to be registered at the moment `at`: key, chain, dates, revocation. Takes a trust
    /// of [`super::trust_with`].
    pub fn check_new(&self, certificate: &Certificate, at: Instant) -> Result<(), SignatureError> {
        let check = || {
            certificate.public_key().map_err(Reason::Cms)?;
            let chain = Chain::build(certificate, &self.roots, &self.intermediates, Some(at));
            self.check_revocation(certificate, &chain.map_err(Reason::Cms)?, at)
        };
        check().map_err(SignatureError::new)
    }

    /// The order matters: keys that a stranger chose are used only after the bank's authority has vouched for them.
    fn verify_signer(
        &self,
        digest: &[u8; 32],
        data: &SignedData,
        signer: &SignerInfo,
        at: Instant,
    ) -> Result<VerifiedSignature, Reason> {
        let certificate = self.certificate_of(data, signer)?;
        let registered = self.check_certificate(certificate, at)?;
        signer.verify(digest, certificate).map_err(Reason::Cms)?;
        Ok(VerifiedSignature {
            user_id: registered.user_id.clone(),
            signature_type: registered.signature_type,
            certificate_id: registered.id.clone(),
        })
    }

    /// The certificate of a signer: inside the CMS, or among those that the bank has.
    fn certificate_of<'c>(
        &'c self,
        data: &'c SignedData,
        signer: &SignerInfo,
    ) -> Result<&'c Certificate, Reason> {
        data.certificate_of(signer)
            .or_else(|| self.registered.iter().map(|one| &one.certificate).find(|one| signer.is_by(one)))
            .ok_or(Reason::Cms(cms::CmsError::CertificateAbsent))
    }

    /// The registration of a certificate that counts at the moment `at`.
    fn check_certificate(
        &self,
        certificate: &Certificate,
        at: Instant,
    ) -> Result<&RegisteredCertificate, Reason> {
        let chain =
            Chain::build(certificate, &self.roots, &self.intermediates, Some(at)).map_err(Reason::Cms)?;
        self.check_revocation(certificate, &chain, at)?;
        let registered = RegisteredCertificate::only(&CertificateId::from(certificate), &self.registered)?;
        check_owner(registered)?;
        Ok(registered)
    }

    fn check_revocation(
        &self,
        certificate: &Certificate,
        chain: &Chain<'_>,
        at: Instant,
    ) -> Result<(), Reason> {
        let mut below = certificate;
        for (index, authority) in chain.authorities().iter().enumerate() {
            let keys = self.keys_of(authority.subject());
            let serial = hexadecimal(below.serial());
            if self.revoked.iter().any(|(by, revoked)| *revoked == serial && keys.contains(by)) {
                return Err(if index == 0 { Reason::CertificateRevoked } else { Reason::AuthorityRevoked });
            }
            self.check_lists(&keys, at)?;
            below = authority;
        }
        Ok(())
    }

    /// Returns the keys under the name `subject`. An authority that changes its key stays the same authority, whose
    /// serial numbers and lists go on (RFC 5280, sections 4.1.2.2 and 5): its new key revokes certificates of its old
    /// key.
    fn keys_of(&self, subject: &[u8]) -> Vec<String> {
        let authorities = self.roots.iter().chain(&self.intermediates);
        let named = authorities.filter(|one| one.subject() == subject);
        named.map(|one| hexadecimal(&one.key_fingerprint())).collect()
    }

    /// Tells whether one of `keys` has a list that is valid at the moment `at`.
    fn check_lists(&self, keys: &[String], at: Instant) -> Result<(), Reason> {
        let mut ends =
            self.lists.iter().filter(|(list_of, _)| keys.contains(list_of)).map(|(_, end)| *end).peekable();
        if ends.peek().is_none() {
            return match self.missing_list {
                MissingList::Accepted => Ok(()),
                MissingList::Refused => Err(Reason::RevocationListMissing),
            };
        }
        if ends.any(|end| end.is_none_or(|end| at <= end)) {
            Ok(())
        } else {
            Err(Reason::RevocationListExpired)
        }
    }
}

/// Looks at each signer of the Base64 text `signature`, which is a detached CMS. An error names the one of several.
fn each_signer<T>(
    signature: &str,
    mut look: impl FnMut(&SignedData, &SignerInfo) -> Result<T, Reason>,
) -> Result<Vec<T>, SignatureError> {
    let bytes = decoded(signature).map_err(SignatureError::new)?;
    let data = SignedData::read(&bytes).map_err(|error| SignatureError::new(Reason::Cms(error)))?;
    let signers = data.signers();
    let looked = signers.iter().enumerate().map(|(index, signer)| {
        look(&data, signer).map_err(|reason| {
            let error = SignatureError::new(reason);
            if signers.len() > 1 { error.by(index + 1) } else { error }
        })
    });
    looked.collect()
}

/// Tells whether the one signer of `signature`, Base64 of a detached CMS over the 32 bytes of `digest`, has the key of
/// `certificate`. It says nothing about the certificate itself.
pub fn verify_possession(
    digest: &[u8; 32],
    signature: &str,
    certificate: &Certificate,
) -> Result<(), SignatureError> {
    let verify = || {
        let bytes = decoded(signature)?;
        let data = SignedData::read(&bytes).map_err(Reason::Cms)?;
        match data.signers() {
            [signer] if signer.is_by(certificate) => signer.verify(digest, certificate).map_err(Reason::Cms),
            [_] => Err(Reason::Cms(cms::CmsError::SigningCertificateDiffers)),
            _ => Err(Reason::Cms(cms::CmsError::TooManySigners(1))),
        }
    };
    verify().map_err(SignatureError::new)
}

fn check_owner(registered: &RegisteredCertificate) -> Result<(), Reason> {
    if registered.status != CertificateStatus::Active {
        return Err(Reason::CertificateWithdrawn);
    }
    check_person(registered.user_status, registered.has_right, registered.signature_type)
}

/// Tells whether somebody may give a signature of the type at present.
pub(crate) fn check_person(
    status: UserStatus,
    has_right: bool,
    signature_type: SignatureType,
) -> Result<(), Reason> {
    if status != UserStatus::Active {
        return Err(Reason::UserNotActive);
    }
    if has_right { Ok(()) } else { Err(Reason::RightAbsent(signature_type)) }
}

/// Base64 (RFC 4648, section 4), with line breaks or without: many tools write them.
fn decoded(signature: &str) -> Result<Vec<u8>, Reason> {
    if signature.len() > SIGNATURE_CHARACTERS_MAX {
        return Err(Reason::TooLong);
    }
    let text: String = signature.chars().filter(|character| !matches!(character, '\r' | '\n')).collect();
    STANDARD.decode(text).map_err(|_| Reason::NotBase64)
}
