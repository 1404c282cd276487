//! A request that is refused before its body was read must not cost the next one on the same connection.

use std::time::Duration;

use edge::ServeLimits;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::listening::{Server, read_to_end, read_until, short_limits};
use super::support::{Bench, NOTE_BYTES_MAX, caller};

/// An answer that comes before the body has been sent comes within this time.
const EARLY: Duration = Duration::from_millis(5);
const NEXT: &str = "GET /v1/notes/7 HTTP/1.1\r\nHost: x\r\n\r\n";
const NEXT_ANSWERED: &str = "\r\n\r\n7";

/// The way in which head and body are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pieces {
    /// The head alone, with time for an early answer, then the body.
    Apart,
    /// In one piece.
    Together,
    /// In one piece with the next request after.
    Pipelined,
}

#[derive(Clone, Copy, Debug)]
enum Length {
    Announced,
    Chunked,
}

impl Length {
    fn header(self, bytes: usize) -> String {
        match self {
            Self::Announced => format!("Content-Length: {bytes}\r\n"),
            Self::Chunked => "Transfer-Encoding: chunked\r\n".to_owned(),
        }
    }

    fn body(self, bytes: usize) -> String {
        let body = "x".repeat(bytes);
        match self {
            Self::Announced => body,
            Self::Chunked => format!("{bytes:x}\r\n{body}\r\n0\r\n\r\n"),
        }
    }
}

/// A POST that is refused with a status for any body.
struct Refused {
    status: u16,
    target: &'static str,
    headers: String,
}

/// An area that refuses by everything but the length of bodies, so that the other reasons are met with long ones too.
fn bench() -> Bench {
    let mut bench = Bench::with_request_rate(1, 1);
    bench.area.body_bytes_max = 4_000_000;
    bench
}

/// Each status with which a POST is refused early.
async fn refusals(bench: &Bench) -> Vec<Refused> {
    let pair = bench.tokens.pair(&caller());
    let tokens = format!("Authorization: Bearer {}\r\nId-Token: {}\r\n", pair.access, pair.identity);
    let refused = |status, target, headers: &str| Refused { status, target, headers: headers.to_owned() };
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200, "the only one of this second");
    vec![
        refused(401, "/v1/other/who", ""),
        refused(404, "/v1/other/nothing", ""),
        refused(405, "/v1/notes/5", ""),
        refused(413, "/v1/notes", "Content-Type: application/json\r\n"),
        refused(415, "/v1/notes", "Content-Type: text/plain\r\n"),
        refused(429, "/v1/other/who", &tokens),
    ]
}

impl Refused {
    fn head(&self, length: Length, bytes: usize, more: &str) -> String {
        let Self { target, headers, .. } = self;
        format!("POST {target} HTTP/1.1\r\nHost: x\r\n{headers}{more}{}\r\n", length.header(bytes))
    }

    /// Sends it, then another request where the answer allows it. Tells whether the connection was kept.
    async fn is_kept(&self, server: &Server, length: Length, bytes: usize, pieces: Pieces) -> bool {
        let told = format!("{} {length:?} {bytes} {pieces:?}", self.status);
        let mut stream = server.connect().await;
        stream.set_nodelay(true).expect("set");
        let (head, body) = (self.head(length, bytes, ""), length.body(bytes));
        match pieces {
            Pieces::Apart => {
                write(&mut stream, &head).await;
                // Too early an answer is not read: the caller sends the whole request first.
                drop(timeout(EARLY, stream.readable()).await);
                write(&mut stream, &body).await;
            }
            Pieces::Together => write(&mut stream, &(head + &body)).await,
            Pieces::Pipelined => write(&mut stream, &(head + &body + NEXT)).await,
        }
        let answer = read_until(&mut stream, "}").await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {}", self.status)), "{told}: {answer}");
        if answer.contains("connection: close") {
            assert_eq!(read_to_end(&mut stream).await, "", "{told}: nothing follows the last answer");
            return false;
        }
        if pieces != Pieces::Pipelined {
            write(&mut stream, NEXT).await;
        }
        if !answer.ends_with(NEXT_ANSWERED) {
            let next = read_until(&mut stream, NEXT_ANSWERED).await;
            assert!(next.starts_with("HTTP/1.1 200"), "{told}: {next}");
        }
        true
    }
}

async fn write(stream: &mut TcpStream, text: &str) {
    stream.write_all(text.as_bytes()).await.expect("the server takes what is sent");
}

#[tokio::test]
async fn gen_02_no_early_answer_costs_the_next_request() {
    let bench = bench();
    let limits = ServeLimits::default();
    let server = Server::start(bench.router(), limits).await;
    let limit = limits.unread_body_bytes_max;
    for refused in refusals(&bench).await {
        for bytes in [10, 3_000, limit, limit + 1, 1_000_000] {
            // The status 413 is for bodies that are too long.
            let bytes = if refused.status == 413 { bytes.max(NOTE_BYTES_MAX + 1) } else { bytes };
            for length in [Length::Announced, Length::Chunked] {
                for pieces in [Pieces::Apart, Pieces::Together, Pieces::Pipelined] {
                    let is_kept = refused.is_kept(&server, length, bytes, pieces).await;
                    // The part that was read before the refusal does not count.
                    let may_be_kept =
                        bytes <= limit || (refused.status == 413 && bytes <= limit + NOTE_BYTES_MAX);
                    let told = format!("{} {length:?} {bytes} {pieces:?}", refused.status);
                    assert!(!is_kept || may_be_kept, "{told} is too long to be read");
                    assert!(is_kept || bytes > limit, "{told} is short enough to be read");
                }
            }
        }
    }
}

#[tokio::test]
async fn gen_02_a_body_that_does_not_come_ends_the_connection_with_a_word() {
    let bench = bench();
    let limits = ServeLimits { unread_body_time_max: Duration::from_millis(50), ..short_limits() };
    let server = Server::start(bench.router(), limits).await;
    for refused in refusals(&bench).await {
        let length = if refused.status == 413 { NOTE_BYTES_MAX + 1 } else { 10 };
        for framing in [Length::Announced, Length::Chunked] {
            if refused.status == 413 && matches!(framing, Length::Chunked) {
                // Without a length the server learns late that it is too long.
                continue;
            }
            let answer = server.exchange(refused.head(framing, length, "")).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {}", refused.status)), "{answer}");
            assert!(answer.contains("connection: close\r\n"), "{framing:?}: {answer}");
        }
    }
}

#[tokio::test]
async fn gen_02_a_refusal_does_not_ask_for_the_body_that_waits_for_100() {
    let bench = bench();
    let server = Server::start(bench.router(), ServeLimits::default()).await;
    for refused in refusals(&bench).await {
        let head = refused.head(Length::Announced, NOTE_BYTES_MAX + 1, "Expect: 100-continue\r\n");
        let answer = server.exchange(head).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {}", refused.status)), "{answer}");
        assert!(answer.contains("connection: close\r\n"), "{answer}");
    }
    let mut stream = server.connect().await;
    let head =
        "POST /v1/notes/upload HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";
    write(&mut stream, head).await;
    read_until(&mut stream, "HTTP/1.1 100 Continue\r\n\r\n").await;
    write(&mut stream, "abcd").await;
    let answer = read_until(&mut stream, "\r\n\r\n4").await;
    assert!(!answer.contains("connection: close"), "{answer}");
    write(&mut stream, NEXT).await;
    read_until(&mut stream, NEXT_ANSWERED).await;
}

/// Ten thousand rounds, by hand: `cargo test -p testkit --test it ten_thousand -- --ignored`.
#[tokio::test]
#[ignore = "takes minutes; the same rounds in small numbers run always"]
async fn gen_02_ten_thousand_early_answers_cost_no_next_request() {
    const ROUNDS: usize = 10_000;
    let bench = bench();
    let server = Server::start(bench.router(), ServeLimits::default()).await;
    let refusals = refusals(&bench).await;
    let sizes = [10, 100, 1_000, 10_000, 60_000, 200_000, 1_000_000];
    let all_pieces = [Pieces::Apart, Pieces::Together, Pieces::Pipelined];
    for round in 0..ROUNDS {
        let refused = &refusals[round % refusals.len()];
        let bytes = sizes[round / refusals.len() % sizes.len()];
        let bytes = if refused.status == 413 { bytes.max(NOTE_BYTES_MAX + 1) } else { bytes };
        let length = if round % 4 < 2 { Length::Announced } else { Length::Chunked };
        refused.is_kept(&server, length, bytes, all_pieces[round % 3]).await;
    }
}
