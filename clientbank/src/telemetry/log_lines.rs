//! Writes log lines to the standard error stream, which may be a full disk or a pipe that nobody reads any more. A
//! line that cannot be written is counted, and costs nothing but itself.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The last line could not be written.
static IS_FAILING: AtomicBool = AtomicBool::new(false);

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
        let is_lost = io::stderr().lock().write_all(line).is_err();
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
