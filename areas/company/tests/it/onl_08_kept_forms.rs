//! ONL-08: what a person typed outlives the session, also without JavaScript.

use http::StatusCode;
use identity::token::online_bank::SessionLimits;
use pages::{KEPT_BYTES_MAX, KEPT_S};
use store::params;
use testkit::{Bench, on_both_engines};

use crate::branch::{Branch, csrf, token};
use crate::browser::{Browser, Page};
use crate::town::{ISSUER, Town};

const FORM: &str = "/bank/integrations";
const KEPT: &str = "clientbank-form";
const NAME: &str = "Зарплата «2027» & \"Co\" <b>";
const URIS: &str = "https://one.example/cb\nhttps://two.example/cb";
const SECRET: &str = "demo-petrov";
const NOTE: &str = "То, что вы ввели, снова здесь";
const RIGHTS: &str = "login,cnum,rights\n\
    petrov,C00001,ACT COMPANY_ADMINISTRATOR\n\
    ivanova,C00001,ACT COMPANY_ADMINISTRATOR\n\
    ivanova,C00002,ACT COMPANY_ADMINISTRATOR\n";
/// Longer than anybody may leave a session alone.
const LONG_S: i64 = 16 * 60;

store::queries! {
    KEPT_CONTENT = "select content_sealed from kept_forms where user_id = $1";
    SEALED_ELSEWHERE = "update kept_forms set content_sealed = $1";
}

async fn administrators(bench: &Bench) -> Branch {
    // Sessions end by themselves, as in a real bank.
    let town = Town::with_limits(bench, SessionLimits::default()).await;
    let branch = Branch::in_town(town).await;
    branch.town.import(&[("user_rights.csv", RIGHTS)]).await;
    branch
}

/// A browser whose session has ended while the form was filled in, with the token of its page.
async fn late(branch: &Branch, mut browser: Browser) -> (Browser, String) {
    let token = csrf(&mut browser).await;
    branch.town.clock.advance_seconds(LONG_S);
    (browser.with_header("referer", &format!("{ISSUER}{FORM}")), token)
}

async fn send(browser: &mut Browser, csrf: &str) -> Page {
    let fields = [
        ("csrf", csrf),
        ("key", "018f3b1c-6f5e-7a00-8000-00000000000a"),
        ("name", NAME),
        ("redirect_uris", URIS),
        ("post_logout_redirect_uris", ""),
        ("answer", SECRET),
    ];
    browser.post(FORM, &fields).await
}

/// The same browser after another login.
async fn again(branch: &Branch, mut browser: Browser, login: &str, company: Option<&str>) -> Browser {
    let password = format!("demo-{login}");
    let mut page = branch.type_in(&mut browser, login, &password).await;
    if let Some(cnum) = company {
        page = browser.submit(&page, "/login/company", &[("cnum", cnum)]).await;
    }
    assert_eq!(page.location(), "/bank");
    browser
}

async fn stored(branch: &Branch, user: &str) -> Vec<Vec<u8>> {
    let rows = branch.town.store.query(&KEPT_CONTENT, params![user]).await.unwrap();
    rows.iter().map(|row| row.bytes("content_sealed").unwrap().to_vec()).collect()
}

fn is_filled(page: &Page) -> bool {
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    page.body.contains(NOTE)
}

on_both_engines! {
    async fn onl_08_what_was_typed_outlives_the_session_without_javascript(bench: Bench) {
        let branch = administrators(&bench).await;
        let (mut browser, csrf) = late(&branch, branch.petrov().await).await;
        let sent = send(&mut browser, &csrf).await;
        assert_eq!(sent.location(), format!("/bank/login?next={FORM}"));
        let cookie = sent.header("set-cookie");
        for part in [KEPT, "Path=/", "Max-Age=900", "HttpOnly", "SameSite=Strict"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        // No password is in the table, and nothing is readable there.
        let [sealed]: [Vec<u8>; 1] = stored(&branch, "U00002").await.try_into().unwrap();
        for text in [SECRET, "one.example", "csrf"] {
            assert!(!sealed.windows(text.len()).any(|part| part == text.as_bytes()), "{text}");
        }
        let mut browser = again(&branch, browser, "petrov", None).await;
        assert!(!is_filled(&browser.get("/bank/security").await), "a page without the form");
        let page = browser.get(FORM).await;
        assert!(is_filled(&page), "{}", page.body);
        assert!(page.body.contains("value=\"Зарплата «2027» &#38; &#34;Co&#34; &#60;b&#62;\""), "{}", page.body);
        assert!(page.body.contains(&format!(">\n{URIS}</textarea>")), "{}", page.body);
        assert!(!page.body.contains(SECRET) && !page.body.contains("<b>"));
        assert!(page.header("set-cookie").starts_with("clientbank-form=; Path=/; Max-Age=0"));
        assert!(stored(&branch, "U00002").await.is_empty());
        // The cookie that a browser might have kept all the same is worth nothing.
        browser.cookies.insert(KEPT.to_owned(), cookie.split(['=', ';']).nth(1).unwrap().to_owned());
        assert!(!is_filled(&browser.get(FORM).await), "it works once");
        // What came back is sent like any form; nothing was registered before.
        assert!(page.body.contains("Интеграций пока нет") || !page.body.contains("app-"), "{}", page.body);
    }

    async fn onl_08_a_form_that_no_key_opens_any_more_is_an_empty_one(bench: Bench) {
        let branch = administrators(&bench).await;
        let (mut browser, csrf) = late(&branch, branch.petrov().await).await;
        send(&mut browser, &csrf).await;
        let spoil = |tx: &mut store::Tx| tx.execute(&SEALED_ELSEWHERE, params![vec![7_u8; 64]]);
        branch.town.store.write::<_, store::StoreError>("test.spoil", spoil).await.unwrap();
        let mut browser = again(&branch, browser, "petrov", None).await;
        assert!(!is_filled(&browser.get(FORM).await));
    }

    async fn onl_08_an_expired_token_keeps_the_form_for_a_day(bench: Bench) {
        let branch = administrators(&bench).await;
        let (mut browser, csrf) = late(&branch, branch.petrov().await).await;
        branch.town.clock.advance_seconds(9 * 3_600);
        assert_eq!(branch.verifier.verify_online_bank(token(&browser)).unwrap_err(), edge::TokenError::Expired);
        let mut after_a_day = browser.clone();
        send(&mut browser, &csrf).await;
        let mut back = again(&branch, browser, "petrov", None).await;
        assert!(is_filled(&back.get(FORM).await));
        branch.town.clock.advance_seconds(24 * 3_600);
        send(&mut after_a_day, &csrf).await;
        assert!(!after_a_day.cookies.contains_key(KEPT));
    }

    async fn onl_08_nobody_else_and_no_other_company_gets_what_was_typed(bench: Bench) {
        let branch = administrators(&bench).await;
        let (mut browser, csrf) = late(&branch, branch.ivanova("C00001").await).await;
        send(&mut browser, &csrf).await;
        let mut petrov = again(&branch, browser.clone(), "petrov", None).await;
        assert!(!is_filled(&petrov.get(FORM).await), "another person");
        let mut elsewhere = again(&branch, browser.clone(), "ivanova", Some("C00002")).await;
        assert!(!is_filled(&elsewhere.get(FORM).await), "another company");
        let mut without = again(&branch, branch.browser(), "ivanova", Some("C00001")).await;
        assert!(!is_filled(&without.get(FORM).await), "another browser");
        let mut back = again(&branch, browser, "ivanova", Some("C00001")).await;
        assert!(is_filled(&back.get(FORM).await), "it was still there");
    }

    async fn security_15_forms_from_elsewhere_and_of_ended_sessions_are_not_kept(bench: Bench) {
        let mut branch = administrators(&bench).await;
        let (browser, csrf) = late(&branch, branch.petrov().await).await;
        let foreign = crate::branch::csrf(&mut branch.ivanova("C00001").await).await;
        for (case, header, csrf) in [
            ("no token", None, ""),
            ("the token of another session", None, foreign.as_str()),
            ("another site", Some(("origin", "https://evil.example")), csrf.as_str()),
            ("a neighbour", Some(("sec-fetch-site", "same-site")), csrf.as_str()),
        ] {
            let mut sender = browser.clone();
            if let Some((name, value)) = header {
                sender = sender.with_header(name, value);
            }
            assert!(send(&mut sender, csrf).await.location().starts_with("/bank/login?next="), "{case}");
            assert!(!sender.cookies.contains_key(KEPT), "{case}");
        }
        let mut forged = browser.clone();
        let token = forged.cookies["clientbank-session"].replace('.', "A.");
        forged.cookies.insert("clientbank-session".to_owned(), token);
        send(&mut forged, &csrf).await;
        assert!(!forged.cookies.contains_key(KEPT), "a made-up session");
        // A session that was ended by its owner keeps nothing for whoever has its cookie.
        let mut own = again(&branch, branch.browser(), "petrov", None).await;
        let csrf = crate::branch::csrf(&mut own).await;
        let mut copy = own.clone();
        own.post("/bank/logout", &[("csrf", &csrf)]).await;
        // From that moment on, before the feed was read.
        let mut early = copy.clone();
        send(&mut early, &csrf).await;
        assert!(!early.cookies.contains_key(KEPT), "right after the logout");
        branch.poll().await;
        send(&mut copy, &csrf).await;
        assert!(!copy.cookies.contains_key(KEPT), "after the logout");
        assert!(stored(&branch, "U00002").await.is_empty());
    }

    async fn onl_08_what_is_kept_is_bounded_in_time_size_and_number(bench: Bench) {
        let branch = administrators(&bench).await;
        let (browser, csrf) = late(&branch, branch.petrov().await).await;
        let long = "x".repeat(KEPT_BYTES_MAX + 1);
        let mut sender = browser.clone();
        let answer = sender.post(FORM, &[("csrf", csrf.as_str()), ("name", &long)]).await;
        assert!(answer.location().starts_with("/bank/login"));
        assert!(!sender.cookies.contains_key(KEPT), "too long to be kept");
        let mut senders = Vec::new();
        for _ in 0..7 {
            let mut sender = browser.clone();
            branch.town.clock.advance_seconds(1);
            send(&mut sender, &csrf).await;
            senders.push(sender);
        }
        assert_eq!(stored(&branch, "U00002").await.len(), 5);
        let mut first = again(&branch, senders.remove(0), "petrov", None).await;
        assert!(!is_filled(&first.get(FORM).await), "the oldest gave way");
        branch.town.clock.advance_seconds(i64::from(KEPT_S));
        let mut last = again(&branch, senders.pop().unwrap(), "petrov", None).await;
        assert!(!is_filled(&last.get(FORM).await), "its time is over");
        branch.town.clock.advance_seconds(1);
        branch.town.state.tidy_up().await.unwrap();
        assert!(stored(&branch, "U00002").await.is_empty());
    }

    async fn onl_08_a_path_that_only_takes_forms_leads_to_the_page_above(bench: Bench) {
        let branch = administrators(&bench).await;
        let mut browser = branch.petrov().await;
        assert_eq!(browser.get("/bank/users/U00002/rights").await.location(), "/bank/users/U00002");
        assert_eq!(browser.get("/bank/logout").await.location(), "/bank");
        // Without the page of the form in the request, the login leads to the address of the form.
        let csrf = crate::branch::csrf(&mut browser).await;
        branch.town.clock.advance_seconds(LONG_S);
        let sent = browser.post("/bank/users/U00002/rights", &[("csrf", &csrf), ("right", "ACT")]).await;
        assert_eq!(sent.location(), "/bank/login?next=/bank/users/U00002/rights");
    }

    async fn onl_08_a_page_that_watches_takes_nothing(bench: Bench) {
        let branch = administrators(&bench).await;
        let (mut browser, csrf) = late(&branch, branch.petrov().await).await;
        send(&mut browser, &csrf).await;
        let mut browser = again(&branch, browser, "petrov", None).await;
        let mut script = browser.clone().with_header("clientbank-watching", "1");
        assert!(!is_filled(&script.get(FORM).await));
        assert!(is_filled(&browser.get(FORM).await));
    }
}
