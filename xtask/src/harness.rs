//! The harness that measures and proves: the program of the package `bench`, beside the server that it starts.

use std::path::PathBuf;
use std::process::Command;

use clap::ValueEnum;

use crate::older_version;
use crate::shell::{self, Outcome};

/// The profile of a program, of the packages around it, or of the harness beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Build {
    /// As operators get it: everything that the compiler can do, and the allocator of packages.
    Dist,
    /// Built in a third of the time, to try what surrounds the program.
    Release,
    /// As developers build, soon there: for proofs, and to try the packages before every merge.
    Dev,
}

impl Build {
    /// The words by which cargo builds so.
    pub(crate) const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Dev => &[],
            Self::Release => &["--profile", "release", "--features", "clientbank/jemalloc"],
            Self::Dist => &["--profile", "dist", "--features", "clientbank/jemalloc"],
        }
    }

    pub(crate) fn folder(self) -> Outcome<PathBuf> {
        let name = match self {
            Self::Dev => "debug",
            Self::Release => "release",
            Self::Dist => "dist",
        };
        Ok(shell::target_folder()?.join(name))
    }
}

/// Builds the server as developers do, and returns it. The test kit beside it gives its dependencies the features that
/// they have in the tests, so that what was built for those is not built again.
pub(crate) fn server() -> Outcome<PathBuf> {
    let packages = ["--locked", "--package", "clientbank", "--package", "testkit"];
    shell::run(shell::cargo().arg("build").args(packages))?;
    Ok(Build::Dev.folder()?.join("clientbank"))
}

/// Builds server and harness alike, because the peers of a measurement are in the harness, and runs the harness.
pub(crate) fn run(build: Build, words: &[&str], rest: &[String]) -> Outcome<()> {
    let packages = ["--locked", "--package", "clientbank", "--package", "bench"];
    shell::run(shell::cargo().arg("build").args(build.arguments()).args(packages))?;
    shell::run(Command::new(build.folder()?.join("bench")).current_dir(shell::root()).args(words).args(rest))
}

/// Measures the build of packages: any other build measures the compiler.
pub(crate) fn bench(rest: &[String]) -> Outcome<()> {
    run(Build::Dist, &[], rest)
}

/// Proves with real processes, in a development build unless `is_dist`, because a proof is no figure. The harness knows
/// the subjects; `rest` is given to it unchanged. `versions` needs the program of an older commit.
pub(crate) fn prove(subject: &str, is_dist: bool, older: Option<&str>, rest: &[String]) -> Outcome<()> {
    let build = if is_dist { Build::Dist } else { Build::Dev };
    let mut rest = rest.to_vec();
    if subject == "versions" {
        let program = older_version::program(older)?;
        rest.extend(["--older".to_owned(), program.display().to_string()]);
    }
    run(build, &["prove", subject], &rest)
}

/// Measures the time from a fresh clone to the first account read, as a newcomer has it.
pub(crate) fn first_run() -> Outcome<()> {
    let root = shell::root().display().to_string();
    run(Build::Dev, &["first-run", "--repository", &root], &[])
}
