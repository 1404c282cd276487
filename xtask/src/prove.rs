//! Proofs with real processes: built as developers build, because what is proved is no figure.

use crate::shell::{self, Outcome};

/// What can be proved.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Subject {
    /// No statement is lost and none is paid twice, whatever dies when.
    Payroll,
    /// Of equal messages with currency certificates that come to two processes at once, one is taken.
    Certificates,
}

impl Subject {
    /// The name by which the harness knows it.
    const fn name(self) -> &'static str {
        match self {
            Self::Payroll => "payroll",
            Self::Certificates => "certificates",
        }
    }
}

/// Builds the server and the harness and runs the latter; `rest` is given to it unchanged.
pub(crate) fn run(subject: Subject, rest: &[String]) -> Outcome<()> {
    shell::run(shell::cargo().args(["build", "--locked", "--package", "clientbank", "--package", "bench"]))?;
    let run = ["run", "--locked", "--quiet", "--package", "bench", "--", "prove", subject.name()];
    shell::run(shell::cargo().args(run).args(rest))
}
