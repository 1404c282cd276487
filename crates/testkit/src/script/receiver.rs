//! A receiver of webhooks, which tells what arrived, byte by byte.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest wait for one request.
const REQUEST_MAX: Duration = Duration::from_mins(1);
/// The path at which every delivery is taken.
const TAKES: &str = "/takes";
/// The path at which the first delivery of each event is refused.
const REFUSES: &str = "/refuses";
/// The headers of a delivery that are told, in small letters.
const HEADERS: [&str; 3] = ["webhook-id", "webhook-timestamp", "webhook-signature"];

#[derive(Debug, Default)]
struct Seen {
    told: String,
    /// The events that were refused once.
    refused: BTreeSet<String>,
}

/// A receiver on a port of its own, for as long as the process runs.
#[derive(Clone, Debug)]
pub struct Receiver {
    address: String,
    seen: Arc<Mutex<Seen>>,
}

impl Receiver {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let seen: Arc<Mutex<Seen>> = Arc::default();
        let log = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A sandbox with a key sends one delivery at a time; a broken one is seen by what is missing.
                drop(answer(stream, &log));
            }
        });
        Self { address, seen }
    }

    /// The address at which every delivery is taken.
    pub(super) fn takes(&self) -> String {
        format!("{}{TAKES}", self.address)
    }

    /// The address at which the first delivery of each event is refused.
    pub(super) fn refuses(&self) -> String {
        format!("{}{REFUSES}", self.address)
    }

    /// Returns what arrived since the last time, and forgets it.
    pub(super) fn told(&self) -> String {
        std::mem::take(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner)).told
    }
}

fn answer(stream: TcpStream, seen: &Mutex<Seen>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(REQUEST_MAX))?;
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let (mut told, mut id, mut length) = (first, String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        let (name, value) = (name.to_ascii_lowercase(), value.trim());
        match name.as_str() {
            "content-length" => length = value.parse().unwrap_or(0),
            "webhook-id" => value.clone_into(&mut id),
            _ => {}
        }
        if HEADERS.contains(&name.as_str()) {
            writeln!(told, "{name}: {value}").expect("a text grows");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    writeln!(told, "{}", String::from_utf8_lossy(&body)).expect("a text grows");
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    seen.told.push_str(&told);
    let is_refused = path == REFUSES && seen.refused.insert(id);
    drop(seen);
    let status = if is_refused { "503 Service Unavailable" } else { "200 OK" };
    let answer = format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 5\r\n\r\nheard");
    reader.get_mut().write_all(answer.as_bytes())
}
