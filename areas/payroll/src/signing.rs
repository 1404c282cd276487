//! Signatures under statements: those of a request, those of the online bank, and the rules about them (PAY-11,
//! PAY-12).

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clients::signatures::{
    CertificateId, Reason as Cause, SchemeState, SignatureError, Trust, counting, scheme_state,
};
use clients::{SignatureScheme, SignatureType};
use jiff::civil::Date;
use kernel::{BankZone, Instant, Language, UserId};

use crate::catalogue::{Code, Reason};
use crate::statement::Digests;

/// A signature whose signer is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenSignature {
    pub user: UserId,
    pub signature_type: SignatureType,
    /// With which certificate; none when the user confirmed with a second factor.
    pub certificate_id: Option<String>,
    pub at: Instant,
}

/// Returns the signatures as the rule of the scheme takes them.
pub fn signers<'g>(
    given: impl IntoIterator<Item = &'g GivenSignature>,
) -> impl Iterator<Item = (&'g UserId, SignatureType)> {
    given.into_iter().map(|given| (&given.user, given.signature_type))
}

/// Returns the types of which the scheme asks for more signatures than there are, with the number of those.
pub fn missing_types(scheme: SignatureScheme, given: &[GivenSignature]) -> Vec<(SignatureType, u8)> {
    let state = scheme_state(scheme, signers(given));
    let missing = SignatureType::ALL.iter().map(|kind| (*kind, state.missing(*kind)));
    missing.filter(|(_, count)| *count > 0).collect()
}

/// A signature as it came with a request.
#[derive(Clone, Debug)]
pub struct SentSignature {
    /// Its number in the request, from 1.
    pub position: i64,
    /// Base64 of a detached CMS.
    pub signature: String,
}

/// Everything that the signatures of a statement are verified with.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The bank's knowledge of the company's certificates.
    pub trust: Trust,
    pub scheme: SignatureScheme,
    pub sent: Vec<SentSignature>,
}

#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// The faults of the signatures, and what is missing of them.
    pub wrong: Vec<Reason>,
    /// The signatures that count, each with its position in the request.
    pub given: Vec<(i64, GivenSignature)>,
}

impl Verification {
    /// Compares the digests and verifies every signature as of the moment `at`.
    pub fn run(&self, digests: &Digests, at: Instant) -> Verified {
        let mut verified = Verified::default();
        if BASE64.decode(&digests.claimed).ok().as_deref() != Some(digests.computed.as_slice()) {
            verified.wrong.push(Reason::with(Code::S03, [BASE64.encode(digests.computed)]));
            return verified;
        }
        for (number, sent) in (1..).zip(&self.sent) {
            match self.trust.verify(&digests.computed, &sent.signature, at) {
                Err(error) => verified.wrong.push(refused_signature(&error, number)),
                Ok(found) => verified.given.extend(found.into_iter().map(|signer| {
                    let given = GivenSignature {
                        user: signer.user_id,
                        signature_type: signer.signature_type,
                        certificate_id: Some(signer.certificate_id.to_string()),
                        at,
                    };
                    (sent.position, given)
                })),
            }
        }
        if verified.wrong.is_empty() {
            verified.wrong.extend(missing(self.scheme, &verified.given));
        }
        verified.given = only_counting(self.scheme, verified.given);
        verified
    }
}

/// Returns the reason that names the signature, in both languages.
pub fn refused_signature(error: &SignatureError, number: usize) -> Reason {
    let texts = [Language::Russian, Language::English].map(|language| error.message(number, language));
    Reason::with(Code::S01, texts)
}

/// Keeps the signatures that count, each once: what else was sent does no harm and is nobody's.
fn only_counting(scheme: SignatureScheme, given: Vec<(i64, GivenSignature)>) -> Vec<(i64, GivenSignature)> {
    let mut counting: BTreeSet<(UserId, SignatureType)> =
        counting(scheme, people(&given)).into_iter().map(|(user, kind)| (user.clone(), kind)).collect();
    let is_next =
        |(_, given): &(i64, GivenSignature)| counting.remove(&(given.user.clone(), given.signature_type));
    given.into_iter().filter(is_next).collect()
}

/// Names what the scheme still asks for. A person who could complete it alone is told that one person may not.
fn missing(scheme: SignatureScheme, given: &[(i64, GivenSignature)]) -> Option<Reason> {
    let SchemeState::Missing { first, second } = scheme_state(scheme, people(given)) else { return None };
    let code = match scheme_state(scheme.by_same_person(), people(given)) {
        SchemeState::Complete => Code::S20,
        SchemeState::Missing { .. } => Code::S02,
    };
    Some(Reason::with(code, [first.to_string(), second.to_string()]))
}

fn people(given: &[(i64, GivenSignature)]) -> impl Iterator<Item = (&UserId, SignatureType)> {
    signers(given.iter().map(|(_, given)| given))
}

/// The wait for a revocation list that is up to date, in seconds.
const LIST_PAUSE_S: i64 = 300;
/// Days from the day of execution on in which such a list is waited for.
const LIST_DAYS_MAX: i64 = 7;
const DAY_S: i64 = 86_400;

/// A way to sign, as far as it can change what the signature is worth later.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SigningMethod {
    /// A CMS that came with the request; it may have several signers.
    Sent(String),
    /// A certificate used in the online bank.
    Certificate(CertificateId),
    /// A confirmation in the online bank.
    Confirmation(UserId, SignatureType),
}

#[derive(Clone, Debug)]
pub struct RecordedSignature {
    /// Its number in the statement, from 1.
    pub position: i64,
    pub method: SigningMethod,
}

/// The worth of signatures that were given earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    Stands,
    /// Nobody can tell before this moment: a revocation list is out of date, or missing where the bank asks for one.
    Unknown(Instant),
    /// One does not count any more; why.
    Lost(Reason),
}

impl Standing {
    /// Returns the standing that follows from an error at the signature of this position.
    pub fn after(error: &SignatureError, position: i64, day: Date, zone: &BankZone, now: Instant) -> Self {
        let last = zone.start_of_day(day).plus_seconds(LIST_DAYS_MAX * DAY_S);
        let is_list = matches!(error.reason(), Cause::RevocationListExpired | Cause::RevocationListMissing);
        if is_list && now < last {
            return Self::Unknown(now.plus_seconds(LIST_PAUSE_S));
        }
        let number = usize::try_from(position).unwrap_or_default();
        let texts = [Language::Russian, Language::English].map(|language| error.message(number, language));
        Self::Lost(Reason::with(Code::D10, texts))
    }
}

#[cfg(test)]
mod tests;
