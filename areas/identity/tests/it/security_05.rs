//! A password that support gives opens one login, in which the person chooses another.

use http::StatusCode;
use identity::person::one_time_password::{ONE_TIME_PASSWORD_S, mint};
use identity::work::replace_credential::{give_password, replace_second_factor};
use identity::work::trail::Occasion;
use kernel::{Clock, Instant, SystemRandomness};
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use crate::branch::{Branch, is_open};
use crate::browser::{Browser, Page};
use crate::security::opens;

const OWN: &str = "chosen by petrov alone";

/// Gives petrov, or another, a one-time password as `clientbank users password` does.
async fn give(branch: &Branch, user: &'static str) -> String {
    let password = mint(&SystemRandomness);
    let town = &branch.town;
    let hash =
        identity::person::credential::hash(town.state.settings.passwords, &password, &SystemRandomness)
            .unwrap();
    let now = town.clock.now();
    let work = move |tx: &mut Tx| -> Result<(), StoreError> {
        let (user, until) = (user.parse().unwrap(), now.plus_seconds(ONE_TIME_PASSWORD_S));
        give_password(
            tx,
            &user,
            (&hash, Some(until)),
            &Occasion { author: &author(), randomness: &SystemRandomness, now },
        )
    };
    town.store.write("test.give", work).await.unwrap();
    password
}

fn author() -> area::Author {
    area::Author::outside_of_requests(audit::Actor::Operator("duty".to_owned()))
}

async fn choose(browser: &mut Browser, page: &Page, new: &str, repeated: &str) -> Page {
    browser.submit(page, "/login/new-password", &[("new", new), ("repeated", repeated)]).await
}

/// Tells that the page asks for a new password.
fn asks(page: &Page) -> bool {
    page.status == StatusCode::OK && page.body.contains("action=\"/login/new-password\"")
}

on_both_engines! {
    async fn security_05_a_one_time_password_is_replaced_before_anything_else(bench: Bench) {
        let (branch, mut earlier) = Branch::with_petrov(&bench).await;
        let password = give(&branch, "U00002").await;
        assert!(!is_open(&mut earlier).await, "what was open has ended");
        assert!(!opens(&branch, "petrov", "demo-petrov").await);

        let mut browser = branch.browser();
        let page = branch.type_in(&mut browser, "petrov", &password).await;
        assert!(asks(&page), "{}", page.body);
        assert!(!browser.cookies.contains_key("clientbank-session"));
        assert!(!is_open(&mut browser).await);
        // No other form of the login leads past it.
        for (path, fields) in [
            ("/login/company", [("cnum", "C00001")]),
            ("/login/code", [("code", "000000")]),
            ("/login/language", [("language", "ru")]),
        ] {
            let (interaction, csrf) = (page.hidden("interaction"), page.hidden("csrf"));
            let keys = [("interaction", interaction.as_str()), ("csrf", csrf.as_str()), fields[0]];
            let page = browser.post(path, &keys).await;
            assert!(asks(&page), "{path}: {}", page.body);
            assert_eq!(page.header("location"), "", "{path}");
            assert!(!browser.cookies.contains_key("clientbank-session"), "{path}");
        }
        for (new, repeated) in
            [("short", "short"), ("Password2026", "Password2026"), (OWN, "another one"), (&password, &password)]
        {
            let again = choose(&mut browser, &page, new, repeated).await;
            assert!(asks(&again) && again.body.contains("role=\"alert\""), "{new}: {}", again.body);
        }
        let done = choose(&mut browser, &page, OWN, OWN).await;
        assert_eq!(done.location(), "/bank");
        assert!(is_open(&mut browser).await);
        assert!(!opens(&branch, "petrov", &password).await);
        assert!(opens(&branch, "petrov", OWN).await);

        // The person is told.
        let history = browser.get("/bank/security/logins").await;
        assert!(history.body.contains("Банк выдал пароль"), "{}", history.body);
        let entries = audit::list(&branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
        assert!(entries.iter().all(|entry| !entry.detail.contains(&password)));
        assert!(entries.iter().any(|entry| {
            entry.action == "user.password_changed" && entry.detail.contains("one_time") && entry.object_id == "U00002"
        }));
    }

    async fn security_05_no_code_and_no_token_come_before_the_new_password(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let password = give(&branch, "U00002").await;
        let mut browser = branch.town.browser();
        let page = branch.town.log_in(&mut browser, "petrov", &password).await;
        assert!(asks(&page) && page.header("location").is_empty(), "{}", page.body);
        let page = choose(&mut browser, &page, OWN, OWN).await;
        assert!(page.parameter("code").is_some(), "{}", page.body);
    }

    async fn security_05_a_one_time_password_works_once_and_for_a_day(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let password = give(&branch, "U00002").await;
        let mut first = branch.browser();
        let page = branch.type_in(&mut first, "petrov", &password).await;
        assert!(asks(&page), "{}", page.body);
        // The first login is left as it is; another one with the same password is none.
        let second = branch.type_in(&mut branch.browser(), "petrov", &password).await;
        assert!(!asks(&second) && second.body.contains("role=\"alert\""), "{}", second.body);
        branch.town.clock.advance_seconds(5);

        let password = give(&branch, "U00002").await;
        // The login of the one before has ended with it.
        assert!(!asks(&choose(&mut first, &page, OWN, OWN).await));
        assert!(!opens(&branch, "petrov", OWN).await);
        branch.town.clock.advance_seconds(ONE_TIME_PASSWORD_S - 1);
        let mut browser = branch.browser();
        let page = branch.type_in(&mut browser, "petrov", &password).await;
        assert!(asks(&page), "a second before its end: {}", page.body);
        let password = give(&branch, "U00002").await;
        branch.town.clock.advance_seconds(ONE_TIME_PASSWORD_S);
        let late = branch.type_in(&mut branch.browser(), "petrov", &password).await;
        assert!(!asks(&late) && late.body.contains("role=\"alert\""), "{}", late.body);
        // Both are told in the trail.
        let entries = audit::list(&branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
        let over = entries.iter().filter(|entry| entry.detail.contains("ONE_TIME_PASSWORD_OVER")).count();
        assert_eq!(over, 2);
    }

    async fn security_05_a_clock_that_is_put_back_opens_no_second_login(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let password = give(&branch, "U00002").await;
        assert!(asks(&branch.type_in(&mut branch.browser(), "petrov", &password).await));
        branch.town.clock.advance_seconds(-60);
        let second = branch.type_in(&mut branch.browser(), "petrov", &password).await;
        assert!(!asks(&second) && second.body.contains("role=\"alert\""), "{}", second.body);
    }

    async fn security_05_the_new_password_ends_other_logins_that_the_one_time_one_has_begun(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let password = give(&branch, "U00005").await;
        let (mut own, mut other) = (branch.browser(), branch.browser());
        let page = branch.type_in(&mut own, "orlova", &password).await;
        let late = branch.type_in(&mut other, "orlova", &password).await;
        let page = own.submit(&page, "/login/code", &[("code", &branch.code_of_orlova())]).await;
        assert_eq!(choose(&mut own, &page, OWN, OWN).await.location(), "/bank");
        branch.town.clock.advance_seconds(30);
        let late = other.submit(&late, "/login/code", &[("code", &branch.code_of_orlova())]).await;
        assert_eq!(late.header("location"), "", "{}", late.body);
        assert!(!is_open(&mut other).await && is_open(&mut own).await);
    }

    async fn security_05_the_second_factor_comes_before_the_new_password_and_its_removal_is_told(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let password = give(&branch, "U00005").await;
        let mut browser = branch.browser();
        let page = branch.type_in(&mut browser, "orlova", &password).await;
        assert!(!asks(&page), "the code first: {}", page.body);
        let page = browser.submit(&page, "/login/code", &[("code", &branch.code_of_orlova())]).await;
        assert!(asks(&page), "{}", page.body);
        assert_eq!(choose(&mut browser, &page, OWN, OWN).await.location(), "/bank");

        let now: Instant = branch.town.clock.now();
        let remove = move |tx: &mut Tx| {
            let occasion = Occasion { author: &author(), randomness: &SystemRandomness, now };
            replace_second_factor(tx, &"U00005".parse().unwrap(), None, &occasion)
        };
        branch.town.store.write("test.remove", remove).await.unwrap();
        let mut browser = branch.browser();
        let page = branch.type_in(&mut browser, "orlova", OWN).await;
        assert_eq!(page.location(), "/bank");
        let history = browser.get("/bank/security/logins").await;
        assert!(history.body.contains("Банк отключил второй фактор"), "{}", history.body);
    }
}
