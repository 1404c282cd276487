//! The proof that it is still the same person who signs.

use http::StatusCode;
use identity::login::lockout::{LOCK_S, LOGIN_FAILURES_MAX};
use identity::person::second_factor::TotpSecret;
use kernel::Clock;
use testkit::{Bench, on_both_engines};

use crate::branch::{Branch, csrf};
use crate::browser::{Browser, Page};
use crate::town::TOTP_SECRET;

async fn sign(browser: &mut Browser, csrf: &str, answer: &str) -> Page {
    browser.post("/bank/sign", &[("csrf", csrf), ("answer", answer)]).await
}

async fn actions(branch: &Branch) -> Vec<String> {
    let entries = audit::list(&branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
    entries.into_iter().map(|entry| format!("{} {}", entry.action, entry.detail)).collect()
}

on_both_engines! {
    async fn idn_10_the_password_confirms_for_somebody_without_a_second_factor(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let csrf = csrf(&mut browser).await;
        assert_eq!(sign(&mut browser, &csrf, "").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(sign(&mut browser, &csrf, "wrong-answer").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        branch.town.clock.advance_seconds(32);
        assert_eq!(sign(&mut browser, &csrf, "demo-petrov").await.body, "confirmed");
        let actions = actions(&branch).await;
        let count = |name: &str| actions.iter().filter(|action| action.starts_with(name)).count();
        assert_eq!((count("login.failed"), count("signature.confirmed")), (1, 0), "{actions:?}");
        assert!(!actions.iter().any(|action| action.contains("wrong-answer") || action.contains("demo-petrov")));
    }

    async fn idn_10_wrong_confirmations_lock_the_session_alone(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let csrf = csrf(&mut browser).await;
        for _ in 0..LOGIN_FAILURES_MAX {
            assert_eq!(sign(&mut browser, &csrf, "wrong").await.status, StatusCode::UNPROCESSABLE_ENTITY);
            branch.town.clock.advance_seconds(32);
        }
        let verifications = branch.town.state.guards.passwords.verifications();
        let locked = sign(&mut browser, &csrf, "demo-petrov").await;
        assert_eq!(locked.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(branch.town.state.guards.passwords.verifications(), verifications, "it was not looked at");
        let mut other = branch.petrov().await;
        let other_csrf = crate::branch::csrf(&mut other).await;
        assert_eq!(sign(&mut other, &other_csrf, "demo-petrov").await.body, "confirmed", "another session is free");
        let actions = actions(&branch).await;
        assert_eq!(actions.iter().filter(|action| action.starts_with("login.locked")).count(), 1, "{actions:?}");
        branch.town.clock.advance_seconds(LOCK_S);
        assert_eq!(sign(&mut browser, &csrf, "demo-petrov").await.body, "confirmed", "half an hour later");
    }

    async fn idn_10_another_company_is_no_new_row_of_guesses(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let mut browser = branch.ivanova("C00001").await;
        let mut neighbour = branch.petrov().await;
        let own = csrf(&mut neighbour).await;
        assert_eq!(sign(&mut neighbour, &own, "wrong").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        for company in ["C00002", "C00001", "C00002"] {
            let csrf = csrf(&mut browser).await;
            for _ in 0..3 {
                assert_eq!(sign(&mut browser, &csrf, "wrong").await.status, StatusCode::UNPROCESSABLE_ENTITY);
                branch.town.clock.advance_seconds(32);
            }
            let changed = browser.post("/bank/company", &[("csrf", &csrf), ("cnum", company)]).await;
            assert_eq!(changed.location(), "/bank");
        }
        let csrf = csrf(&mut browser).await;
        assert_eq!(sign(&mut browser, &csrf, "wrong").await.status, StatusCode::UNPROCESSABLE_ENTITY, "the tenth");
        branch.town.clock.advance_seconds(32);
        assert_eq!(sign(&mut browser, &csrf, "demo-ivanova").await.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(sign(&mut neighbour, &own, "demo-petrov").await.body, "confirmed", "another person's are others");
    }

    async fn idn_10_the_code_of_the_login_is_no_wrong_code_of_a_signature(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let secret = TotpSecret::from_base32(TOTP_SECRET).unwrap();
        let code = secret.code_at(branch.town.clock.now()).unwrap();
        let mut browser = branch.browser();
        let page = branch.type_in(&mut browser, "orlova", "demo-orlova").await;
        let page = browser.submit(&page, "/login/code", &[("code", &code)]).await;
        assert_eq!(page.location(), "/bank");
        let csrf = csrf(&mut browser).await;
        // More often than wrong codes would be looked at.
        for _ in 0..=LOGIN_FAILURES_MAX {
            let used = sign(&mut browser, &csrf, &code).await;
            assert_eq!(used.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(used.body.contains("Подождите следующего"), "{}", used.body);
        }
        let mut english = browser.clone().with_header("accept-language", "en");
        assert!(sign(&mut english, &csrf, &code).await.body.contains("Wait for the next one"));
        branch.town.clock.advance_seconds(30);
        let next = secret.code_at(branch.town.clock.now()).unwrap();
        assert_eq!(sign(&mut browser, &csrf, &next).await.body, "confirmed");
        // The other way round: a code that signed does not log in, and says so.
        let mut again = branch.browser();
        let page = branch.type_in(&mut again, "orlova", "demo-orlova").await;
        for _ in 0..=LOGIN_FAILURES_MAX {
            let used = again.submit(&page, "/login/code", &[("code", &next)]).await;
            assert!(used.body.contains("Подождите следующего"), "{}", used.body);
        }
        branch.town.clock.advance_seconds(30);
        let fresh = secret.code_at(branch.town.clock.now()).unwrap();
        assert_eq!(again.submit(&page, "/login/code", &[("code", &fresh)]).await.location(), "/bank");
    }

    async fn onl_08_a_used_code_is_told_with_the_time_of_the_next_and_only_behind_the_password(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let secret = TotpSecret::from_base32(TOTP_SECRET).unwrap();
        let mut browser = branch.orlova().await;
        let used = branch.code_of_orlova();
        let csrf = csrf(&mut browser).await;
        let until_next = 30 - branch.town.clock.now().unix_seconds().rem_euclid(30);
        let told = format!("он появится через {until_next}\u{a0}секунд");
        assert!(sign(&mut browser, &csrf, &used).await.body.contains(&told), "{told}");
        branch.town.clock.advance_seconds(12);
        let mut login = branch.browser();
        let page = branch.type_in(&mut login, "orlova", "demo-orlova").await;
        let told = format!("он появится через {}\u{a0}секунд", until_next - 12);
        let again = login.submit(&page, "/login/code", &[("code", &used)]).await;
        assert!(again.body.contains(&told), "{told}: {}", again.body);
        // The device shows another one already.
        branch.town.clock.advance_seconds(until_next - 12);
        let late = sign(&mut browser, &csrf, &used).await;
        assert!(late.body.contains("Введите тот, что показан сейчас"), "{}", late.body);
        let fresh = secret.code_at(branch.town.clock.now()).unwrap();
        assert_eq!(sign(&mut browser, &csrf, &fresh).await.body, "confirmed", "no attempt was counted");
        // Who does not know the password learns nothing about codes.
        let mut stranger = branch.browser();
        let page = branch.type_in(&mut stranger, "orlova", "guessed").await;
        let keys = [("interaction", page.hidden("interaction")), ("csrf", page.hidden("csrf")), ("code", used)];
        let keys: Vec<(&str, &str)> = keys.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let forced = stranger.post("/login/code", &keys).await;
        for answer in [page, forced] {
            for telling in ["код уже использован", "name=\"code\""] {
                assert!(!answer.body.contains(telling), "{telling}: {}", answer.body);
            }
        }
    }

    async fn idn_10_a_one_time_code_confirms_once(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let secret = TotpSecret::from_base32(TOTP_SECRET).unwrap();
        let code = |branch: &Branch| secret.code_at(branch.town.clock.now()).unwrap();
        let mut browser = branch.browser();
        let page = branch.type_in(&mut browser, "orlova", "demo-orlova").await;
        let page = browser.submit(&page, "/login/code", &[("code", &code(&branch))]).await;
        assert_eq!(page.location(), "/bank");
        let csrf = csrf(&mut browser).await;
        assert_eq!(sign(&mut browser, &csrf, "demo-orlova").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        branch.town.clock.advance_seconds(60);
        let fresh = code(&branch);
        assert_eq!(sign(&mut browser, &csrf, &fresh).await.body, "confirmed");
        assert_eq!(sign(&mut browser, &csrf, &fresh).await.status, StatusCode::UNPROCESSABLE_ENTITY, "used");
    }
}
