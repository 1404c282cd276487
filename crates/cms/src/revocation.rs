//! Certificate revocation lists (RFC 5280, section 5): complete ones, signed by the authority they speak for.

use const_oid::ObjectIdentifier;
use der::Decode;
use kernel::Instant;
use x509_cert::crl::CertificateList;

use crate::certificate::{instant, magnitude};
use crate::limits::REVOCATION_LIST_BYTES_MAX;
use crate::signed::Signed;
use crate::tlv::{self, Unexpected};
use crate::{Certificate, CmsError, Part, oid, pem};

/// Critical extensions of a list that change nothing. A partial list (`deltaCRLIndicator`) and one for a part of the
/// certificates (`issuingDistributionPoint`) are marked critical and refused by that.
const UNDERSTOOD: [ObjectIdentifier; 2] = [oid::CRL_NUMBER, oid::AUTHORITY_KEY_IDENTIFIER];

/// A certificate that is not to be trusted any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revoked {
    /// Its serial number as octets, the highest first, without leading zeros.
    pub serial: Vec<u8>,
    pub since: Instant,
}

/// A revocation list. That it could be read says nothing about who signed it: see [`RevocationList::verify`].
#[derive(Clone, Debug)]
pub struct RevocationList {
    issuer: Vec<u8>,
    this_update: Instant,
    next_update: Option<Instant>,
    revoked: Vec<Revoked>,
    signed: Signed,
}

impl RevocationList {
    /// Reads the DER of a complete list.
    pub fn read(der: &[u8]) -> Result<Self, CmsError> {
        let malformed = CmsError::Malformed(Part::RevocationList);
        if der.len() > REVOCATION_LIST_BYTES_MAX {
            return Err(CmsError::TooLarge(REVOCATION_LIST_BYTES_MAX));
        }
        let parsed = CertificateList::<x509_cert::certificate::Rfc5280>::from_der(der)
            .map_err(|_| malformed.clone())?;
        let (signed, issuer) = parts(der).map_err(|_| malformed)?;
        let list = parsed.tbs_cert_list;
        let revoked = list.revoked_certificates.unwrap_or_default();
        let of_entries = revoked.iter().flat_map(|entry| entry.crl_entry_extensions.iter().flatten());
        let of_list = list.crl_extensions.iter().flatten();
        if of_list.chain(of_entries).any(|one| one.critical && !UNDERSTOOD.contains(&one.extn_id)) {
            return Err(CmsError::RevocationListKind);
        }
        let entry = |entry: &x509_cert::crl::RevokedCert| Revoked {
            serial: magnitude(entry.serial_number.as_bytes()).to_vec(),
            since: instant(entry.revocation_date),
        };
        Ok(Self {
            issuer: issuer.to_vec(),
            this_update: instant(list.this_update),
            next_update: list.next_update.map(instant),
            revoked: revoked.iter().map(entry).collect(),
            signed,
        })
    }

    /// Reads PEM with the label `X509 CRL`.
    pub fn from_pem(text: &str) -> Result<Self, CmsError> {
        Self::read(&pem::decode(text, &["X509 CRL"])?)
    }

    /// The authority that it speaks for, as DER.
    pub fn issuer(&self) -> &[u8] {
        &self.issuer
    }

    pub const fn this_update(&self) -> Instant {
        self.this_update
    }

    /// By when there is a newer one; some lists do not say.
    pub const fn next_update(&self) -> Option<Instant> {
        self.next_update
    }

    pub fn revoked(&self) -> &[Revoked] {
        &self.revoked
    }

    /// Tells whether `authority`, whose subject must be the issuer, signed it and may do so.
    pub fn verify(&self, authority: &Certificate) -> Result<(), CmsError> {
        if authority.subject() != self.issuer {
            return Err(CmsError::RevocationListSignatureWrong);
        }
        if authority.extensions.usage.is_some_and(|usage| !usage.crl_sign()) {
            return Err(CmsError::RevocationListKeyUsage);
        }
        self.signed.verify(&authority.public_key()?).map_err(|error| match error {
            CmsError::SignatureWrong => CmsError::RevocationListSignatureWrong,
            other => other,
        })
    }
}

/// Reads the bytes of the issuer as they stand.
fn parts(der: &[u8]) -> Result<(Signed, &[u8]), Unexpected> {
    let (signed, tbs) = Signed::read(der)?;
    let mut inside = tbs.inside();
    inside.optional(tlv::INTEGER)?;
    if inside.expect(tlv::SEQUENCE)?.raw != signed.algorithm {
        return Err(Unexpected);
    }
    let issuer = inside.expect(tlv::SEQUENCE)?.raw;
    Ok((signed, issuer))
}

#[cfg(test)]
mod tests;
