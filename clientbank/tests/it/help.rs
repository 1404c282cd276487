//! The page of help, which everybody can read.

use http::StatusCode;
use testkit::{Bench, TestCaller, TestClient, on_both_engines};

use crate::wired::application;

const HELP: &str = "/bank/help";

on_both_engines! {
    async fn onl_07_help_and_contacts_are_there_for_everybody(bench: Bench) {
        let client = TestClient::new(application(&bench).await.identity);
        let ivanova = TestCaller::new("U00001", "C00001");
        let contacts = ["href=\"tel:+74950000000\"", "href=\"mailto:support@bank.example\"", "WCAG 2.2"];
        let outside = client.get(HELP).send().await;
        let inside = client.get(HELP).online_bank(&bench.tokens, &ivanova).send().await;
        let unknown = client.get(HELP).session_cookie("no-token").send().await;
        for (page, has_menu) in [(&outside, false), (&inside, true), (&unknown, false)] {
            assert_eq!(page.status, StatusCode::OK, "{}", page.text());
            for text in contacts {
                assert!(page.text().contains(text), "{text}");
            }
            assert_eq!(page.text().contains("<nav class=\"menu\""), has_menu);
            assert_eq!(page.text().contains("/bank/letters/new"), has_menu, "who is logged in can write");
            assert!(!page.text().contains(" style=\"") && !page.text().contains("<script>"));
        }
        let english = client.get(HELP).header("accept-language", "en").send().await;
        assert!(english.text().contains("Help and contacts") && english.text().contains("Use by keyboard"));
        for path in ["/bank/login", "/bank/nowhere"] {
            let page = client.get(path).send().await;
            assert!(page.text().contains("href=\"/bank/help\""), "{path}: the foot of every page leads there");
        }
        assert_eq!(client.post(HELP).send().await.status, StatusCode::METHOD_NOT_ALLOWED);
    }
}
