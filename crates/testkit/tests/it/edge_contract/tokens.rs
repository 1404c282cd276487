//! GEN-01 and the edge's part of IDN-11: which tokens are accepted.

use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use edge::{Revocations, TOKEN_BYTES_MAX, TokenError};
use http::Request;
use kernel::Instant;
use serde_json::json;
use testkit::{BrokenToken, TEST_AUDIENCE, TEST_TOKEN_LIFETIME_S, TestCaller, TokenSide};

use super::support::{Bench, START_S, caller};

#[tokio::test]
async fn gen_01_both_good_tokens_name_the_caller() {
    let bench = Bench::new();
    let pair = bench.tokens.pair(&caller());
    for round in ["first", "cached"] {
        let answer = bench.who(&pair.access, &pair.identity).await;
        assert_eq!(answer.status, 200, "{round}: {answer:?}");
        let expected = json!({"user": "U00001", "company": "C00001", "client": "demo-erp",
            "session": "session-U00001"});
        assert_eq!(answer.json(), expected);
    }
    let es256 = bench.who(&pair.access, &bench.tokens.identity_es256(&caller())).await;
    assert_eq!(es256.status, 200);
}

#[tokio::test]
async fn gen_01_every_broken_token_is_401_in_the_areas_body() {
    let bench = Bench::new();
    let good = bench.tokens.pair(&caller());
    assert_eq!(bench.who(&good.access, &good.identity).await.status, 200);
    for (name, pair) in bench.tokens.broken_pairs(&caller()) {
        let answer = bench.who(&pair.access, &pair.identity).await;
        assert_eq!(answer.status, 401, "{name}: {answer:?}");
        answer.assert_error(401, "token");
        assert!(answer.header("www-authenticate").contains("invalid_token"), "{name}");
    }
}

/// Being refused is not enough: for the wrong reason, the next change of the code lets the token in.
#[tokio::test]
async fn gen_01_each_broken_token_is_refused_for_its_own_reason() {
    let bench = Bench::new();
    let expected = |kind| match kind {
        BrokenToken::Expired => TokenError::Expired,
        BrokenToken::NotYetValid => TokenError::NotYetValid,
        BrokenToken::AlgNone | BrokenToken::Hs256WithPublicKey => TokenError::WrongAlgorithm,
        BrokenToken::WrongIssuer => TokenError::WrongIssuer,
        BrokenToken::WrongAudience => TokenError::WrongAudience,
        BrokenToken::IdentityAsAccess | BrokenToken::AccessAsIdentity | BrokenToken::RefreshLike => {
            TokenError::WrongKind
        }
        BrokenToken::UnknownKey => TokenError::UnknownKey,
        BrokenToken::ForgedSignature | BrokenToken::TamperedPayload => TokenError::BadSignature,
        BrokenToken::StringExp | BrokenToken::NoExp => TokenError::BadClaim("(form)"),
        BrokenToken::CriticalExtension | BrokenToken::Garbage => TokenError::Malformed,
        BrokenToken::OtherSessionsIdentity | BrokenToken::OtherSubject | BrokenToken::OtherClient => {
            unreachable!("good alone")
        }
    };
    let verifier = bench.edge.verifier();
    for kind in BrokenToken::ALL.into_iter().filter(|kind| kind.sides().contains(&TokenSide::Access)) {
        let pair = bench.tokens.broken(&caller(), kind, TokenSide::Access);
        assert_eq!(verifier.verify_access(&pair.access).unwrap_err(), expected(kind), "{kind:?}");
    }
    let alone = [
        BrokenToken::OtherSessionsIdentity,
        BrokenToken::OtherSubject,
        BrokenToken::OtherClient,
        // For an identity token any audience is a client; only the pair tells.
        BrokenToken::WrongAudience,
    ];
    for kind in BrokenToken::ALL.into_iter().filter(|kind| kind.sides().contains(&TokenSide::Identity)) {
        let pair = bench.tokens.broken(&caller(), kind, TokenSide::Identity);
        if !alone.contains(&kind) {
            assert_eq!(verifier.verify_identity(&pair.identity).unwrap_err(), expected(kind), "{kind:?}");
        }
    }
}

#[tokio::test]
async fn gen_01_missing_tokens_are_401_with_a_plain_challenge() {
    let bench = Bench::new();
    let pair = bench.tokens.pair(&caller());
    let bearer = format!("Bearer {}", pair.access);
    let requests = [
        Request::get("/v1/other/who"),
        Request::get("/v1/other/who").header("authorization", &bearer),
        Request::get("/v1/other/who").header("id-token", &pair.identity),
        Request::get("/v1/other/who")
            .header("authorization", &pair.access)
            .header("id-token", &pair.identity),
        Request::get("/v1/other/who")
            .header("authorization", format!("Basic {}", pair.access))
            .header("id-token", &pair.identity),
    ];
    for request in requests {
        let answer = bench.send(request.body(Body::empty()).unwrap()).await;
        answer.assert_error(401, "missing");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
}

#[tokio::test]
async fn gen_01_a_header_that_stands_twice_is_refused() {
    let bench = Bench::new();
    let pair = bench.tokens.pair(&caller());
    let bearer = format!("Bearer {}", pair.access);
    let requests = [
        Request::get("/v1/other/who").header("authorization", &bearer).header("authorization", &bearer),
        Request::get("/v1/other/who").header("authorization", &bearer).header("id-token", &pair.identity),
    ];
    for request in requests {
        let request = request.header("id-token", &pair.identity);
        bench.send(request.body(Body::empty()).unwrap()).await.assert_error(401, "not valid");
    }
}

#[tokio::test]
async fn gen_01_the_id_token_may_be_base64_in_every_form() {
    let bench = Bench::new();
    // Names of different lengths make sure that padding of every length is seen.
    for session in ["s", "se", "ses", "sess"] {
        let pair = bench.tokens.pair(&caller().with_session(session));
        for engine in [&STANDARD, &STANDARD_NO_PAD, &URL_SAFE, &URL_SAFE_NO_PAD] {
            let header = engine.encode(&pair.identity);
            let answer = bench.who(&pair.access, &header).await;
            assert_eq!(answer.status, 200, "{header}: {answer:?}");
        }
        let twice = STANDARD.encode(STANDARD.encode(&pair.identity));
        assert_eq!(bench.who(&pair.access, &twice).await.status, 401);
    }
}

#[tokio::test]
async fn gen_01_a_token_that_is_too_long_is_not_even_parsed() {
    let bench = Bench::new();
    let mut claims = bench.tokens.access_claims(&caller());
    claims["padding"] = "x".repeat(TOKEN_BYTES_MAX).into();
    let verifier = bench.edge.verifier();
    let long = bench.tokens.sign_access(&claims);
    assert_eq!(verifier.verify_access(&long).unwrap_err(), TokenError::TooLong);
    let base64 = STANDARD.encode(&long);
    assert_eq!(verifier.verify_identity(&base64).unwrap_err(), TokenError::TooLong);
}

#[tokio::test]
async fn gen_01_audiences_may_be_lists_and_clients_may_not_share_an_identity_token() {
    let bench = Bench::new();
    let mut access = bench.tokens.access_claims(&caller());
    access["aud"] = json!(["https://other.test", TEST_AUDIENCE]);
    let access = bench.tokens.sign_access(&access);
    let mut identity = bench.tokens.identity_claims(&caller());
    identity["aud"] = json!(["demo-erp"]);
    assert_eq!(bench.who(&access, &bench.tokens.sign_identity(&identity)).await.status, 200);
    identity["aud"] = json!(["demo-erp", "kolos-erp"]);
    assert_eq!(bench.who(&access, &bench.tokens.sign_identity(&identity)).await.status, 401);
}

#[tokio::test]
async fn gen_01_a_cached_pair_ends_with_its_expiry() {
    let bench = Bench::new();
    let pair = bench.tokens.pair(&caller());
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
    bench.clock.advance_seconds(TEST_TOKEN_LIFETIME_S - 1);
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
    bench.clock.advance_seconds(1);
    bench.who(&pair.access, &pair.identity).await.assert_error(401, "expired");
}

#[tokio::test]
async fn gen_01_an_agreements_caller_needs_the_identity_token_and_a_bearer_is_verified() {
    let bench = Bench::new();
    let pair = bench.tokens.pair(&caller());
    let get = |bearer: Option<String>, identity: Option<&str>| {
        let mut request = Request::get("/v1/other/whose");
        if let Some(bearer) = bearer {
            request = request.header("authorization", bearer);
        }
        if let Some(identity) = identity {
            request = request.header("id-token", identity);
        }
        request.body(Body::empty()).unwrap()
    };
    let alone = bench.send(get(None, Some(&pair.identity))).await;
    assert_eq!(alone.json(), json!({"user": "U00001", "company": null}));
    let both = bench.send(get(Some(format!("Bearer {}", pair.access)), Some(&pair.identity))).await;
    assert_eq!(both.json(), json!({"user": "U00001", "company": "C00001"}));
    bench.send(get(Some(format!("Bearer {}", pair.access)), None)).await.assert_error(401, "missing");
    bench
        .send(get(Some("Bearer nonsense".into()), Some(&pair.identity)))
        .await
        .assert_error(401, "not valid");
    let other = bench.tokens.access(&TestCaller::new("U00002", "C00001"));
    bench
        .send(get(Some(format!("Bearer {other}")), Some(&pair.identity)))
        .await
        .assert_error(401, "together");
}

fn at(seconds: i64) -> Instant {
    Instant::from_unix_seconds(START_S + seconds)
}

#[tokio::test]
async fn idn_11_a_revoked_session_stops_at_once_though_its_tokens_are_cached() {
    let bench = Bench::new();
    let pair = bench.tokens.pair(&caller());
    let other = bench.tokens.pair(&caller().with_session("another"));
    for pair in [&pair, &other] {
        assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
    }
    let session = (caller().session, at(0));
    let revocations = Revocations { sessions: vec![session], ..Revocations::none(at(0)) };
    bench.edge.verifier().apply_revocations(&revocations);
    bench.who(&pair.access, &pair.identity).await.assert_error(401, "not valid");
    assert_eq!(bench.who(&other.access, &other.identity).await.status, 200, "another session goes on");
    // Nothing issued from the session later is any better.
    bench.clock.advance_seconds(60);
    let later = bench.tokens.pair(&caller());
    bench.who(&later.access, &later.identity).await.assert_error(401, "not valid");
}

#[tokio::test]
async fn idn_11_a_locked_user_and_a_disabled_client_lose_what_was_issued_before() {
    for kind in ["user", "client"] {
        let bench = Bench::new();
        let before = bench.tokens.pair(&caller());
        assert_eq!(bench.who(&before.access, &before.identity).await.status, 200);
        let mut revocations = Revocations::none(at(5));
        match kind {
            "user" => revocations.users.push((caller().user, at(5))),
            _ => revocations.clients.push((caller().client, at(5))),
        }
        bench.edge.verifier().apply_revocations(&revocations);
        bench.who(&before.access, &before.identity).await.assert_error(401, "not valid");
        bench.clock.advance_seconds(6);
        let after = bench.tokens.pair(&caller());
        assert_eq!(bench.who(&after.access, &after.identity).await.status, 200, "{kind}: issued afterwards");
        // An older entry that arrives late takes nothing back.
        bench.edge.verifier().apply_revocations(&Revocations {
            users: vec![(caller().user, at(1))],
            ..Revocations::none(at(7))
        });
        bench.who(&before.access, &before.identity).await.assert_error(401, "not valid");
    }
}

#[tokio::test]
async fn idn_11_tokens_are_refused_while_revocations_are_not_known() {
    let bench = Bench::with_feed_age(Some(edge::REVOCATION_FEED_AGE_S_MAX));
    let pair = bench.tokens.pair(&caller());
    bench.who(&pair.access, &pair.identity).await.assert_error(503, "unavailable");
    bench.edge.verifier().apply_revocations(&Revocations::none(at(0)));
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
    bench.clock.advance_seconds(edge::REVOCATION_FEED_AGE_S_MAX);
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
    bench.clock.advance_seconds(1);
    let answer = bench.who(&pair.access, &pair.identity).await;
    answer.assert_error(503, "unavailable");
    assert_eq!(answer.header("retry-after"), "1");
    bench.edge.verifier().apply_revocations(&Revocations::none(at(3)));
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
}

#[tokio::test]
async fn idn_11_a_clock_that_was_ahead_for_a_moment_vouches_for_no_token_later() {
    let bench = Bench::with_feed_age(Some(edge::REVOCATION_FEED_AGE_S_MAX));
    let pair = bench.tokens.pair(&caller());
    bench.edge.verifier().apply_revocations(&Revocations::none(at(3_600)));
    // The clock is put right, and nobody knows how old that is.
    bench.who(&pair.access, &pair.identity).await.assert_error(503, "unavailable");
    // The feed is read once more, and hangs.
    bench.edge.verifier().apply_revocations(&Revocations::none(at(0)));
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
    bench.clock.advance_seconds(edge::REVOCATION_FEED_AGE_S_MAX + 1);
    bench.who(&pair.access, &pair.identity).await.assert_error(503, "unavailable");
}

#[tokio::test]
async fn gen_01_a_key_that_is_taken_away_ends_what_it_signed() {
    let bench = Bench::new();
    let pair = bench.tokens.pair(&caller());
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
    let mut keys = bench.tokens.public_keys();
    keys.retain(|key| key.algorithm == edge::SigningAlgorithm::Rs256);
    bench.edge.verifier().set_keys(keys).expect("keys");
    bench.who(&pair.access, &pair.identity).await.assert_error(401, "not valid");
    bench.edge.verifier().set_keys(bench.tokens.public_keys()).expect("keys");
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
}
