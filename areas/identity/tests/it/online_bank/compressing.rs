//! ONL-08: pages travel compressed, and their lengths tell nothing.

use std::io::Read;

use axum::body::{Body, to_bytes};
use flate2::read::GzDecoder;
use http::{HeaderMap, Request, StatusCode, header};
use pages::assets::{SCRIPT, SIGNING, STYLESHEET};
use testkit::{Bench, on_both_engines};
use tower::ServiceExt;

use crate::branch::{Branch, csrf, token};

async fn get(branch: &Branch, path: &str, encodings: &str, session: Option<&str>) -> (HeaderMap, Vec<u8>) {
    let mut request = Request::builder().uri(path).header(header::ACCEPT_ENCODING, encodings);
    if let Some(token) = session {
        request = request.header(header::COOKIE, format!("clientbank-session={token}"));
    }
    let response = branch.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    let (parts, body) = response.into_parts();
    (parts.headers, to_bytes(body, 1 << 20).await.unwrap().to_vec())
}

fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text
}

on_both_engines! {
    async fn onl_08_pages_and_their_parts_travel_compressed_to_those_who_take_it(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let browser = branch.petrov().await;
        let parts = [STYLESHEET.path(), SCRIPT.path(), SIGNING.path(), "/bank/security", "/bank/help"];
        for path in parts {
            let session = path.starts_with("/bank").then(|| token(&browser));
            let (plain_headers, plain) = get(&branch, path, "identity", session).await;
            let (headers, packed) = get(&branch, path, "br, gzip;q=0.8", session).await;
            assert_eq!(headers[header::CONTENT_ENCODING], "gzip", "{path}");
            assert!(packed.len() * 2 < plain.len(), "{path}: {} of {}", packed.len(), plain.len());
            for headers in [&headers, &plain_headers] {
                let varies = headers.get_all(header::VARY).iter().any(|value| {
                    value.to_str().unwrap().to_ascii_lowercase().contains("accept-encoding")
                });
                assert!(varies, "{path}");
            }
            assert!(!plain_headers.contains_key(header::CONTENT_ENCODING), "{path}");
            let text = unpacked(&packed);
            assert_eq!(text.len(), plain.len(), "{path}: but for the mask of its forms it is the same");
            for refused in ["gzip;q=0", "br", ""] {
                let (headers, _) = get(&branch, path, refused, session).await;
                assert!(!headers.contains_key(header::CONTENT_ENCODING), "{path}: {refused}");
            }
        }
    }

    async fn onl_08_no_two_pages_show_the_same_token_against_forged_forms(bench: Bench) {
        let (_branch, mut browser) = Branch::with_petrov(&bench).await;
        let (first, second) = (csrf(&mut browser).await, csrf(&mut browser).await);
        assert_ne!(first, second);
        let page = browser.get("/bank/security").await.body;
        let claims = token(&browser).split('.').nth(1).unwrap();
        let claims = base64::Engine::decode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, claims).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert!(!page.contains(claims["csrf"].as_str().unwrap()), "the token itself is on no page");
        for csrf in [first, second] {
            let kept = browser.post("/bank/session", &[("csrf", &csrf)]).await;
            assert_eq!(kept.location(), "/bank", "every one of them is taken");
        }
    }
}
