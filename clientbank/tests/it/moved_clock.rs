//! A moved clock beside workers that are at something: a webhook whose receiver does not answer (SBX-01, OPS-05).

use std::io::Read as _;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::Value;

use crate::demo::postgres_database;
use crate::program::{Server, folder, said};
use crate::software::Software;

/// The longest wait for the first delivery.
const FIRST_MAX: Duration = Duration::from_mins(2);
/// Attempts of 72 hours, as the pauses are drawn.
const ATTEMPTS: std::ops::RangeInclusive<usize> = 15..=19;

/// A receiver that keeps the first connection waiting for ever, and ends every other at once.
struct Silent {
    url: String,
    connections: Arc<AtomicUsize>,
    first: Receiver<()>,
}

impl Silent {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let (connections, (arrived, first)) = (Arc::new(AtomicUsize::new(0)), channel());
        let counted = Arc::clone(&connections);
        std::thread::spawn(move || {
            let mut kept = Vec::new();
            for mut stream in listener.incoming().flatten() {
                if counted.fetch_add(1, Ordering::SeqCst) == 0 {
                    drop(stream.read(&mut [0; 1]));
                    let _ = arrived.send(());
                    kept.push(stream);
                }
            }
        });
        Self { url, connections, first }
    }
}

/// The answer to a call of the administrator of C00001 that is not refused. Tokens are as old as the clock says.
fn call(server: &Server, method: &str, path: &str, body: &str) -> Value {
    let (status, told) = Software::of("petrov", server, None, "C00001").call(method, path, None, body);
    assert!(status < 300, "{method} {path}: {status} {told}");
    serde_json::from_str(&told).unwrap_or_default()
}

fn is_as_in_life(extra: &[&str]) {
    let (folder, receiver) = (folder(), Silent::start());
    let server = Server::sandbox(folder.path(), extra);
    let terms = format!(r#"{{"url":"{}","types":["*"]}}"#, receiver.url);
    let made = call(&server, "POST", "/v1/webhooks", &terms);
    let webhook = format!("/v1/webhooks/{}", made["webhook"]["id"].as_str().expect("an identifier"));
    call(&server, "POST", &format!("{webhook}/test"), "");
    // A worker of the process is in the middle of the first attempt, which ends by its own limit.
    receiver.first.recv_timeout(FIRST_MAX).expect("a delivery");
    said(&["sandbox", "clock", "advance", "--days", "4", "--administration", &server.administration]);
    let log = call(&server, "GET", &format!("{webhook}/deliveries"), "");
    // The webhook hears nothing of what happened before it was made, however busy the machine is.
    assert_eq!(log["deliveries"].as_array().map(Vec::len), Some(1), "{log}");
    let delivery = &log["deliveries"][0];
    let attempts = delivery["attempts"].as_u64().and_then(|count| usize::try_from(count).ok());
    assert!(attempts.is_some_and(|attempts| ATTEMPTS.contains(&attempts)), "{log}");
    assert_eq!(Some(receiver.connections.load(Ordering::SeqCst)), attempts, "each attempt was made");
    assert_eq!(delivery["state"], "FAILED", "{log}");
    assert_eq!(call(&server, "GET", &webhook, "")["state"], "UNREACHABLE");
    assert!(server.stop().success());
}

#[test]
fn sbx_01_a_move_waits_for_the_attempt_that_a_worker_is_at() {
    is_as_in_life(&[]);
}

#[test]
fn sbx_01_a_move_waits_for_the_attempt_that_a_worker_is_at_on_postgres() {
    is_as_in_life(&["--database", &postgres_database("sandbox_moved")]);
}
