use clients::{Right, Rights, SignatureScheme, SignatureType};
use kernel::{Instant, UserId};

use super::{GivenSignature, NewSignature, Signing};
use crate::broken_rule::BrokenRule;
use crate::request_state::RequestState;

fn user(id: &str) -> UserId {
    id.parse().unwrap()
}

fn given(id: &str, signature_type: SignatureType) -> GivenSignature {
    GivenSignature {
        user: user(id),
        user_name: id.to_owned(),
        signature_type,
        certificate: None,
        at: Instant::from_unix_seconds(0),
    }
}

fn new(id: &str, signature_type: SignatureType) -> NewSignature {
    NewSignature { user: user(id), signature_type, certificate: None }
}

/// Finds what U1 can do with the right to both signatures.
fn signing(state: RequestState, scheme: &str, given: Vec<GivenSignature>) -> Signing {
    let scheme: SignatureScheme = scheme.parse().unwrap();
    let rights: Rights = [Right::Act, Right::SignFirst, Right::SignSecond].into_iter().collect();
    Signing::new(state, scheme, given, &user("U1"), rights)
}

#[test]
fn tar_03_a_person_gives_what_is_missing_and_allowed() {
    let both = signing(RequestState::Unsigned, "FIRST=1,SECOND=1", Vec::new());
    assert_eq!(both.own, Ok(vec![SignatureType::First, SignatureType::Second]));
    let other = vec![given("U2", SignatureType::First)];
    let second = signing(RequestState::PartiallySigned, "FIRST=1,SECOND=1", other);
    assert_eq!(second.own, Ok(vec![SignatureType::Second]));
    let without_act: Rights = [Right::SignFirst, Right::SignSecond].into_iter().collect();
    for rights in [Rights::default(), without_act] {
        let none = Signing::new(RequestState::Unsigned, second.scheme, Vec::new(), &user("U1"), rights);
        assert_eq!(none.own, Err(BrokenRule::NoSignatureToGive));
    }
}

#[test]
fn tar_03_nobody_signs_twice_or_too_late() {
    let own = vec![given("U1", SignatureType::First)];
    let again = signing(RequestState::PartiallySigned, "FIRST=1,SECOND=1", own);
    assert_eq!(again.own, Err(BrokenRule::AlreadySigned));
    for state in RequestState::ALL.into_iter().filter(|state| !state.awaits_signature()) {
        let late = signing(state, "FIRST=1,SECOND=1", Vec::new());
        assert_eq!(late.own, Err(BrokenRule::NotAwaitingSignature(state)));
    }
}

#[test]
fn tar_03_the_last_signature_completes_a_request() {
    let none = signing(RequestState::Unsigned, "FIRST=1,SECOND=1", Vec::new());
    let (first, second) = (new("U1", SignatureType::First), new("U2", SignatureType::Second));
    let mut tally = none.tally();
    tally.add(&first);
    assert_eq!(tally.state(), RequestState::PartiallySigned);
    tally.add(&second);
    assert_eq!(tally.state(), RequestState::Signed);
}

#[test]
fn tar_03_a_repetition_is_one_only_where_the_scheme_allows_it() {
    for (scheme, is_repeat) in [("FIRST=1,SECOND=1", false), ("FIRST=1,SECOND=1,SAME_PERSON=YES", true)] {
        let signed = signing(RequestState::Unsigned, scheme, vec![given("U1", SignatureType::First)]);
        assert_eq!(signed.tally().is_repeat(&user("U1")), is_repeat, "{scheme}");
        assert!(!signed.tally().is_repeat(&user("U2")), "{scheme}");
    }
}
