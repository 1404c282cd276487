//! IDN-07: refresh tokens rotate, and a lost answer loses no session.

use futures_util::future::join_all;
use identity::store::sessions;
use identity::token::refresh::{CountedDay, RefreshKeys, RefreshToken};
use kernel::Clock;
use serde_json::Value;
use store::{StoreError, Tx};
use testkit::{Bench, Disk, FoundBy, on_both_engines};

use crate::house::{ERP, House, SHOP, Tokens, assert_error, master_key, parts, poll, tokens};

/// Callers of one refresh token at once.
const AT_ONCE: usize = 64;
/// Sessions that refresh at once.
const SESSIONS: usize = 48;
/// Refreshes after which the trail has outgrown its pages: each session leaves an entry a day.
const REFRESHES_MAX: usize = 1_000;
/// Seconds from the login to the last refresh.
const LOGIN_LIFETIME_S: i64 = 30 * 86_400;

store::queries! {
    ROLES_TAKEN = "delete from user_roles where user_id = 'U00001'";
    ROLE_SIGNER = "insert into user_roles (user_id, role) values ('U00001', 'SIGNER')";
    ROLE_ACCOUNTANT = "insert into user_roles (user_id, role) values ('U00001', 'ACCOUNTANT')";
    ROLE_VIEWER = "insert into user_roles (user_id, role) values ('U00001', 'VIEWER')";
}

/// Seconds that a process is stopped.
const STOPPED_S: i64 = 40;

on_both_engines! {
    async fn idn_07_a_process_that_was_stopped_ends_no_login_when_it_wakes_up(bench: Bench) {
        let seeded = House::build(&bench).await;
        let age = Some(edge::REVOCATION_FEED_AGE_S_MAX);
        let sleeper = House::process_with_feed(&bench, seeded.store.clone(), age).await;
        let awake = House::process_with_feed(&bench, seeded.store.clone(), age).await;
        let own = sleeper.code(ERP).await;
        assert_error(&sleeper.exchange(ERP, &own).await, 503, "temporarily_unavailable");
        for house in [&sleeper, &awake] {
            for _ in 0..2 {
                house.state.feed_read(bench.clock.now());
            }
        }
        let first = tokens(&sleeper.exchange(ERP, &own).await);
        // The refresh of `first` waits in a socket of the sleeper. Its sender gave up and asked the other process,
        // twice by now.
        let second = tokens(&awake.refresh(ERP, &first.refresh).await);
        for _ in 0..STOPPED_S {
            bench.clock.advance_seconds(1);
            awake.state.feed_read(bench.clock.now());
        }
        let third = tokens(&awake.refresh(ERP, &second.refresh).await);
        let asleep = async |why: &str| {
            let refreshed = sleeper.refresh(ERP, &first.refresh).await;
            assert_error(&refreshed, 503, "temporarily_unavailable");
            assert!(refreshed.header("retry-after").is_some(), "{why}");
            for path in ["/revoke", "/introspect"] {
                let answer = sleeper.post(path, ERP, &[("token", &first.refresh)]).await;
                assert_error(&answer, 503, "temporarily_unavailable");
            }
        };
        asleep("the feed is old").await;
        sleeper.state.feed_read(bench.clock.now());
        asleep("the feed is new, and what has waited is still there").await;
        bench.clock.advance_seconds(identity::token::freshness::WAKING_S);
        for house in [&sleeper, &awake] {
            house.state.feed_read(bench.clock.now());
        }
        let fourth = tokens(&awake.refresh(ERP, &third.refresh).await);
        tokens(&sleeper.refresh(ERP, &fourth.refresh).await);
        // A real reuse is one still.
        assert_error(&sleeper.refresh(ERP, &first.refresh).await, 400, "invalid_grant");
        assert_error(&awake.refresh(ERP, &fourth.refresh).await, 400, "invalid_grant");
    }

    async fn idn_07_a_full_disk_costs_no_session_and_is_said_to_be_temporary(bench: Bench) {
        let house = House::build(&bench).await;
        let disk = Disk::under(&bench, &["sessions", "audit_entries"]).await;
        for found_by in [FoundBy::Statement, FoundBy::Commit] {
            let mut logins = Vec::new();
            for _ in 0..SESSIONS {
                logins.push(house.log_in(ERP).await);
            }
            disk.fill(found_by).await;
            let (mut is_refused, mut turn) = (false, 0);
            while !is_refused && turn < REFRESHES_MAX {
                if turn % SESSIONS == 0 {
                    bench.clock.advance_seconds(86_400);
                }
                let last = &mut logins[turn % SESSIONS];
                let answer = house.refresh(ERP, &last.refresh).await;
                if answer.status.as_u16() == 200 {
                    // A row that fits into the pages that are there is written.
                    *last = tokens(&answer);
                    turn += 1;
                    continue;
                }
                assert_error(&answer, 503, "temporarily_unavailable");
                assert!(answer.header("retry-after").is_some());
                is_refused = true;
            }
            assert!(is_refused, "the disk was not full");
            disk.free().await;
            tokens(&house.refresh(ERP, &logins[turn % SESSIONS].refresh).await);
        }
    }

    async fn idn_07_a_refresh_token_is_followed_by_another(bench: Bench) {
        let (house, mut last) = House::with_login(&bench).await;
        let session = parts(&last.access).1["sid"].clone();
        let mut seen = vec![last.refresh.clone()];
        for _ in 0..5 {
            bench.clock.advance_seconds(600);
            last = tokens(&house.refresh(ERP, &last.refresh).await);
            assert!(!seen.contains(&last.refresh));
            seen.push(last.refresh.clone());
            assert_eq!(parts(&last.access).1["sid"], session);
        }
    }

    async fn idn_07_reuse_revokes_the_whole_session(bench: Bench) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        for reused in 0..2 {
            let mut chain = vec![house.log_in(ERP).await];
            for _ in 0..3 {
                bench.clock.advance_seconds(11);
                let next = tokens(&house.refresh(ERP, &chain[chain.len() - 1].refresh).await);
                chain.push(next);
            }
            bench.clock.advance_seconds(11);
            poll(&verifier, &mut feed).await;
            let last: &Tokens = &chain[3];
            verifier.verify_pair(&last.access, &last.identity).unwrap();

            assert_error(&house.refresh(ERP, &chain[reused].refresh).await, 400, "invalid_grant");

            assert_error(&house.refresh(ERP, &last.refresh).await, 400, "invalid_grant");
            assert_error(&house.userinfo(&last.access).await, 401, "invalid_token");
            poll(&verifier, &mut feed).await;
            assert!(verifier.verify_pair(&last.access, &last.identity).is_err());
        }
    }

    async fn idn_07_a_lost_answer_is_sent_again(bench: Bench) {
        let house = House::build(&bench).await;
        let other_process = House::process(&bench, bench.open_again(Bench::limits()).await).await;
        let first = house.log_in(ERP).await;
        let lost = tokens(&house.refresh(ERP, &first.refresh).await);
        bench.clock.advance_seconds(10);
        let again = tokens(&other_process.refresh(ERP, &first.refresh).await);
        assert_eq!(again.refresh, lost.refresh);
        let next = tokens(&house.refresh(ERP, &again.refresh).await);
        assert_ne!(next.refresh, again.refresh);
        other_process.store.close().await;
    }

    async fn specification_06_software_that_keeps_its_first_refresh_token_stays_logged_in(bench: Bench) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        let first = house.log_in(ERP).await;
        let mut successors = Vec::new();
        for wait_s in [30 * 60, 11, 0, 86_400, 28 * 86_400] {
            bench.clock.advance_seconds(wait_s);
            let next = tokens(&house.refresh(ERP, &first.refresh).await);
            poll(&verifier, &mut feed).await;
            verifier.verify_pair(&next.access, &next.identity).unwrap();
            successors.push(next.refresh);
        }
        successors.dedup();
        assert_eq!(successors.len(), 1, "no use of the first moves the chain on");
        // Whoever uses the successor ends the overlap, and the first token the session.
        let third = tokens(&house.refresh(ERP, &successors[0]).await);
        assert_error(&house.refresh(ERP, &first.refresh).await, 400, "invalid_grant");
        assert_error(&house.refresh(ERP, &third.refresh).await, 400, "invalid_grant");
        poll(&verifier, &mut feed).await;
        assert!(verifier.verify_pair(&third.access, &third.identity).is_err());
    }

    async fn specification_06_a_kept_token_lives_for_its_own_30_days(bench: Bench) {
        let (house, first) = House::with_login(&bench).await;
        tokens(&house.refresh(ERP, &first.refresh).await);
        bench.clock.advance_seconds(LOGIN_LIFETIME_S - 1);
        tokens(&house.refresh(ERP, &first.refresh).await);
        bench.clock.advance_seconds(1);
        assert_error(&house.refresh(ERP, &first.refresh).await, 400, "invalid_grant");
    }

    async fn specification_06_a_repeat_that_read_before_the_successor_was_used_writes_nothing(bench: Bench) {
        let house = House::build(&bench).await;
        let keys = RefreshKeys::new(&master_key()).unwrap();
        let own = house.log_in(ERP).await;
        let second = tokens(&house.refresh(ERP, &own.refresh).await);
        let successor = RefreshToken::recognise(&second.refresh, &keys).unwrap();
        let now = bench.clock.now();
        let repeat = || {
            let successor = successor.clone();
            house.store.write("repeat", move |tx: &mut Tx| -> Result<bool, StoreError> {
                sessions::note_repeat(tx, &successor.session().unwrap(), &successor, now)
            })
        };
        assert!(repeat().await.unwrap());
        tokens(&house.refresh(ERP, &second.refresh).await);
        assert!(!repeat().await.unwrap());
    }

    async fn idn_07_once_the_successor_was_used_a_repetition_is_reuse(bench: Bench) {
        let (house, first) = House::with_login(&bench).await;
        let second = tokens(&house.refresh(ERP, &first.refresh).await);
        let third = tokens(&house.refresh(ERP, &second.refresh).await);
        assert_error(&house.refresh(ERP, &first.refresh).await, 400, "invalid_grant");
        assert_error(&house.refresh(ERP, &third.refresh).await, 400, "invalid_grant");
    }

    async fn idn_07_many_at_once_get_the_same_successor(bench: Bench) {
        let (house, first) = House::with_login(&bench).await;
        let attempts = (0..AT_ONCE).map(|_| house.refresh(ERP, &first.refresh));
        let answers = join_all(attempts).await;
        let mut successors: Vec<String> = answers.iter().map(|answer| tokens(answer).refresh).collect();
        successors.dedup();
        assert_eq!(successors.len(), 1);
        // Exactly one of them moved the chain on: one more step would have made this reuse.
        assert_eq!(tokens(&house.refresh(ERP, &first.refresh).await).refresh, successors[0]);
        tokens(&house.refresh(ERP, &successors[0]).await);
    }

    async fn idn_07_only_one_request_moves_the_chain_on(bench: Bench) {
        let house = House::build(&bench).await;
        let keys = RefreshKeys::new(&master_key()).unwrap();
        let now = bench.clock.now();
        let day = CountedDay::counting(None, now);
        let rotate = |token: &RefreshToken, before: Option<CountedDay>| {
            let (token, successor) = (token.clone(), token.successor(&keys));
            house.store.write("rotate", move |tx: &mut Tx| -> Result<bool, StoreError> {
                sessions::rotate(tx, &token.session().unwrap(), (&token, &successor), (before, day))
            })
        };
        let own = house.log_in(ERP).await;
        let first = RefreshToken::recognise(&own.refresh, &keys).unwrap();
        // Nor does one that has read a count of which the trail was told meanwhile.
        assert!(!rotate(&first, Some(day)).await.unwrap());
        // Two requests have both read the session before either wrote.
        assert!(rotate(&first, None).await.unwrap());
        assert!(!rotate(&first, Some(day)).await.unwrap());
        let next = tokens(&house.refresh(ERP, &own.refresh).await);
        assert_eq!(next.refresh, first.successor(&keys).text());
        // Nor does one that has read it before it ended.
        house.post("/revoke", ERP, &[("token", &next.refresh)]).await;
        assert!(!rotate(&first.successor(&keys), Some(day)).await.unwrap());
    }

    async fn idn_07_what_is_answered_is_committed(bench: Bench) {
        let house = House::build(&bench).await;
        let other_process = bench.open_again(Bench::limits()).await;
        let keys = RefreshKeys::new(&master_key()).unwrap();
        let mut logins = Vec::new();
        for _ in 0..SESSIONS {
            logins.push(house.log_in(ERP).await);
        }
        let refreshes = logins.iter().map(|login| async {
            let next = tokens(&house.refresh(ERP, &login.refresh).await);
            let token = RefreshToken::recognise(&next.refresh, &keys).unwrap();
            // Another process reads what is committed.
            let stored = sessions::find(&other_process, &token.session().unwrap()).await.unwrap().unwrap();
            assert_eq!((stored.refresh.hash, stored.refresh.generation), (token.hash(), 1));
        });
        join_all(refreshes).await;
        let action = Some("token.refreshed".to_owned());
        let filter = audit::Filter { action, ..audit::Filter::default() };
        assert_eq!(audit::list(&other_process, &filter, 1_000).await.unwrap().len(), SESSIONS);
        other_process.close().await;
    }

    async fn idn_07_a_refresh_tells_the_user_as_of_now(bench: Bench) {
        let (house, mut last) = House::with_login(&bench).await;
        for (change, roles) in [
            (&ROLES_TAKEN, [].as_slice()),
            (&ROLE_SIGNER, &["SIGNER"]),
            (&ROLE_ACCOUNTANT, &["ACCOUNTANT", "SIGNER"]),
            (&ROLE_VIEWER, &["ACCOUNTANT", "SIGNER", "VIEWER"]),
        ] {
            let work = move |tx: &mut Tx| -> Result<u64, StoreError> { tx.execute(change, Vec::new()) };
            house.store.write("change roles", work).await.unwrap();
            last = tokens(&house.refresh(ERP, &last.refresh).await);
            assert_eq!(parts(&last.access).1["roles"], Value::from(roles));
        }
    }

    async fn idn_07_another_client_can_neither_use_nor_revoke_it(bench: Bench) {
        let (house, first) = House::with_login(&bench).await;
        let second = tokens(&house.refresh(ERP, &first.refresh).await);
        bench.clock.advance_seconds(11);
        for token in [&first, &second] {
            assert_error(&house.refresh(SHOP, &token.refresh).await, 400, "invalid_grant");
        }
        tokens(&house.refresh(ERP, &second.refresh).await);
    }

    async fn idn_07_the_30_days_count_from_the_login(bench: Bench) {
        let (house, mut last) = House::with_login(&bench).await;
        for _ in 0..29 {
            bench.clock.advance_seconds(86_400);
            last = tokens(&house.refresh(ERP, &last.refresh).await);
        }
        bench.clock.advance_seconds(86_399);
        last = tokens(&house.refresh(ERP, &last.refresh).await);
        // The last tokens do not outlive the login.
        let claims = parts(&last.access).1;
        assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 1);
        assert_eq!(claims["exp"].as_i64().unwrap(),
            parts(&last.identity).1["auth_time"].as_i64().unwrap() + LOGIN_LIFETIME_S);
        bench.clock.advance_seconds(1);
        assert_error(&house.refresh(ERP, &last.refresh).await, 400, "invalid_grant");
    }

    async fn idn_07_a_scope_may_be_narrowed_for_one_answer(bench: Bench) {
        let (house, first) = House::with_login(&bench).await;
        let refresh = |token: String, scope: &'static str| {
            let house = &house;
            async move {
                let form = [("grant_type", "refresh_token"), ("refresh_token", &token), ("scope", scope)];
                house.post("/token", ERP, &form).await
            }
        };
        for scope in ["openid admin", "openid profile email phone offline_access", "OPENID"] {
            assert_error(&refresh(first.refresh.clone(), scope).await, 400, "invalid_scope");
        }
        let narrow = refresh(first.refresh.clone(), "email openid").await;
        let narrowed = tokens(&narrow);
        assert_eq!(narrow.json()["scope"], "openid email");
        assert_eq!(parts(&narrowed.access).1["scope"], "openid email");
        let claims = parts(&narrowed.identity).1;
        assert_eq!((&claims["name"], &claims["email"]), (&Value::Null, &Value::from("ivanova@romashka.example")));
        let without = refresh(narrowed.refresh, "profile").await.json();
        assert_eq!(without.get("id_token"), None);
        let whole = house.refresh(ERP, without["refresh_token"].as_str().unwrap()).await;
        assert_eq!(whole.json()["scope"], "openid profile email phone");
    }

    async fn idn_07_nothing_else_is_a_refresh_token(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        let own = house.log_in(ERP).await;
        let mut damaged = own.refresh.clone();
        damaged.replace_range(50..51, if &damaged[50..51] == "A" { "B" } else { "A" });
        let long = "A".repeat(5_000);
        for token in [&code, &own.access, &own.identity, &damaged, &long, &"A".repeat(91), &"\0".repeat(91)] {
            assert_error(&house.refresh(ERP, token).await, 400, "invalid_grant");
        }
        tokens(&house.refresh(ERP, &own.refresh).await);
    }
}
