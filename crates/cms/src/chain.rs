//! From a certificate to the bank's own authority (RFC 5280, section 6), as far as a bank with its own authorities
//! needs it.

use kernel::Instant;

use crate::limits::CHAIN_MAX;
use crate::{Certificate, CmsError};

/// A certificate and the authorities above it. That it exists means: every signature in it is right, every authority
/// may sign certificates, and nothing critical in it was not understood.
#[derive(Clone, Debug)]
pub struct Chain<'a> {
    authorities: Vec<&'a Certificate>,
}

impl<'a> Chain<'a> {
    /// Finds the way from `certificate` over `intermediates` to one of `roots`, and checks it. With a moment `at`,
    /// every certificate must be valid then; without one, dates are not looked at.
    ///
    /// # Errors
    /// The first rule that is broken: about the chain from the bottom up, then about the certificate itself, then about
    /// dates.
    pub fn build(
        certificate: &Certificate,
        roots: &'a [Certificate],
        intermediates: &'a [Certificate],
        at: Option<Instant>,
    ) -> Result<Self, CmsError> {
        let authorities = walk(certificate, roots, intermediates, at)?;
        let usage = certificate.extensions.usage;
        if usage.is_some_and(|usage| !usage.digital_signature() && !usage.non_repudiation()) {
            return Err(CmsError::KeyUsage);
        }
        if let Some(at) = at {
            check_dates(certificate, &authorities, at)?;
        }
        Ok(Self { authorities })
    }

    /// Checks the certificate of an authority itself, without dates: an expired authority may be needed for
    /// certificates that it once issued.
    pub fn of_authority(
        certificate: &Certificate,
        roots: &'a [Certificate],
        intermediates: &'a [Certificate],
    ) -> Result<Self, CmsError> {
        check_authority(certificate, 0)?;
        Ok(Self { authorities: walk(certificate, roots, intermediates, None)? })
    }

    /// The authorities from the certificate's issuer up to the root.
    pub fn authorities(&self) -> &[&'a Certificate] {
        &self.authorities
    }
}

/// The way up, each step checked.
fn walk<'a>(
    certificate: &Certificate,
    roots: &'a [Certificate],
    intermediates: &'a [Certificate],
    at: Option<Instant>,
) -> Result<Vec<&'a Certificate>, CmsError> {
    check_extensions(certificate)?;
    let mut authorities: Vec<&'a Certificate> = Vec::new();
    loop {
        let below = authorities.last().copied().unwrap_or(certificate);
        if let Some(root) = issuer(below, roots, at)? {
            push(&mut authorities, root)?;
            return Ok(authorities);
        }
        let found = issuer(below, intermediates, at)?.ok_or(CmsError::IssuerUnknown)?;
        push(&mut authorities, found)?;
    }
}

/// The one of `candidates` that issued `certificate`: by name and key identifier, then by its signature. Of several
/// with the same key (an authority's certificate was renewed) the one that is valid.
fn issuer<'a>(
    certificate: &Certificate,
    candidates: &'a [Certificate],
    at: Option<Instant>,
) -> Result<Option<&'a Certificate>, CmsError> {
    let mut refusal = None;
    let mut found: Option<&'a Certificate> = None;
    for candidate in candidates.iter().filter(|candidate| is_named(certificate, candidate)) {
        match candidate.public_key().and_then(|key| certificate.verify(&key)) {
            Ok(()) if at.is_none_or(|at| candidate.is_valid_at(at)) => return Ok(Some(candidate)),
            Ok(()) => found = found.or(Some(candidate)),
            Err(CmsError::SignatureWrong) => refusal = refusal.or(Some(CmsError::CertificateSignatureWrong)),
            Err(other) => refusal = refusal.or(Some(other)),
        }
    }
    match (found, refusal) {
        (None, Some(refusal)) => Err(refusal),
        (found, _) => Ok(found),
    }
}

fn is_named(certificate: &Certificate, candidate: &Certificate) -> bool {
    let named = certificate.extensions.authority_key_identifier.as_deref();
    let is_same_key = named.zip(candidate.key_identifier()).is_none_or(|(named, own)| named == own);
    is_same_key && certificate.issuer() == candidate.subject()
}

/// Adds an authority on top, if it may stand there.
fn push<'a>(authorities: &mut Vec<&'a Certificate>, authority: &'a Certificate) -> Result<(), CmsError> {
    if authorities.len() == CHAIN_MAX {
        return Err(CmsError::ChainTooLong);
    }
    // An authority that changed its own key does not count (RFC 5280, section 4.2.1.9).
    let between = authorities.iter().filter(|one| one.subject() != one.issuer()).count();
    check_authority(authority, between)?;
    authorities.push(authority);
    Ok(())
}

/// Tells whether it may stand above a certificate, with so many authorities in between.
fn check_authority(authority: &Certificate, between: usize) -> Result<(), CmsError> {
    check_extensions(authority)?;
    let constraints = authority.extensions.constraints.as_ref().filter(|constraints| constraints.ca);
    let path_length = constraints.ok_or(CmsError::NotAnAuthority)?.path_len_constraint;
    if authority.extensions.usage.is_some_and(|usage| !usage.key_cert_sign()) {
        return Err(CmsError::AuthorityKeyUsage);
    }
    let is_too_high = path_length.is_some_and(|most| between > usize::from(most));
    if is_too_high { Err(CmsError::PathLength) } else { Ok(()) }
}

fn check_extensions(certificate: &Certificate) -> Result<(), CmsError> {
    let not_understood = certificate.extensions.not_understood.clone();
    not_understood.map_or(Ok(()), |id| Err(CmsError::CriticalExtension(id)))
}

fn check_dates(certificate: &Certificate, authorities: &[&Certificate], at: Instant) -> Result<(), CmsError> {
    if at < certificate.not_before() {
        return Err(CmsError::CertificateNotYetValid);
    }
    if !certificate.is_valid_at(at) {
        return Err(CmsError::CertificateExpired);
    }
    for authority in authorities {
        if at < authority.not_before() {
            return Err(CmsError::AuthorityNotYetValid);
        }
        if !authority.is_valid_at(at) {
            return Err(CmsError::AuthorityExpired);
        }
    }
    Ok(())
}
