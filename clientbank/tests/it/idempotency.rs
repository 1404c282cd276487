//! Keys of repeated requests over processes that die (OPS-04).

use serde_json::{Value, json};

use crate::demo::postgres_database;
use crate::program::{Server, agent, folder, said};

/// Requests that both processes get at once.
const AT_ONCE: usize = 8;

/// Tokens of petrov, who administers C00001.
fn tokens(server: &Server) -> Value {
    let asked = ["sandbox", "token", "--user", "petrov", "--company", "C00001", "--json"];
    let told = said(&[&asked[..], &["--administration", &server.administration]].concat());
    serde_json::from_str(&told).expect("JSON")
}

/// Status and body of a request for a webhook.
fn make(api: &str, tokens: &Value, key: &str) -> (u16, String) {
    let token = |name: &str| tokens[name].as_str().expect("a token");
    let body = json!({ "url": "http://127.0.0.1:1024/hook", "types": ["webinar.published"] }).to_string();
    let request = agent().post(format!("{api}/v1/webhooks"));
    let request = request.header("authorization", format!("Bearer {}", token("access_token")));
    let request = request.header("id-token", token("id_token")).header("content-type", "application/json");
    let mut answer = request.header("idempotency-key", key).send(body).expect("an answer");
    (answer.status().as_u16(), answer.body_mut().read_to_string().expect("a body"))
}

/// The number of webhooks.
fn webhooks(api: &str, tokens: &Value) -> usize {
    let token = |name: &str| tokens[name].as_str().expect("a token");
    let bearer = format!("Bearer {}", token("access_token"));
    let headers = [("authorization", bearer.as_str()), ("id-token", token("id_token"))];
    let (status, body) = crate::program::get(&format!("{api}/v1/webhooks"), &headers);
    assert_eq!(status, 200, "{body}");
    let list: Value = serde_json::from_str(&body).expect("JSON");
    list["webhooks"].as_array().expect("a list").len()
}

#[test]
fn ops_04_a_kept_answer_survives_a_kill_on_sqlite() {
    let (folder, server) = Server::own_sandbox(&[]);
    let first = make(&server.api, &tokens(&server), "k");
    assert_eq!(first.0, 201, "{}", first.1);
    server.signal("KILL");
    assert!(!server.wait().success());
    let server = Server::sandbox(folder.path(), &[]);
    let tokens = tokens(&server);
    assert_eq!(make(&server.api, &tokens, "k"), first, "the secret too");
    assert_eq!(webhooks(&server.api, &tokens), 1);
}

#[test]
fn ops_04_two_processes_carry_a_request_out_once_and_one_may_die() {
    let folder = folder();
    let database = postgres_database("idempotency");
    let one = Server::sandbox(folder.path(), &["--database", &database]);
    let other = Server::sandbox(folder.path(), &["--database", &database]);
    let (of_one, of_other) = (tokens(&one), tokens(&other));
    // Tokens have the address of the process that made them, so each process gets its own.
    let told: Vec<(u16, String)> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..AT_ONCE)
            .map(|number| {
                let (server, tokens) = if number % 2 == 0 { (&one, &of_one) } else { (&other, &of_other) };
                scope.spawn(move || make(&server.api, tokens, "k"))
            })
            .collect();
        sent.into_iter().map(|sent| sent.join().expect("an answer")).collect()
    });
    assert!(told.iter().all(|(status, _)| matches!(status, 201 | 409)), "{told:?}");
    let mut made: Vec<_> = told.into_iter().filter(|(status, _)| *status == 201).collect();
    made.dedup();
    assert_eq!(made.len(), 1, "one was made: {made:?}");
    assert_eq!(webhooks(&one.api, &of_one), 1);
    one.signal("KILL");
    assert!(!one.wait().success());
    assert_eq!(make(&other.api, &of_other, "k"), made[0]);
    assert_eq!(webhooks(&other.api, &of_other), 1);
}
