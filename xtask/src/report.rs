//! Reports of these commands: plain lines on the standard error stream, so that the output of a wrapped command stays
//! alone on the standard output.

/// Writes one line for the person at the terminal.
#[expect(clippy::print_stderr, reason = "a command for terminals: its lines are its whole output")]
pub(crate) fn line(text: &str) {
    eprintln!("{text}");
}
