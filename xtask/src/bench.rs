//! Measures the build of packages: any other build measures the compiler.

use crate::harness::{self, Build};
use crate::shell::Outcome;

/// Builds the server and the harness and runs the latter.
pub(crate) fn run(rest: &[String]) -> Outcome<()> {
    harness::run(Build::Dist, &[], rest)
}
