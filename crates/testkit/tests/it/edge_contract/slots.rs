//! OPS-03: no address takes the places of all others.

use edge::ServeLimits;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::listening::{PATIENCE, Server, read_to_end, read_until, short_limits};
use super::support::Bench;

fn two_each() -> ServeLimits {
    ServeLimits { connections_per_address_max: 2, idle_time_max: PATIENCE, ..short_limits() }
}

/// A request on a connection that stays open.
async fn answered(stream: &mut TcpStream) -> bool {
    // A connection that was closed at once may refuse to be written to.
    drop(stream.write_all(b"GET /v1/notes/1 HTTP/1.1\r\nHost: x\r\n\r\n").await);
    let mut byte = [0_u8; 1];
    match timeout(PATIENCE, stream.peek(&mut byte)).await.expect("an answer or an end") {
        Ok(1) => read_until(stream, "\r\n\r\n1").await.starts_with("HTTP/1.1 200"),
        Ok(_) | Err(_) => false,
    }
}

#[tokio::test]
async fn ops_03_an_address_holds_so_many_connections_and_the_next_is_closed() {
    let server = Server::start(Bench::new().router(), two_each()).await;
    let mut held = [server.connect().await, server.connect().await];
    for stream in &mut held {
        assert!(answered(stream).await);
    }
    assert!(!answered(&mut server.connect().await).await, "a third one");
    assert!(answered(&mut server.connect_from("127.0.0.2").await).await, "another address has its own");
    let [first, mut second] = held;
    drop(first);
    // The server learns of the end by itself.
    let again = async { while !answered(&mut server.connect().await).await {} };
    timeout(PATIENCE, again).await.expect("a place is given back");
    assert!(answered(&mut second).await);
}

#[tokio::test]
async fn ops_03_a_trusted_proxy_holds_as_many_as_it_needs() {
    let server = Server::start_behind("127.0.0.1", Bench::new().router(), two_each()).await;
    let mut held = Vec::new();
    for _ in 0..8 {
        let mut stream = server.connect().await;
        assert!(answered(&mut stream).await);
        held.push(stream);
    }
}

#[tokio::test]
async fn ops_03_behind_a_proxy_each_caller_has_so_many_requests_at_once() {
    let bench = Bench::new();
    let state = bench.state.clone();
    let server = Server::start_behind("127.0.0.1", bench.router(), two_each()).await;
    let request = |path: &str, caller: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {caller}\r\nConnection: close\r\n\r\n")
    };
    let mut waiting = Vec::new();
    for _ in 0..2 {
        let mut stream = server.connect().await;
        let slow = request("/v1/other/wait", "2001:db8::1");
        stream.write_all(slow.as_bytes()).await.expect("written");
        timeout(PATIENCE, state.entered.notified()).await.expect("the handler runs");
        waiting.push(stream);
    }
    // The same network in IPv6 is the same caller.
    let crowded = server.exchange(request("/v1/notes/1", "2001:db8::2")).await;
    assert!(crowded.starts_with("HTTP/1.1 429"), "{crowded}");
    assert!(crowded.contains("retry-after: 1\r\n"), "{crowded}");
    for other in ["2001:db8:0:1::1", "198.51.100.7"] {
        assert!(server.exchange(request("/v1/notes/1", other)).await.starts_with("HTTP/1.1 200"), "{other}");
    }
    for mut stream in waiting {
        state.leave.notify_one();
        assert!(read_to_end(&mut stream).await.ends_with("waited"));
    }
    assert!(server.exchange(request("/v1/notes/1", "2001:db8::2")).await.starts_with("HTTP/1.1 200"));
}
