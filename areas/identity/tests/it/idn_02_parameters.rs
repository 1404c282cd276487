//! IDN-02: the values of the parameters of `GET /authorize`.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use crate::town::{REDIRECT_URI, Town, authorize};

/// Parameter, value, and the error of a client of the profile `specification`; `None`: the login page.
const CASES: &[(&str, &str, Option<&str>)] = &[
    ("scope", "phone email profile openid", None),
    ("scope", "", Some("invalid_scope")),
    ("scope", "openid", Some("invalid_scope")),
    ("scope", "openid profile email phone offline_access", Some("invalid_scope")),
    ("scope", "openid profile email phone phone", Some("invalid_scope")),
    ("scope", "openid,profile,email,phone", Some("invalid_scope")),
    ("response_type", "", Some("invalid_request")),
    ("response_type", "id_token", Some("unsupported_response_type")),
    ("response_type", "code token", Some("unsupported_response_type")),
    ("response_mode", "query", None),
    ("response_mode", "fragment", Some("invalid_request")),
    ("response_mode", "form_post", Some("invalid_request")),
    ("state", "", Some("invalid_request")),
    ("nonce", "", None),
    ("nonce", "\0", Some("invalid_request")),
    ("prompt", "login", None),
    ("prompt", "none", Some("login_required")),
    ("prompt", "consent", Some("invalid_request")),
    ("prompt", "login none", Some("invalid_request")),
    ("max_age", "1", None),
    ("max_age", "86400", None),
    ("max_age", "0", Some("invalid_request")),
    ("max_age", "86401", Some("invalid_request")),
    ("max_age", "-1", Some("invalid_request")),
    ("max_age", "1e3", Some("invalid_request")),
    ("max_age", "99999999999999999999", Some("invalid_request")),
    ("code_challenge", "", Some("invalid_request")),
    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c", Some("invalid_request")),
    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cMM", Some("invalid_request")),
    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM", Some("invalid_request")),
    ("code_challenge_method", "", Some("invalid_request")),
    ("code_challenge_method", "plain", Some("invalid_request")),
    ("request", "eyJhbGciOiJub25lIn0..", Some("request_not_supported")),
    ("request_uri", "https://erp.example/request", Some("request_uri_not_supported")),
    ("registration", "{}", Some("registration_not_supported")),
    ("ui_locales", "en", None),
    ("display", "popup", None),
    ("unknown", "x", None),
];

on_both_engines! {
    async fn idn_02_the_parameters_are_those_of_the_specification(bench: Bench) {
        let town = Town::build(&bench).await;
        for (name, value, error) in CASES {
            let page = town.browser().get(&authorize(&[(name, value)])).await;
            let case = format!("{name}={value}");
            match error {
                None => assert_eq!(page.status, StatusCode::OK, "{case}: {:?}", page.headers),
                Some(error) => {
                    assert!(page.location().starts_with(&format!("{REDIRECT_URI}?error={error}&")), "{case}");
                    assert!(page.parameter("error_description").is_some_and(|text| !text.is_empty()), "{case}");
                    let state = if *name == "state" { None } else { Some("state-1".to_owned()) };
                    assert_eq!(page.parameter("state"), state, "{case}");
                }
            }
        }
    }

    async fn idn_02_a_nonce_is_refused_before_its_login_fits_into_no_form(bench: Bench) {
        let town = Town::build(&bench).await;
        let state = "s".repeat(4_096);
        let quoted = format!("{}{}", "\u{1}".repeat(307), "\"".repeat(205));
        for nonce in [quoted, "\u{1f511}".repeat(512)] {
            let mut browser = town.browser();
            let page = browser.get(&authorize(&[("state", &state), ("nonce", &nonce)])).await;
            let page = browser.submit(&page, "/login/language", &[("language", "en")]).await;
            assert!(page.body.contains("Log in"), "{}", page.body);
        }
        for nonce in ["\u{1}".repeat(342), "n".repeat(513)] {
            let page = town.browser().get(&authorize(&[("state", &state), ("nonce", &nonce)])).await;
            assert_eq!(page.parameter("error").as_deref(), Some("invalid_request"));
            assert_eq!(page.parameter("state"), Some(state.clone()));
        }
    }

    async fn idn_02_no_parameter_may_come_twice(bench: Bench) {
        let town = Town::build(&bench).await;
        for name in ["scope", "response_type", "state", "nonce", "prompt", "code_challenge", "code_challenge_method",
            "max_age", "request", "ui_locales"]
        {
            let path = format!("{}&{name}=x&{name}=x", authorize(&[(name, "")]));
            let page = town.browser().get(&path).await;
            assert_eq!(page.parameter("error").as_deref(), Some("invalid_request"), "{name}");
            let description = format!("{name} was sent more than once");
            assert_eq!(page.parameter("error_description"), Some(description));
        }
    }

    async fn idn_02_without_pkce_or_with_a_plain_challenge_there_is_no_login(bench: Bench) {
        let town = Town::build(&bench).await;
        let standard = [("client_id", "std-app"), ("redirect_uri", "https://std.example/cb")];
        for client in [&[][..], &standard] {
            for downgrade in [
                &[("code_challenge", ""), ("code_challenge_method", "")][..],
                &[("code_challenge_method", "")],
                &[("code_challenge_method", "plain")],
            ] {
                let changes = [client, downgrade].concat();
                let page = town.browser().get(&authorize(&changes)).await;
                assert_eq!(page.parameter("error").as_deref(), Some("invalid_request"), "{changes:?}");
            }
        }
    }

    async fn idn_02_a_client_of_the_profile_standard_may_ask_for_less(bench: Bench) {
        let town = Town::build(&bench).await;
        let standard = [("client_id", "std-app"), ("redirect_uri", "https://std.example/cb")];
        for (name, value, error) in [
            ("scope", "openid", None),
            ("scope", "email openid", None),
            ("scope", "profile", Some("invalid_scope")),
            ("scope", "openid admin", Some("invalid_scope")),
            ("state", "", None),
            ("max_age", "0", None),
            ("max_age", "86401", Some("invalid_request")),
            ("prompt", "none", Some("login_required")),
            ("prompt", "select_account", None),
            ("prompt", "none login", Some("invalid_request")),
        ] {
            let page = town.browser().get(&authorize(&[&standard[..], &[(name, value)]].concat())).await;
            match error {
                None => assert_eq!(page.status, StatusCode::OK, "{name}={value}"),
                Some(error) => assert_eq!(page.parameter("error").as_deref(), Some(error), "{name}={value}"),
            }
        }
        let page = town.browser().get(&authorize(&[&standard[..], &[("scope", "profile")]].concat())).await;
        let told = page.parameter("error_description").unwrap();
        assert!(told.contains("STANDARD: openid and any of the others"), "what this client may leave out: {told}");
        let page = town.browser().get(&authorize(&[&standard[..], &[("max_age", "-1")]].concat())).await;
        let told = page.parameter("error_description").unwrap();
        assert!(told.contains("0 is for clients of the profile STANDARD"), "what this client may ask for: {told}");
    }
}
