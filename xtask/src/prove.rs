//! Proofs with real processes, built as developers build, because a proof is no figure. `--dist` proves the build of
//! packages.

use crate::harness::{self, Build};
use crate::older_version;
use crate::shell::{self, Outcome};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Subject {
    /// No statement is lost and none is paid twice, even if processes die at any moment.
    Payroll,
    /// The books of channel and core agree, whoever keeps the accounts, even if processes die.
    Books,
    /// One of equal messages with currency certificates is taken, although they come to two processes at once.
    Certificates,
    /// Nothing that was acknowledged is lost when the leading PostgreSQL server dies, again and again.
    Failover,
    /// Each order to the bank ends once and the books of both sides agree, even if processes of either die.
    Orders,
    /// After a restore nothing is paid twice, and nothing that was told is unsaid without a word.
    Restore,
    /// One seed and one list of calls give a sandbox's same answers, byte by byte.
    Sandbox,
    /// Two versions serve one database together: this one, and the one before the newest migration or at `--older`.
    Versions,
    /// No event is lost and those of one thing arrive in their order, even if processes die at any moment.
    Webhooks,
}

/// Builds the server and the harness and runs the latter; `rest` is given to it unchanged.
pub(crate) fn run(subject: Subject, is_dist: bool, older: Option<&str>, rest: &[String]) -> Outcome<()> {
    let build = if is_dist { Build::Dist } else { Build::Dev };
    let mut rest = rest.to_vec();
    if subject == Subject::Versions {
        let program = older_version::program(older)?;
        rest.extend(["--older".to_owned(), program.display().to_string()]);
    }
    harness::run(build, &["prove", &shell::word(&subject)], &rest)
}
