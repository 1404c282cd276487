//! IDN-10: strangers who guess stop nobody who is inside, and nobody at an address from where the user has come before.

use base64::Engine as _;
use http::StatusCode;
use identity::login::lockout::{
    ADDRESS_FAILURES_FREE, KNOWN_ADDRESS_KEPT_S, KNOWN_ADDRESSES_MAX, KNOWN_WAIT_S_MAX, LOGIN_FAILURES_MAX,
    SECRET_FAILURES_FREE,
};

use testkit::{Bench, on_both_engines};

use crate::branch::{Branch, csrf};
use crate::browser::Page;

const OFFICE: &str = "192.0.2.10";
const STRANGER: &str = "198.51.100.1";
const ELSEWHERE: &str = "203.0.113.7";

async fn try_at(branch: &Branch, address: &str, password: &str) -> Page {
    branch.type_in(&mut branch.browser_at(address), "petrov", password).await
}

async fn strangers_lock(branch: &Branch) {
    for _ in 0..LOGIN_FAILURES_MAX {
        let page = try_at(branch, STRANGER, "wrong").await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        branch.town.clock.advance_seconds(32);
    }
    assert_eq!(try_at(branch, STRANGER, "demo-petrov").await.status, StatusCode::TOO_MANY_REQUESTS);
}

fn retry_after_s(page: &Page) -> i64 {
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS, "{}", page.body);
    page.header("retry-after").parse().unwrap()
}

store::queries! {
    KNOWN_COUNT = "select cast(count(1) as bigint) as addresses from known_addresses";
    KNOWN_ALL = "select login_sha256, address_sha256 from known_addresses limit 100";
}

async fn known(branch: &Branch) -> i64 {
    let rows = branch.town.store.query(&KNOWN_COUNT, Vec::new()).await.unwrap();
    rows[0].integer("addresses").unwrap()
}

/// A refresh with a token of nobody, by a client with this secret.
async fn ask(branch: &Branch, address: &str, client: &str, secret: &str) -> Page {
    let basic = base64::engine::general_purpose::STANDARD.encode(format!("{client}:{secret}"));
    let mut browser = branch.browser_at(address).with_header("authorization", &format!("Basic {basic}"));
    browser.post("/token", &[("grant_type", "refresh_token"), ("refresh_token", "of nobody")]).await
}

on_both_engines! {
    async fn idn_05_wrong_secrets_of_a_client_have_to_wait(bench: Bench) {
        let branch = Branch::open(&bench).await;
        for number in 0..=SECRET_FAILURES_FREE {
            let refused = ask(&branch, OFFICE, "demo-erp", &format!("guess-{number}")).await;
            assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{number}: {}", refused.body);
        }
        let early = ask(&branch, OFFICE, "demo-erp", "demo-erp-secret").await;
        assert_eq!(retry_after_s(&early), 1);
        assert!(early.body.contains("temporarily_unavailable"), "{}", early.body);
        assert!(early.header("content-type").starts_with("application/json"));
        // Another address, and another client at the same one, do not wait.
        for (address, client) in [(ELSEWHERE, "demo-erp"), (OFFICE, "kolos-erp")] {
            let answer = ask(&branch, address, client, &format!("{client}-secret")).await;
            assert!(answer.body.contains("invalid_grant"), "{}", answer.body);
        }
        branch.town.clock.advance_seconds(1);
        assert!(ask(&branch, OFFICE, "demo-erp", "demo-erp-secret").await.body.contains("invalid_grant"));
        // Names of clients that do not exist are counted by address.
        for number in 0..=SECRET_FAILURES_FREE {
            let refused = ask(&branch, STRANGER, &format!("nobody-{number}"), "x").await;
            assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{number}");
        }
        assert_eq!(retry_after_s(&ask(&branch, STRANGER, "somebody-else", "x").await), 1);
        assert_eq!(ask(&branch, OFFICE, "off-app", "off-app-secret").await.status, StatusCode::UNAUTHORIZED);
        let trail = audit::list(&branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
        let refused: Vec<_> = trail.iter().filter(|entry| entry.action == "client.refused").collect();
        let count = |client: &str, reason: &str| {
            refused.iter().filter(|entry| entry.object_id == client && entry.detail.contains(reason)).count()
        };
        let each = usize::try_from(SECRET_FAILURES_FREE).unwrap() + 1;
        assert_eq!(count("demo-erp", "WRONG_SECRET"), each);
        assert_eq!(count("-", "UNKNOWN_CLIENT"), each);
        assert_eq!(count("off-app", "CLIENT_DISABLED"), 1);
        assert!(refused.iter().all(|entry| entry.address.is_some() && entry.actor_id.is_none()));
        let told = format!("{refused:?}");
        assert!(!told.contains("guess-") && !told.contains("nobody-"), "{told}");
    }

    async fn idn_10_a_lock_by_strangers_does_not_reach_the_owner(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let mut browser = branch.browser_at(OFFICE);
        assert_eq!(branch.type_in(&mut browser, "petrov", "demo-petrov").await.location(), "/bank");
        let csrf = csrf(&mut browser).await;
        strangers_lock(&branch).await;
        let signed = browser.post("/bank/sign", &[("csrf", &csrf), ("answer", "demo-petrov")]).await;
        assert_eq!(signed.body, "confirmed", "an open session signs");
        assert_eq!(try_at(&branch, OFFICE, "demo-petrov").await.location(), "/bank", "a known address logs in");
        assert!(retry_after_s(&try_at(&branch, ELSEWHERE, "demo-petrov").await) > 60, "another is locked");
        assert!(retry_after_s(&try_at(&branch, STRANGER, "demo-petrov").await) > 60, "also after the owner's login");
        // The open session signs when its own address has been used to guess at many names as well.
        for number in 0..=ADDRESS_FAILURES_FREE {
            let mut browser = branch.browser_at(OFFICE);
            branch.type_in(&mut browser, &format!("nobody-{number}"), "wrong").await;
        }
        assert_eq!(retry_after_s(&try_at(&branch, OFFICE, "demo-petrov").await), 1);
        let signed = browser.post("/bank/sign", &[("csrf", &csrf), ("answer", "demo-petrov")]).await;
        assert_eq!(signed.body, "confirmed");
    }

    async fn idn_10_a_known_address_waits_longer_each_time_and_is_never_locked(bench: Bench) {
        let branch = Branch::open(&bench).await;
        assert_eq!(try_at(&branch, OFFICE, "demo-petrov").await.location(), "/bank");
        let mut waits = Vec::new();
        for _ in 0..3 * LOGIN_FAILURES_MAX {
            let page = try_at(&branch, OFFICE, "wrong").await;
            if page.status == StatusCode::OK {
                continue;
            }
            let wait = retry_after_s(&page);
            assert_eq!(retry_after_s(&try_at(&branch, OFFICE, "demo-petrov").await), wait, "an early one changes \
                nothing");
            waits.push(wait);
            branch.town.clock.advance_seconds(wait);
        }
        assert_eq!(&waits[..9], [1, 2, 4, 8, 16, 32, 64, 128, 256]);
        assert!(waits[9..].iter().all(|wait| *wait == KNOWN_WAIT_S_MAX), "{waits:?}");
        branch.town.clock.advance_seconds(KNOWN_WAIT_S_MAX);
        assert_eq!(try_at(&branch, OFFICE, "demo-petrov").await.location(), "/bank");
        assert_eq!(try_at(&branch, OFFICE, "wrong").await.status, StatusCode::OK, "a success forgets the failures");
        // Failures there did not count for others.
        assert_eq!(try_at(&branch, ELSEWHERE, "demo-petrov").await.location(), "/bank");
    }

    async fn idn_10_known_addresses_are_few_and_end_with_the_password(bench: Bench) {
        let branch = Branch::open(&bench).await;
        for number in 0..KNOWN_ADDRESSES_MAX + 4 {
            assert_eq!(try_at(&branch, &format!("10.0.0.{number}"), "demo-petrov").await.location(), "/bank");
            branch.town.clock.advance_seconds(1);
        }
        assert_eq!(known(&branch).await, KNOWN_ADDRESSES_MAX);
        let rows = branch.town.store.query(&KNOWN_ALL, Vec::new()).await.unwrap();
        assert!(rows.iter().all(|row| !row.text("address_sha256").unwrap().contains("10.0")), "hashes alone are kept");
        strangers_lock(&branch).await;
        assert_eq!(try_at(&branch, "10.0.0.19", "demo-petrov").await.location(), "/bank");
        assert!(retry_after_s(&try_at(&branch, "10.0.0.0", "demo-petrov").await) > 60, "the oldest is forgotten");
        branch.town.import(&[("credentials.csv", "login,password\npetrov,another-password\n")]).await;
        assert_eq!(known(&branch).await, 0);
        assert!(retry_after_s(&try_at(&branch, "10.0.0.19", "another-password").await) > 60);
        branch.town.clock.advance_seconds(30 * 60);
        assert_eq!(try_at(&branch, OFFICE, "another-password").await.location(), "/bank");
        assert_eq!(known(&branch).await, 1);
        branch.town.clock.advance_seconds(KNOWN_ADDRESS_KEPT_S + 1);
        branch.town.state.tidy_up().await.unwrap();
        assert_eq!(known(&branch).await, 0);
    }

    async fn idn_10_half_a_login_makes_no_address_known(bench: Bench) {
        let branch = Branch::open(&bench).await;
        // The password of orlova is right; the one-time code is still to come.
        let page = branch.type_in(&mut branch.browser_at(STRANGER), "orlova", "demo-orlova").await;
        assert!(page.body.contains("one-time-code"), "{}", page.body);
        assert_eq!(known(&branch).await, 0);
        // Nobody's address is nobody's known one.
        assert_eq!(branch.type_in(&mut branch.browser(), "petrov", "demo-petrov").await.location(), "/bank");
        assert_eq!(known(&branch).await, 0);
    }
}
