//! The way in, and what the session opens.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use crate::branch::{Branch, csrf, is_open, token};
use crate::house::parts;
use crate::town::{PASSWORDS, Town};

on_both_engines! {
    async fn idn_03_the_login_of_the_online_bank_leads_to_the_page_that_was_asked_for(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let mut browser = branch.browser();
        let page = browser.get("/bank/probe?status=ERROR&page=2").await;
        assert_eq!(page.location(), "/bank/login?next=/bank/probe%3Fstatus%3DERROR%26page%3D2");
        let login = browser.get(page.location()).await;
        assert_eq!(login.status, StatusCode::OK);
        assert!(!login.body.contains("/login/cancel"), "there is nothing to go back to");
        let fields = [("username", "petrov"), ("password", "demo-petrov")];
        let done = browser.submit(&login, "/login", &fields).await;
        assert_eq!(done.location(), "/bank/probe?status=ERROR&page=2");
        let seen = browser.get("/bank/probe?status=ERROR&page=2").await;
        assert_eq!(seen.status, StatusCode::OK);
        for text in ["user=U00002 company=C00001", "Пётр Петров", "ООО «Ромашка»", "/bank/payroll"] {
            assert!(seen.body.contains(text), "{text}:\n{}", seen.body);
        }
        assert_eq!(branch.town.audited().await, ["login.succeeded"]);
        assert_eq!(browser.get("/bank/login").await.location(), "/bank", "nobody is asked twice");
    }

    async fn idn_03_the_session_is_for_the_company_that_was_picked(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let mut browser = branch.browser();
        let page = branch.type_in(&mut browser, "ivanova", "demo-ivanova").await;
        assert!(page.body.contains("ООО «Ромашка»") && page.body.contains("ООО «Василёк»"));
        let foreign = browser.submit(&page, "/login/company", &[("cnum", "C00003")]).await;
        assert!(foreign.body.contains("Выберите одну из компаний"));
        assert!(!is_open(&mut browser).await);
        let done = browser.submit(&page, "/login/company", &[("cnum", "C00002")]).await;
        assert_eq!(done.location(), "/bank");
        assert!(browser.get("/bank").await.body.contains("user=U00001 company=C00002"));
        let (header, claims) = parts(token(&browser));
        assert_eq!((&header["typ"], &header["alg"]), (&"online-bank+jwt".into(), &"ES256".into()));
        assert_eq!((&claims["company"], &claims["aud"]), (&"C00002".into(), &claims["iss"]));
        assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 8 * 3_600);
    }

    async fn idn_03_a_person_without_a_company_is_told_so(bench: Bench) {
        let branch = Branch::open(&bench).await;
        branch.town.import(&[("user_rights.csv", "login,cnum,rights\npetrov,C00001,VIEW_ACCOUNTS\n")]).await;
        let mut browser = branch.browser();
        let page = branch.type_in(&mut browser, "petrov", "demo-petrov").await;
        assert_eq!(page.status, StatusCode::FORBIDDEN);
        assert!(page.body.contains("Нет доступной компании"), "{}", page.body);
        assert!(!is_open(&mut browser).await);
    }

    async fn idn_03_the_login_leads_to_no_other_place(bench: Bench) {
        let branch = Branch::open(&bench).await;
        for next in [
            "https://evil.example/", "//evil.example", "/%5Cevil.example", "/bank%5C%5Cevil.example", "/bankrupt",
            "/bank//evil.example", "/bank/%0D%0ASet-Cookie:x=1", "/authorize", "javascript:alert(1)", "/bank/%D0%B0",
        ] {
            let mut browser = branch.browser();
            let page = browser.get(&format!("/bank/login?next={next}")).await;
            let fields = [("username", "petrov"), ("password", "demo-petrov")];
            assert_eq!(browser.submit(&page, "/login", &fields).await.location(), "/bank", "{next}");
        }
    }

    async fn idn_03_wrong_passwords_are_counted_like_every_login(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let page = branch.type_in(&mut branch.browser(), "petrov", "wrong").await;
        assert!(page.body.contains("Неверный логин или пароль") && page.body.contains("value=\"petrov\""));
        assert_eq!(branch.town.audited().await, ["login.failed"]);
        let entries = audit::list(&branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
        assert!(entries.iter().any(|entry| entry.object_id == "online-bank"), "{entries:?}");
    }

    async fn idn_03_a_session_token_is_no_access_token_and_the_reverse(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let session = token(&browser).to_owned();
        let refused = |outcome: Result<(), edge::TokenError>| outcome.unwrap_err();
        assert_eq!(
            refused(branch.verifier.verify_access(&session).map(|_| ())),
            edge::TokenError::WrongKind
        );
        assert_eq!(
            refused(branch.verifier.verify_identity(&session).map(|_| ())),
            edge::TokenError::WrongKind
        );
        let mut software = branch.browser().with_header("authorization", &format!("Bearer {session}"));
        assert_eq!(software.get("/userinfo").await.status, StatusCode::UNAUTHORIZED);
        // A real pair of tokens of the same person opens no page.
        let pair = real_tokens(&branch).await;
        for other in [pair.0, pair.1, String::new(), "x".to_owned(), format!("{session}x")] {
            browser.cookies.insert("clientbank-session".to_owned(), other.clone());
            assert!(!is_open(&mut browser).await, "{other}");
        }
        browser.cookies.insert("clientbank-session".to_owned(), session);
        assert!(is_open(&mut browser).await);
    }

    async fn idn_03_the_session_ends_after_eight_hours(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        branch.town.clock.advance_seconds(8 * 3_600 - 1);
        assert!(is_open(&mut browser).await);
        branch.town.clock.advance_seconds(1);
        assert!(!is_open(&mut browser).await);
    }

    async fn idn_03_pages_and_cookies_are_kept_safe(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let mut browser = branch.browser();
        let login = browser.get("/bank/login").await;
        let done = browser.submit(&login, "/login", &[("username", "petrov"), ("password", "demo-petrov")]).await;
        let cookie = done.header("set-cookie");
        assert!(cookie.starts_with("clientbank-session=") && cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict"));
        for page in [login, browser.get("/bank").await, browser.get("/bank/nowhere").await] {
            let policy = page.header("content-security-policy");
            for part in ["default-src 'none'", "frame-ancestors 'none'", "script-src 'self'", "form-action 'self'"] {
                assert!(policy.contains(part), "{policy}");
            }
            assert!(!policy.contains("unsafe"));
            assert_eq!(page.header("x-frame-options"), "DENY");
            assert_eq!(page.header("cache-control"), "no-store");
            assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
            assert!(!page.body.contains(" style=") && !page.body.contains(" onclick="), "{}", page.body);
        }
        let secure = Branch::in_town(Town::with(&bench, "https://auth.bank.example", PASSWORDS).await).await;
        let mut browser = secure.browser();
        let page = secure.type_in(&mut browser, "petrov", "demo-petrov").await;
        let cookie = page.header("set-cookie");
        assert!(cookie.starts_with("__Host-clientbank-session=") && cookie.ends_with("; SameSite=Strict; Secure"));
    }

    async fn idn_03_what_is_not_there_is_a_page_too(bench: Bench) {
        let (_branch, mut browser) = Branch::with_petrov(&bench).await;
        let absent = browser.get("/bank/nowhere").await;
        assert_eq!(absent.status, StatusCode::NOT_FOUND);
        assert!(absent.body.contains("Страница не найдена") && absent.body.contains("<!DOCTYPE html>"));
        let only_takes_forms = browser.get("/bank/sign").await;
        assert_eq!(only_takes_forms.location(), "/bank", "a page that was reloaded leads to the one above");
        let csrf = csrf(&mut browser).await;
        let long = "x".repeat(pages::FORM_BYTES_MAX);
        let large = browser.post("/bank/sign", &[("csrf", &csrf), ("answer", &long)]).await;
        assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
        assert!(large.body.contains("Слишком много данных"));
    }

    async fn idn_03_the_language_is_switched_and_kept(bench: Bench) {
        let (_branch, mut browser) = Branch::with_petrov(&bench).await;
        let page = browser.get("/bank/probe?a=1").await;
        let keys = [("csrf", page.hidden("csrf")), ("next", page.hidden("next"))];
        let fields: Vec<(&str, &str)> =
            keys.iter().map(|(name, value)| (*name, value.as_str())).chain([("language", "en")]).collect();
        assert_eq!(browser.post("/bank/language", &fields).await.location(), "/bank/probe?a=1");
        let page = browser.get("/bank/probe?a=1").await;
        assert!(page.body.contains("<html lang=\"en\">") && page.body.contains("Romashka LLC"), "{}", page.body);
        assert_eq!(page.header("content-language"), "en");
    }
}

/// Access and identity token of petrov, through a client.
async fn real_tokens(branch: &Branch) -> (String, String) {
    let page = branch.town.log_in(&mut branch.town.browser(), "petrov", "demo-petrov").await;
    let code = page.parameter("code").unwrap();
    let basic = crate::house::basic(("demo-erp", "demo-erp-secret"));
    let mut server = branch.town.browser().with_header("authorization", &basic);
    let fields = [
        ("grant_type", "authorization_code"),
        ("client_id", "demo-erp"),
        ("code", code.as_str()),
        ("redirect_uri", crate::town::REDIRECT_URI),
        ("code_verifier", crate::house::VERIFIER),
    ];
    let answer = server.post("/token", &fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let answer: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    let text = |name: &str| answer[name].as_str().unwrap().to_owned();
    (text("access_token"), text("id_token"))
}
