//! Decisions about the certificates of one task: each certificate by itself, in the order of the document.

use std::collections::HashMap;

use iso20022::{Certificate, Notification, Reader};
use kernel::{BankZone, Bic, Cnum, Instant};
use thiserror::Error;

use super::certificate::{Surroundings, findings, rehearsed};
use super::value::Standing;
use crate::certificate::StoredDocument;
use crate::reason::{Finding, Reason, ReasonCode, placed};
use crate::task::CertificateStatus;

/// Seconds after its registration until which a correction waits. What it corrects was registered before it and is
/// checked in the same queue, so it is waited for this long only when its own check fails again and again.
const ORIGINAL_WAIT_S_MAX: i64 = 600;

/// Certificate of the task, in its place.
#[derive(Clone, Debug)]
pub struct CertificateForCheck {
    /// The place in the message, from 1.
    pub position: i64,
    pub owner: Cnum,
    /// `Cert/Id`.
    pub document_id: Option<String>,
    /// `Amdmnt/OrgnlDocId`.
    pub original_id: Option<String>,
}

/// Everything that the check of a task needs to know of what is stored.
#[derive(Clone, Debug)]
pub struct Workload {
    pub registered_at: Instant,
    pub document: StoredDocument,
    pub certificates: Vec<CertificateForCheck>,
    /// The standing of the certificates of earlier messages that corrections of this one name, by owner and identifier.
    pub standings: HashMap<(Cnum, String), Standing>,
}

impl Workload {
    /// Tells whether a correction names a certificate that may still be accepted or rejected.
    pub fn must_wait(&self, now: Instant) -> bool {
        now < self.registered_at.plus_seconds(ORIGINAL_WAIT_S_MAX)
            && self.standings.values().any(|standing| *standing == Standing::Undecided)
    }
}

/// Decision about a certificate: accepted without a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The place in the message, from 1.
    pub position: i64,
    pub reasons: Vec<Reason>,
}

impl Decision {
    /// Rejects a certificate because the bank could not check it.
    pub fn not_checked(certificate: &CertificateForCheck) -> Self {
        Self { position: certificate.position, reasons: vec![Reason::not_checked()] }
    }

    pub const fn status(&self) -> CertificateStatus {
        if self.reasons.is_empty() { CertificateStatus::Accepted } else { CertificateStatus::Rejected }
    }
}

/// Decisions that a sandbox was told beforehand; none of them outside of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rehearsal {
    /// The amounts of certificates say for which reason they are rejected.
    pub by_amounts: bool,
    /// The staff reject every certificate for this reason.
    pub by_staff: Option<ReasonCode>,
}

impl Rehearsal {
    /// Finds what the certificate was told to be rejected for.
    fn findings<'d>(self, certificate: &Certificate<'d>) -> Vec<Finding<'d>> {
        let element = certificate.transaction_id;
        let by_staff = self.by_staff.map(|code| Finding { code, element, found: element.value() });
        let by_amounts = self.by_amounts.then(|| rehearsed(certificate)).flatten();
        by_staff.into_iter().chain(by_amounts).collect()
    }
}

/// Error for a document that was taken and cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the stored document cannot be read: {0}")]
pub struct Unreadable(String);

/// Decides about every certificate. Earlier certificates of the same message count as originals too.
///
/// # Errors
/// The document is not the one that was registered.
pub fn decisions(
    work: &Workload,
    reader: &Reader,
    bank: &Bic,
    zone: &BankZone,
    rehearsal: Rehearsal,
) -> Result<Vec<Decision>, Unreadable> {
    let unreadable = |reason: &str| Unreadable(reason.to_owned());
    let document = reader
        .read(&work.document.body, work.document.charset.as_deref())
        .map_err(|violations| Unreadable(violations.to_string()))?;
    let message = Notification::read(&document).ok_or_else(|| unreadable("it is no auth.024"))?;
    let certificates: Vec<_> = message.items.iter().flat_map(|item| &item.certificates).collect();
    if certificates.len() != work.certificates.len() {
        return Err(unreadable("it has another number of certificates than were registered"));
    }
    let surroundings = Surroundings { bank, registered_on: zone.date_of(work.registered_at) };
    let mut standings: HashMap<(Cnum, String), Standing> = work.standings.clone();
    let (mut found, mut counts) = (Vec::new(), Vec::with_capacity(certificates.len()));
    for (certificate, stored) in certificates.into_iter().zip(&work.certificates) {
        let key = |id: &Option<String>| id.as_ref().map(|id| (stored.owner.clone(), id.clone()));
        let original = key(&stored.original_id).and_then(|key| standings.get(&key).copied());
        let mut findings = findings(certificate, surroundings, original.unwrap_or_default());
        if findings.is_empty() {
            findings = rehearsal.findings(certificate);
        }
        if let Some(key) = key(&stored.document_id) {
            let own = if findings.is_empty() { Standing::Accepted } else { Standing::Rejected };
            let standing = standings.entry(key).or_default();
            *standing = own.max(*standing);
        }
        counts.push(findings.len());
        found.extend(findings);
    }
    let mut reasons = placed(&document, &found).into_iter();
    let of_each = work.certificates.iter().zip(counts);
    Ok(of_each
        .map(|(stored, count)| Decision {
            position: stored.position,
            reasons: reasons.by_ref().take(count).collect(),
        })
        .collect())
}
