//! Writes log lines to the standard error stream, which may be a full disk, or a pipe whose reader is gone or hangs. A
//! line that cannot be written is counted, and costs nothing but itself.

use std::io::{self, StderrLock, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

/// The most bytes that a pipe takes at once where it takes any: `PIPE_BUF` of Linux.
const PIECE_BYTES_MAX: usize = 4_096;
/// The longest wait for a reader that is slow. Every other line waits meanwhile.
const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 500_000_000 };
/// Lines that were taken in a row after one was lost, from which on the next is waited for again: a reader that takes
/// one now and then slows nobody down.
const LINES_TO_PATIENCE: u32 = 1_000;

/// The last line could not be written.
static IS_FAILING: AtomicBool = AtomicBool::new(false);
/// Lines that have to be taken before one is waited for.
static LINES_TO_GO: AtomicU32 = AtomicU32::new(0);
/// The last line ended in its middle.
static IS_HALF: AtomicBool = AtomicBool::new(false);

/// Tells whether log lines are being lost. When they are, writes one more line that says so: it either shows that the
/// error has passed, or is lost too.
pub(crate) fn log_lines_are_lost() -> bool {
    if IS_FAILING.load(Ordering::Relaxed) {
        tracing::error!("log lines were lost: they could not be written");
    }
    IS_FAILING.load(Ordering::Relaxed)
}

/// Shows the counter before the first loss.
pub(super) fn begin_counting() {
    metrics::counter!("clientbank_log_lines_lost_total").absolute(0);
}

/// A writer that never fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogLines;

impl Write for LogLines {
    /// Takes a whole line: the subscriber writes each with one call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let is_lost = written(&mut io::stderr().lock(), line).is_err();
        if is_lost {
            metrics::counter!("clientbank_log_lines_lost_total").increment(1);
        }
        // Most of the time nothing has changed, and a store would take the cache line from other threads.
        if IS_FAILING.load(Ordering::Relaxed) != is_lost {
            IS_FAILING.store(is_lost, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a line whose end may be lost; then the next begins on a line of its own.
fn written(out: &mut StderrLock<'_>, line: &[u8]) -> io::Result<()> {
    let to_go = LINES_TO_GO.load(Ordering::Relaxed);
    let patience = if to_go == 0 { PATIENCE } else { Timespec::default() };
    for (number, piece) in line.chunks(PIECE_BYTES_MAX - 1).enumerate() {
        let is_taken = takes(out, &patience) && {
            let begins_anew = number == 0 && IS_HALF.swap(false, Ordering::Relaxed);
            out.write_all(if begins_anew { b"\n" } else { b"" }).and_then(|()| out.write_all(piece)).is_ok()
        };
        if !is_taken {
            IS_HALF.fetch_or(number > 0, Ordering::Relaxed);
            LINES_TO_GO.store(LINES_TO_PATIENCE, Ordering::Relaxed);
            return Err(io::ErrorKind::WouldBlock.into());
        }
    }
    if to_go > 0 {
        LINES_TO_GO.store(to_go - 1, Ordering::Relaxed);
    }
    Ok(())
}

/// Tells whether the stream takes a piece now, or within a time. A file and a terminal always do.
fn takes(out: &StderrLock<'_>, patience: &Timespec) -> bool {
    let mut streams = [PollFd::new(out, PollFlags::OUT)];
    retry_on_intr(|| poll(&mut streams, Some(patience))).is_ok_and(|ready| ready > 0)
}
