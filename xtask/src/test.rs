//! Every test of the workspace on both engines.
//!
//! The temporary server is that of the crate `cluster`: one place knows how to install and start a PostgreSQL, for a
//! single test started by hand and for a whole run alike. This command lets its program hold one server around the run.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use crate::debian;
use crate::shell::{self, Outcome};

/// The environment variable by which a test program is told how many of its tests run at once.
const TESTS_AT_ONCE: &str = "RUST_TEST_THREADS";

/// Runs `cargo test` beside a temporary server.
pub(crate) fn run(rest: &[String]) -> Outcome<()> {
    run_with(rest, &[])
}

/// The same with variables of the environment.
pub(crate) fn run_with(rest: &[String], variables: &[(&str, &OsStr)]) -> Outcome<()> {
    debian::XMLLINT.provide();
    let mut command = beside_a_server(None);
    command.envs(variables.iter().copied());
    if rest.is_empty() {
        command.args(["--workspace", "--no-fail-fast"]);
    }
    shell::run(command.args(rest))
}

/// A `cargo test` beside a temporary server: of the programs in this folder, or of the newest installed ones.
pub(crate) fn beside_a_server(programs: Option<&Path>) -> Command {
    let cargo = shell::cargo().get_program().to_owned();
    let mut command = shell::cargo();
    command.args(["run", "--quiet", "--package", "cluster", "--"]);
    if let Some(programs) = programs {
        command.arg("--programs").arg(programs);
    }
    command.arg(cargo).arg("test");
    // Tests wait for databases and for processes of their own longer than they compute.
    if std::env::var_os(TESTS_AT_ONCE).is_none() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        command.env(TESTS_AT_ONCE, (3 * cores).to_string());
    }
    command
}
