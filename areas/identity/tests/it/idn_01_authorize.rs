//! IDN-01: who may be redirected where.

use axum::Router;
use edge::{RequestLog, Strangers};
use http::StatusCode;
use testkit::{Bench, on_both_engines};

use crate::browser::{Browser, encoded};
use crate::house::{Stopped, set_stopped};
use crate::town::{ISSUER, REDIRECT_URI, Town, authorize, request};

on_both_engines! {
    async fn idn_01_nobody_is_redirected_to_an_address_that_is_not_registered(bench: Bench) {
        let town = Town::build(&bench).await;
        let cases: &[(&str, &str)] = &[
            ("client_id", ""),
            ("client_id", "nobody"),
            ("client_id", "demo erp"),
            ("client_id", "DEMO-ERP"),
            ("client_id", "kolos-erp"),
            ("client_id", "demo-erp\0"),
            ("redirect_uri", ""),
            ("redirect_uri", "https://evil.example/callback"),
            ("redirect_uri", "http://127.0.0.1:9090/callback/"),
            ("redirect_uri", "http://127.0.0.1:9090/callback?x=1"),
            ("redirect_uri", "http://127.0.0.1:9090/callback#x"),
            ("redirect_uri", "http://127.0.0.1:9090/Callback"),
            ("redirect_uri", "http://127.0.0.1:9090/./callback"),
            ("redirect_uri", "http://127.0.0.1:9090/%63allback"),
            ("redirect_uri", "http://127.0.0.1:9091/callback"),
            ("redirect_uri", "http://localhost:9090/callback"),
            ("redirect_uri", "HTTP://127.0.0.1:9090/callback"),
            ("redirect_uri", "http://127.0.0.1:9090@evil.example/callback"),
            ("redirect_uri", "http://127.0.0.1:9090/callback\r\nSet-Cookie: a=b"),
            ("redirect_uri", "//evil.example"),
            ("redirect_uri", "javascript:alert(1)"),
            ("redirect_uri", "https://erp.example/cb"),
            ("redirect_uri", "https://erp.example/cb?tenant=8"),
            ("redirect_uri", "https://std.example/cb"),
        ];
        for (name, value) in cases {
            let page = town.browser().get(&authorize(&[(name, value)])).await;
            assert_error_page(&page, &format!("{name}={value}"));
        }
        for doubled in ["client_id=demo-erp", "redirect_uri=http%3A%2F%2F127.0.0.1%3A9090%2Fcallback"] {
            let page = town.browser().get(&format!("{}&{doubled}", authorize(&[]))).await;
            assert_error_page(&page, doubled);
        }
        let many = "&a=1".repeat(70);
        assert_error_page(&town.browser().get(&format!("{}{many}", authorize(&[]))).await, "many");
    }

    async fn integrator_06_a_sandbox_says_why_a_login_fails_and_logs_it(bench: Bench) {
        let bank = Town::build(&bench).await;
        let sandbox = bank.as_sandbox(&bench).await;
        let log = RequestLog::new(bench.clock.clone());
        let framed = edge::frame(sandbox.router.clone(), bench.randomness.clone());
        let framed = Router::from(framed.with_request_log(log.clone(), Strangers::LeftOut));
        let wrong = authorize(&[("redirect_uri", "http://localhost:9090/callback?\"><script>")]);
        let page = Browser::new(&framed).get(&wrong).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST);
        for part in ["http://localhost:9090/callback", "demo-erp", "http://127.0.0.1:9090/callback"] {
            assert!(page.body.contains(part), "{part}: {}", page.body);
        }
        assert!(!page.body.contains("<script>"), "{}", page.body);
        let page = Browser::new(&framed).get(&authorize(&[("client_id", "nobody")])).await;
        assert!(page.body.contains("No client nobody is registered"), "{}", page.body);
        let page = Browser::new(&framed).get(&authorize(&[("client_id", "demo erp")])).await;
        let told = "No client demo erp is registered";
        assert!(page.body.contains(told), "it is there, and no identifier: {}", page.body);
        Browser::new(&framed).get(&authorize(&[("response_type", "token")])).await;
        Browser::new(&framed).get(&authorize(&[])).await;
        let calls = log.after(None, 0, 10);
        let told: Vec<(&str, u16, Option<&str>)> = calls
            .iter()
            .map(|call| (call.path.as_str(), call.status, call.error.as_ref().map(|error| error.message.as_str())))
            .collect();
        let expected = [
            ("/authorize", 400, Some("the redirect_uri is not registered for the client")),
            ("/authorize", 303, Some("response_type must be code")),
            ("/authorize", 200, None),
        ];
        assert_eq!(told, expected);
        // A bank tells strangers nothing of its clients.
        let page = bank.browser().get(&wrong).await;
        assert!(!page.body.contains("9090"), "{}", page.body);
    }

    async fn integrator_06_a_sandbox_says_why_a_logout_is_refused(bench: Bench) {
        let bank = Town::build(&bench).await;
        let sandbox = bank.as_sandbox(&bench).await;
        let (client, back) = (("client_id", "demo-erp"), ("post_logout_redirect_uri", "http://127.0.0.1:9090/?no"));
        let long = "s".repeat(4_097);
        for (fields, told) in [
            (&[client, client][..], "each parameter may be sent once"),
            (&[("id_token_hint", "a.b.c")], "id_token_hint must be a whole identity token"),
            (&[("client_id", "demo erp")], "client_id must be the client_id as it is registered"),
            (&[client, ("state", &long)], "state must have at most 4096 bytes"),
            (&[client, back], "byte for byte as it is registered for logouts of the client"),
            (&[client; 65], "a logout has at most 16384 bytes and 64 parameters"),
        ] {
            let path = format!("/logout?{}", encoded(fields));
            let page = sandbox.browser().get(&path).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{told}");
            assert!(page.body.contains(told), "{told}: {}", page.body);
            let page = bank.browser().get(&path).await;
            assert!(page.status == StatusCode::BAD_REQUEST && !page.body.contains(told), "{told}: {}", page.body);
        }
    }

    async fn idn_01_every_other_fault_is_told_to_the_client(bench: Bench) {
        let town = Town::build(&bench).await;
        let page = town.browser().get(&authorize(&[("response_type", "token")])).await;
        assert!(page.location().starts_with(&format!("{REDIRECT_URI}?error=unsupported_response_type&")));
        assert_eq!(page.parameter("error_description").as_deref(), Some("response_type must be code"));
        assert_eq!(page.parameter("state").as_deref(), Some("state-1"));
        assert_eq!(page.parameter("iss").as_deref(), Some(ISSUER));
        let with_query = [("redirect_uri", "https://erp.example/cb?tenant=7"), ("scope", "openid")];
        let page = town.browser().get(&authorize(&with_query)).await;
        assert!(page.location().starts_with("https://erp.example/cb?tenant=7&error=invalid_scope&"));
        let off = [("client_id", "off-app"), ("redirect_uri", "https://off.example/cb")];
        let page = town.browser().get(&authorize(&off)).await;
        assert_eq!(page.parameter("error").as_deref(), Some("unauthorized_client"));
    }

    async fn idn_01_a_client_that_is_stopped_during_the_login_is_told_so(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[])).await;
        assert!(set_stopped(&town.store, &town.clock, Stopped::Client("demo-erp"), true).await);
        let right = [("username", "petrov"), ("password", "demo-petrov")];
        let back = browser.submit(&page, "/login", &right).await;
        assert_eq!(back.parameter("error").as_deref(), Some("unauthorized_client"));
        assert_eq!(back.parameter("state").as_deref(), Some("state-1"));
        assert_eq!(town.audited().await.last().map(String::as_str), Some("login.refused"));
    }

    async fn idn_01_an_address_that_is_taken_away_during_the_login_gets_no_answer(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[])).await;
        let file = "client_id,name,redirect_uris,cnums\n\
            demo-erp,ERP «Ромашка» & Co,https://erp.example/cb?tenant=7,C00001 C00002\n";
        town.import(&[("oauth_clients.csv", file)]).await;
        let right = [("username", "petrov"), ("password", "demo-petrov")];
        for (path, fields) in [("/login/cancel", &[][..]), ("/login", &right)] {
            assert_error_page(&browser.submit(&page, path, fields).await, path);
        }
    }

    async fn idn_01_a_request_may_come_as_a_form(bench: Bench) {
        let town = Town::build(&bench).await;
        let fields = |changes: &[(&str, &str)]| {
            request(changes)
                .split('&')
                .map(|pair| {
                    let (name, value) = pair.split_once('=').unwrap();
                    let plain = |text| percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned();
                    (plain(name), plain(value))
                })
                .collect::<Vec<_>>()
        };
        for (changes, status) in [
            (&[][..], StatusCode::OK),
            (&[("scope", "openid")], StatusCode::SEE_OTHER),
            (&[("redirect_uri", "https://evil.example/")], StatusCode::BAD_REQUEST),
        ] {
            let owned = fields(changes);
            let borrowed: Vec<(&str, &str)> = owned.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            assert_eq!(town.browser().post("/authorize", &borrowed).await.status, status, "{changes:?}");
        }
        let many = vec![("a", "1"); 65];
        let by_address = format!("/authorize?{}", encoded(&many));
        let sandbox = town.as_sandbox(&bench).await;
        for page in [
            sandbox.browser().post("/authorize", &many).await,
            sandbox.browser().get(&by_address).await,
        ] {
            assert_eq!(page.status, StatusCode::BAD_REQUEST);
            assert!(page.body.contains("at most 16384 bytes and 64 parameters"), "{}", page.body);
        }
        let long = "a".repeat(16 * 1024);
        assert_eq!(town.browser().post("/authorize", &[("a", &long)]).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    }
}

fn assert_error_page(page: &crate::browser::Page, case: &str) {
    assert_eq!(page.status, StatusCode::BAD_REQUEST, "{case}");
    assert_eq!(page.header("location"), "", "{case}");
    assert!(page.header("content-type").starts_with("text/html"), "{case}");
    assert!(page.body.contains("Вход невозможен"), "{case}");
    assert!(!page.body.contains("evil.example"), "{case}: what is refused is not repeated");
}
