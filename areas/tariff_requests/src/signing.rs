//! Signatures of a request: those that were given, those that a person can still give, and the state they lead to.

use clients::signatures::{CertificateId, NotAdded, SchemeState, may_add, scheme_state};
use clients::{Rights, SignatureScheme, SignatureType};
use kernel::{Instant, UserId};

use crate::broken_rule::BrokenRule;
use crate::request_state::RequestState;

#[derive(Clone, Debug)]
pub struct GivenSignature {
    pub user: UserId,
    pub user_name: String,
    pub signature_type: SignatureType,
    /// The certificate with which it was made; none of a confirmation.
    pub certificate: Option<CertificateId>,
    pub at: Instant,
}

#[derive(Clone, Debug)]
pub struct NewSignature {
    pub user: UserId,
    pub signature_type: SignatureType,
    /// The certificate and the signature itself; none of a confirmation.
    pub certificate: Option<(String, String)>,
}

impl NewSignature {
    /// Names the way in which the signature was made, as the table and the trail do.
    pub const fn method(&self) -> &'static str {
        if self.certificate.is_some() { "CERTIFICATE" } else { "CONFIRMATION" }
    }
}

#[derive(Clone, Debug)]
pub struct Signing {
    pub given: Vec<GivenSignature>,
    pub scheme: SignatureScheme,
    /// The types of which the person may give one, at least one, or why there is none.
    pub own: Result<Vec<SignatureType>, BrokenRule>,
    /// One of the signatures is the person's.
    has_signed: bool,
}

impl Signing {
    /// Finds the types that `user` can add to a request in `state` by these `rights`.
    pub fn new(
        state: RequestState,
        scheme: SignatureScheme,
        given: Vec<GivenSignature>,
        user: &UserId,
        rights: Rights,
    ) -> Self {
        let own = own_types(state, &Tally::new(scheme, &given), user, rights);
        let has_signed = given.iter().any(|given| given.user == *user);
        Self { given, scheme, own, has_signed }
    }

    /// Tells whether the request has all signatures that the company asks for by now, and waits all the same.
    pub fn is_enough(&self) -> bool {
        self.own.is_ok() && self.tally().state() == RequestState::Signed
    }

    /// Tells whether a signature by certificate can be handed in. Where nothing is missing any more, whoever has signed
    /// sends the request on by a confirmation: a certificate would make a second signature.
    pub fn takes_certificate(&self, state: RequestState) -> bool {
        let is_another = self.own != Err(BrokenRule::AlreadySigned) && !(self.is_enough() && self.has_signed);
        state.awaits_signature() && is_another
    }

    pub fn tally(&self) -> Tally<'_> {
        Tally::new(self.scheme, &self.given)
    }
}

fn own_types(
    state: RequestState,
    given: &Tally<'_>,
    user: &UserId,
    rights: Rights,
) -> Result<Vec<SignatureType>, BrokenRule> {
    if !state.awaits_signature() {
        return Err(BrokenRule::NotAwaitingSignature(state));
    }
    let (mut own, mut rule) = (Vec::new(), BrokenRule::NoSignatureToGive);
    for kind in SignatureType::ALL.iter().copied().filter(|kind| rights.may_sign(*kind)) {
        match given.may_add(user, kind) {
            Ok(()) => own.push(kind),
            Err(NotAdded::AlreadySigned) => rule = BrokenRule::AlreadySigned,
            Err(NotAdded::NotNeeded) => {}
        }
    }
    if own.is_empty() { Err(rule) } else { Ok(own) }
}

/// Signatures counted while new ones are added.
#[derive(Clone, Debug)]
pub struct Tally<'a> {
    scheme: SignatureScheme,
    people: Vec<(&'a UserId, SignatureType)>,
}

impl<'a> Tally<'a> {
    fn new(scheme: SignatureScheme, given: &'a [GivenSignature]) -> Self {
        Self { scheme, people: given.iter().map(|given| (&given.user, given.signature_type)).collect() }
    }

    /// Tells whether the user may add a signature of the type. A request whose company has come to ask for fewer lacks
    /// none and waits all the same: the next signature sends it on, whatever its type, and so does who has signed.
    pub fn may_add(&self, user: &UserId, signature_type: SignatureType) -> Result<(), NotAdded> {
        if self.state() == RequestState::Signed {
            return Ok(());
        }
        may_add(self.scheme, self.people.iter().copied(), user, signature_type)
    }

    /// Tells whether another signature of the person is a repetition that the scheme allows.
    pub fn is_repeat(&self, user: &UserId) -> bool {
        self.scheme.allows_same_person() && self.people.iter().any(|(signer, _)| *signer == user)
    }

    pub fn add(&mut self, signature: &'a NewSignature) {
        self.people.push((&signature.user, signature.signature_type));
    }

    pub fn state(&self) -> RequestState {
        match scheme_state(self.scheme, self.people.iter().copied()) {
            SchemeState::Complete => RequestState::Signed,
            SchemeState::Missing { .. } => RequestState::PartiallySigned,
        }
    }
}

#[cfg(test)]
mod tests;
