//! IDN-06: a code works once, for 60 seconds, for whom it was issued.

use clients::UserStatus;
use kernel::Clock;
use store::{StoreError, Tx};
use testkit::{Answer, Bench, on_both_engines};

use crate::house::{ERP, House, REDIRECT_URI, SHOP, USER, VERIFIER, assert_error, poll, tokens};

/// Callers of one code at once.
const AT_ONCE: usize = 64;

async fn exchange_with(house: &House, code: &str, name: &str, value: &str) -> Answer {
    let mut form = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", REDIRECT_URI),
        ("code_verifier", VERIFIER),
    ];
    for field in &mut form {
        if field.0 == name {
            field.1 = value;
        }
    }
    house.post("/token", ERP, &form).await
}

on_both_engines! {
    async fn idn_06_a_replayed_code_revokes_every_token_issued_from_it(bench: Bench) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        let code = house.code(ERP).await;
        let first = tokens(&house.exchange(ERP, &code).await);
        let second = tokens(&house.refresh(ERP, &first.refresh).await);
        let bystander = house.log_in(ERP).await;
        verifier.verify_pair(&second.access, &second.identity).unwrap();

        assert_error(&house.exchange(ERP, &code).await, 400, "invalid_grant");

        poll(&verifier, &mut feed).await;
        for token in [&first, &second] {
            assert!(verifier.verify_pair(&token.access, &token.identity).is_err());
            assert_error(&house.refresh(ERP, &token.refresh).await, 400, "invalid_grant");
            assert_error(&house.userinfo(&token.access).await, 401, "invalid_token");
        }
        verifier.verify_pair(&bystander.access, &bystander.identity).unwrap();
        tokens(&house.refresh(ERP, &bystander.refresh).await);
    }

    async fn idn_06_a_replay_revokes_also_days_later_and_with_a_wrong_verifier(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        let first = tokens(&house.exchange(ERP, &code).await);
        bench.clock.advance_seconds(86_400 * 3);
        house.state.tidy_up().await.unwrap();
        let wrong = "a".repeat(43);
        assert_error(&exchange_with(&house, &code, "code_verifier", &wrong).await, 400, "invalid_grant");
        assert_error(&house.refresh(ERP, &first.refresh).await, 400, "invalid_grant");
    }

    async fn idn_06_of_many_at_once_exactly_one_gets_tokens(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        let attempts = (0..AT_ONCE).map(|_| house.exchange(ERP, &code));
        let answers = futures_util::future::join_all(attempts).await;
        let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
        assert_eq!(won.len(), 1);
        for answer in lost {
            assert_error(&answer, 400, "invalid_grant");
        }
        // The others were replays: nobody can tell which of them was the rightful one.
        assert_error(&house.refresh(ERP, &tokens(&won[0]).refresh).await, 400, "invalid_grant");
    }

    async fn idn_06_a_code_works_for_60_seconds(bench: Bench) {
        let house = House::build(&bench).await;
        let (early, late) = (house.code(ERP).await, house.code(ERP).await);
        bench.clock.advance_seconds(59);
        tokens(&house.exchange(ERP, &early).await);
        bench.clock.advance_seconds(1);
        assert_error(&house.exchange(ERP, &late).await, 400, "invalid_grant");
    }

    async fn idn_06_a_code_is_bound_to_client_redirect_uri_and_verifier(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        assert_error(&house.exchange(SHOP, &code).await, 400, "invalid_grant");
        let long = "a".repeat(200);
        for (name, value) in [
            ("redirect_uri", "https://erp.example/callback/"),
            ("redirect_uri", "https://erp.example/callback?"),
            ("redirect_uri", "https://ERP.example/callback"),
            ("code_verifier", "short"),
            ("code_verifier", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
            ("code_verifier", long.as_str()),
            ("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk\0"),
            ("code", "unknown"),
            ("code", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
            ("code", "AAAAAAAAAAAAAAAAAAAA\0AAAAAAAAAAAAAAAAAAAAAA"),
        ] {
            let answer = exchange_with(&house, &code, name, value).await;
            assert_error(&answer, 400, "invalid_grant");
        }
        // The attempts of others were no replay and did not cost the code.
        let own = tokens(&house.exchange(ERP, &code).await);
        // Neither is a replay by another client, which would otherwise end sessions that are not its own.
        assert_error(&house.exchange(SHOP, &code).await, 400, "invalid_grant");
        tokens(&house.refresh(ERP, &own.refresh).await);
    }

    async fn idn_06_a_user_locked_in_between_gets_no_tokens(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        let now = bench.clock.now();
        let lock = move |tx: &mut Tx| -> Result<bool, StoreError> {
            clients::set_user_status(tx, &USER.parse().unwrap(), UserStatus::Locked, now)
        };
        assert!(house.store.write("lock", lock).await.unwrap());
        assert_error(&house.exchange(ERP, &code).await, 400, "invalid_grant");
    }
}
