//! Every test of the workspace on both engines.
//!
//! The temporary server is that of the crate `cluster`: one place knows how to install and start a PostgreSQL, for a
//! single test started by hand and for a whole run alike. One server for many test programs is faster than one for
//! each.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use cluster::{Cluster, SETTINGS_OF_TESTS, URL_VARIABLE};

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
    let mut tests = shell::cargo();
    tests.arg("test").envs(variables.iter().copied());
    if rest.is_empty() {
        tests.args(["--workspace", "--no-fail-fast"]);
    }
    let programs = cluster::programs().map_err(|error| error.to_string())?;
    beside_a_server(programs, tests.args(rest))
}

/// Runs these tests beside a temporary server whose programs are in this folder.
pub(crate) fn beside_a_server(programs: PathBuf, tests: &mut Command) -> Outcome<()> {
    let server = Cluster::start_of(programs, SETTINGS_OF_TESTS).map_err(|error| error.to_string())?;
    // Tests wait for databases and for processes of their own longer than they compute.
    if std::env::var_os(TESTS_AT_ONCE).is_none() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        tests.env(TESTS_AT_ONCE, (3 * cores).to_string());
    }
    shell::run(tests.env(URL_VARIABLE, server.url()))
}
