//! Load for reads: one thread that keeps connections busy and never sleeps.
//!
//! A load generator that waits in `epoll` has to be woken by the server's write, and waking a core that idles costs the
//! server's core several microseconds on virtual machines. A fast peer keeps the generator awake and never pays that; a
//! slower server pays it with every answer. Polling without waiting takes the difference away for both.

use std::error::Error;
use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

/// Connections that are kept busy, each with one request at a time.
const CONNECTIONS: usize = 32;
/// How long one measurement takes, the warm-up before it not counted.
const DURATION: Duration = Duration::from_secs(4);
/// Time before anything is counted.
const WARM_UP: Duration = Duration::from_millis(500);
/// The most bytes of one answer.
const ANSWER_BYTES_MAX: usize = 256 * 1024;

struct Connection {
    stream: TcpStream,
    answer: Vec<u8>,
    filled: usize,
}

/// Sends `request`, a whole one with its last empty line, to `address` again and again; prints the answers per second.
///
/// # Errors
/// A connection broke, or an answer was not 200 with a `Content-Length`.
#[expect(clippy::print_stdout, reason = "the parent process reads the rate from standard output")]
#[expect(clippy::float_arithmetic, reason = "a rate is no money")]
pub(crate) fn run(address: SocketAddr, request: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut poll = Poll::new()?;
    let mut connections = Vec::with_capacity(CONNECTIONS);
    for index in 0..CONNECTIONS {
        let stream = std::net::TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let mut stream = TcpStream::from_std(stream);
        poll.registry().register(&mut stream, Token(index), Interest::READABLE)?;
        stream.write_all(request)?;
        connections.push(Connection { stream, answer: vec![0; ANSWER_BYTES_MAX], filled: 0 });
    }
    let mut events = Events::with_capacity(CONNECTIONS);
    answers(&mut poll, &mut events, &mut connections, request, WARM_UP)?;
    let started = Instant::now();
    let count = answers(&mut poll, &mut events, &mut connections, request, DURATION)?;
    println!("{:.1}", f64::from(count) / started.elapsed().as_secs_f64());
    Ok(())
}

fn answers(
    poll: &mut Poll,
    events: &mut Events,
    connections: &mut [Connection],
    request: &[u8],
    duration: Duration,
) -> Result<u32, Box<dyn Error>> {
    let started = Instant::now();
    let mut count = 0;
    while started.elapsed() < duration {
        poll.poll(events, Some(Duration::ZERO))?;
        for event in events.iter() {
            let connection = connections.get_mut(event.token().0).ok_or("an event of no connection")?;
            count += connection.read_on(request)?;
        }
    }
    Ok(count)
}

impl Connection {
    /// Reads what is there; asks again when an answer is whole. Tells how many were.
    fn read_on(&mut self, request: &[u8]) -> Result<u32, Box<dyn Error>> {
        let mut count = 0;
        loop {
            match self.stream.read(&mut self.answer[self.filled..]) {
                Ok(0) => return Err("the server closed a connection or an answer is too long".into()),
                Ok(bytes) => self.filled += bytes,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(count),
                Err(error) => return Err(error.into()),
            }
            if is_whole(&self.answer[..self.filled])? {
                self.filled = 0;
                count += 1;
                self.stream.write_all(request)?;
            }
        }
    }
}

/// Whether the bytes are one whole answer with status 200.
fn is_whole(bytes: &[u8]) -> Result<bool, Box<dyn Error>> {
    let Some(head) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(false) };
    let text = std::str::from_utf8(&bytes[..head])?;
    if !text.starts_with("HTTP/1.1 200") {
        return Err(format!("an answer that is not 200: {text}").into());
    }
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    Ok(bytes.len() == head + 4 + length.ok_or("an answer without a length")?)
}
