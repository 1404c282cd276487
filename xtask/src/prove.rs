//! Proofs with real processes: built as developers build, because what is proved is no figure.

use crate::shell::{self, Outcome};

/// What can be proved.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Subject {
    /// No statement is lost and none is paid twice, whatever dies when.
    Payroll,
}

/// Builds the server and the harness and runs the latter; `rest` is given to it unchanged.
pub(crate) fn run(subject: Subject, rest: &[String]) -> Outcome<()> {
    let Subject::Payroll = subject;
    shell::run(shell::cargo().args(["build", "--locked", "--package", "clientbank", "--package", "bench"]))?;
    let run = ["run", "--locked", "--quiet", "--package", "bench", "--", "prove"];
    shell::run(shell::cargo().args(run).args(rest))
}
