//! Everything static, in the order in which a fault is cheapest to find.

use crate::shell::{self, Outcome};
use crate::{coverage, tidy};

/// Formatting, tidy, clippy, licences, coverage; the first fault ends it.
pub(crate) fn run() -> Outcome<()> {
    shell::run(shell::cargo().args(["fmt", "--all", "--check"]))?;
    tidy::run()?;
    shell::run(shell::cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "--deny",
        "warnings",
    ]))?;
    shell::run(shell::cargo().args([
        "clippy",
        "--package",
        "cms",
        "--features",
        "gost",
        "--all-targets",
        "--locked",
        "--",
        "--deny",
        "warnings",
    ]))?;
    shell::run(shell::cargo().args(["deny", "--locked", "check", "licenses", "bans", "sources"]))?;
    coverage::run()
}
