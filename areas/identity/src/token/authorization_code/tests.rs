use kernel::{ClientId, Instant, SeededRandomness};

use crate::login::interaction::Secret;
use crate::person::origin::Origin;

use super::{AuthorizationCode, CodeError, Exchange, NewAuthorizationCode, is_verifier};

/// The example of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const REDIRECT_URI: &str = "https://erp.example/callback";

fn code(redeemed_at: Option<i64>) -> AuthorizationCode {
    AuthorizationCode {
        grant: NewAuthorizationCode {
            client: "erp".parse().unwrap(),
            user: "U00001".parse().unwrap(),
            company: "C00001".parse().unwrap(),
            redirect_uri: REDIRECT_URI.to_owned(),
            code_challenge: CHALLENGE.to_owned(),
            nonce: None,
            scope: "openid".to_owned(),
            max_age_s: None,
            authenticated_at: Instant::from_unix_seconds(1_000),
            origin: Origin::default(),
        },
        session: "s".parse().unwrap(),
        expires_at: Instant::from_unix_seconds(1_060),
        redeemed_at: redeemed_at.map(Instant::from_unix_seconds),
    }
}

#[test]
fn every_attempt_has_its_verdict() {
    let (own, other): (ClientId, ClientId) = ("erp".parse().unwrap(), "other".parse().unwrap());
    let wrong_verifier = "a".repeat(43);
    for (redeemed_at, client, redirect_uri, code_verifier, now, verdict) in [
        (None, &own, REDIRECT_URI, VERIFIER, 1_000, Ok(())),
        (None, &own, REDIRECT_URI, VERIFIER, 1_059, Ok(())),
        (None, &own, REDIRECT_URI, VERIFIER, 1_060, Err(CodeError::Expired)),
        (None, &other, REDIRECT_URI, VERIFIER, 1_000, Err(CodeError::WrongClient)),
        (None, &own, "https://erp.example/callback/", VERIFIER, 1_000, Err(CodeError::WrongRedirectUri)),
        (None, &own, "", VERIFIER, 1_000, Err(CodeError::WrongRedirectUri)),
        (None, &own, REDIRECT_URI, wrong_verifier.as_str(), 1_000, Err(CodeError::WrongVerifier)),
        (None, &own, REDIRECT_URI, CHALLENGE, 1_000, Err(CodeError::WrongVerifier)),
        (None, &own, REDIRECT_URI, "", 1_000, Err(CodeError::WrongVerifier)),
        (Some(1_001), &own, REDIRECT_URI, VERIFIER, 1_002, Err(CodeError::Replayed)),
        (Some(1_001), &own, REDIRECT_URI, VERIFIER, 9_000, Err(CodeError::Replayed)),
        (Some(1_001), &own, REDIRECT_URI, wrong_verifier.as_str(), 1_002, Err(CodeError::Replayed)),
        (Some(1_001), &other, REDIRECT_URI, VERIFIER, 1_002, Err(CodeError::WrongClient)),
    ] {
        let exchange = Exchange { client, redirect_uri, code_verifier };
        let judged = code(redeemed_at).judge(exchange, Instant::from_unix_seconds(now));
        assert_eq!(judged, verdict, "{redeemed_at:?} {client} {redirect_uri} {code_verifier} {now}");
    }
}

#[test]
fn a_verifier_has_43_to_128_unreserved_characters() {
    assert!(is_verifier(VERIFIER));
    assert!(is_verifier(&"~".repeat(128)));
    for bad in
        ["a".repeat(42), "a".repeat(129), format!("{}+", "a".repeat(43)), format!("{}é", "a".repeat(43))]
    {
        assert!(!is_verifier(&bad), "{bad}");
    }
}

#[test]
fn codes_are_long_and_differ() {
    let randomness = SeededRandomness::new(1);
    let (first, second) = (Secret::mint(&randomness), Secret::mint(&randomness));
    assert_eq!(first.as_str().len(), super::CODE_CHARACTERS);
    assert!(first != second);
}

#[test]
fn a_session_lives_from_the_login_and_not_from_the_exchange() {
    let session = code(None).session([7; 32], 600);
    assert_eq!(session.authenticated_at, Instant::from_unix_seconds(1_000));
    assert_eq!(session.expires_at, Instant::from_unix_seconds(1_600));
    assert_eq!((session.refresh.hash, session.refresh.generation), ([7; 32], 0));
}
