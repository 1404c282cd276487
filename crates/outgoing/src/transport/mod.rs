//! Sends deliveries to the address that was checked and to no other, over connections that are kept for a moment.

mod connect;
mod exchange;
mod kept;
mod line;
mod patience;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Request};
use http_body_util::Full;
use kernel::{Clock, Instant};
use rustls::ClientConfig;
use tokio::time::timeout;

pub use self::connect::Names;
use self::connect::{NamesOfTheMachine, connect};
use self::exchange::{put_new, request};
use self::kept::Kept;
pub use self::patience::AGAIN_TIME_MAX;
use self::patience::Patience;
use crate::address::{Address, AddressError, Reach, is_allowed, is_public};
use crate::attempt::{Attempt, Outcome};

/// The longest attempt, from the look-up of the name to the end of the answer.
pub const ATTEMPT_TIME_MAX: Duration = Duration::from_secs(10);
/// The most bytes of an answer that are read. What comes after them is not waited for.
pub const ANSWER_BYTES_MAX: usize = 16 * 1024;
/// The most characters of an answer that are kept in the log.
pub const ANSWER_KEPT_MAX: usize = 500;

#[derive(Clone, Debug)]
pub struct Transport {
    tls: Arc<ClientConfig>,
    reach: Reach,
    own_ports: Arc<[u16]>,
    time_max: Duration,
    kept: Arc<Kept>,
    patience: Arc<Patience>,
    names: Arc<dyn Names>,
}

#[derive(Clone, Debug)]
pub struct Message {
    pub id: String,
    /// The moment of the attempt, in seconds since 1970.
    pub unix_s: i64,
    pub signature: String,
    pub body: Bytes,
}

/// The end of an attempt.
pub(crate) struct Answered {
    pub(crate) outcome: Outcome,
    pub(crate) status: Option<u16>,
    pub(crate) answer: String,
}

impl Answered {
    /// No answer at all.
    const fn without(outcome: Outcome) -> Self {
        Self { outcome, status: None, answer: String::new() }
    }
}

impl Transport {
    /// Makes a transport that trusts what `tls` trusts.
    pub fn new(tls: Arc<ClientConfig>, reach: Reach) -> Self {
        let names = Arc::new(NamesOfTheMachine);
        let (kept, patience) = (Arc::default(), Arc::default());
        Self { tls, reach, own_ports: Arc::default(), time_max: ATTEMPT_TIME_MAX, kept, patience, names }
    }

    /// Sends nothing to these ports of the machine itself.
    pub fn but_to(self, own_ports: Vec<u16>) -> Self {
        Self { own_ports: own_ports.into(), ..self }
    }

    /// Waits for this long at most, where a test cannot wait longer.
    pub const fn with_time_max(mut self, time_max: Duration) -> Self {
        self.time_max = time_max;
        self
    }

    /// Looks names up there, where a test says what they lead to.
    pub fn with_names(self, names: Arc<dyn Names>) -> Self {
        Self { names, ..self }
    }

    /// Reads an address that is sent to, as far as its text tells.
    pub fn address(&self, text: &str) -> Result<Address, AddressError> {
        let address = Address::parse(text, self.reach)?;
        if address.known().is_some_and(|known| self.is_own(known)) {
            return Err(AddressError::OwnPort);
        }
        Ok(address)
    }

    /// Sends the message and reads the answer, for [`ATTEMPT_TIME_MAX`] at most, and for [`AGAIN_TIME_MAX`] where the
    /// receiver was silent before in the move of a sandbox's clock that `in_move` numbers. Nothing of it fails: what
    /// went wrong is the outcome.
    pub async fn send(
        &self,
        address: &Address,
        message: &Message,
        clock: &dyn Clock,
        in_move: impl Fn() -> Option<u64>,
    ) -> Attempt {
        let (at, began, origin) = (clock.now(), tokio::time::Instant::now(), address.origin());
        let time_max = self.patience.time_max(&origin, in_move(), self.time_max);
        let answered = match timeout(time_max, self.attempt(address, || request(address, message))).await {
            Ok(Ok(answered)) => answered,
            Ok(Err(outcome)) => Answered::without(outcome),
            Err(_) => Answered::without(Outcome::TimedOut),
        };
        let Answered { outcome, status, answer } = answered;
        // A move that began meanwhile knows of it too.
        self.patience.note(&origin, in_move(), outcome);
        Attempt { at, took: began.elapsed(), outcome, status, answer }
    }

    /// Puts a text where nothing is, with credentials (`Authorization`) if there are some, and waits for the answer as
    /// long as [`Transport::send`]: its status. What is there already stays, where `If-None-Match` is known.
    pub async fn put_new(
        &self,
        address: &Address,
        text: &Bytes,
        credentials: Option<&HeaderValue>,
    ) -> Result<u16, Outcome> {
        let attempt = self.attempt(address, || put_new(address, text, credentials));
        let answered = timeout(self.time_max, attempt).await.map_err(|_| Outcome::TimedOut)??;
        answered.status.ok_or(answered.outcome)
    }

    async fn attempt(
        &self,
        address: &Address,
        request: impl Fn() -> http::Result<Request<Full<Bytes>>>,
    ) -> Result<Answered, Outcome> {
        let origin = address.origin();
        // A connection that waited may be gone by now, which tells nothing of the receiver: a new one is tried.
        let over_kept = match self.kept.take(&origin) {
            Some(line) => line.exchange(request()).await.ok(),
            None => None,
        };
        let (answered, line) = if let Some(done) = over_kept {
            done
        } else {
            let allows = |found: SocketAddr| is_allowed(found.ip(), self.reach) && !self.is_own(found);
            connect(address, allows, &self.tls, &*self.names).await?.exchange(request()).await?
        };
        if let Some(line) = line {
            self.kept.give(origin, line);
        }
        Ok(answered)
    }

    fn is_own(&self, found: SocketAddr) -> bool {
        !is_public(found.ip()) && self.own_ports.contains(&found.port())
    }
}

/// The attempt that never was, because the bank itself could not make the message.
pub const fn unsent(at: Instant) -> Attempt {
    Attempt { at, took: Duration::ZERO, outcome: Outcome::Unsent, status: None, answer: String::new() }
}
