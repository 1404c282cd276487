//! The connection's bytes on their way to and from hyper.
//!
//! hyper gets a head only when it is complete and has been looked at ([`inspect`]), and then exactly the
//! bytes of its body before the next head is looked at. A head that is refused never gets there: a harmless
//! one is put in its place, which the service answers with the refusal, so that even such an answer passes
//! the frame and has a request id; nothing is read after it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use super::ServeLimits;
use super::chunked::Chunked;
use super::deadline::Deadline;
use super::head::{Framing, Head, inspect};
use super::head_error::HeadError;
use super::input::Input;
use super::progress::Progress;

/// Takes the place of a head that is refused.
const HARMLESS_HEAD: &[u8] = b"OPTIONS / HTTP/1.1\r\nhost: refused\r\nconnection: close\r\n\r\n";

/// The time after the last answer in which the other end may still send. Closing at once would reset the connection
/// and could destroy the answer on its way.
const LINGER_TIME_MAX: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Waiting for the first byte of a head.
    Idle,
    /// Inside a head; so many bytes of it have been looked at.
    Head {
        seen: usize,
    },
    Length {
        left: u64,
    },
    Chunks(Chunked),
    /// Nothing is read any more.
    Refused,
}

#[derive(Debug)]
pub(super) struct GuardedStream<S> {
    stream: S,
    limits: ServeLimits,
    progress: Arc<Progress>,
    phase: Phase,
    /// No head has been complete yet.
    is_first: bool,
    input: Input,
    /// The bytes at hand that hyper may have.
    ready: usize,
    read_deadline: Deadline,
    write_deadline: Deadline,
    linger_deadline: Deadline,
}

impl<S: AsyncRead + AsyncWrite + Unpin> GuardedStream<S> {
    pub(super) fn new(stream: S, limits: ServeLimits, progress: Arc<Progress>) -> Self {
        let mut read_deadline = Deadline::default();
        // A connection that never says anything gets no more time than a slow head.
        read_deadline.set(Instant::now() + limits.head_time_max);
        Self {
            stream,
            limits,
            progress,
            phase: Phase::Idle,
            is_first: true,
            input: Input::new(limits.head_bytes_max),
            ready: 0,
            read_deadline,
            write_deadline: Deadline::default(),
            linger_deadline: Deadline::default(),
        }
    }

    /// Decides about the bytes at hand. Tells whether something can be handed on or decided again; `false`
    /// means that more bytes are needed.
    fn decide(&mut self) -> io::Result<bool> {
        match &mut self.phase {
            Phase::Idle if self.input.is_empty() => Ok(false),
            Phase::Idle => {
                self.phase = Phase::Head { seen: 0 };
                Ok(true)
            }
            Phase::Head { seen } => {
                let seen = *seen;
                Ok(self.decide_head(seen))
            }
            Phase::Length { left } => {
                let at_hand = self.input.filled().len();
                self.ready = usize::try_from(*left).unwrap_or(usize::MAX).min(at_hand);
                *left -= u64::try_from(self.ready).unwrap_or(0);
                if *left == 0 {
                    self.begin_idle();
                }
                Ok(self.ready > 0)
            }
            Phase::Chunks(place) => {
                let broken =
                    |_| io::Error::new(io::ErrorKind::InvalidData, "the body is not chunked properly");
                self.ready = place.advance(self.input.filled()).map_err(broken)?;
                if *place == Chunked::Done {
                    self.begin_idle();
                }
                Ok(self.ready > 0)
            }
            Phase::Refused => Ok(false),
        }
    }

    fn decide_head(&mut self, seen: usize) -> bool {
        match inspect(self.input.filled(), seen) {
            Ok(Head::Complete { bytes, framing }) => {
                self.progress.head_handed_on();
                self.ready = bytes;
                self.is_first = false;
                self.read_deadline.clear();
                match framing {
                    Framing::Length(0) => self.begin_idle(),
                    Framing::Length(left) => self.phase = Phase::Length { left },
                    Framing::Chunked => self.phase = Phase::Chunks(Chunked::START),
                }
                true
            }
            Ok(Head::Incomplete) if self.input.is_full() => self.refuse(HeadError::HeadTooLarge),
            Ok(Head::Incomplete) => {
                // The first head has been waited for since the connection was accepted.
                if seen == 0 && !self.is_first {
                    self.read_deadline.set(Instant::now() + self.limits.head_time_max);
                }
                self.phase = Phase::Head { seen: self.input.filled().len() };
                false
            }
            Err(refusal) => self.refuse(refusal),
        }
    }

    fn begin_idle(&mut self) {
        self.phase = Phase::Idle;
        self.read_deadline.clear();
    }

    fn refuse(&mut self, refusal: HeadError) -> bool {
        self.progress.refuse_next(refusal);
        self.progress.head_handed_on();
        self.input.replace(HARMLESS_HEAD);
        self.ready = HARMLESS_HEAD.len();
        self.phase = Phase::Refused;
        self.read_deadline.clear();
        true
    }

    /// Polls the deadline of the next bytes. It is done when they did not come in time.
    fn poll_patience(&mut self, context: &mut Context<'_>) -> Poll<Patience> {
        let idle = matches!(self.phase, Phase::Idle);
        if idle && !self.read_deadline.is_set() && !self.progress.is_busy() {
            self.read_deadline.set(Instant::now() + self.limits.idle_time_max);
        }
        ready!(self.read_deadline.poll(context));
        Poll::Ready(if idle { Patience::Close } else { Patience::Refuse })
    }

    fn note_written(
        &mut self,
        outcome: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if outcome.is_ready() {
            self.write_deadline.clear();
            if matches!(self.phase, Phase::Idle) {
                // An answer that is still being sent is no idleness.
                self.read_deadline.clear();
            }
            return outcome;
        }
        ready!(self.poll_write_patience(context))?;
        Poll::Pending
    }

    fn poll_write_patience(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.write_deadline.is_set() {
            self.write_deadline.set(Instant::now() + self.limits.write_stall_max);
        }
        ready!(self.write_deadline.poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the answer is not being read")))
    }
}

enum Patience {
    /// Nobody asked for anything: the connection ends without a word.
    Close,
    /// A request was begun and not finished.
    Refuse,
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for GuardedStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            if this.ready > 0 {
                this.ready -= this.input.hand_on(this.ready, out);
                return Poll::Ready(Ok(()));
            }
            if matches!(this.phase, Phase::Refused) {
                return Poll::Pending;
            }
            if this.decide()? {
                continue;
            }
            match this.input.poll_fill(&mut this.stream, context)? {
                Poll::Ready(0) => return Poll::Ready(Ok(())),
                Poll::Ready(_) => {}
                Poll::Pending => match ready!(this.poll_patience(context)) {
                    Patience::Close => return Poll::Ready(Ok(())),
                    Patience::Refuse => {
                        this.refuse(HeadError::HeadTooSlow);
                    }
                },
            }
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for GuardedStream<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let outcome = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.note_written(outcome, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let outcome = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        this.note_written(outcome, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if !this.linger_deadline.is_set() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            this.linger_deadline.set(Instant::now() + LINGER_TIME_MAX);
        }
        let mut discarded = [0_u8; 8 * 1024];
        loop {
            let mut space = ReadBuf::new(&mut discarded);
            match Pin::new(&mut this.stream).poll_read(context, &mut space) {
                Poll::Ready(Ok(())) if !space.filled().is_empty() => {
                    if this.linger_deadline.poll(context).is_ready() {
                        return Poll::Ready(Ok(()));
                    }
                }
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => return this.linger_deadline.poll(context).map(Ok),
            }
        }
    }
}
