//! The headers of every answer of the program, and the permissions of the reading page.

use std::io::Read;

use flate2::read::GzDecoder;
use http::StatusCode;
use testkit::{Answer, Bench};

use crate::wired::application;

testkit::on_both_engines! {
    async fn every_answer_keeps_browsers_careful(bench: Bench) {
        let application = application(&bench).await;
        for (router, path) in [
            (application.api.clone(), "/v1/accounts"),
            (application.api.clone(), "/docs/"),
            (application.identity.clone(), "/jwks"),
            (application.administration.clone(), "/metrics"),
        ] {
            let answer = bench.client(router).get(path).send().await;
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
            assert!(answer.header("server").is_none(), "{path}");
        }
    }

    async fn gen_10_the_reading_page_is_bundled_and_runs_its_own_scripts_only(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        let redirect = api.get("/docs").send().await;
        assert_eq!(redirect.location(), Some("/docs/"), "{:?}", redirect.status);
        let page = api.get("/docs/").send().await;
        assert_eq!(page.status, StatusCode::OK);
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        let html = unpacked(&page);
        assert!(!html.contains("https://") && !html.contains("http://"), "everything comes from here: {html}");
        assert!(!html.contains("<script>"), "no script in the page itself: {html}");
        for script in ["/docs/swagger-initializer.js", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"] {
            let answer = api.get(script).send().await;
            assert_eq!(answer.status, StatusCode::OK, "{script}");
        }
        let initializer = api.get("/docs/swagger-initializer.js").send().await;
        let text = unpacked(&initializer);
        assert!(text.contains("/openapi/accounts.json"), "{text}");
        assert_eq!(api.get("/docs/../Cargo.toml").send().await.status, StatusCode::NOT_FOUND);
    }
}

/// The text of an answer that is carried compressed, or not.
fn unpacked(answer: &Answer) -> String {
    match answer.header("content-encoding") {
        Some("gzip") => {
            let mut text = String::new();
            GzDecoder::new(answer.body.as_slice()).read_to_string(&mut text).expect("gzip of a text");
            text
        }
        _ => answer.text().to_owned(),
    }
}
