//! Writes to the person or script that started a command: results on the standard output, remarks on the standard
//! error stream. A closed pipe is no error of the command: whoever closed it has read enough. A full disk is one.

use std::fmt::Display;
use std::io::{Error, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The first error by which a part of the result was lost.
static LOST: OnceLock<Error> = OnceLock::new();

/// True once whoever reads the result has closed the pipe.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Writes a line of the command's result. What cannot be written is told by [`lost`].
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let Err(error) = writeln!(out, "{text}").and_then(|()| out.flush()) else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        IS_CLOSED.store(true, Ordering::Relaxed);
    } else {
        // Later errors say the same.
        drop(LOST.set(error));
    }
}

/// Tells whether nobody gets any more of the result, so that a command without an end of its own may end.
#[cfg(feature = "client")]
pub fn is_unread() -> bool {
    IS_CLOSED.load(Ordering::Relaxed) || lost().is_some()
}

/// Writes lines of the command's result, each as it comes.
pub fn say_all(lines: impl IntoIterator<Item = impl Display>) {
    for line in lines {
        say(&line.to_string());
    }
}

/// Returns why a part of the result could not be written, if one is lost.
pub fn lost() -> Option<&'static Error> {
    LOST.get()
}

pub fn remark(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "{text}"));
}

/// Writes a line beside the result in the place of the one before, on a terminal.
pub fn overwrite(text: &str) {
    let mut out = std::io::stderr().lock();
    drop(write!(out, "\r\u{1b}[K{text}"));
    drop(out.flush());
}

/// Colours for a terminal that shows them; nothing elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    coloured: bool,
}

impl Paint {
    /// Colours when the standard output is a terminal and `NO_COLOR` is not set (no-color.org).
    pub fn for_output() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self { coloured: wanted && std::io::stdout().is_terminal() }
    }

    /// Never any colour.
    pub const fn plain() -> Self {
        Self { coloured: false }
    }

    pub fn strong(self, text: &str) -> String {
        self.wrapped("\u{1b}[1m", text)
    }

    /// An address or a command to copy.
    pub fn bright(self, text: &str) -> String {
        self.wrapped("\u{1b}[36m", text)
    }

    /// A login or another value to type.
    pub fn value(self, text: &str) -> String {
        self.wrapped("\u{1b}[32m", text)
    }

    /// Marks a text that may be skipped.
    pub fn faint(self, text: &str) -> String {
        self.wrapped("\u{1b}[2m", text)
    }

    fn wrapped(self, start: &str, text: &str) -> String {
        if self.coloured { format!("{start}{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
