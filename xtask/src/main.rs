//! The project's own commands, the same for contributors and the continuous integration.
//!
//! Nothing here knows the product: the commands read its text, its manifests and its own output. A new static rule
//! is a function in `tidy` with a test that plants the error it looks for.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod check;
mod coverage;
mod debian;
mod descriptions;
mod dist;
mod e2e;
mod harness;
mod largest;
mod older_version;
mod one_build;
mod package;
mod postgres_versions;
mod python;
mod shell;
mod simulate;
mod source;
mod test;
mod tidy;
mod vectors;

/// Commands of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start a temporary PostgreSQL, run every test of the workspace on both engines, stop it.
    Test {
        /// Given to `cargo test` unchanged, for example `-p store -- contract`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Run every test that drives PostgreSQL on other versions of it, which npm brings.
    PostgresVersions {
        /// The major versions; all supported ones but Debian's when none is named.
        versions: Vec<u16>,
    },
    /// Check the rules of the house that no compiler knows.
    Tidy,
    /// Check that every finished requirements row has its test, and every operation its row of the matrix.
    Coverage,
    /// Lint every area's OpenAPI description and the merged one with Spectral and Redocly; needs Node 20 or newer and
    /// npm.
    Descriptions,
    /// Everything static: formatting, clippy, licences and sources, tidy, coverage, the linters of descriptions.
    Check,
    /// Run client libraries of others, unmodified, against a demo on free ports.
    E2e {
        /// The kinds; all when none is named.
        #[arg(value_enum)]
        kinds: Vec<e2e::Clients>,
        /// Only take the pictures of docs/ONLINE-BANK.md anew.
        #[arg(long, conflicts_with = "kinds")]
        screenshots: bool,
    },
    /// Fetch NIST's certification paths from `PyPI` and run the tests that need them; needs Python with venv.
    Vectors,
    /// Kill real processes at random moments, and compare their promises with their databases.
    Prove {
        /// The subject of the proof: payroll, books, certificates, failover, orders, restore, sandbox, versions or
        /// webhooks (docs/PROOFS.md).
        subject: String,
        /// Prove the build of packages instead of a development build.
        #[arg(long)]
        dist: bool,
        /// The commit of the older version, for `versions`; by default the one before the newest migration, or of the
        /// baseline.
        #[arg(long)]
        older: Option<String>,
        /// Given to the harness unchanged, for example `--rounds 300 --seed 7`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Play requests, jobs, closings and crashes one unit of work at a time, in the orders of many seeds.
    Simulate(simulate::SimulateArguments),
    /// Clone this repository, run the README's first command in the clone, read an account, and print how long each
    /// took.
    FirstRun,
    /// Build the program as packages carry it, with its tables for debuggers in a file beside it.
    Dist,
    /// Make the packages around a static program: archive, Debian package, image, bill of materials, licences, sums.
    Package(package::PackageArguments),
    /// Measure the build of packages beside its peers.
    Bench {
        /// Given to the bench program unchanged.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Test { rest } => test::run(&rest),
        Command::PostgresVersions { versions } => postgres_versions::run(&versions),
        Command::Tidy => tidy::run(),
        Command::Coverage => coverage::run(),
        Command::Descriptions => descriptions::run(),
        Command::Check => check::run(),
        Command::E2e { screenshots: true, .. } => e2e::screenshots(),
        Command::E2e { kinds, .. } => e2e::run(&kinds),
        Command::Vectors => vectors::run(),
        Command::Prove { subject, dist, older, rest } => {
            harness::prove(&subject, dist, older.as_deref(), &rest)
        }
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Dist => dist::run(),
        Command::Package(arguments) => package::run(&arguments),
        Command::FirstRun => harness::first_run(),
        Command::Bench { rest } => harness::bench(&rest),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            shell::line(&format!("error: {message}"));
            ExitCode::FAILURE
        }
    }
}
