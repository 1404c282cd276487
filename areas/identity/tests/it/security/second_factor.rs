//! A second factor that a person sets alone, and recovery codes.

use http::StatusCode;
use identity::login::lockout::LOGIN_FAILURES_MAX;
use identity::person::second_factor::{OFFER_S, TotpSecret};
use identity::store::sessions;
use identity::work::end_access::end_own_session;
use identity::work::prove::{Unproven, confirm};
use identity::work::second_factor::{FactorSet, offer_second_factor, set_second_factor};
use kernel::{Clock, Cnum, UserId};
use pages::Proof;
use testkit::{Bench, on_both_engines};

use super::{send, trail};
use crate::branch::{Branch, is_open};
use crate::browser::{Browser, Page};
use crate::house::tokens;
use crate::town::exchange;

const PATH: &str = "/bank/security/second-factor";
const NEW: &str = "/bank/security/second-factor/new";
const CODES: &str = "/bank/security/recovery-codes";

/// The secret that a page shows as text.
fn secret(page: &Page) -> TotpSecret {
    let (_, rest) = page.body.split_once("aria-labelledby=\"secret-label\">").unwrap();
    TotpSecret::from_base32(rest.split('<').next().unwrap()).unwrap()
}

/// The recovery codes that a page shows.
fn codes(page: &Page) -> Vec<String> {
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    let items = page.body.split("<li><code class=\"mono\">").skip(1);
    items.map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
}

fn code(branch: &Branch, secret: &TotpSecret) -> String {
    secret.code_at(branch.town.clock.now()).unwrap()
}

/// Sets a second factor in the browser; `answer` is the proof. Returns its secret and the recovery codes.
async fn set(branch: &Branch, browser: &mut Browser, answer: &str) -> (TotpSecret, Vec<String>) {
    assert_eq!(send(browser, PATH, &[("answer", answer)]).await.location(), NEW);
    let secret = secret(&browser.get(NEW).await);
    let shown = send(browser, NEW, &[("code", &code(branch, &secret))]).await;
    (secret, codes(&shown))
}

/// The page after the password of a login.
async fn at_the_code(branch: &Branch, login: &str) -> (Browser, Page) {
    let mut browser = branch.browser();
    let page = branch.type_in(&mut browser, login, &format!("demo-{login}")).await;
    assert!(page.body.contains("/login/code"), "{}", page.body);
    (browser, page)
}

/// Logs in with a recovery code.
async fn recover(branch: &Branch, login: &str, recovery_code: &str) -> (Browser, Page) {
    let (mut browser, page) = at_the_code(branch, login).await;
    let answer = browser.submit(&page, "/login/code", &[("recovery", recovery_code)]).await;
    (browser, answer)
}

on_both_engines! {
    async fn onl_04_a_second_factor_counts_when_a_code_of_it_was_typed(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let refused = send(&mut browser, PATH, &[("answer", "wrong-answer")]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(browser.get(NEW).await.location(), PATH, "nothing is offered without a proof");
        assert_eq!(send(&mut browser, PATH, &[("answer", "demo-petrov")]).await.location(), NEW);
        let page = browser.get(NEW).await;
        for text in ["<svg class=\"qr-code\"", "role=\"img\"", "shape-rendering"] {
            assert!(page.body.contains(text), "{text}: {}", page.body);
        }
        assert_eq!(page.header("cache-control"), "no-store");
        let wrong = send(&mut browser, NEW, &[("code", "000000")]).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(secret(&wrong), secret(&page), "the same one, so that it is added once");
        // Until then the login goes as before.
        let page_of_login = branch.type_in(&mut branch.browser(), "petrov", "demo-petrov").await;
        assert_eq!(page_of_login.location(), "/bank");

        let secret = secret(&page);
        let first = code(&branch, &secret);
        let shown = codes(&send(&mut browser, NEW, &[("code", &first)]).await);
        assert_eq!(shown.len(), 10);
        let (mut other, login) = at_the_code(&branch, "petrov").await;
        let used = other.submit(&login, "/login/code", &[("code", &first)]).await;
        assert_eq!(used.status, StatusCode::OK, "its first code does not work again");
        branch.town.clock.advance_seconds(30);
        let next = code(&branch, &secret);
        assert_eq!(other.submit(&login, "/login/code", &[("code", &next)]).await.location(), "/bank");
        let overview = browser.get("/bank/security").await;
        assert!(overview.body.contains("Неиспользованных кодов восстановления: 10"), "{}", overview.body);
        let trail = trail(&branch).await;
        assert!(trail.iter().any(|entry| entry.starts_with("user.totp_set U00002")), "{trail:?}");
        assert!(!trail.iter().any(|entry| shown.iter().any(|code| entry.contains(code))));
    }

    async fn onl_04_an_offer_is_of_one_session_and_for_ten_minutes(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let (mut browser, mut other) = (branch.petrov().await, branch.petrov().await);
        assert_eq!(send(&mut browser, PATH, &[("answer", "demo-petrov")]).await.location(), NEW);
        let secret = secret(&browser.get(NEW).await);
        assert_eq!(other.get(NEW).await.location(), PATH, "another session does not see it");
        let stolen = send(&mut other, NEW, &[("code", &code(&branch, &secret))]).await;
        assert_eq!(stolen.location(), PATH);
        branch.town.clock.advance_seconds(OFFER_S);
        let late = send(&mut browser, NEW, &[("code", &code(&branch, &secret))]).await;
        assert_eq!(late.location(), PATH);
        branch.town.state.tidy_up().await.unwrap();
        let (secret, codes) = set(&branch, &mut browser, "demo-petrov").await;
        assert_eq!(codes.len(), 10);
        // Sent twice, it is set once.
        let again = send(&mut browser, NEW, &[("code", &code(&branch, &secret))]).await;
        assert_eq!(again.location(), PATH);
    }

    async fn onl_04_a_session_that_was_ended_leaves_no_second_factor_behind(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        assert_eq!(send(&mut browser, PATH, &[("answer", "demo-petrov")]).await.location(), NEW);
        let secret = secret(&browser.get(NEW).await);
        // Its owner ends the session while requests of it are under way: they have looked at the session already.
        let state = &branch.town.state;
        let (user, company): (UserId, Cnum) = ("U00002".parse().unwrap(), "C00001".parse().unwrap());
        let session = sessions::list_own(&state.store, &user, branch.town.clock.now()).await.unwrap()[0].id.clone();
        assert!(end_own_session(state, user.clone(), session.clone()).await.unwrap());
        let typed = code(&branch, &secret);
        let set = set_second_factor(state, user.clone(), session.clone(), &typed).await.unwrap();
        assert_eq!(set, FactorSet::Gone);
        let proof = Proof { user: &user, company: &company, session: &session, answer: "demo-petrov" };
        assert!(matches!(offer_second_factor(state, proof).await, Err(Unproven::Gone)));
        assert!(matches!(confirm(state, proof).await, Ok(None)), "nor does it sign");
        let page = branch.type_in(&mut branch.browser(), "petrov", "demo-petrov").await;
        assert_eq!(page.location(), "/bank", "no code is asked for");
    }

    async fn onl_04_a_new_second_factor_ends_all_other_sessions(bench: Bench) {
        let mut branch = Branch::open(&bench).await;
        let page = branch.town.log_in(&mut branch.town.browser(), "petrov", "demo-petrov").await;
        let software = tokens(&exchange(&bench, &branch.town, &page).await);
        let (mut browser, mut other) = (branch.petrov().await, branch.petrov().await);
        set(&branch, &mut browser, "demo-petrov").await;
        branch.poll().await;
        assert!(is_open(&mut browser).await);
        assert!(!is_open(&mut other).await);
        assert!(branch.verifier.verify_pair(&software.access, &software.identity).is_err());
    }

    async fn onl_04_another_second_factor_asks_for_the_present_one(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let mut browser = branch.orlova().await;
        branch.town.clock.advance_seconds(30);
        let refused = send(&mut browser, PATH, &[("answer", "demo-orlova")]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "the password is not the present factor");
        branch.town.clock.advance_seconds(30);
        let present = branch.code_of_orlova();
        let (secret, codes) = set(&branch, &mut browser, &present).await;
        branch.town.clock.advance_seconds(30);
        let (mut login, page) = at_the_code(&branch, "orlova").await;
        let old = login.submit(&page, "/login/code", &[("code", &branch.code_of_orlova())]).await;
        assert_eq!(old.status, StatusCode::OK, "the old device opens nothing");
        let new = code(&branch, &secret);
        assert_eq!(login.submit(&page, "/login/code", &[("code", &new)]).await.location(), "/bank");
        // The device is lost: in with one recovery code, to a new device with another.
        let (mut lost, answer) = recover(&branch, "orlova", &codes[0]).await;
        assert_eq!(answer.location(), "/bank");
        let (_, renewed) = set(&branch, &mut lost, &codes[1]).await;
        let (_, answer) = recover(&branch, "orlova", &codes[2]).await;
        assert_eq!(answer.status, StatusCode::OK, "codes go with the second factor that they stood in for");
        assert_eq!(recover(&branch, "orlova", &renewed[0]).await.1.location(), "/bank");
    }

    async fn onl_04_a_recovery_code_works_once(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let (_, codes) = set(&branch, &mut branch.petrov().await, "demo-petrov").await;
        let typed = codes[3].to_lowercase().replace('-', " ");
        let (mut browser, answer) = recover(&branch, "petrov", &typed).await;
        assert_eq!(answer.location(), "/bank");
        let overview = browser.get("/bank/security").await;
        assert!(overview.body.contains("Неиспользованных кодов восстановления: 9"), "{}", overview.body);
        let (_, again) = recover(&branch, "petrov", &codes[3]).await;
        assert_eq!(again.status, StatusCode::OK);
        assert!(again.body.contains("уже использован"), "{}", again.body);
        let trail = trail(&branch).await;
        assert!(trail.iter().any(|entry| entry == "user.recovery_code_used U00002 {\"left\":9}"), "{trail:?}");
        // Eight at once: one of them logs in.
        let mut logins: Vec<(Browser, Page)> = Vec::new();
        for _ in 0..8 {
            logins.push(at_the_code(&branch, "petrov").await);
        }
        let sent = logins.into_iter().map(|(mut browser, page)| {
            let code = codes[4].clone();
            async move { browser.submit(&page, "/login/code", &[("recovery", &code)]).await.status }
        });
        let statuses = futures_util::future::join_all(sent).await;
        let successes = statuses.iter().filter(|status| **status == StatusCode::SEE_OTHER).count();
        assert_eq!(successes, 1, "{statuses:?}");
    }

    async fn onl_04_recovery_codes_are_counted_like_wrong_codes_and_confirm_no_signature(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let (_, codes) = set(&branch, &mut browser, "demo-petrov").await;
        let csrf = crate::branch::csrf(&mut browser).await;
        let signed = browser.post("/bank/sign", &[("csrf", &csrf), ("answer", &codes[0])]).await;
        assert_eq!(signed.status, StatusCode::UNPROCESSABLE_ENTITY);
        let (mut guesser, page) = at_the_code(&branch, "petrov").await;
        for _ in 0..LOGIN_FAILURES_MAX {
            let wrong = [("recovery", "AAAA-BBBB-CCCC-DDDD")];
            assert_eq!(guesser.submit(&page, "/login/code", &wrong).await.status, StatusCode::OK);
            branch.town.clock.advance_seconds(32);
        }
        let locked = guesser.submit(&page, "/login/code", &[("recovery", &codes[0])]).await;
        assert_eq!(locked.status, StatusCode::TOO_MANY_REQUESTS);
    }

    async fn onl_04_new_recovery_codes_end_the_old_ones(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let (secret, old) = set(&branch, &mut browser, "demo-petrov").await;
        for answer in ["demo-petrov", old[0].as_str(), ""] {
            let refused = send(&mut browser, CODES, &[("answer", answer)]).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        }
        branch.town.clock.advance_seconds(30);
        let new = codes(&send(&mut browser, CODES, &[("answer", &code(&branch, &secret))]).await);
        assert_eq!(new.len(), 10);
        assert!(new.iter().all(|code| !old.contains(code)));
        assert_eq!(recover(&branch, "petrov", &old[0]).await.1.status, StatusCode::OK);
        assert_eq!(recover(&branch, "petrov", &new[0]).await.1.location(), "/bank");
        // Somebody without a second factor has nothing to recover.
        let mut ivanova = branch.ivanova("C00001").await;
        let none = send(&mut ivanova, CODES, &[("answer", "demo-ivanova")]).await;
        assert_eq!(none.status, StatusCode::FORBIDDEN);
    }

    async fn onl_04_no_secret_is_stored_in_plain(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let (secret, codes) = set(&branch, &mut browser, "demo-petrov").await;
        let rows = crate::security::stored_secrets(&branch).await;
        assert_eq!(rows.len(), 10 + 1, "ten codes and a secret");
        let plain: Vec<Vec<u8>> = codes
            .iter()
            .flat_map(|code| [code.clone().into_bytes(), code.replace('-', "").into_bytes()])
            .chain([secret.bytes().to_vec()])
            .collect();
        for row in rows {
            for plain in &plain {
                assert!(!row.windows(plain.len()).any(|window| window == plain.as_slice()));
            }
        }
    }
}
