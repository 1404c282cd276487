//! IDN-11: what is revoked stops working everywhere. A process polls the feed every half second; these tests count
//! polls.

use clients::{ClientStatus, UserStatus};
use edge::TokenError;
use identity::token::session::EndReason;
use kernel::Clock;
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::house::{
    ERP, Feed, House, SHOP, Stopped, Tokens, USER, assert_error, parts, poll, set_stopped, tokens,
};

/// Revocations at once.
const AT_ONCE: usize = 24;
/// The most that one poll reads.
const READ_BY_ONE_POLL: i64 = 200_000;

store::queries! {
    RIGHT_TAKEN = "delete from user_company_rights where user_id = 'U00001' and cnum = 'C00001'";
    RIGHT_GIVEN = "insert into user_company_rights (user_id, cnum, right_code) values ('U00001', 'C00001', 'ACT')";
    LINK_TAKEN = "delete from oauth_client_companies where client_id = 'erp' and cnum = 'C00001'";
    LINK_GIVEN = "insert into oauth_client_companies (client_id, cnum) values ('erp', 'C00001')";
    COMPANY_CLOSED = "update companies set status = 'CLOSED' where cnum = 'C00001'";
    COMPANY_OPENED = "update companies set status = 'OPEN' where cnum = 'C00001'";
    /// A key whose public half has another form than its algorithm has.
    WRONG_KEY = "insert into signing_keys
            (kid, algorithm, state, sealed_private_key, public_key, created_at_us, retired_at_us)
        select 'wrong', algorithm, 'RETIRED', sealed_private_key, sealed_private_key, created_at_us, created_at_us
        from signing_keys where algorithm = 'ES256' and state = 'ACTIVE'";
    WRONG_KEY_GONE = "delete from signing_keys where kid = 'wrong'";
    /// Revocations of sessions that nobody has.
    MANY_REVOKED = "insert into revocations (sequence, subject_kind, subject_id, revoked_at_us)
        with recursive numbers (i) as (select cast(1 as bigint) union all select i + 1 from numbers where i < $1)
        select i, 'SESSION', 'session-' || cast(i as text), cast($2 as bigint) from numbers";
}

on_both_engines! {
    async fn idn_11_a_locked_user_is_out_with_the_next_poll(bench: Bench) {
        let (house, verifier, mut feed, own) = House::logged_in(&bench).await;
        verifier.verify_pair(&own.access, &own.identity).unwrap();
        assert!(set_stopped(&house.store, &bench.clock, Stopped::User(USER), true).await);
        poll(&verifier, &mut feed).await;
        assert!(verifier.verify_pair(&own.access, &own.identity).is_err());
        assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");
        assert_error(&house.userinfo(&own.access).await, 401, "invalid_token");

        // Let in again, the old session stays over and a new one works.
        bench.clock.advance_seconds(5);
        set_user(&house, UserStatus::Active).await;
        poll(&verifier, &mut feed).await;
        assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");
        bench.clock.advance_seconds(1);
        let new = house.log_in(ERP).await;
        verifier.verify_pair(&new.access, &new.identity).unwrap();
        assert!(verifier.verify_pair(&own.access, &own.identity).is_err());
    }

    async fn idn_11_a_lock_by_a_clock_that_was_set_back_holds_at_once_and_for_good(bench: Bench) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        for whom in [Stopped::User(USER), Stopped::Client(ERP.0)] {
            let (own, other) = (house.log_in(ERP).await, house.log_in(SHOP).await);
            verifier.verify_pair(&own.access, &own.identity).unwrap();
            bench.clock.advance_seconds(-2);
            for is_locked in [true, false] {
                assert!(set_stopped(&house.store, &bench.clock, whom, is_locked).await);
                poll(&verifier, &mut feed).await;
                let goes_on = |tokens: &Tokens| verifier.verify_pair(&tokens.access, &tokens.identity).is_ok();
                assert!(!goes_on(&own), "{whom:?} {is_locked}");
                assert_eq!(goes_on(&other), matches!(whom, Stopped::Client(_)), "{whom:?} {is_locked}");
            }
            bench.clock.advance_seconds(3);
            poll(&verifier, &mut feed).await;
        }
        let new = house.log_in(ERP).await;
        verifier.verify_pair(&new.access, &new.identity).unwrap();
    }

    async fn idn_11_a_user_locked_by_an_import_is_out_too(bench: Bench) {
        let (house, verifier, mut feed, own) = House::logged_in(&bench).await;
        set_user(&house, UserStatus::Locked).await;
        poll(&verifier, &mut feed).await;
        assert!(verifier.verify_pair(&own.access, &own.identity).is_err());
        assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");
        assert_error(&house.userinfo(&own.access).await, 401, "invalid_token");
        house.state.tidy_up().await.unwrap();
        set_user(&house, UserStatus::Active).await;
        assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");
    }

    async fn idn_11_a_company_that_was_taken_away_gets_no_more_tokens(bench: Bench) {
        let (house, mut own) = House::with_login(&bench).await;
        for (taken, given) in [
            (&RIGHT_TAKEN, &RIGHT_GIVEN),
            (&LINK_TAKEN, &LINK_GIVEN),
            (&COMPANY_CLOSED, &COMPANY_OPENED),
        ] {
            let code = house.code(ERP).await;
            let works = async |token: &str| {
                let told = house.post("/introspect", ERP, &[("token", token)]).await;
                told.json()["active"] == true
            };
            assert!(works(&own.access).await && works(&own.refresh).await);
            change(&house, taken).await;
            assert_error(&house.exchange(ERP, &code).await, 400, "invalid_grant");
            assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");
            assert!(!works(&own.access).await && !works(&own.refresh).await);
            change(&house, given).await;
            assert!(works(&own.access).await);
            own = tokens(&house.refresh(ERP, &own.refresh).await);
        }
    }

    async fn idn_11_a_disabled_client_is_out_with_the_next_poll(bench: Bench) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        let (own, other) = (house.log_in(ERP).await, house.log_in(SHOP).await);
        assert!(set_stopped(&house.store, &bench.clock, Stopped::Client(ERP.0), true).await);
        poll(&verifier, &mut feed).await;
        assert!(verifier.verify_pair(&own.access, &own.identity).is_err());
        assert_error(&house.refresh(ERP, &own.refresh).await, 401, "invalid_client");
        assert_error(&house.userinfo(&own.access).await, 401, "invalid_token");
        verifier.verify_pair(&other.access, &other.identity).unwrap();
        tokens(&house.refresh(SHOP, &other.refresh).await);
    }

    async fn idn_11_a_client_disabled_by_an_import_is_out_too(bench: Bench) {
        let (house, verifier, mut feed, own) = House::logged_in(&bench).await;
        set_client(&house, ClientStatus::Disabled).await;
        poll(&verifier, &mut feed).await;
        assert!(verifier.verify_pair(&own.access, &own.identity).is_err());
        assert_error(&house.refresh(ERP, &own.refresh).await, 401, "invalid_client");
        house.state.tidy_up().await.unwrap();
        set_client(&house, ClientStatus::Active).await;
        assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");
    }

    async fn idn_11_a_feed_misses_nothing_that_happens_while_it_reads(bench: Bench) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        let mut logins = Vec::new();
        for _ in 0..AT_ONCE {
            logins.push(house.log_in(ERP).await);
        }
        let revoke = logins.iter().map(|login| async {
            house.post("/revoke", ERP, &[("token", &login.refresh)]).await
        });
        let revoked = futures_util::future::join_all(revoke);
        let polls = async {
            for _ in 0..10 {
                poll(&verifier, &mut feed).await;
                tokio::task::yield_now().await;
            }
        };
        let (answers, ()) = tokio::join!(revoked, polls);
        assert!(answers.iter().all(|answer| answer.status == 200));
        poll(&verifier, &mut feed).await;
        for login in &logins {
            assert!(verifier.verify_access(&login.access).is_err());
        }
        // A process that starts now learns all of it at once.
        let (started, _) = house.verifier().await;
        for login in &logins {
            assert!(started.verify_access(&login.access).is_err());
        }
    }

    async fn idn_11_the_feed_tells_each_revocation_once_and_forgets_old_ones(bench: Bench) {
        let house = House::build(&bench).await;
        let (verifier, mut feed) = house.verifier().await;
        let own = house.log_in(ERP).await;
        house.post("/revoke", ERP, &[("token", &own.refresh)]).await;
        let first = poll(&verifier, &mut feed).await;
        assert_eq!(first.sessions.len(), 1);
        assert_eq!(first.sessions[0].0.as_str(), parts(&own.access).1["sid"].as_str().unwrap());
        assert_eq!(first.read_at, bench.clock.now());
        assert!(poll(&verifier, &mut feed).await.sessions.is_empty());
        bench.clock.advance_seconds(edge::REVOCATION_KEPT_S + 1);
        house.state.tidy_up().await.unwrap();
        // Numbers go on after the table was emptied, or readers would miss what comes.
        let next = house.log_in(ERP).await;
        house.post("/revoke", ERP, &[("token", &next.refresh)]).await;
        assert_eq!(poll(&verifier, &mut feed).await.sessions.len(), 1);
        let mut started = Feed::new(house.store.clone(), house.clock.clone());
        assert_eq!(poll(&verifier, &mut started).await.sessions.len(), 1);
    }

    async fn idn_11_more_revocations_than_one_poll_reads_are_read_by_the_next_and_not_vouched_for_before(
        bench: Bench
    ) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        let known_at = bench.clock.now();
        bench.clock.advance_seconds(1);
        let now = bench.clock.now();
        let many = move |tx: &mut Tx| tx.execute(&MANY_REVOKED, params![READ_BY_ONE_POLL + 1, now]);
        house.store.write::<_, StoreError>("many", many).await.unwrap();
        for (read, complete_at) in [(READ_BY_ONE_POLL, known_at), (1, now), (0, now)] {
            let told = poll(&verifier, &mut feed).await;
            assert_eq!((i64::try_from(told.sessions.len()), told.read_at), (Ok(read), complete_at));
        }
    }

    async fn idn_11_a_clock_that_was_far_ahead_lets_no_revoked_token_work_again(bench: Bench) {
        let (house, verifier, mut feed, own) = House::logged_in(&bench).await;
        house.post("/revoke", ERP, &[("token", &own.refresh)]).await;
        poll(&verifier, &mut feed).await;
        assert!(matches!(verifier.verify_access(&own.access), Err(TokenError::Revoked)));
        // By this clock the token has expired long ago: what is revoked now drives its revocation out of the memory.
        bench.clock.advance_seconds(edge::REVOCATION_KEPT_S + 1);
        let next = house.log_in(ERP).await;
        house.post("/revoke", ERP, &[("token", &next.refresh)]).await;
        poll(&verifier, &mut feed).await;
        bench.clock.advance_seconds(-edge::REVOCATION_KEPT_S - 1);
        poll(&verifier, &mut feed).await;
        assert!(matches!(verifier.verify_access(&own.access), Err(TokenError::Revoked)));
    }

    async fn idn_11_revocations_that_the_verifier_was_not_told_of_are_read_again(bench: Bench) {
        let (house, verifier, mut feed, own) = House::logged_in(&bench).await;
        house.post("/revoke", ERP, &[("token", &own.refresh)]).await;
        change(&house, &WRONG_KEY).await;
        let told = feed.tell(&verifier).await;
        assert!(told.is_err_and(|error| error.is::<edge::KeyError>()));
        change(&house, &WRONG_KEY_GONE).await;
        assert_eq!(poll(&verifier, &mut feed).await.read_at, bench.clock.now());
        assert!(matches!(verifier.verify_access(&own.access), Err(TokenError::Revoked)));
    }

    async fn idn_11_what_ends_a_session_is_in_the_trail(bench: Bench) {
        let (house, own) = House::with_login(&bench).await;
        let next = tokens(&house.refresh(ERP, &own.refresh).await);
        house.refresh(ERP, &own.refresh).await;
        house.refresh(ERP, &next.refresh).await;
        house.refresh(ERP, &own.refresh).await;
        let filter = audit::Filter {
            object_id: parts(&own.access).1["sid"].as_str().map(str::to_owned),
            ..audit::Filter::default()
        };
        let entries = audit::list(&house.store, &filter, 100).await.unwrap();
        let mut actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
        actions.sort_unstable();
        let expected = ["session.revoked", "token.issued", "token.refresh_repeated", "token.refreshed",
            "token.reuse_detected"];
        assert_eq!(actions, expected);
        let revoked = entries.iter().find(|entry| entry.action == "session.revoked").unwrap();
        assert!(revoked.detail.contains(EndReason::RefreshReused.as_str()), "{}", revoked.detail);
        assert_eq!(revoked.actor_id.as_deref(), Some("erp"));
    }
}

async fn change(house: &House, query: &'static store::Query) {
    let work = move |tx: &mut Tx| -> Result<(), StoreError> { tx.execute_one(query, Vec::new()) };
    house.store.write("change", work).await.unwrap();
}

async fn set_user(house: &House, status: UserStatus) {
    let now = house.clock.now();
    let work = move |tx: &mut Tx| -> Result<bool, StoreError> {
        clients::set_user_status(tx, &USER.parse().unwrap(), status, now)
    };
    assert!(house.store.write("set", work).await.unwrap());
}

async fn set_client(house: &House, status: ClientStatus) {
    let now = house.clock.now();
    let work = move |tx: &mut Tx| -> Result<bool, StoreError> {
        let client = ERP.0.parse().unwrap();
        match status {
            ClientStatus::Active => clients::let_client_in(tx, &client, now),
            ClientStatus::Disabled => clients::stop_client(tx, &client, now),
            ClientStatus::SwitchedOff => clients::switch_off(tx, &client, now),
        }
    };
    assert!(house.store.write("set", work).await.unwrap());
}
