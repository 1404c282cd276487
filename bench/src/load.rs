//! Load: one thread that keeps connections busy and never sleeps.
//!
//! A load generator that waits in `epoll` has to be woken by the server's write, and waking a core that idles costs
//! the server's core several microseconds on virtual machines. A fast peer keeps the generator awake and never pays
//! that; a slower server pays it with every answer. Polling without waiting takes the difference away for both. Where
//! a database needs the core of the load, the load has to sleep instead.

use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

use crate::outcome::Outcome;
use crate::server::LOAD_CORE;

/// Connections that are kept busy, each with one request at a time.
const CONNECTIONS: usize = 32;
/// The duration of one measurement, without the warm-up before it.
const DURATION: Duration = Duration::from_millis(1_500);
/// Time before anything is counted.
const WARM_UP: Duration = Duration::from_millis(500);
/// The time after which a load that sleeps looks for an answer at the latest.
const SLEEP_MAX: Duration = Duration::from_millis(100);
/// The longest wait for the pending answers at the end of a measurement.
const LAST_ANSWERS_MAX: Duration = Duration::from_secs(4);
const ANSWER_BYTES_MAX: usize = 256 * 1024;

/// The request that one connection repeats.
pub(crate) trait Caller {
    /// The next request, a whole one.
    fn request(&self) -> &[u8];

    /// Looks at the body of an answer with status 200.
    fn answered(&mut self, body: &[u8]) -> Outcome<()>;
}

/// Always the same request, after any answer.
struct Same<'r>(&'r [u8]);

impl Caller for Same<'_> {
    fn request(&self) -> &[u8] {
        self.0
    }

    fn answered(&mut self, _body: &[u8]) -> Outcome<()> {
        Ok(())
    }
}

struct Connection<C> {
    stream: TcpStream,
    answer: Vec<u8>,
    filled: usize,
    caller: C,
}

/// Answers per second to `request`, a whole one with its last empty line, from 32 callers.
pub(crate) fn repeated_per_second(address: SocketAddr, request: &[u8], sleeps: bool) -> Outcome<f64> {
    let callers = (0..CONNECTIONS).map(|_| Same(request)).collect();
    Ok(per_second(address, callers, sleeps)?.0)
}

/// Answers per second, and the callers with their last answers: each of them has a connection and one request at a
/// time. The load has a thread of its own on the other core. One that `sleeps` leaves that core to others while there
/// is no answer.
pub(crate) fn per_second<C: Caller + Send>(
    address: SocketAddr,
    callers: Vec<C>,
    sleeps: bool,
) -> Outcome<(f64, Vec<C>)> {
    let measured = thread::scope(|scope| {
        let load = move || {
            move_to_load_core()?;
            on_this_core(address, callers, sleeps)
        };
        scope.spawn(move || load().map_err(|error| error.to_string())).join()
    });
    Ok(measured.map_err(|_| "the load panicked")??)
}

/// Has the kernel run this thread on the core of the load alone.
fn move_to_load_core() -> Outcome<()> {
    let path = std::fs::read_link("/proc/thread-self")?;
    let thread = path.file_name().ok_or("a thread without a number")?;
    let moved =
        Command::new("taskset").args(["-pc", LOAD_CORE]).arg(thread).stdout(Stdio::null()).status()?;
    if moved.success() { Ok(()) } else { Err("taskset did not move the load".into()) }
}

#[expect(clippy::float_arithmetic, reason = "a rate is no money")]
fn on_this_core<C: Caller>(address: SocketAddr, callers: Vec<C>, sleeps: bool) -> Outcome<(f64, Vec<C>)> {
    let mut poll = Poll::new()?;
    let mut events = Events::with_capacity(callers.len());
    let mut connections = Vec::with_capacity(callers.len());
    for (index, caller) in callers.into_iter().enumerate() {
        let stream = std::net::TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let mut stream = TcpStream::from_std(stream);
        poll.registry().register(&mut stream, Token(index), Interest::READABLE)?;
        stream.write_all(caller.request())?;
        connections.push(Connection { stream, answer: vec![0; ANSWER_BYTES_MAX], filled: 0, caller });
    }
    let wait = if sleeps { SLEEP_MAX } else { Duration::ZERO };
    answers(&mut poll, &mut events, &mut connections, (WARM_UP, wait))?;
    let started = Instant::now();
    let count = answers(&mut poll, &mut events, &mut connections, (DURATION, wait))?;
    let rate = f64::from(count) / started.elapsed().as_secs_f64();
    last_answers(&mut poll, &mut events, &mut connections)?;
    Ok((rate, connections.into_iter().map(|connection| connection.caller).collect()))
}

fn answers<C: Caller>(
    poll: &mut Poll,
    events: &mut Events,
    connections: &mut [Connection<C>],
    (duration, wait): (Duration, Duration),
) -> Outcome<u32> {
    let started = Instant::now();
    let mut count = 0;
    while started.elapsed() < duration {
        poll.poll(events, Some(wait))?;
        for event in events.iter() {
            let connection = connections.get_mut(event.token().0).ok_or("an event of no connection")?;
            while connection.read_answer()? {
                count += 1;
                connection.stream.write_all(connection.caller.request())?;
            }
        }
    }
    Ok(count)
}

/// Waits for the answers that are under way and asks nothing more.
fn last_answers<C: Caller>(
    poll: &mut Poll,
    events: &mut Events,
    connections: &mut [Connection<C>],
) -> Outcome<()> {
    let mut open = connections.len();
    while open > 0 {
        poll.poll(events, Some(LAST_ANSWERS_MAX))?;
        if events.is_empty() {
            return Err("a request was not answered".into());
        }
        for event in events.iter() {
            let connection = connections.get_mut(event.token().0).ok_or("an event of no connection")?;
            open -= usize::from(connection.read_answer()?);
        }
    }
    Ok(())
}

impl<C: Caller> Connection<C> {
    /// Reads the bytes at hand. Tells whether an answer is whole.
    fn read_answer(&mut self) -> Outcome<bool> {
        loop {
            match self.stream.read(&mut self.answer[self.filled..]) {
                Ok(0) => return Err("the server closed a connection or an answer is too long".into()),
                Ok(bytes) => self.filled += bytes,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error.into()),
            }
            if let Some(body) = whole_body(&self.answer[..self.filled])? {
                self.caller.answered(body)?;
                self.filled = 0;
                return Ok(true);
            }
        }
    }
}

/// The body when the bytes are one whole answer with status 200.
fn whole_body(bytes: &[u8]) -> Outcome<Option<&[u8]>> {
    let Some(head) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(&bytes[..head])?;
    if !text.starts_with("HTTP/1.1 200") {
        return Err(format!("an answer that is not 200: {text}").into());
    }
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let length = length.ok_or("an answer without a length")?;
    Ok((bytes.len() == head + 4 + length).then(|| &bytes[head + 4..]))
}
