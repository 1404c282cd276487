//! Another password, with the present one as the proof.

use http::StatusCode;
use identity::login::lockout::LOGIN_FAILURES_MAX;
use testkit::{Bench, on_both_engines};

use super::{change, opens, send, trail};
use crate::branch::{Branch, is_open};
use crate::house::{assert_error, tokens};
use crate::town::{exchange, refresh};

const NEW: &str = "лошадь батарейка скрепка";

on_both_engines! {
    async fn onl_04_a_new_password_replaces_the_present_one(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let form = browser.get("/bank/security/password").await;
        assert_eq!(form.status, StatusCode::OK);
        assert!(form.body.contains("autocomplete=\"current-password\""), "{}", form.body);
        let changed = change(&mut browser, "demo-petrov", NEW).await;
        assert_eq!(changed.location(), "/bank/security?done=password");
        let told = browser.get(changed.location()).await;
        assert!(told.body.contains("Пароль изменён"), "{}", told.body);
        assert!(opens(&branch, "petrov", NEW).await);
        assert!(!opens(&branch, "petrov", "demo-petrov").await);
        let trail = trail(&branch).await;
        assert!(trail.iter().any(|entry| entry.starts_with("user.password_changed U00002")), "{trail:?}");
        assert!(!trail.iter().any(|entry| entry.contains(NEW) || entry.contains("demo-petrov")));
    }

    async fn security_07_a_link_cannot_say_that_something_was_done(bench: Bench) {
        let (_branch, mut browser) = Branch::with_petrov(&bench).await;
        let notice = "Пароль изменён";
        for link in [
            "/bank/security?done=password",
            "/bank/security?x=1&done=password",
            "/bank/security?d%6Fne=password",
            "/bank/security?done=password&done=password",
        ] {
            let page = browser.get(link).await;
            assert_eq!(page.status, StatusCode::OK, "{link}: {}", page.body);
            assert!(!page.body.contains(notice), "{link}");
        }
        // Nor can a redirect that takes its target from the address.
        let login = browser.get("/bank/login?next=/bank/security%3Fdone%3Dpassword").await;
        assert_eq!(login.location(), "/bank/security?done=password");
        assert!(!browser.get(login.location()).await.body.contains(notice));
        let changed = change(&mut browser, "demo-petrov", NEW).await;
        let cookie = changed.header("set-cookie");
        for part in ["clientbank-notice=", "HttpOnly", "SameSite=Strict", "Max-Age=60"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        // The page that watches takes nothing, another notice and another page are not meant, and this one works once.
        let mut other = browser.clone();
        assert!(!other.get("/bank/security?done=recovery-codes").await.body.contains("alert good"));
        assert!(!other.get("/bank/security/sessions?done=sessions").await.body.contains("alert good"));
        assert!(browser.get("/bank/security?done=password").await.body.contains(notice));
        assert!(!browser.get("/bank/security?done=password").await.body.contains(notice), "it works once");
    }

    async fn onl_04_a_new_password_ends_all_other_sessions_and_what_would_become_one(bench: Bench) {
        let mut branch = Branch::open(&bench).await;
        let page = branch.town.log_in(&mut branch.town.browser(), "petrov", "demo-petrov").await;
        let software = tokens(&exchange(&bench, &branch.town, &page).await);
        let unfetched = branch.town.log_in(&mut branch.town.browser(), "petrov", "demo-petrov").await;
        let (mut own, mut other) = (branch.petrov().await, branch.petrov().await);
        let neighbour = branch.ivanova("C00001").await;
        assert_eq!(change(&mut own, "demo-petrov", NEW).await.location(), "/bank/security?done=password");
        // A process reads the feed every half second.
        branch.poll().await;
        assert!(is_open(&mut own).await, "the session that changed it goes on");
        assert!(!is_open(&mut other).await);
        assert!(is_open(&mut neighbour.clone()).await, "nobody else is touched");
        assert_eq!(
            branch.verifier.verify_pair(&software.access, &software.identity).unwrap_err().status(),
            StatusCode::UNAUTHORIZED
        );
        assert_error(&refresh(&bench, &branch.town, &software.refresh).await, 400, "invalid_grant");
        assert_error(&exchange(&bench, &branch.town, &unfetched).await, 400, "invalid_grant");
    }

    async fn onl_04_a_password_against_the_rules_is_told_and_not_counted(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let long = "я".repeat(257);
        for (new, words) in [
            ("kratko7", "от 8 до 256"), (long.as_str(), "от 8 до 256"), ("qwertyuiop", "одним из первых"),
            ("petrov123", "совпадать с логином"), ("demo-petrov", "совпадает с текущим"),
            ("line\u{7}break", "нельзя ввести"),
        ] {
            for _ in 0..LOGIN_FAILURES_MAX {
                let refused = change(&mut browser, "demo-petrov", new).await;
                assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{new}");
                assert!(refused.body.contains(words), "{new}:\n{}", refused.body);
                assert!(!refused.body.contains(new), "what was typed does not come back");
            }
        }
        let fields = [("present", "demo-petrov"), ("new", NEW), ("repeated", "другое")];
        let refused = send(&mut browser, "/bank/security/password", &fields).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.body.contains("Пароли не совпадают"), "{}", refused.body);
        assert!(opens(&branch, "petrov", "demo-petrov").await, "nothing was changed");
        // 256 characters of several bytes are within the rule, and white space is part of a password.
        let longest = format!(" {}", "яж".repeat(128).trim_end_matches('ж'));
        assert_eq!(change(&mut browser, "demo-petrov", &longest).await.location(), "/bank/security?done=password");
        assert!(opens(&branch, "petrov", &longest).await);
        assert!(!opens(&branch, "petrov", longest.trim()).await);
    }

    async fn onl_04_the_present_password_is_counted_in_the_session(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let (mut browser, mut other) = (branch.petrov().await, branch.petrov().await);
        for _ in 0..LOGIN_FAILURES_MAX {
            let refused = change(&mut browser, "wrong-answer", NEW).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(refused.body.contains("Неверный текущий пароль"), "{}", refused.body);
            branch.town.clock.advance_seconds(32);
        }
        let verifications = branch.town.state.guards.passwords.verifications();
        let locked = change(&mut browser, "demo-petrov", NEW).await;
        assert_eq!(locked.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(branch.town.state.guards.passwords.verifications(), verifications, "it was not looked at");
        assert_eq!(change(&mut other, "demo-petrov", NEW).await.location(), "/bank/security?done=password");
    }

    async fn onl_04_the_password_of_a_person_with_a_second_factor_is_changed_by_the_password(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let mut browser = branch.orlova().await;
        branch.town.clock.advance_seconds(30);
        let code = branch.code_of_orlova();
        assert_eq!(change(&mut browser, &code, NEW).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(change(&mut browser, "demo-orlova", NEW).await.location(), "/bank/security?done=password");
        let page = branch.type_in(&mut branch.browser(), "orlova", NEW).await;
        assert!(page.body.contains("/login/code"), "the second factor is still asked for");
    }

    async fn onl_04_a_form_of_another_session_changes_no_password(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let (mut browser, mut other) = (branch.petrov().await, branch.ivanova("C00001").await);
        let foreign = other.get("/bank/security").await.hidden("csrf");
        let fields = [("present", "demo-petrov"), ("new", NEW), ("repeated", NEW), ("csrf", foreign.as_str())];
        assert_eq!(browser.post("/bank/security/password", &fields).await.status, StatusCode::FORBIDDEN);
        assert!(opens(&branch, "petrov", "demo-petrov").await);
    }
}
