//! Bytes that have arrived and have not been handed on.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// Bytes of a buffer at first: a usual head with both tokens fits.
const BYTES_MIN: usize = 4 * 1024;

/// A buffer that grows up to a limit.
#[derive(Debug)]
pub(super) struct Input {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    bytes_max: usize,
    /// The last read filled the buffer: more is waiting, and larger reads save system calls.
    was_filled_up: bool,
}

impl Input {
    pub(super) fn new(bytes_max: usize) -> Self {
        Self { bytes: vec![0; BYTES_MIN.min(bytes_max)], start: 0, end: 0, bytes_max, was_filled_up: false }
    }

    pub(super) fn filled(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    pub(super) fn is_full(&self) -> bool {
        self.end - self.start >= self.bytes_max
    }

    /// Moves up to `count` of the bytes at hand to `out`. Tells how many.
    pub(super) fn hand_on(&mut self, count: usize, out: &mut ReadBuf<'_>) -> usize {
        let count = count.min(out.remaining()).min(self.end - self.start);
        out.put_slice(&self.bytes[self.start..self.start + count]);
        self.start += count;
        if self.is_empty() {
            self.start = 0;
            self.end = 0;
        }
        count
    }

    /// Puts `bytes` in the place of everything at hand.
    pub(super) fn replace(&mut self, bytes: &[u8]) {
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        self.start = 0;
        self.end = bytes.len();
    }

    /// Reads more. Tells how many bytes came: 0 at the end of the stream.
    pub(super) fn poll_fill<S: AsyncRead + Unpin>(
        &mut self,
        stream: &mut S,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<usize>> {
        self.make_space();
        let mut space = ReadBuf::new(&mut self.bytes[self.end..]);
        ready!(Pin::new(stream).poll_read(context, &mut space))?;
        let count = space.filled().len();
        self.end += count;
        self.was_filled_up = self.end == self.bytes.len();
        Poll::Ready(Ok(count))
    }

    fn make_space(&mut self) {
        if self.start > 0 && self.end == self.bytes.len() {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.was_filled_up || self.end == self.bytes.len() {
            self.was_filled_up = false;
            let doubled = self.bytes.len().saturating_mul(2).max(BYTES_MIN);
            self.bytes.resize(doubled.min(self.bytes_max), 0);
        }
    }
}
