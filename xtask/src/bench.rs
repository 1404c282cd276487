//! Figures come from the release build alone: a debug build measures the compiler.

use crate::shell::{self, Outcome};

/// Builds the server and the bench program in release and runs the latter.
pub(crate) fn run(rest: &[String]) -> Outcome<()> {
    shell::run(shell::cargo().args([
        "build",
        "--release",
        "--locked",
        "--package",
        "clientbank",
        "--package",
        "bench",
    ]))?;
    shell::run(
        shell::cargo()
            .args(["run", "--release", "--locked", "--quiet", "--package", "bench", "--"])
            .args(rest),
    )
}
