//! IDN-10: guessing is slow, counted before hashing, across processes; the second factor.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use edge::RateLimit;
use http::StatusCode;
use identity::login::lockout::{ADDRESS_FAILURES_FREE, ADDRESS_WAIT_S_MAX, LOCK_S, LOGIN_FAILURES_MAX};
use identity::person::credential::PasswordSettings;
use identity::person::second_factor::TotpSecret;
use kernel::Clock;
use testkit::{Bench, on_both_engines};

use crate::browser::{Browser, Page};
use crate::town::{ISSUER, PASSWORDS, TOTP_SECRET, Town, authorize};

/// Guesses sent at once.
const GUESSES: usize = 64;

async fn guess(mut browser: Browser, login: &'static str) -> StatusCode {
    let page = browser.get(&authorize(&[])).await;
    browser.submit(&page, "/login", &[("username", login), ("password", "wrong")]).await.status
}

async fn guess_at_once(towns: &[&Town], login: &'static str) -> BTreeMap<StatusCode, usize> {
    let guesses: Vec<_> = (0..GUESSES)
        .map(|number| tokio::spawn(guess(towns[number % towns.len()].browser(), login)))
        .collect();
    let mut answers = BTreeMap::new();
    for guess in guesses {
        *answers.entry(guess.await.unwrap()).or_default() += 1;
    }
    answers
}

/// Waits as the pages ask for and guesses wrong until the login name is locked.
async fn lock(town: &Town, login: &str) {
    for _ in 0..LOGIN_FAILURES_MAX {
        let page = town.log_in(&mut town.browser(), login, "wrong").await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        town.clock.advance_seconds(32);
    }
    town.clock.advance_seconds(-32);
}

fn retry_after_s(page: &Page) -> i64 {
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS, "{}", page.body);
    page.header("retry-after").parse().unwrap()
}

on_both_engines! {
    async fn idn_10_parallel_guesses_are_counted_before_they_are_looked_at(bench: Bench) {
        let town = Town::build(&bench).await;
        let elsewhere = town.another_process(&bench).await;
        let answers = guess_at_once(&[&town, &elsewhere], "petrov").await;
        let looked_at =
            town.state.guards.passwords.verifications() + elsewhere.state.guards.passwords.verifications();
        assert!(looked_at <= 10, "{looked_at} of {GUESSES} passwords were looked at");
        assert!(looked_at >= 1, "some were");
        let ok = answers.get(&StatusCode::OK).copied().unwrap_or(0);
        assert_eq!(u64::try_from(ok).unwrap(), looked_at, "{answers:?}");
        let right = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(retry_after_s(&right) > 0, "the right password is refused, too");
        let other = town.log_in(&mut town.browser(), "ivanova", "demo-ivanova").await;
        assert_eq!(other.status, StatusCode::OK, "nobody else is locked out");
    }

    async fn idn_10_a_name_that_nobody_has_is_locked_like_any_other(bench: Bench) {
        let town = Town::build(&bench).await;
        let known = guess_at_once(&[&town], "petrov").await;
        let unknown = guess_at_once(&[&town], "nobody").await;
        assert_eq!(known.keys().collect::<Vec<_>>(), unknown.keys().collect::<Vec<_>>());
        let one = town.log_in(&mut town.browser(), "petrov", "x").await;
        let other = town.log_in(&mut town.browser(), "nobody", "x").await;
        assert_eq!(retry_after_s(&one), retry_after_s(&other));
    }

    async fn idn_10_the_delay_grows_and_ends(bench: Bench) {
        let town = Town::build(&bench).await;
        let mut waits = Vec::new();
        for _ in 0..6 {
            let page = town.log_in(&mut town.browser(), "petrov", "wrong").await;
            if page.status == StatusCode::TOO_MANY_REQUESTS {
                waits.push(retry_after_s(&page));
                town.clock.advance_seconds(retry_after_s(&page));
            }
        }
        assert_eq!(waits, [1], "the wait after the fourth; the refused fifth counts, the sixth is looked at");
        let early = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert_eq!(retry_after_s(&early), 4);
        assert!(early.body.contains("Повторите через 4\u{a0}секунды"), "{}", early.body);
        town.clock.advance_seconds(4);
        let in_time = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(in_time.parameter("code").is_some());
        let fresh = town.log_in(&mut town.browser(), "petrov", "wrong").await;
        assert_eq!(fresh.status, StatusCode::OK, "a success forgets the failures");
    }

    async fn idn_10_ten_wrong_passwords_lock_for_half_an_hour(bench: Bench) {
        let town = Town::build(&bench).await;
        let elsewhere = town.another_process(&bench).await;
        lock(&town, "petrov").await;
        assert_eq!(town.state.guards.passwords.verifications(), 10);
        for seconds in [0, 1, LOCK_S - 2] {
            town.clock.advance_seconds(seconds);
            let page = elsewhere.log_in(&mut elsewhere.browser(), "petrov", "demo-petrov").await;
            assert!(retry_after_s(&page) >= 1);
        }
        assert_eq!(
            elsewhere.state.guards.passwords.verifications(),
            0,
            "nothing is looked at during the lock"
        );
        town.clock.advance_seconds(1);
        let page = elsewhere.log_in(&mut elsewhere.browser(), "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some());
        let audited = town.audited().await;
        assert_eq!(audited.iter().filter(|action| *action == "login.failed").count(), 10);
        assert_eq!(audited.iter().filter(|action| *action == "login.locked").count(), 1);
        assert_eq!(audited.last().map(String::as_str), Some("login.succeeded"));
    }

    async fn idn_10_a_lock_by_attempts_that_came_too_early_is_told_once(bench: Bench) {
        let town = Town::build(&bench).await;
        for _ in 0..=LOGIN_FAILURES_MAX {
            town.log_in(&mut town.browser(), "petrov", "wrong").await;
        }
        let looked_at = town.state.guards.passwords.verifications();
        assert!(looked_at < 10, "{looked_at}");
        let audited = town.audited().await;
        assert_eq!(audited.iter().filter(|action| *action == "login.locked").count(), 1, "{audited:?}");
    }

    async fn idn_10_an_address_that_tries_many_names_has_to_wait(bench: Bench) {
        let town = Town::build(&bench).await;
        for number in 0..=ADDRESS_FAILURES_FREE {
            let page = town.log_in(&mut town.browser(), &format!("nobody-{number}"), "wrong").await;
            assert_eq!(page.status, StatusCode::OK, "{number}");
        }
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert_eq!(retry_after_s(&page), 1);
        town.clock.advance_seconds(1);
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some());
        let page = town.log_in(&mut town.browser(), "ivanova", "demo-ivanova").await;
        assert_eq!(page.status, StatusCode::OK, "who logs in makes nobody wait");
    }

    async fn idn_10_the_waits_of_a_clock_that_ran_ahead_end_once_it_is_right(bench: Bench) {
        const AHEAD_S: i64 = 30 * 86_400;
        let town = Town::build(&bench).await;
        town.clock.advance_seconds(AHEAD_S);
        lock(&town, "petrov").await;
        for number in LOGIN_FAILURES_MAX..=ADDRESS_FAILURES_FREE {
            town.log_in(&mut town.browser(), &format!("nobody-{number}"), "wrong").await;
        }
        town.clock.advance_seconds(-AHEAD_S);
        for wait_s in [ADDRESS_WAIT_S_MAX, LOCK_S] {
            let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
            assert_eq!(retry_after_s(&page), wait_s);
            town.clock.advance_seconds(wait_s);
        }
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some());
    }

    async fn idn_10_the_right_password_does_not_make_the_code_wait(bench: Bench) {
        let town = Town::build(&bench).await;
        for _ in 0..6 {
            let page = town.log_in(&mut town.browser(), "orlova", "wrong").await;
            assert_eq!(page.status, StatusCode::OK);
            town.clock.advance_seconds(10);
        }
        let mut browser = town.browser();
        let page = town.log_in(&mut browser, "orlova", "demo-orlova").await;
        let code = TotpSecret::from_base32(TOTP_SECRET).unwrap().code_at(town.clock.now()).unwrap();
        let done = browser.submit(&page, "/login/code", &[("code", &code)]).await;
        assert!(done.parameter("code").is_some());
    }

    async fn idn_10_an_address_cannot_begin_logins_without_end(bench: Bench) {
        let limit = RateLimit { per_second: NonZeroU32::MIN, burst: NonZeroU32::new(3).unwrap() };
        let town = Town::build(&bench).await.with_logins_begun(&bench, limit).await;
        for _ in 0..3 {
            assert_eq!(town.browser().get(&authorize(&[])).await.status, StatusCode::OK);
        }
        let page = town.browser().get(&authorize(&[])).await;
        assert_eq!(retry_after_s(&page), 1);
        assert!(page.header("content-type").starts_with("text/html"));
        assert!(page.body.contains("Слишком много входов"), "{}", page.body);
        let mut english = town.browser().with_header("accept-language", "en");
        assert!(english.get(&authorize(&[])).await.body.contains("Too many logins"));
        // An attempt that leaves no row behind is not counted.
        assert!(
            town.browser().get(&authorize(&[("scope", "openid")])).await.location().contains("invalid_scope")
        );
        town.clock.advance_seconds(1);
        assert_eq!(town.browser().get(&authorize(&[])).await.status, StatusCode::OK);
        assert_eq!(town.browser().get(&authorize(&[])).await.status, StatusCode::TOO_MANY_REQUESTS);
    }

    async fn idn_10_a_full_queue_says_when_to_come_again(bench: Bench) {
        let settings = PasswordSettings { hashes_at_once_max: 1, queue_max: 0, ..PASSWORDS };
        let town = Town::with(&bench, ISSUER, settings).await;
        let place = town.state.guards.passwords.queue().unwrap();
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(page.header("retry-after"), "5");
        drop(place);
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some());
    }

    async fn idn_10_the_second_factor_is_asked_for_and_works_once(bench: Bench) {
        let town = Town::build(&bench).await;
        let secret = TotpSecret::from_base32(TOTP_SECRET).unwrap();
        let now = town.clock.now();
        let code = secret.code_at(now).unwrap();
        let mut browser = town.browser();
        let page = town.log_in(&mut browser, "orlova", "demo-orlova").await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("autocomplete=\"one-time-code\""));
        let wrong = if code == "000000" { "000001" } else { "000000" };
        let again = browser.submit(&page, "/login/code", &[("code", wrong)]).await;
        assert!(again.body.contains("Код не подошёл"), "{}", again.body);
        let done = browser.submit(&page, "/login/code", &[("code", &code)]).await;
        assert!(done.parameter("code").is_some());

        let mut thief = town.browser();
        let page = town.log_in(&mut thief, "orlova", "demo-orlova").await;
        let replayed = thief.submit(&page, "/login/code", &[("code", &code)]).await;
        assert_eq!(replayed.status, StatusCode::OK);
        assert!(replayed.body.contains("Подождите следующего"), "{}", replayed.body);
        let earlier = secret.code_at(now.plus_seconds(-30)).unwrap();
        let older = thief.submit(&page, "/login/code", &[("code", &earlier)]).await;
        assert_eq!(older.status, StatusCode::OK, "a code before the one that was used is over, too");
        let next = secret.code_at(now.plus_seconds(30)).unwrap();
        let done = thief.submit(&page, "/login/code", &[("code", &next)]).await;
        assert!(done.parameter("code").is_some());
        let audited = town.audited().await;
        assert_eq!(
            audited,
            ["login.failed", "login.failed", "login.failed", "login.succeeded", "login.succeeded"]
        );
    }

    async fn idn_10_two_browsers_cannot_use_one_code_at_once(bench: Bench) {
        let town = Town::build(&bench).await;
        let elsewhere = town.another_process(&bench).await;
        let code = TotpSecret::from_base32(TOTP_SECRET).unwrap().code_at(town.clock.now()).unwrap();
        let (mut one, mut other) = (town.browser(), elsewhere.browser());
        let page = town.log_in(&mut one, "orlova", "demo-orlova").await;
        let twin = elsewhere.log_in(&mut other, "orlova", "demo-orlova").await;
        let fields = [("code", code.as_str())];
        let (first, second) = tokio::join!(
            one.submit(&page, "/login/code", &fields),
            other.submit(&twin, "/login/code", &fields),
        );
        let sent_back = [&first, &second].iter().filter(|page| page.status == StatusCode::SEE_OTHER).count();
        assert_eq!(sent_back, 1);
    }

    async fn idn_10_a_known_password_does_not_help_to_guess_codes(bench: Bench) {
        let town = Town::build(&bench).await;
        let mut looked_at = 0;
        for _ in 0..40 {
            let mut browser = town.browser();
            let page = town.log_in(&mut browser, "orlova", "demo-orlova").await;
            if page.status != StatusCode::OK {
                break;
            }
            let answer = browser.submit(&page, "/login/code", &[("code", "000000")]).await;
            looked_at += usize::from(answer.status == StatusCode::OK);
            // Longer than any wait before the lock.
            town.clock.advance_seconds(40);
        }
        assert!(looked_at <= 10, "{looked_at} codes were looked at");
        let page = town.log_in(&mut town.browser(), "orlova", "demo-orlova").await;
        assert!(retry_after_s(&page) > 60, "locked");
    }

    async fn idn_10_a_hash_of_former_costs_is_made_anew(bench: Bench) {
        let former = PasswordSettings { passes: 2, ..PASSWORDS };
        let hash = identity::person::credential::hash(former, "demo-petrov", &kernel::SystemRandomness).unwrap();
        let town = Town::build(&bench).await;
        let stored = async || {
            let user = "U00002".parse().unwrap();
            let read = town.store.read("test", move |tx| identity::store::credentials::find(tx, &user));
            read.await.unwrap().unwrap().password_hash
        };
        let file = format!("login,password_hash\npetrov,\"{hash}\"\n");
        assert_eq!(town.import(&[("credentials.csv", &file)]).await.tables[0].changed, 1);
        assert_eq!(town.import(&[("credentials.csv", &file)]).await.tables[0].unchanged, 1);
        let plain = [("credentials.csv", "login,password\npetrov,demo-petrov\n")];
        assert_eq!(town.import(&plain).await.tables[0].unchanged, 1, "the same password ends nothing");
        assert_eq!(stored().await, hash);
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some());
        assert!(stored().await.contains("t=1"), "{}", stored().await);
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some());
    }

    async fn idn_10_an_imported_password_follows_the_rules_of_the_command(bench: Bench) {
        let town = Town::build(&bench).await;
        let rows = ["short77", "Password2026", "12345678", "Petrov2026", "gfhjkm123"]
            .map(|password| format!("petrov,{password}\n"));
        for row in rows {
            let faults = town.errors(&[("credentials.csv", &format!("login,password\n{row}"))]).await;
            assert_eq!(faults.len(), 1, "{row}");
            assert!(faults[0].starts_with("credentials.csv:2:password: "), "{faults:?}");
            assert!(!faults[0].contains(row.trim().trim_start_matches("petrov,")), "{faults:?}");
        }
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some(), "nothing was changed");
    }

    async fn idn_10_credentials_are_imported_once_and_kept_sealed(bench: Bench) {
        let town = Town::build(&bench).await;
        let same = "login,password,totp_secret\norlova,demo-orlova,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n";
        assert_eq!(town.import(&[("credentials.csv", same)]).await.tables[0].unchanged, 1);
        let user = "U00005".parse().unwrap();
        let read = town.store.read("test", move |tx| identity::store::credentials::find(tx, &user));
        let stored = read.await.unwrap().unwrap();
        assert!(stored.password_hash.starts_with("$argon2id$v=19$m=64,t=1,p=1$"));
        let sealed = stored.totp_secret_sealed.unwrap();
        let plain = TotpSecret::from_base32(TOTP_SECRET).unwrap();
        assert!(!sealed.windows(plain.bytes().len()).any(|part| part == plain.bytes()));
        let without = "login,password\norlova,demo-orlova\n";
        assert_eq!(town.import(&[("credentials.csv", without)]).await.tables[0].changed, 1);
        let page = town.log_in(&mut town.browser(), "orlova", "demo-orlova").await;
        assert!(page.parameter("code").is_some(), "no second factor any more");
    }
}
