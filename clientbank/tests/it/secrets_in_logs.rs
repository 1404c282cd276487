//! EVT-02, OPS-03: whatever is logged, no secret of a webhook and no token is.

use std::fs::{self, File};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use testkit::script::{HostCaller, Raw};

use crate::program::{Server, clientbank, folder};

/// A webhook at a port without a listener, so that failures are logged too.
const NOBODY: &str = r#"{"url":"http://127.0.0.1:1024/hook","types":["*"]}"#;

fn good(raw: &Raw) -> Value {
    assert!(raw.status < 300, "{}{}", raw.head, raw.body);
    if raw.body.is_empty() { Value::Null } else { raw.json() }
}

/// The spellings in which a secret could stand in a log.
fn spellings(secret: &str) -> Vec<String> {
    let base64 = secret.trim_start_matches("whsec_").to_owned();
    let bytes = STANDARD.decode(&base64).expect("Base64");
    let hexadecimal = kernel::hexadecimal(&bytes);
    let listed = bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    vec![base64, hexadecimal, listed]
}

#[test]
fn evt_02_no_secret_of_a_webhook_and_no_token_stands_in_a_log() {
    let folder = folder();
    let path = folder.path().join("log");
    let mut command = clientbank();
    command.arg("sandbox").arg("--data").arg(folder.path().join("data"));
    command.args(["--json", "--api-port", "0", "--identity-port", "0", "--administration-port", "0"]);
    command.args(["--set", "log_filter=trace", "--set", "log_format=json"]);
    let server = Server::start(command.stderr(File::create(&path).expect("a file")));
    let (api, administration) =
        (HostCaller::new(&server.api, None), HostCaller::new(&server.administration, None));
    let tokens = administration.post("/sandbox/v1/tokens", r#"{"login":"petrov","company":"C00001"}"#);
    let tokens = good(&tokens);
    let token = |name: &str| tokens[name].as_str().expect("a token").to_owned();
    let bearer = format!("Bearer {}", token("access_token"));
    let id_token = token("id_token");
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Id-Token", id_token.as_str()),
        ("Content-Type", "application/json"),
    ];
    let call = |method: &str, path: &str, body: &str| good(&api.call(method, path, &headers, body));
    let made = call("POST", "/v1/webhooks", NOBODY);
    let webhook = format!("/v1/webhooks/{}", made["webhook"]["id"].as_str().expect("an identifier"));
    call("POST", &format!("{webhook}/test"), "");
    let rotated = call("POST", &format!("{webhook}/secret"), "");
    call("POST", &format!("{webhook}/test"), "");
    good(&administration.post("/sandboxes/main/clock", r#"{"seconds":60}"#));
    let tried = call("GET", &format!("{webhook}/deliveries"), "");
    let deliveries = tried["deliveries"].as_array().into_iter().flatten();
    let attempts = deliveries.map(|one| one["attempts"].as_i64());
    assert!(attempts.max().flatten() >= Some(1), "{tried}");
    // Refusals are logged in words.
    assert_eq!(api.call("GET", "/v1/accounts?fields=Wrong", &headers, "").status, 400);
    let kept = administration.call("GET", "/request-log", &[], "").body;
    let metrics = administration.call("GET", "/metrics", &[], "").body;
    assert!(server.stop().success());
    let log = fs::read_to_string(&path).expect("the log");
    assert!(log.contains("/v1/webhooks") && log.contains("DEBUG"), "much is logged: {log}");
    assert!(kept.contains("/v1/webhooks"), "{kept}");
    let ended = log.lines().find(|line| line.contains("job.took_ms")).expect("a line of a job that ended");
    for part in ["INFO", "job.kind", "job.key", "job.outcome", "ended after"] {
        assert!(ended.contains(part), "{part}: {ended}");
    }
    for bound in ["le=\"0.05\"", "le=\"0.5\"", "le=\"2.5\""] {
        assert!(metrics.contains(bound), "{bound}: {metrics}");
    }
    let mut hidden: Vec<String> = ["access_token", "id_token", "refresh_token"].map(token).to_vec();
    for shown in [&made, &rotated] {
        hidden.extend(spellings(shown["secret"].as_str().expect("a secret")));
    }
    for hidden in hidden {
        for (place, text) in [("the log", &log), ("the log of calls", &kept), ("the metrics", &metrics)] {
            let found = text.lines().find(|line| line.contains(&hidden));
            assert_eq!(found, None, "{hidden} in {place}");
        }
    }
}
