//! The time from a fresh clone to the first account read, as a newcomer has it.

use crate::harness::{self, Build};
use crate::shell::{self, Outcome};

/// Builds the harness as developers do, and has it clone, build, start and read.
pub(crate) fn run() -> Outcome<()> {
    let root = shell::root().display().to_string();
    harness::run(Build::Dev, &["first-run", "--repository", &root], &[])
}
