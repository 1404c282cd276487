//! The accept loop against hostile and unlucky callers. Limits are shortened; that the defaults are short
//! enough is asserted on its own.

use std::time::Duration;

use axum::Router;
use edge::{Drained, ServeLimits};
use http::{HeaderMap, Uri};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::listening::{PATIENCE, SHORT, Server, read_to_end, read_until, short_limits};
use super::support::Bench;

#[test]
fn ops_03_the_default_limits_cut_slow_requests_within_10_seconds() {
    let limits = ServeLimits::default();
    let ten = Duration::from_secs(10);
    assert!(limits.head_time_max < ten && limits.body_stall_max < ten);
    assert!(limits.head_bytes_max <= 64 * 1024 && edge::HEADERS_MAX <= 64);
    assert!(limits.body_time_max < edge::REQUEST_TIME_MAX, "408 comes before 503");
}

#[tokio::test]
async fn ops_03_silence_is_closed_and_slow_heads_are_answered_with_408() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    assert_eq!(server.exchange("").await, "");
    let answer = server.exchange("GET /v1/notes/5 HTTP/1.1\r\nHost:").await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("x-request-id: "), "{answer}");
    server.assert_good_traffic().await;
}

#[tokio::test]
async fn ops_03_a_later_head_on_a_connection_is_cut_like_the_first() {
    let limits = ServeLimits { idle_time_max: PATIENCE * 2, ..short_limits() };
    let server = Server::start(Bench::new().router(), limits).await;
    let (first, begun) = ("GET /v1/notes/7 HTTP/1.1\r\nHost: x\r\n\r\n", "GET /v1/notes/8 HTTP/1.1\r\nHo");
    // Right behind the request before.
    let answer = server.exchange(format!("{first}{begun}")).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("HTTP/1.1 408"), "{answer}");
    // After a time in which the connection was idle, and might have been for long.
    let mut stream = server.connect().await;
    stream.write_all(first.as_bytes()).await.expect("written");
    read_until(&mut stream, "\r\n\r\n7").await;
    assert!(timeout(SHORT * 2, stream.read_u8()).await.is_err(), "the connection is kept");
    stream.write_all(begun.as_bytes()).await.expect("written");
    let answer = read_to_end(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[tokio::test]
async fn ops_03_a_head_that_drips_is_cut_as_a_whole() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let mut stream = server.connect().await;
    let mut ticks = tokio::time::interval(SHORT / 6);
    let dripping = async {
        stream.write_all(b"GET /v1/notes/5 HTTP/1.1\r\nHost: x\r\n").await.expect("written");
        let (mut reader, mut writer) = stream.split();
        let drip = async {
            loop {
                ticks.tick().await;
                if writer.write_all(b"A: b\r\n").await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        let mut answer = [0_u8; 12];
        let read = async {
            reader.read_exact(&mut answer).await.expect("an answer");
        };
        tokio::select! { () = drip => {}, () = read => {} }
        answer
    };
    let (answer, ()) = tokio::join!(timeout(PATIENCE, dripping), server.assert_good_traffic());
    assert_eq!(&answer.expect("cut in time"), b"HTTP/1.1 408");
}

#[tokio::test]
async fn ops_03_a_body_that_stalls_is_408_in_the_areas_body() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let stalled = [
        "POST /v1/notes/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc",
        "POST /v1/notes/upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ];
    for request in stalled {
        let (answer, ()) = tokio::join!(server.exchange(request), server.assert_good_traffic());
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        assert!(answer.contains(r#""area":"notes""#), "{answer}");
    }
}

#[tokio::test]
async fn ops_03_a_body_that_drips_is_cut_as_a_whole() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let mut stream = server.connect().await;
    let head = "POST /v1/notes/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("written");
    let (mut reader, mut writer) = stream.split();
    let drip = async {
        let mut ticks = tokio::time::interval(SHORT / 3);
        loop {
            ticks.tick().await;
            if writer.write_all(b"x").await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    };
    let mut answer = [0_u8; 12];
    let read = async {
        reader.read_exact(&mut answer).await.expect("an answer");
    };
    let race = async {
        tokio::select! { () = drip => {}, () = read => {} }
    };
    timeout(PATIENCE, race).await.expect("cut in time");
    assert_eq!(&answer, b"HTTP/1.1 408");
}

#[tokio::test]
async fn ops_03_heads_that_are_too_large_are_431() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let half_a_megabyte =
        format!("GET /v1/notes/5 HTTP/1.1\r\nHost: x\r\nA: {}\r\n\r\n", "a".repeat(500_000));
    let (answer, ()) = tokio::join!(server.exchange(half_a_megabyte), server.assert_good_traffic());
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let fields = |count: usize| "A: b\r\n".repeat(count);
    let answer = server.exchange(format!("GET /v1/notes/5 HTTP/1.1\r\nHost: x\r\n{}\r\n", fields(64))).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let most = fields(edge::HEADERS_MAX - 2);
    let most = format!("GET /v1/notes/5 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{most}\r\n");
    assert!(server.exchange(most).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn ops_03_ambiguous_requests_are_400_and_end_the_connection() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let heads = [
        "Content-Length: 5\r\nHost: x\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nHost: x\r\nContent-Length: 5\r\n",
        "Host: x\r\nContent-Length: 5\r\nContent-Length: 5\r\n",
        "Host: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n",
        "Host: x\r\nContent-Length: 5, 5\r\n",
        "Host: x\r\nContent-Length: +5\r\n",
        "Host: x\r\nContent-Length: -5\r\n",
        "Host: x\r\nContent-Length: 0x5\r\n",
        "Host: x\r\nContent-Length: 99999999999999999999\r\n",
        "Host: x\r\nContent-Length:\r\n",
        "Host: x\r\nTransfer-Encoding: gzip, chunked\r\n",
        "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Host: x\r\nTransfer-Encoding: identity\r\n",
        "Host: x\r\nTransfer-Encoding: xchunked\r\n",
        "Host: x\r\nTransfer-Encoding : chunked\r\n",
        "Host: x\r\nTransfer-Encoding:\u{b}chunked\r\n",
        "Host: x\r\nHost: x\r\n",
        "Host: x\r\nHost: y\r\n",
        "Host:\r\n",
        "Host: x y\r\n",
        "Host: a@b\r\n",
        "Host: x/y\r\n",
        "",
        "Host: x\r\nA: b\r\n c\r\n",
        "Host: x\nA: b\r\n",
        "Host: x\r\nA: b\u{0}c\r\n",
        "Host: x\r\nA: b\rc\r\n",
        "Host: x\r\nA : b\r\n",
        "Host: x\r\nA\u{1}: b\r\n",
    ];
    // The rest would be a second request under another reading of the first.
    let smuggled = "0\r\n\r\nGET /v1/notes/7 HTTP/1.1\r\nHost: x\r\n\r\n";
    for head in heads {
        let request = format!("POST /v1/notes/upload HTTP/1.1\r\n{head}\r\n{smuggled}");
        let answer = server.exchange(request).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{head:?}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{head:?}: {answer}");
        assert!(answer.contains("x-request-id: "), "{head:?}: {answer}");
    }
    // HTTP/1.0 knows no chunks: a proxy of that age would read to the end of the connection.
    let old =
        format!("POST /v1/notes/upload HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{smuggled}");
    let answer = server.exchange(old).await;
    assert!(answer.contains(" 400 "), "{answer}");
    assert_eq!(answer.matches("x-request-id: ").count(), 1, "{answer}");
    server.assert_good_traffic().await;
}

#[tokio::test]
async fn ops_03_request_lines_that_no_api_has_are_400() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let lines = [
        "GET * HTTP/1.1",
        "OPTIONS ** HTTP/1.1",
        "CONNECT x HTTP/1.1",
        "CONNECT x:99999 HTTP/1.1",
        "CONNECT /v1/notes HTTP/1.1",
        "CONNECT user@x:80 HTTP/1.1",
        "GET x:80 HTTP/1.1",
        "GET ftp://x/v1/notes HTTP/1.1",
        "GET http://user@x/v1/notes HTTP/1.1",
        "GET http:///v1/notes HTTP/1.1",
        "GET /v1/notes#part HTTP/1.1",
        "GET /v1/n\u{e9} HTTP/1.1",
        "GET /v1/notes HTTP/2.0",
        "GET  /v1/notes HTTP/1.1",
        "G(T /v1/notes HTTP/1.1",
        "PRI * HTTP/2.0",
        "/v1/notes",
    ];
    for line in lines {
        let answer = server.exchange(format!("{line}\r\nHost: x\r\n\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{line}: {answer}");
    }
}

#[tokio::test]
async fn ops_03_connect_is_not_implemented_and_nothing_behind_it_is_read() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let tunnelled = "GET /v1/notes/7 HTTP/1.1\r\nHost: x\r\n\r\n";
    for host in ["x:80", "bank.test:443", "[::1]:80"] {
        let request = format!("CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n{tunnelled}");
        let answer = server.exchange(request).await;
        assert!(answer.starts_with("HTTP/1.1 501"), "{host}: {answer}");
        assert!(answer.contains("connection: close\r\n"), "{host}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{host}: {answer}");
    }
}

#[tokio::test]
async fn ops_03_options_of_the_server_names_the_methods() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let next = "GET /v1/notes/7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let answer = server.exchange(format!("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n{next}")).await;
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    assert!(answer.contains("allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n"), "{answer}");
    assert!(answer.contains("x-request-id: ") && answer.ends_with("\r\n\r\n7"), "{answer}");
}

#[tokio::test]
async fn ops_03_the_absolute_form_and_http_1_0_are_understood() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let requests = [
        "GET http://x/v1/notes/5 HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n",
        "GET HTTP://x:8080/v1/notes/5?a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "GET /v1/notes/5 HTTP/1.0\r\n\r\n",
        // Names as long as those that frame a request.
        "GET /v1/notes/5 HTTP/1.1\r\nFrom: a\r\nHost: x\r\nAccept-Charset: a\r\nIf-Modified-Since: a\r\n\
         Connection: close\r\n\r\n",
        "\r\nGET /v1/notes/5 HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n",
    ];
    for request in requests {
        let answer = server.exchange(request).await;
        assert!(answer.contains(" 200 OK") && answer.ends_with("\r\n\r\n5"), "{request}: {answer}");
    }
}

#[tokio::test]
async fn ops_03_the_host_of_the_absolute_form_takes_the_place_of_the_header() {
    async fn echo(headers: HeaderMap, uri: Uri) -> String {
        format!("{} {uri}", headers["host"].to_str().expect("text"))
    }
    let router: Router = Router::new().fallback(echo);
    let server = Server::start(router, short_limits()).await;
    for (target, seen) in [("http://x:8080/a?b=c", "x:8080 /a?b=c"), ("http://x", "x /"), ("/a", "other /a")]
    {
        let head = format!("GET {target} HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n");
        let answer = server.exchange(head).await;
        assert!(answer.ends_with(&format!("\r\n\r\n{seen}")), "{target}: {answer}");
    }
}

#[tokio::test]
async fn ops_03_bodies_and_pipelined_requests_keep_their_places() {
    let server = Server::start(Bench::new().router(), ServeLimits::default()).await;
    let upload = "POST /v1/notes/upload HTTP/1.1\r\nHost: x\r\n";
    let chunked = "Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0A\r\n0123456789\r\n0\r\nT: x\r\n\r\n";
    let all = format!(
        "{upload}{chunked}{upload}Content-Length: 4\r\n\r\nabcdGET /v1/notes/6 HTTP/1.1\r\nHost: x\r\n\r\n\
         {upload}{chunked}GET /v1/notes/7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    );
    // In one piece, and byte by byte: the pieces in which bytes arrive must not matter.
    let whole = server.exchange(&all).await;
    let mut stream = server.connect().await;
    stream.set_nodelay(true).expect("set");
    for byte in all.as_bytes() {
        stream.write_all(&[*byte]).await.expect("written");
        tokio::task::yield_now().await;
    }
    let dripped = read_to_end(&mut stream).await;
    for answer in [whole, dripped] {
        let bodies: Vec<&str> = answer
            .split("HTTP/1.1 200 OK")
            .skip(1)
            .map(|part| part.split_once("\r\n\r\n").expect("a head").1)
            .collect();
        assert_eq!(bodies, ["13", "4", "6", "13", "7"], "{answer}");
    }
}

#[tokio::test]
async fn ops_03_a_body_that_is_not_chunked_properly_is_400() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    for body in [
        "x\r\n",
        "\r\n",
        "3\r\nabcd\r\n0\r\n\r\n",
        "3\nabc\r\n0\r\n\r\n",
        "10000000000000000\r\n",
        "3 \u{1}\r\n",
    ] {
        let head = "POST /v1/notes/upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        let answer =
            server.exchange(format!("{head}{body}GET /v1/notes/7 HTTP/1.1\r\nHost: x\r\n\r\n")).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{body:?}: {answer}");
        assert!(!answer.contains("200 OK"), "{body:?}: {answer}");
    }
}

#[tokio::test]
async fn ops_03_an_early_413_reaches_a_caller_who_is_still_sending() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let head = "POST /v1/notes/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 30000000\r\n\r\n";
    let mut stream = server.connect().await;
    let request = format!("{head}{}", "x".repeat(30_000_000));
    stream.write_all(request.as_bytes()).await.expect("the rest is taken and thrown away");
    let mut answer = String::new();
    let end = timeout(PATIENCE, stream.read_to_string(&mut answer)).await.expect("in time");
    end.expect("an orderly end: a reset can destroy an answer on its way");
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(answer.contains(r#""area":"notes""#), "{answer}");
}

#[tokio::test]
async fn ops_03_connections_beyond_the_limit_wait_for_a_place() {
    let limits = ServeLimits { connections_max: 1, idle_time_max: PATIENCE, ..short_limits() };
    let server = Server::start(Bench::new().router(), limits).await;
    let mut first = server.connect().await;
    first.write_all(b"GET /v1/notes/1 HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
    read_until(&mut first, "\r\n\r\n1").await;
    let mut second = server.connect().await;
    second.write_all(b"GET /v1/notes/2 HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
    let mut byte = [0_u8; 1];
    timeout(SHORT, second.read(&mut byte)).await.expect_err("no place yet");
    drop(first);
    read_until(&mut second, "\r\n\r\n2").await;
}

#[tokio::test]
async fn ops_03_an_idle_connection_is_closed_without_a_word() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /v1/notes/1 HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
    let answer = read_to_end(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("\r\n\r\n1"), "{answer}");
}

#[tokio::test]
async fn ops_03_a_caller_who_shuts_down_sending_still_gets_the_answer() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /v1/notes/1 HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
    stream.shutdown().await.expect("shut down");
    assert!(read_to_end(&mut stream).await.ends_with("\r\n\r\n1"));
}

#[tokio::test]
async fn ops_03_draining_finishes_what_is_in_flight_and_closes_the_rest() {
    let bench = Bench::new();
    let state = bench.state.clone();
    let limits = ServeLimits { idle_time_max: PATIENCE, ..short_limits() };
    let server = Server::start(bench.router(), limits).await;
    let mut idle = server.connect().await;
    idle.write_all(b"GET /v1/notes/1 HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
    read_until(&mut idle, "\r\n\r\n1").await;
    let mut busy = server.connect().await;
    busy.write_all(b"GET /v1/other/wait HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
    timeout(PATIENCE, state.entered.notified()).await.expect("the handler runs");
    let address = server.address;
    let stopping = tokio::spawn(server.stop());
    assert_eq!(read_to_end(&mut idle).await, "", "the idle connection ends");
    TcpStream::connect(address).await.expect_err("nothing is accepted any more");
    assert!(!stopping.is_finished());
    state.leave.notify_one();
    let answer = read_to_end(&mut busy).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("waited"), "{answer}");
    assert_eq!(stopping.await.expect("stopped"), Drained { cut: 0 });
}

#[tokio::test]
async fn ops_03_draining_ends_at_its_deadline() {
    let bench = Bench::new();
    let state = bench.state.clone();
    let server = Server::start(bench.router(), ServeLimits { drain_time_max: SHORT, ..short_limits() }).await;
    let mut busy = server.connect().await;
    busy.write_all(b"GET /v1/other/wait HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
    timeout(PATIENCE, state.entered.notified()).await.expect("the handler runs");
    assert_eq!(server.stop().await, Drained { cut: 1 });
    assert_eq!(read_to_end(&mut busy).await, "");
}

#[tokio::test]
async fn ops_03_during_the_farewell_every_answer_is_the_last_of_its_connection() {
    let limits = ServeLimits { farewell_time: PATIENCE, idle_time_max: PATIENCE, ..short_limits() };
    let mut server = Server::start(Bench::new().router(), limits).await;
    let (unused, _) = oneshot::channel();
    std::mem::replace(&mut server.stop, unused).send(()).expect("the server runs");
    // The signal is handled by another task; until then an answer does not say so yet.
    let last = async {
        loop {
            let mut stream = server.connect().await;
            stream
                .write_all(b"GET /v1/notes/1 HTTP/1.1\r\nHost: x\r\n\r\n")
                .await
                .expect("accepted all the same");
            let answer = read_until(&mut stream, "\r\n\r\n1").await;
            if answer.contains("connection: close") {
                return read_to_end(&mut stream).await;
            }
        }
    };
    assert_eq!(timeout(PATIENCE, last).await.expect("in time"), "");
    server.running.abort();
}

#[tokio::test]
async fn ops_03_an_answer_that_nobody_reads_is_cut() {
    let server = Server::start(Bench::new().router(), short_limits()).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /v1/other/large HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
    read_until(&mut stream, "200 OK").await;
    // Without the cut, the connection would still be working at the end of the drain time.
    assert_eq!(server.stop().await, Drained { cut: 0 });
}
