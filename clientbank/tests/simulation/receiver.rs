//! The software of companies that takes webhooks, and refuses some events when they come for the first time.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::looks::{Broken, Grouped, Kept, rule};

/// The longest wait for one request.
const REQUEST_MAX: Duration = Duration::from_secs(20);
/// One event of so many is refused when it comes first.
const REFUSED_OF: u32 = 8;

/// A receiver on a port of its own, for as long as the process runs.
pub(crate) struct Receiver {
    pub(crate) address: String,
    arrived: Arc<Mutex<Vec<Arrived>>>,
}

/// A delivery that arrived.
pub(crate) struct Arrived {
    /// The identifier of the event.
    pub(crate) event: String,
    pub(crate) is_taken: bool,
}

impl Receiver {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/events", listener.local_addr().expect("an address"));
        let arrived: Arc<Mutex<Vec<Arrived>>> = Arc::default();
        let log = Arc::clone(&arrived);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A broken connection is seen by what is missing.
                drop(answer(stream, &log));
            }
        });
        Self { address, arrived }
    }

    /// Takes out everything that arrived.
    pub(crate) fn arrived(&self) -> Vec<Arrived> {
        std::mem::take(&mut self.arrived.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn answer(stream: TcpStream, arrived: &Mutex<Vec<Arrived>>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(REQUEST_MAX))?;
    let mut reader = BufReader::new(stream);
    let (mut event, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim_end().is_empty() {
            break;
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().unwrap_or_default();
            }
            Some((name, value)) if name.eq_ignore_ascii_case("webhook-id") => value.clone_into(&mut event),
            _ => {}
        }
    }
    reader.read_exact(&mut vec![0; length])?;
    let is_taken = {
        let mut arrived = arrived.lock().unwrap_or_else(PoisonError::into_inner);
        let sum: u32 = event.bytes().map(u32::from).sum();
        let is_first = arrived.iter().all(|known| known.event != event);
        let is_taken = !(is_first && sum.is_multiple_of(REFUSED_OF));
        arrived.push(Arrived { event, is_taken });
        is_taken
    };
    let status = if is_taken { "200 OK" } else { "503 Service Unavailable" };
    let head = format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    reader.get_mut().write_all(head.as_bytes())
}

/// Looks whether the events of each object, in their order and by object, arrived: each was taken, and none was sent
/// before the one before it was taken. Software that was disabled may not have been told of some.
pub(crate) fn in_order(arrived: &[Arrived], of_objects: &Grouped, was_disabled: bool) -> Kept {
    for (object, events) in of_objects {
        let mut taken_before = 0;
        for event in events {
            let sent = arrived.iter().position(|one| one.event == *event);
            if was_disabled && sent.is_none() {
                continue;
            }
            let taken = arrived.iter().position(|one| one.event == *event && one.is_taken);
            let (Some(sent), Some(taken)) = (sent, taken) else {
                return Err(Broken(format!("never taken: event {event} of {object}")));
            };
            let is_next = sent >= taken_before;
            rule(is_next, || format!("sent before the one before: event {event} of {object}"))?;
            taken_before = taken;
        }
    }
    Ok(())
}
