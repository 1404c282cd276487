//! Every test of the workspace on both engines.
//!
//! The temporary server is the test kit's: one place knows how to install and start a PostgreSQL, for a single test
//! started by hand and for a whole run alike. This command lets the kit's program hold one server around the run.

use crate::shell::{self, Outcome};
use crate::xmllint;

/// Runs `cargo test` beside a temporary server.
pub(crate) fn run(rest: &[String]) -> Outcome<()> {
    xmllint::provide();
    let cargo = shell::cargo().get_program().to_owned();
    let mut command = shell::cargo();
    command.args(["run", "--quiet", "--package", "testkit", "--bin", "with_postgres", "--"]);
    command.arg(cargo).arg("test");
    if rest.is_empty() {
        command.args(["--workspace", "--no-fail-fast"]);
    }
    shell::run(command.args(rest))?;
    if rest.is_empty() {
        // What is compiled in only where a bank asks for it.
        shell::run(shell::cargo().args(["test", "--package", "cms", "--features", "gost"]))?;
    }
    Ok(())
}
