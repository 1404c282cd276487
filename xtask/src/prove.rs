//! Proofs with real processes, built as developers build, because a proof is no figure. `--dist` proves the build of
//! packages.

use crate::harness::{self, Build};
use crate::older_version;
use crate::shell::Outcome;

/// The proof that needs the program of an older commit.
const VERSIONS: &str = "versions";

/// Builds the server and the harness and runs the latter, which knows the subjects; `rest` is given to it unchanged.
pub(crate) fn run(subject: &str, is_dist: bool, older: Option<&str>, rest: &[String]) -> Outcome<()> {
    let build = if is_dist { Build::Dist } else { Build::Dev };
    let mut rest = rest.to_vec();
    if subject == VERSIONS {
        let program = older_version::program(older)?;
        rest.extend(["--older".to_owned(), program.display().to_string()]);
    }
    harness::run(build, &["prove", subject], &rest)
}
