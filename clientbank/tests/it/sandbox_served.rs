//! The commands that ask a running sandbox for tokens, signatures and its log, through the port on which it is really
//! served (SBX-03, SBX-05).

use serde_json::Value;
use testkit::script::HostCaller;

use crate::program::{Server, folder, run, said};

#[test]
fn sbx_03_tokens_and_signatures_come_by_the_port_that_is_served() {
    let folder = folder();
    let server = Server::sandbox(folder.path(), &[]);
    let asked =
        |arguments: &[&str]| said(&[arguments, &["--administration", &server.administration]].concat());
    let tokens = asked(&["sandbox", "token", "--user", "ivanova", "--company", "C00001", "--json"]);
    let tokens: Value = serde_json::from_str(&tokens).expect("JSON");
    let token = |name: &str| tokens[name].as_str().expect("a token").to_owned();
    let (bearer, identity) = (format!("Bearer {}", token("access_token")), token("id_token"));
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Id-Token", identity.as_str()),
        ("Content-Type", "application/json"),
    ];
    let api = HostCaller::new(&server.api, None);
    let request = r#"{"cnum":"C00001","tariffPlan":"PRO"}"#;
    let made = api.call("POST", "/v1/ctcm/request/create", &headers, request).json();
    let id = made["id"].to_string();
    for kind in ["SECOND", "FIRST"] {
        asked(&["sandbox", "sign", "tariff", &id, "--as", kind]);
    }
    // Signed by nobody twice.
    let again =
        ["sandbox", "sign", "tariff", &id, "--as", "FIRST", "--administration", &server.administration];
    assert!(!run(&again).status.success());
    assert!(asked(&["logs"]).contains("/v1/ctcm/request/create"));
}
