//! The verification of the signatures that came with a request.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clients::signatures::{SchemeState, SignatureError, Trust, counting, scheme_state};
use clients::{SignatureScheme, SignatureType};
use kernel::{Instant, Language, UserId};

use super::given::{GivenSignature, signers};
use crate::catalogue::{Code, Reason};
use crate::statement::Digests;

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
