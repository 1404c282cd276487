//! Session tokens of the online bank: which are accepted, and by whom.

use edge::{Revocations, TokenError};
use http::StatusCode;
use kernel::Instant;
use serde_json::{Value, json};
use testkit::{TEST_AUDIENCE, TEST_CSRF, TEST_ISSUER};

use super::support::{Bench, START_S, caller};

#[tokio::test]
async fn gen_01_a_good_session_token_names_the_person() {
    let bench = Bench::new();
    let token = bench.tokens.online_bank(&caller());
    for round in ["first", "cached"] {
        let known = bench.edge.verifier().verify_online_bank(&token).unwrap();
        assert_eq!(
            (known.caller.user.as_str(), known.caller.company.as_str()),
            ("U00001", "C00001"),
            "{round}"
        );
        assert_eq!((known.caller.client.as_str(), known.csrf.as_str()), ("online-bank", TEST_CSRF));
    }
}

/// Each for its own reason: refused for another, the next change of the code would let it in.
#[tokio::test]
async fn gen_01_every_broken_session_token_is_refused() {
    let bench = Bench::new();
    let verifier = bench.edge.verifier();
    let with = |name: &str, value: Value| {
        let mut claims = bench.tokens.online_bank_claims(&caller());
        claims[name] = value;
        bench.tokens.sign_online_bank(&claims)
    };
    for (token, expected) in [
        (with("exp", START_S.into()), TokenError::Expired),
        (with("nbf", (START_S + 600).into()), TokenError::NotYetValid),
        (with("iss", "https://elsewhere.test".into()), TokenError::WrongIssuer),
        (with("aud", TEST_AUDIENCE.into()), TokenError::WrongAudience),
        (with("aud", json!([TEST_ISSUER, TEST_AUDIENCE])), TokenError::WrongAudience),
        (with("csrf", Value::Null), TokenError::BadClaim("csrf")),
        (with("csrf", "".into()), TokenError::BadClaim("csrf")),
        (with("company", Value::Null), TokenError::BadClaim("company")),
        (with("sub", "".into()), TokenError::BadClaim("sub")),
        (bench.tokens.access(&caller()), TokenError::WrongKind),
        (bench.tokens.identity(&caller()), TokenError::WrongKind),
        (bench.tokens.sign_access(&bench.tokens.online_bank_claims(&caller())), TokenError::WrongKind),
        (with("csrf", "x".repeat(9_000).into()), TokenError::TooLong),
        ("not.a.token".to_owned(), TokenError::Malformed),
    ] {
        assert_eq!(verifier.verify_online_bank(&token).unwrap_err(), expected, "{token}");
    }
}

#[tokio::test]
async fn gen_01_a_session_token_opens_no_operation() {
    let bench = Bench::new();
    let good = bench.tokens.pair(&caller());
    let session = bench.tokens.online_bank(&caller());
    assert_eq!(bench.who(&good.access, &good.identity).await.status, StatusCode::OK);
    for (access, identity) in [(&session, &good.identity), (&good.access, &session), (&session, &session)] {
        assert_eq!(bench.who(access, identity).await.status, StatusCode::UNAUTHORIZED);
    }
    // Nor with the claims of an access token: the kind is in the header.
    let claims = bench.tokens.access_claims(&caller());
    assert_eq!(
        bench.who(&bench.tokens.sign_online_bank(&claims), &good.identity).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn idn_11_a_revoked_session_opens_no_page() {
    let bench = Bench::new();
    let verifier = bench.edge.verifier();
    let token = bench.tokens.online_bank(&caller());
    assert!(verifier.verify_online_bank(&token).is_ok());
    let now = Instant::from_unix_seconds(START_S);
    let mut revocations = Revocations::none(now);
    revocations.sessions.push((caller().session, now));
    verifier.apply_revocations(&revocations);
    assert_eq!(verifier.verify_online_bank(&token).unwrap_err(), TokenError::Revoked, "cached before");
}
