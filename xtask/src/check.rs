//! Everything static, in the order in which an error is cheapest to find.

use crate::shell::{self, Outcome};
use crate::{coverage, descriptions, one_build, tidy};

/// The builds that clippy reads: everything, and the code that features of their own turn on or off. The last one has
/// the dependencies of a program without tests beside it, as in no other step: it finds a feature that only `one_build`
/// asks for, at the price of reading most dependencies again.
const CLIPPY_SELECTIONS: &[&[&str]] = &[
    &["--workspace", "--all-targets"],
    &["--package", "clientbank", "--lib", "--bins", "--no-default-features", "--features", "demo"],
];

/// Formatting, tidy, what is built twice, clippy, licences, coverage, the linters of descriptions; the first error
/// ends it.
pub(crate) fn run() -> Outcome<()> {
    shell::run(shell::cargo().args(["fmt", "--all", "--check"]))?;
    tidy::run()?;
    one_build::run()?;
    for selection in CLIPPY_SELECTIONS {
        let quality = ["--locked", "--", "--deny", "warnings"];
        shell::run(shell::cargo().arg("clippy").args(*selection).args(quality))?;
    }
    shell::run(shell::cargo().args(["deny", "--locked", "check", "licenses", "bans", "sources"]))?;
    coverage::run()?;
    descriptions::run()
}
