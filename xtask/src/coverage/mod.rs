//! Coverage of the contract: each finished requirement has its test, and each operation its row in the authorization
//! matrix.

use std::collections::BTreeSet;
use std::process::Command;

use crate::harness;
use crate::shell::{self, Outcome};
use crate::source::{self, Source};

mod operations;
mod requirements;
#[cfg(test)]
mod tests;

/// The file of the authorization test's matrix.
const MATRIX: &str = "clientbank/tests/it/authorization_matrix.rs";

/// Prints every gap; an error when there is one.
pub(crate) fn run() -> Outcome<()> {
    let sources = source::all()?;
    let mut gaps = requirements::gaps(requirements::ROWS_DONE, &sources);
    let description = shell::output(Command::new(harness::server()?).arg("openapi"))?;
    let operations = operations::names(&description)?;
    let matrix =
        sources.iter().find(|source| source.path == MATRIX).map_or("", |source| source.text.as_str());
    gaps.extend(operations::missing(&operations, matrix));
    for gap in &gaps {
        shell::line(gap);
    }
    if !gaps.is_empty() {
        return Err(format!("{} gaps of coverage", gaps.len()));
    }
    shell::line(&format!(
        "coverage: {} requirements rows, {} operations",
        requirements::ROWS_DONE.len(),
        operations.len()
    ));
    Ok(())
}

/// The names of all test functions of the repository.
fn test_names(sources: &[Source]) -> BTreeSet<&str> {
    let tests = sources.iter().filter(|source| source.has_ending("rs") && source.is_test());
    tests
        .flat_map(|source| source.text.lines())
        .filter_map(|line| line.split_once("fn ").map(|(_, rest)| rest))
        .map(|rest| {
            rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next().unwrap_or("")
        })
        .filter(|name| !name.is_empty())
        .collect()
}
