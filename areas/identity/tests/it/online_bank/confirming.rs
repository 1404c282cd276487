//! The proof that it is still the same person who signs.

use http::StatusCode;
use identity::lockout::LOGIN_FAILURES_MAX;
use identity::second_factor::TotpSecret;
use kernel::Clock;
use testkit::{Bench, on_both_engines};

use super::{Branch, csrf};
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
        let branch = Branch::of(&bench).await;
        let mut browser = branch.petrov().await;
        let csrf = csrf(&mut browser).await;
        assert_eq!(sign(&mut browser, &csrf, "").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(sign(&mut browser, &csrf, "wrong-answer").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        branch.town.clock.advance_seconds(32);
        assert_eq!(sign(&mut browser, &csrf, "demo-petrov").await.body, "confirmed");
        let actions = actions(&branch).await;
        let count = |name: &str| actions.iter().filter(|action| action.starts_with(name)).count();
        assert_eq!((count("login.failed"), count("signature.confirmed")), (1, 1), "{actions:?}");
        assert!(!actions.iter().any(|action| action.contains("wrong-answer") || action.contains("demo-petrov")));
    }

    async fn idn_10_wrong_confirmations_lock_like_wrong_passwords(bench: Bench) {
        let branch = Branch::of(&bench).await;
        let mut browser = branch.petrov().await;
        let csrf = csrf(&mut browser).await;
        for _ in 0..LOGIN_FAILURES_MAX {
            assert_eq!(sign(&mut browser, &csrf, "wrong").await.status, StatusCode::UNPROCESSABLE_ENTITY);
            branch.town.clock.advance_seconds(32);
        }
        let verifications = branch.town.state.desk.passwords.verifications();
        let locked = sign(&mut browser, &csrf, "demo-petrov").await;
        assert_eq!(locked.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(branch.town.state.desk.passwords.verifications(), verifications, "it was not looked at");
        let page = branch.type_in(&mut branch.browser(), "petrov", "demo-petrov").await;
        assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS, "the login is locked with it");
    }

    async fn idn_10_a_one_time_code_confirms_once(bench: Bench) {
        let branch = Branch::of(&bench).await;
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
