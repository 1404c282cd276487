//! IDN-03: the pages of a login, from the form to the company.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use identity::login::interaction::{INTERACTION_S, Secret, csrf_token};
use kernel::Clock;
use serde_json::json;
use store::{StoreError, Tx};
use testkit::{Bench, Engine, on_both_engines};

use crate::browser::Page;
use crate::house::{VERIFIER, basic, parts, tokens};
use crate::town::{ISSUER, PASSWORDS, REDIRECT_URI, Town, authorize, exchange, refresh};

store::queries! {
    ROWS = "select cast(count(1) as bigint) as logins from login_interactions";
    /// Effect of an import of users, and the tables that it looks at.
    USERS_CHANGE = "update users set full_name = full_name || '.'";
    READ_ATTEMPTS = "select subject from login_attempts limit 100";
    READ_KNOWN = "select login_sha256 from known_addresses limit 100";
    READ_ACCESS = "select user_id from user_access limit 100";
    READ_LOGINS = "select interaction_hash from login_interactions limit 100";
    READ_CODES = "select session_id from authorization_codes limit 100";
    READ_CREDENTIALS = "select user_id from user_credentials limit 100";
    READ_SESSIONS = "select session_id from sessions limit 100";
}

/// A test that fails must not hang.
const LONGEST_IMPORT: std::time::Duration = std::time::Duration::from_secs(20);

/// Everything that a long unit of work of others may read while people log in.
static READS: [&store::Query; 7] =
    [&READ_ATTEMPTS, &READ_KNOWN, &READ_ACCESS, &READ_LOGINS, &READ_CODES, &READ_CREDENTIALS, &READ_SESSIONS];

async fn rows(town: &Town) -> i64 {
    town.store.query(&ROWS, Vec::new()).await.unwrap()[0].integer("logins").unwrap()
}

on_both_engines! {
    async fn idn_03_one_company_leads_straight_back_to_the_client(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = town.log_in(&mut browser, "petrov", "demo-petrov").await;
        assert!(page.location().starts_with(&format!("{REDIRECT_URI}?code=")));
        assert_eq!(page.parameter("code").map(|code| code.len()), Some(43));
        assert_eq!(page.parameter("state").as_deref(), Some("state-1"));
        assert_eq!(page.parameter("iss").as_deref(), Some(ISSUER));
        assert_eq!(page.header("cache-control"), "no-store");
        assert_eq!(town.audited().await, ["login.succeeded"]);
    }

    async fn idn_03_logins_and_a_long_import_do_not_disturb_each_other(bench: Bench) {
        let town = Town::build(&bench).await;
        if bench.engine == Engine::Sqlite {
            // One writer: they follow each other.
            return;
        }
        let runs = Arc::new(AtomicUsize::new(0));
        let (begun, mut has_begun) = tokio::sync::mpsc::unbounded_channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let may_go_on = Mutex::new(may_go_on);
        let counted = Arc::clone(&runs);
        let import = move |tx: &mut Tx| -> Result<(), StoreError> {
            counted.fetch_add(1, Ordering::SeqCst);
            tx.execute(&USERS_CHANGE, Vec::new())?;
            for query in READS {
                tx.query(query, Vec::new())?;
            }
            let _ = begun.send(());
            let _ = may_go_on.lock().unwrap().recv_timeout(LONGEST_IMPORT);
            for query in READS {
                tx.query(query, Vec::new())?;
            }
            Ok(())
        };
        let store = town.store.clone();
        let import = tokio::spawn(async move { store.write("import", import).await });
        has_begun.recv().await.unwrap();
        let logins = (0..8).map(|number| {
            let (town, bench) = (&town, &bench);
            async move {
                let mut browser = town.browser();
                let login = if number % 2 == 0 { "ivanova" } else { "petrov" };
                let password = format!("demo-{login}");
                let mut page = town.log_in(&mut browser, login, &password).await;
                if number % 2 == 0 {
                    page = browser.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
                }
                let own = tokens(&exchange(bench, town, &page).await);
                tokens(&refresh(bench, town, &own.refresh).await);
            }
        });
        futures_util::future::join_all(logins).await;
        go_on.send(()).unwrap();
        import.await.unwrap().unwrap();
        assert_eq!(runs.load(Ordering::SeqCst), 1, "the import began once");
    }

    async fn idn_03_several_companies_are_offered_and_only_those(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = town.log_in(&mut browser, " Ivanova ", "demo-ivanova").await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("ООО «Ромашка»") && page.body.contains("ООО «Василёк»"));
        assert!(!page.body.contains("C00003"));
        for refused in ["", "C00003", "C99999", "c00001"] {
            let again = browser.submit(&page, "/login/company", &[("cnum", refused)]).await;
            assert_eq!(again.status, StatusCode::OK, "{refused}");
            assert!(again.body.contains("Выберите одну из компаний"), "{refused}");
        }
        let done = browser.submit(&page, "/login/company", &[("cnum", "C00002")]).await;
        assert!(done.parameter("code").is_some());
        let entries = audit::list(&town.store, &audit::Filter::default(), 1_000).await.unwrap();
        let success = entries.iter().find(|entry| entry.action == "login.succeeded").unwrap();
        assert_eq!(success.company.as_ref().map(ToString::to_string).as_deref(), Some("C00002"));
    }

    async fn idn_03_the_tokens_carry_the_company_that_was_picked(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        let done = browser.submit(&page, "/login/company", &[("cnum", "C00002")]).await;
        let code = done.parameter("code").unwrap();
        let mut server = town.browser().with_header("authorization", &basic(("demo-erp", "demo-erp-secret")));
        let fields = [
            ("grant_type", "authorization_code"),
            ("client_id", "demo-erp"),
            ("code", code.as_str()),
            ("redirect_uri", REDIRECT_URI),
            ("code_verifier", VERIFIER),
        ];
        let answer = server.post("/token", &fields).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let answer: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        let (_, access) = parts(answer["access_token"].as_str().unwrap());
        assert_eq!((&access["sub"], &access["company"]), (&json!("U00001"), &json!("C00002")));
        let (_, identity) = parts(answer["id_token"].as_str().unwrap());
        assert_eq!(identity["nonce"], "nonce-1");
        assert_eq!(identity["auth_time"], town.clock.now().unix_seconds());
    }

    async fn idn_03_a_person_without_a_company_is_sent_back(bench: Bench) {
        let town = Town::build(&bench).await;
        let page = town.log_in(&mut town.browser(), "sidorov", "demo-sidorov").await;
        assert_eq!(page.parameter("error").as_deref(), Some("access_denied"));
        assert_eq!(page.parameter("state").as_deref(), Some("state-1"));
        assert_eq!(town.audited().await, ["login.refused"]);
    }

    async fn idn_03_every_authorize_asks_for_the_login(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = town.log_in(&mut browser, "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some());
        let page = browser.get(&authorize(&[])).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("name=\"password\""));
    }

    async fn idn_03_a_wrong_password_and_an_unknown_user_look_alike(bench: Bench) {
        let town = Town::build(&bench).await;
        let mut answers = Vec::new();
        for (login, password) in [
            ("petrov", "wrong"),
            ("nobody", "wrong"),
            ("zaitsev", "wrong"),
            ("zaitsev", "demo-zaitsev"),
            ("nopass", "wrong"),
            ("no such login \u{1f511}", "wrong"),
        ] {
            let before = town.state.guards.passwords.verifications();
            let page = town.log_in(&mut town.browser(), login, password).await;
            assert_eq!(page.status, StatusCode::OK, "{login}");
            let hashes = town.state.guards.passwords.verifications() - before;
            assert_eq!(hashes, 1, "{login}: every attempt costs one hash");
            answers.push(without_secrets(&page, login));
        }
        for answer in &answers {
            assert_eq!(answer, &answers[0]);
        }
        assert!(answers[0].contains("Неверный логин или пароль"));
        assert!(!answers[0].contains("wrong"), "no password is sent back");
        assert_eq!(town.audited().await, ["login.failed"; 6]);
    }

    async fn idn_03_a_form_of_somebody_else_is_refused(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[])).await;
        let right = [("username", "petrov"), ("password", "demo-petrov")];
        let keys = [("interaction", page.hidden("interaction")), ("csrf", page.hidden("csrf"))];
        let keys: Vec<(&str, &str)> = keys.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let with = |keys: &[(&'static str, &str)]| -> Vec<(String, String)> {
            keys.iter().chain(&right).map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
        };
        let other = town.browser().get(&authorize(&[])).await;
        let (other_interaction, other_csrf) = (other.hidden("interaction"), other.hidden("csrf"));
        let (forged_csrf, forbidden) = ("A".repeat(43), StatusCode::FORBIDDEN);
        for (case, fields, expected) in [
            ("no keys", with(&[]), StatusCode::BAD_REQUEST),
            ("no csrf", with(&[("interaction", keys[0].1)]), forbidden),
            ("made-up csrf", with(&[("interaction", keys[0].1), ("csrf", &forged_csrf)]), forbidden),
            ("csrf of another browser", with(&[("interaction", keys[0].1), ("csrf", &other_csrf)]), forbidden),
            ("login of another browser", with(&[("interaction", &other_interaction), ("csrf", &other_csrf)]),
                forbidden),
        ] {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            let answer = browser.post("/login", &fields).await;
            assert_eq!(answer.status, expected, "{case}");
            assert_eq!(answer.header("location"), "", "{case}");
        }
        let own_cookie = Secret::read(&browser.cookies["clientbank-login"]).unwrap();
        let (wire, _) = other_interaction.split_once('.').unwrap();
        let wire: serde_json::Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(wire).unwrap()).unwrap();
        let other_secret = Secret::read(wire["secret"].as_str().unwrap()).unwrap();
        let own_csrf = csrf_token(&other_secret, &own_cookie);
        let fields = [("interaction", other_interaction.as_str()), ("csrf", own_csrf.as_str()), right[0], right[1]];
        let answer = browser.post("/login", &fields).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "a login belongs to the browser that began it");
        let mut without_cookie = town.browser();
        assert_eq!(without_cookie.submit(&page, "/login", &right).await.status, StatusCode::BAD_REQUEST);
        for (header, value) in [
            ("origin", "https://evil.example"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            let answer = browser.clone().with_header(header, value).submit(&page, "/login", &right).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{header}: {value}");
        }
        for (header, value) in [("origin", ISSUER), ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "none")] {
            let mut allowed = browser.clone().with_header(header, value);
            let fresh = allowed.get(&authorize(&[])).await;
            assert!(allowed.submit(&fresh, "/login", &right).await.parameter("code").is_some(), "{header}");
        }
    }

    async fn idn_03_pages_cannot_be_framed_and_run_nothing_foreign(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let login = browser.get(&authorize(&[])).await;
        let notice = browser.get(&authorize(&[("client_id", "nobody")])).await;
        let company = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        for (page, lead) in [
            (&login, "'self' http://127.0.0.1:9090"),
            (&notice, "'self'"),
            (&company, "'self' http://127.0.0.1:9090"),
        ] {
            let policy = page.header("content-security-policy");
            for directive in ["default-src 'none'", "style-src 'self'", "script-src 'self'", "frame-ancestors 'none'",
                "base-uri 'none'"]
            {
                assert!(policy.contains(directive), "{policy}");
            }
            assert!(policy.ends_with(&format!("form-action {lead}")), "{policy}");
            assert_eq!(page.header("x-frame-options"), "DENY");
            assert_eq!(page.header("referrer-policy"), "same-origin");
            assert_eq!(page.header("x-content-type-options"), "nosniff");
            assert_eq!(page.header("cache-control"), "no-store");
            assert!(!page.body.contains(" style=") && !page.body.contains("<style"), "no inline style");
            assert!(!page.body.contains("<script>") && !page.body.contains(" onclick="), "no inline script");
        }
        let cookie = login.header("set-cookie");
        assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax"), "{cookie}");
    }

    async fn idn_03_over_https_the_cookies_belong_to_this_host_alone(bench: Bench) {
        let town = Town::with(&bench, "https://auth.bank.example", PASSWORDS).await;
        let mut browser = town.browser().with_header("origin", "https://auth.bank.example");
        let page = browser.get(&authorize(&[])).await;
        let cookie = page.header("set-cookie");
        assert!(cookie.starts_with("__Host-clientbank-login="), "{cookie}");
        assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
        let done = browser.submit(&page, "/login", &[("username", "petrov"), ("password", "demo-petrov")]).await;
        assert_eq!(done.parameter("iss").as_deref(), Some("https://auth.bank.example"));
    }

    async fn idn_03_what_a_client_is_called_is_shown_as_text(bench: Bench) {
        let town = Town::build(&bench).await;
        let page = town.browser().get(&authorize(&[("login_hint", "\"><script>x")])).await;
        assert!(page.body.contains("<strong>ERP «Ромашка» &#38; Co</strong>"), "{}", page.body);
        assert!(!page.body.contains("\"><script>"));
        assert!(page.body.contains("&#60;script&#62;x"));
    }

    async fn gen_06_a_login_that_reorders_what_people_read_is_neither_shown_nor_written_down(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        for character in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            let turned = format!("{character}petrov");
            let page = browser.get(&authorize(&[("login_hint", &turned)])).await;
            assert!(!page.body.contains(character) && !page.body.contains("petrov"), "{}", page.body);
            let fields = [("username", turned.as_str()), ("password", "demo-petrov")];
            let again = browser.submit(&page, "/login", &fields).await;
            assert!(!again.body.contains(character) && !again.body.contains("petrov"), "{}", again.body);
        }
        assert!(town.audited().await.is_empty());
        town.log_in(&mut browser, "petrov", "demo-petrov").await;
        assert_eq!(town.audited().await, ["login.succeeded"]);
    }

    async fn idn_03_pages_speak_both_languages(bench: Bench) {
        let town = Town::build(&bench).await;
        for (changes, header, tag, words) in [
            (&[][..], "", "ru", "Вход в интернет-банк"),
            (&[], "en-US,en;q=0.9,ru;q=0.8", "en", "Log in to online banking"),
            (&[], "ru;q=0.2, en;q=0.3", "en", "Log in to online banking"),
            (&[], "de", "ru", "Вход в интернет-банк"),
            (&[("ui_locales", "fr en-GB")], "ru", "en", "Log in to online banking"),
        ] {
            let mut browser = town.browser().with_header("accept-language", header);
            let page = browser.get(&authorize(changes)).await;
            assert!(page.body.contains(&format!("<html lang=\"{tag}\">")), "{header}");
            assert!(page.body.contains(words), "{header}");
            assert_eq!(page.header("content-language"), tag);
        }
        let mut browser = town.browser();
        let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        let mut another = town.browser();
        let other = town.log_in(&mut another, "ivanova", "demo-ivanova").await;
        let page = browser.submit(&page, "/login/language", &[("language", "en")]).await;
        assert!(page.body.contains("Choose a company") && page.body.contains("Romashka LLC"));
        let page = browser.submit(&page, "/login/language", &[("language", "xx")]).await;
        assert!(page.body.contains("Choose a company"), "an unknown language changes nothing");
        let other = another.submit(&other, "/login/language", &[("language", "xx")]).await;
        assert!(other.body.contains("<html lang=\"ru\">"), "another login has its own: {}", other.body);
        let next = browser.get(&authorize(&[])).await;
        assert!(next.body.contains("Log in to online banking"), "the choice is kept");
        let notice = browser.get("/authorize").await;
        assert!(notice.body.contains("This login cannot start"));
    }

    async fn idn_03_a_login_has_an_end(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[])).await;
        let right = [("username", "petrov"), ("password", "demo-petrov")];
        town.clock.advance_seconds(INTERACTION_S);
        let late = browser.submit(&page, "/login", &right).await;
        assert_eq!(late.status, StatusCode::BAD_REQUEST);
        assert!(late.body.contains("Время входа истекло"));
        let page = browser.get(&authorize(&[])).await;
        town.clock.advance_seconds(INTERACTION_S - 1);
        assert!(browser.submit(&page, "/login", &right).await.parameter("code").is_some());
        let again = browser.submit(&page, "/login", &right).await;
        assert_eq!(again.status, StatusCode::CONFLICT);
        assert!(again.body.contains("Вход уже выполнен"));
        let by_hand = browser.get("/login").await;
        assert_eq!(by_hand.status, StatusCode::METHOD_NOT_ALLOWED);
        assert!(by_hand.body.contains("Вход начинается в программе"));
    }

    async fn idn_03_a_second_click_shows_where_the_login_is(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[])).await;
        let right = [("username", "ivanova"), ("password", "demo-ivanova")];
        let first = browser.submit(&page, "/login", &right).await;
        let hashes = town.state.guards.passwords.verifications();
        let second = browser.submit(&page, "/login", &[("username", "ivanova"), ("password", "oops")]).await;
        assert!(first.body.contains("Выберите компанию") && second.body.contains("Выберите компанию"));
        assert_eq!(town.state.guards.passwords.verifications(), hashes, "the second form is not looked at");
    }

    async fn idn_03_only_one_of_two_picks_gets_a_code(bench: Bench) {
        let town = Town::build(&bench).await;
        let elsewhere = town.another_process(&bench).await;
        let mut browser = town.browser();
        let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        let mut twin = elsewhere.browser();
        twin.cookies.clone_from(&browser.cookies);
        let (one, other) = tokio::join!(
            browser.submit(&page, "/login/company", &[("cnum", "C00001")]),
            twin.submit(&page, "/login/company", &[("cnum", "C00002")]),
        );
        let mut statuses = [one.status, other.status];
        statuses.sort();
        assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::CONFLICT]);
    }

    async fn idn_03_a_person_may_give_up(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[])).await;
        let back = browser.submit(&page, "/login/cancel", &[]).await;
        assert_eq!(back.parameter("error").as_deref(), Some("access_denied"));
        assert_eq!(back.parameter("state").as_deref(), Some("state-1"));
        assert!(town.audited().await.is_empty(), "nobody has proved anything");
        // After the password it is somebody who gives up, and the login is over.
        let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        let back = browser.submit(&page, "/login/cancel", &[]).await;
        assert_eq!(back.parameter("error").as_deref(), Some("access_denied"));
        assert_eq!(town.audited().await, ["login.refused"]);
        let again = browser.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
        assert_eq!(again.status, StatusCode::CONFLICT);
    }

    async fn idn_10_a_login_that_nobody_goes_on_with_leaves_nothing_behind(bench: Bench) {
        let town = Town::build(&bench).await;
        // The longest request that a client can send fits into the form that carries it.
        let longest = ["%".repeat(4_096), "n".repeat(512)];
        let request = authorize(&[("state", &longest[0]), ("nonce", &longest[1])]);
        let mut pages = Vec::new();
        for _ in 0..50 {
            let mut browser = town.browser();
            let page = browser.get(&request).await;
            assert_eq!(page.status, StatusCode::OK, "{}", page.body);
            let page = browser.submit(&page, "/login/language", &[("language", "en")]).await;
            assert!(page.body.contains("Log in"), "{}", page.body);
            let wrong = [("username", "petrov"), ("password", "wrong")];
            let page = if pages.is_empty() { browser.submit(&page, "/login", &wrong).await } else { page };
            pages.push((browser, page));
        }
        assert_eq!(rows(&town).await, 0);
        // Any of them goes on, in any process.
        let elsewhere = town.another_process(&bench).await;
        let (browser, page) = pages.remove(0);
        let mut browser = browser.at(&elsewhere.router);
        assert!(page.body.contains("Wrong login or password"), "{}", page.body);
        let long = "ж".repeat(256);
        let wrong = [("username", "petrov"), ("password", long.as_str())];
        assert_eq!(browser.submit(&page, "/login", &wrong).await.status, StatusCode::OK);
        let right = [("username", "petrov"), ("password", "demo-petrov")];
        let done = browser.submit(&page, "/login", &right).await;
        assert_eq!(done.parameter("state").as_deref(), Some(longest[0].as_str()));
        assert!(done.parameter("code").is_some());
        assert_eq!(rows(&town).await, 1);
        assert_eq!(browser.submit(&page, "/login", &right).await.status, StatusCode::CONFLICT, "once");
    }

    async fn idn_03_a_form_that_was_changed_is_none(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[])).await;
        let (sealed, csrf) = (page.hidden("interaction"), page.hidden("csrf"));
        let (wire, tag) = sealed.split_once('.').unwrap();
        let plain = String::from_utf8(URL_SAFE_NO_PAD.decode(wire).unwrap()).unwrap();
        let evil = URL_SAFE_NO_PAD.encode(plain.replace("127.0.0.1:9090", "evil.example"));
        assert_ne!(evil, wire);
        let right = |interaction: String| [
            ("interaction", interaction), ("csrf", csrf.clone()),
            ("username", "petrov".to_owned()), ("password", "demo-petrov".to_owned()),
        ];
        let long = "x".repeat(20_000);
        for forged in [format!("{evil}.{tag}"), format!("{wire}."), wire.to_owned(), ".".to_owned(), long] {
            let fields = right(forged);
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let refused = browser.post("/login", &fields).await;
            assert!(refused.status.is_client_error() && refused.headers.get("location").is_none(), "{}", refused.body);
        }
        town.clock.advance_seconds(INTERACTION_S);
        let late = browser.submit(&page, "/login", &[("username", "petrov"), ("password", "demo-petrov")]).await;
        assert_eq!(late.status, StatusCode::BAD_REQUEST, "a form of a quarter of an hour ago");
    }

    async fn idn_03_a_right_taken_away_during_the_login_counts(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        town.import(&[("user_rights.csv", "login,cnum,rights\nivanova,C00001,\nivanova,C00002,VIEW_ACCOUNTS\n")]).await;
        let back = browser.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
        assert_eq!(back.parameter("error").as_deref(), Some("access_denied"));
    }

    async fn idn_03_a_login_ends_with_a_lock(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        let locked = "user_id,login,full_name,status\nU00001,ivanova,Иванова Анна,LOCKED\n";
        town.import(&[("users.csv", locked)]).await;
        let over = browser.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
        assert_eq!(over.status, StatusCode::OK);
        assert!(over.body.contains("autocomplete=\"current-password\""), "{}", over.body);
    }

    async fn idn_03_assets_are_kept_for_good_under_names_of_their_content(bench: Bench) {
        let (_town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[])).await;
        for (marker, kind) in [("href=\"/assets/shell-", "text/css"), ("src=\"/assets/shell-", "text/javascript")] {
            let start = page.body.find(marker).unwrap() + marker.find('/').unwrap();
            let path = page.body[start..].split('"').next().unwrap().to_owned();
            let asset = browser.get(&path).await;
            assert_eq!(asset.status, StatusCode::OK);
            assert!(asset.header("content-type").starts_with(kind));
            assert_eq!(asset.header("cache-control"), "public, max-age=31536000, immutable");
        }
        assert_eq!(browser.get("/assets/shell-0.css").await.status, StatusCode::NOT_FOUND);
        assert_eq!(browser.get("/assets/../templates/shell.html").await.status, StatusCode::NOT_FOUND);
    }
}

/// The page with what differs from login to login taken out.
fn without_secrets(page: &Page, login: &str) -> String {
    page.body
        .replace(&page.hidden("interaction"), "")
        .replace(&page.hidden("csrf"), "")
        .replace(&format!("value=\"{login}\""), "value=\"\"")
}
