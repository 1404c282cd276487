//! OPS-03: health, metrics and the end of the program.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::program::{Server, get};

#[test]
fn ops_03_health_and_metrics_are_on_the_administration_port() {
    let (_folder, server) = Server::own_demo(&[]);
    assert_eq!(get(&format!("{}/health/live", server.administration), &[]).0, 200);
    assert_eq!(get(&format!("{}/health/ready", server.administration), &[]).0, 200);
    get(&format!("{}/v1/accounts", server.api), &[]);
    let (status, metrics) = get(&format!("{}/metrics", server.administration), &[]);
    assert_eq!(status, 200);
    assert!(metrics.contains("clientbank_store_unit_duration_seconds"), "{metrics}");
    assert!(metrics.contains("area=\"accounts\""), "{metrics}");
    for public in [&server.api, &server.identity] {
        for path in ["/metrics", "/health/live", "/health/ready"] {
            assert_eq!(get(&format!("{public}{path}"), &[]).0, 404, "{public}{path}");
        }
    }
}

/// A request that arrives before the end is answered, though the end was asked for while it was on its way.
#[test]
fn ops_03_the_end_waits_for_requests_in_flight() {
    let (_folder, server) = Server::own_demo(&[]);
    let address = server.identity.trim_start_matches("http://").to_owned();
    let mut connection = TcpStream::connect(&address).expect("a connection");
    let body = "grant_type=refresh_token&refresh_token=none&client_id=demo-erp";
    let head = format!(
        "POST /token HTTP/1.1\r\nHost: {address}\r\nAuthorization: Basic ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    connection.write_all(head.as_bytes()).expect("the head is sent");
    // The answer to another request shows that the head before it has been read.
    assert_eq!(get(&format!("{}/jwks", server.identity), &[]).0, 200);
    server.signal("TERM");
    until_not_ready(&server);
    connection.write_all(body.as_bytes()).expect("the body is sent");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("invalid_grant"), "{answer}");
    assert!(server.wait().success());
}

/// Asks for readiness until it is refused, or the program has ended.
fn until_not_ready(server: &Server) {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        if get(&format!("{}/health/ready", server.administration), &[]).0 == 503 {
            return;
        }
    }
    panic!("readiness never turned");
}

#[test]
fn ops_03_both_signals_end_the_program_in_order() {
    for signal in ["TERM", "INT"] {
        let (_folder, server) = Server::own_demo(&[]);
        server.signal(signal);
        assert!(server.wait().success(), "{signal}");
    }
}
