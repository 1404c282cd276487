//! Resets and moves of sandboxes beside calls and callers (SBX-01, SBX-04).

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use testkit::script::HostCaller;

use crate::demo::postgres_database;
use crate::program::{Server, folder, get};
use crate::restoring::call;
use crate::sandboxes::{administration, good, make};

/// The longest wait for what a process does by itself.
const DONE_MAX: Duration = Duration::from_mins(2);
/// A call that is answered at all is answered sooner.
const HELD_UP: Duration = Duration::from_secs(2);

#[test]
fn sbx_04_the_first_call_after_a_reset_finds_the_events_of_the_seed_data() {
    let (_folder, server) = Server::own_sandbox(&["--seed", "7"]);
    make(&server, "one", 1);
    let own = HostCaller::new(&server.administration, Some("one"));
    let tokens = good(&own.post("/sandbox/v1/tokens", r#"{"login":"petrov","company":"C00001"}"#));
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().expect("a token"));
    let identity = tokens["id_token"].as_str().expect("a token");
    let headers = [("Authorization", bearer.as_str()), ("Id-Token", identity)];
    good(&administration(&server).post("/sandboxes/one/reset", "{}"));
    let api = HostCaller::new(&server.api, Some("one"));
    let read = || good(&api.call("GET", "/v1/events", &headers, ""));
    let first = read();
    assert!(!first["events"].as_array().expect("events").is_empty(), "{first}");
    // A webhook that is made by the first call is told of nothing that was before it.
    assert_eq!(first, read(), "nothing has happened between two calls");
}

/// Makes a webhook whose receiver does not answer the delivery that is under way then, and returns both.
fn silent_hook(server: &Server) -> ((TcpListener, TcpStream), String) {
    let receiver = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/hook", receiver.local_addr().expect("an address"));
    let (status, made) = call(server, "POST", "/v1/webhooks", Some(&json!({ "url": url, "types": ["*"] })));
    assert_eq!(status, 201, "{made}");
    let hook = made["webhook"]["id"].as_str().expect("an identifier").to_owned();
    assert_eq!(call(server, "POST", &format!("/v1/webhooks/{hook}/test"), None).0, 202);
    let (silent, _) = receiver.accept().expect("a delivery");
    ((receiver, silent), hook)
}

/// Sends a call to the administration port, and waits for no answer.
fn sent(server: &Server, path: &str, body: &str) -> TcpStream {
    let address = server.administration.strip_prefix("http://").expect("an address");
    let mut caller = TcpStream::connect(address).expect("a connection");
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Sandbox-Administration: 1\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    caller.write_all(request.as_bytes()).expect("it is sent");
    caller
}

#[test]
fn sbx_04_a_reset_whose_caller_leaves_ends_by_itself() {
    let (_folder, server) = Server::own_sandbox(&[]);
    // The reset waits for its delivery.
    let (_silent, hook) = silent_hook(&server);
    let caller = sent(&server, "/sandboxes/main/reset", "{}");
    let agent = ureq::Agent::new_with_config(
        ureq::Agent::config_builder().timeout_global(Some(HELD_UP)).http_status_as_error(false).build(),
    );
    let ready = format!("{}/health/ready", server.administration);
    // As soon as it has begun, it holds calls up.
    let began = Instant::now();
    while agent.get(&ready).call().is_ok() {
        assert!(began.elapsed() < DONE_MAX, "it never began");
    }
    drop(caller);
    while get(&ready, &[]).0 != 200 {
        assert!(began.elapsed() < DONE_MAX, "it never ended");
    }
    assert_eq!(call(&server, "GET", &format!("/v1/webhooks/{hook}"), None).0, 404, "the data begins anew");
    assert!(server.stop().success());
}

/// Has the database refuse that a sandbox begins, as where the process dies at that moment.
const BEGINS_NOT: &str = "create function refuse_beginning() returns trigger language plpgsql as 'begin
        raise exception ''it does not begin''; end';
    create trigger refuse_beginning before update on sandbox_state
        for each row execute function refuse_beginning()";
const BEGINS: &str = "drop trigger refuse_beginning on sandbox_state";

#[test]
fn sbx_04_data_begins_anew_with_its_clock_or_not_at_all_on_postgres() {
    let folder = folder();
    let database = postgres_database("sandbox_begins");
    let server = Server::sandbox(folder.path(), &["--database", &database]);
    let terms = json!({ "url": "http://127.0.0.1:65535/hook", "types": ["*"] });
    let (status, made) = call(&server, "POST", "/v1/webhooks", Some(&terms));
    assert_eq!(status, 201, "{made}");
    let path = format!("/v1/webhooks/{}", made["webhook"]["id"].as_str().expect("an identifier"));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(testkit::postgres::execute(&database, BEGINS_NOT));
    let refused = administration(&server).post("/sandboxes/main/reset", "{}");
    assert_eq!(refused.status, 500, "{}", refused.body);
    assert_eq!(call(&server, "GET", &path, None).0, 200, "it goes on as it was");
    runtime.block_on(testkit::postgres::execute(&database, BEGINS));
    good(&administration(&server).post("/sandboxes/main/reset", "{}"));
    assert_eq!(call(&server, "GET", &path, None).0, 404, "the data begins anew");
    assert!(server.stop().success());
}

#[test]
fn sbx_04_two_processes_that_reset_at_one_moment_both_find_the_data_anew_on_postgres() {
    let folder = folder();
    let database = postgres_database("sandbox_resets");
    let one = Server::sandbox(folder.path(), &["--database", &database]);
    let other = Server::sandbox(folder.path(), &["--database", &database]);
    let terms = json!({ "url": "http://127.0.0.1:65535/hook", "types": ["*"] });
    let (status, made) = call(&one, "POST", "/v1/webhooks", Some(&terms));
    assert_eq!(status, 201, "{made}");
    let path = format!("/v1/webhooks/{}", made["webhook"]["id"].as_str().expect("an identifier"));
    thread::scope(|scope| {
        let callers = [administration(&one), administration(&other)];
        let resets = callers.map(|caller| scope.spawn(move || caller.post("/sandboxes/main/reset", "{}")));
        for reset in resets {
            good(&reset.join().expect("an answer"));
        }
    });
    for server in [&one, &other] {
        assert_eq!(call(server, "GET", &path, None).0, 404, "the data begins anew");
    }
    assert!(one.stop().success() && other.stop().success());
}

#[test]
fn sbx_01_a_move_whose_caller_leaves_ends_by_itself() {
    let (_folder, server) = Server::own_sandbox(&[]);
    make(&server, "one", 1);
    let own = HostCaller::new(&server.administration, Some("one"));
    let tokens = good(&own.post("/sandbox/v1/tokens", r#"{"login":"petrov","company":"C00001"}"#));
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().expect("a token"));
    let identity = tokens["id_token"].as_str().expect("a token");
    let headers =
        [("Authorization", bearer.as_str()), ("Id-Token", identity), ("Content-Type", "application/json")];
    let api = HostCaller::new(&server.api, Some("one"));
    let receiver = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/hook", receiver.local_addr().expect("an address"));
    let terms = json!({ "url": url, "types": ["*"] }).to_string();
    let made = good(&api.call("POST", "/v1/webhooks", &headers, &terms));
    let hook = made["webhook"]["id"].as_str().expect("an identifier");
    // The first attempt fails, so that the move comes to a second one.
    let first = thread::spawn(move || {
        drop(receiver.accept().expect("a delivery"));
        receiver
    });
    assert_eq!(api.call("POST", &format!("/v1/webhooks/{hook}/test"), &headers, "").status, 202);
    let receiver = first.join().expect("it is over");
    let shown = || -> Timestamp {
        let clock = good(&administration(&server).call("GET", "/sandboxes/one/clock", &[], ""));
        clock["now"].as_str().expect("a moment").parse().expect("one")
    };
    let before = shown();
    let caller = sent(&server, "/sandboxes/one/clock", r#"{"seconds":7200}"#);
    let (mut silent, _) = receiver.accept().expect("a delivery");
    drop(caller);
    silent.set_read_timeout(Some(HELD_UP)).expect("a time");
    let mut bytes = [0; 4096];
    while let Ok(read) = silent.read(&mut bytes) {
        assert_ne!(read, 0, "the delivery is broken off");
    }
    drop((silent, receiver));
    assert_eq!(shown().duration_since(before), SignedDuration::from_hours(2));
    assert!(server.stop().success());
}
