//! IDN-04: what the client sent along comes back as it was.

use percent_encoding::percent_decode_str;
use testkit::{Bench, on_both_engines};

use crate::browser::Page;
use crate::town::{Town, authorize};

/// States as a query carries them.
const STATES: &[&str] = &[
    "a",
    "%20leading+and+trailing%20",
    "a%26code%3Dforged%26iss%3Dx",
    "%23fragment%3Fquery%3D1",
    "%25%32%35%2525",
    "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82%20%F0%9F%92%B0",
    "%0D%0ALocation%3A%20https%3A%2F%2Fevil.example",
    "%00%01%7F",
    "%FF%FE%C3%28",
    "!*'();:@,/[]~_.-|^`{}",
    "100%",
    "%zz",
    "a=b=c",
];

fn decoded(raw: &str) -> Vec<u8> {
    percent_decode_str(&raw.replace('+', " ")).collect()
}

fn same(page: &Page, sent: &str) {
    let location = page.location();
    assert!(location.is_ascii() && !location.contains([' ', '#', '\r', '\n', '"', '<']), "{location}");
    assert_eq!(decoded(page.raw_parameter("state").unwrap()), decoded(sent), "{sent}");
}

on_both_engines! {
    async fn idn_04_any_state_comes_back_unchanged(bench: Bench) {
        let town = Town::build(&bench).await;
        let long = "x".repeat(4_096);
        for state in STATES.iter().copied().chain([long.as_str()]) {
            let path = format!("{}&state={}", authorize(&[("state", "")]), in_a_uri(state));
            let mut browser = town.browser();
            let page = browser.get(&path).await;
            let fields = [("username", "petrov"), ("password", "demo-petrov")];
            let done = browser.submit(&page, "/login", &fields).await;
            assert!(done.parameter("code").is_some(), "{state}");
            same(&done, state);
            let fault = town.browser().get(&format!("{path}&prompt=none")).await;
            assert_eq!(fault.parameter("error").as_deref(), Some("login_required"), "{state}");
            same(&fault, state);
        }
        let too_long = authorize(&[("state", &"x".repeat(4_097))]);
        let page = town.browser().get(&too_long).await;
        assert_eq!(page.parameter("error").as_deref(), Some("invalid_request"));
        assert_eq!(page.parameter("state"), None);
    }

    async fn idn_04_a_query_of_the_redirect_uri_is_kept(bench: Bench) {
        let (_town, mut browser) = Town::with_browser(&bench).await;
        let page = browser.get(&authorize(&[("redirect_uri", "https://erp.example/cb?tenant=7")])).await;
        assert!(page.header("content-security-policy").ends_with("form-action 'self' https://erp.example"));
        let fields = [("username", "petrov"), ("password", "demo-petrov")];
        let done = browser.submit(&page, "/login", &fields).await;
        assert!(done.location().starts_with("https://erp.example/cb?tenant=7&code="));
    }
}

/// The state with the characters escaped that a URI type does not take at all.
fn in_a_uri(state: &str) -> String {
    state
        .replace(' ', "%20")
        .replace('"', "%22")
        .replace('<', "%3C")
        .replace('>', "%3E")
        .replace('^', "%5E")
        .replace('`', "%60")
        .replace('{', "%7B")
        .replace('}', "%7D")
        .replace('|', "%7C")
}
