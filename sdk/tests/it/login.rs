use std::collections::HashMap;

use kernel::SeededRandomness;
use sdk::{Login, SdkError, Settings};
use url::Url;

fn settings() -> Settings {
    Settings {
        identity: "http://127.0.0.1:8081".parse().expect("an address"),
        api: "http://127.0.0.1:8080".parse().expect("an address"),
        client_id: "demo-erp".parse().expect("a client"),
        client_secret: "demo-erp-secret".to_owned(),
        redirect_uri: "http://127.0.0.1:9090/callback".parse().expect("an address"),
    }
}

fn begun() -> (Login, String) {
    let login = Login::begin(&settings(), &SeededRandomness::new(7)).expect("a login");
    let state = parameters(login.authorization_url())["state"].clone();
    (login, state)
}

fn parameters(address: &Url) -> HashMap<String, String> {
    address.query_pairs().into_owned().collect()
}

fn answer(query: &str) -> Url {
    format!("http://127.0.0.1:9090/callback?{query}").parse().expect("an address")
}

#[test]
fn the_address_has_exactly_the_parameters_of_the_specification() {
    let (login, _) = begun();
    let parameters = parameters(login.authorization_url());
    let mut names: Vec<&str> = parameters.keys().map(String::as_str).collect();
    names.sort_unstable();
    let expected = [
        "client_id",
        "code_challenge",
        "code_challenge_method",
        "nonce",
        "prompt",
        "redirect_uri",
        "response_type",
        "scope",
        "state",
    ];
    assert_eq!(names, expected);
    assert_eq!(parameters["scope"], "openid profile email phone");
    assert_eq!(parameters["code_challenge"].len(), 43);
    assert_eq!(parameters["redirect_uri"], "http://127.0.0.1:9090/callback");
}

#[test]
fn no_secret_is_used_twice() {
    let (first, second) =
        (begun().0, { Login::begin(&settings(), &SeededRandomness::new(8)).expect("a login") });
    let (first, second) = (parameters(first.authorization_url()), parameters(second.authorization_url()));
    for name in ["state", "nonce", "code_challenge"] {
        assert_ne!(first[name], second[name], "{name}");
    }
    assert_ne!(first["state"], first["nonce"]);
}

#[test]
fn a_code_with_the_right_state_is_taken() {
    let (login, state) = begun();
    assert!(
        login.accept(&answer(&format!("code=abc&state={state}&iss=http%3A%2F%2F127.0.0.1%3A8081"))).is_ok()
    );
}

#[test]
fn an_answer_of_another_login_is_refused() {
    let (login, state) = begun();
    for query in [
        "code=abc".to_owned(),
        "code=abc&state=other".to_owned(),
        format!("code=abc&state={state}&iss=https%3A%2F%2Fevil.example"),
    ] {
        assert!(matches!(login.accept(&answer(&query)), Err(SdkError::Foreign(_))), "{query}");
    }
    let elsewhere =
        format!("http://127.0.0.1:9091/callback?code=abc&state={state}").parse().expect("an address");
    assert!(matches!(login.accept(&elsewhere), Err(SdkError::Foreign(_))));
}

#[test]
fn an_error_of_the_provider_is_told() {
    let (login, state) = begun();
    let told = login.accept(&answer(&format!("error=access_denied&error_description=no&state={state}")));
    assert!(
        matches!(told, Err(SdkError::Login { error, description }) if error == "access_denied" && description == "no")
    );
}

#[test]
fn secrets_do_not_reach_a_log() {
    let shown = format!("{:?} {:?}", settings(), begun().0);
    assert!(!shown.contains("demo-erp-secret"));
    assert!(!shown.contains(&begun().1));
}
