use http::{HeaderMap, HeaderName, Method};

use super::check;
use crate::sandboxes::SandboxesError;

const ADDRESSES: [&str; 2] = ["https://api.sandbox.bank.example", "http://127.0.0.1:8081"];

fn asked(method: &Method, headers: &[(&'static str, &str)]) -> Result<(), SandboxesError> {
    let headers = headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
    check(method, &headers.collect::<HeaderMap>(), &ADDRESSES)
}

#[test]
fn security_10_a_name_of_a_stranger_is_refused() {
    for own in [
        "127.0.0.1:8082",
        "127.0.0.1",
        "[::1]:8082",
        "10.2.3.4:8082",
        "localhost:8082",
        "LOCALHOST:8082",
        "ci-1.localhost:8082",
        "sandbox:8082",
        "api.sandbox.bank.example:8082",
        "ci-1.api.sandbox.bank.example",
    ] {
        assert!(asked(&Method::GET, &[("host", own)]).is_ok(), "{own}");
    }
    for foreign in [
        "evil.example",
        "evil.example:8082",
        "127.0.0.1.evil.example:8082",
        "localhost.evil.example",
        "sandbox.evil.example",
        "evillocalhost.example",
        "bank.example",
        "evil-api.sandbox.bank.example",
        "",
        "evil.example.",
        "[::1",
        "a@127.0.0.1:8082.evil.example",
    ] {
        let refused = asked(&Method::GET, &[("host", foreign)]);
        assert!(matches!(refused, Err(SandboxesError::Host)), "{foreign}: {refused:?}");
    }
    assert!(asked(&Method::GET, &[]).is_ok(), "no browser leaves it out");
}

#[test]
fn security_10_a_page_of_another_origin_is_refused() {
    let host = ("host", "127.0.0.1:8082");
    for method in [Method::GET, Method::POST] {
        let from = |origin| asked(&method, &[host, ("origin", origin), ("sandbox-administration", "1")]);
        assert!(from("http://127.0.0.1:8082").is_ok());
        for foreign in ["http://evil.example", "null", "", "http://127.0.0.1:9999", "https://127.0.0.1:8082"]
        {
            assert!(matches!(from(foreign), Err(SandboxesError::Origin)), "{foreign}");
        }
    }
}

#[test]
fn security_04_a_change_is_asked_for_with_a_header_that_no_webhook_has() {
    let host = ("host", "127.0.0.1:8082");
    for method in [Method::POST, Method::DELETE, Method::PUT, Method::PATCH] {
        let webhook = asked(&method, &[host, ("webhook-id", "evt"), ("content-type", "application/json")]);
        assert!(matches!(webhook, Err(SandboxesError::Unmeant)), "{method}");
        assert!(asked(&method, &[host, ("sandbox-administration", "1")]).is_ok());
    }
    for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
        assert!(asked(&method, &[host]).is_ok(), "probes and metrics are read as ever");
    }
}
