//! The end of a session is told before it comes, and another login goes on.

use http::StatusCode;
use identity::token::online_bank::SessionLimits;
use serde_json::Value;
use testkit::{Bench, on_both_engines};

use crate::branch::{Branch, csrf, is_open};
use crate::browser::Browser;
use crate::town::{ISSUER, Town};

const PATH: &str = "/bank/session";
const LIMITS: SessionLimits = SessionLimits { session_s: 1_000, idle_s: 600 };

async fn branch(bench: &Bench) -> Branch {
    Branch::in_town(Town::with_limits(bench, LIMITS).await).await
}

/// A browser as the script of its page sees it.
fn script(browser: &Browser) -> Browser {
    browser.clone().with_header("clientbank-watching", "1")
}

async fn told(browser: &mut Browser) -> Value {
    let answer = browser.get(PATH).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "application/json"));
    assert_eq!(answer.header("cache-control"), "no-store");
    serde_json::from_str(&answer.body).unwrap()
}

on_both_engines! {
    async fn onl_04_every_page_tells_when_the_session_ends(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.petrov().await;
        let page = browser.get("/bank").await;
        for text in [
            "Если ничего не делать, сеанс завершится", "data-session-left=\"600\"", "data-session-notice=\"120\"",
        ] {
            assert!(page.body.contains(text), "{text}: {}", page.body);
        }
        let mut english = browser.clone().with_header("accept-language", "en");
        assert!(english.get("/bank").await.body.contains("If you do nothing, the session ends on"));
        let login = branch.browser().get("/bank/login").await;
        assert!(!login.body.contains("data-session-left"), "there is no session yet");
    }

    async fn onl_04_a_session_is_kept_alive_by_its_button_and_by_no_question(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.petrov().await;
        let csrf = csrf(&mut browser).await;
        let mut script = script(&browser);
        branch.town.clock.advance_seconds(500);
        assert_eq!(told(&mut script).await["left_s"], 100);
        branch.town.clock.advance_seconds(10);
        assert_eq!(told(&mut script).await["left_s"], 90, "to ask is no use");
        assert_eq!(browser.post(PATH, &[("csrf", &csrf)]).await.location(), "/bank");
        assert_eq!(told(&mut script).await["left_s"], 490, "the end of the session is the last one");
        assert_eq!(browser.post(PATH, &[("csrf", "made up")]).await.status, StatusCode::FORBIDDEN);
        branch.town.clock.advance_seconds(490);
        assert_eq!(script.get(PATH).await.status, StatusCode::SEE_OTHER);
        assert!(!is_open(&mut browser).await);
    }

    async fn onl_04_another_login_of_the_same_person_goes_on_with_what_was_typed(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.petrov().await;
        let page = told(&mut script(&browser)).await;
        branch.town.clock.advance_seconds(600);
        let mut late = browser.clone().with_header("referer", &format!("{ISSUER}/bank/security/password?x=1"));
        let sent = late.post("/bank/sign", &[("csrf", page["csrf"].as_str().unwrap()), ("answer", "x")]).await;
        assert_eq!(sent.location(), "/bank/login?next=/bank/security/password%3Fx%3D1", "back to the page of the form");
        // In another tab the person logs in again: the cookie is the same for all.
        let again = branch.petrov().await;
        browser.cookies = again.cookies.clone();
        let renewed = told(&mut script(&browser)).await;
        assert_eq!(renewed["owner"], page["owner"]);
        assert_ne!(renewed["csrf"], page["csrf"]);
        let fields = [("csrf", renewed["csrf"].as_str().unwrap()), ("answer", "demo-petrov")];
        assert_eq!(browser.post("/bank/sign", &fields).await.body, "confirmed");
        // Somebody else in the same browser is somebody else.
        browser.cookies = branch.ivanova("C00001").await.cookies.clone();
        assert_ne!(told(&mut script(&browser)).await["owner"], page["owner"]);
    }
}
