//! The rules of the house that neither the compiler nor clippy knows. Each rule is a function from text to findings,
//! with a test that plants the error; there is no way to silence one but to change the rule here.

use std::collections::BTreeSet;

use crate::shell::{self, Outcome};
use crate::source;

mod arrows;
mod circles;
mod dependencies;
mod modules;
mod packages;
mod rooms;
mod size;
mod targets;
#[cfg(test)]
mod tests;
mod words;

/// One broken rule at one place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The file, and the line after a colon where there is one.
    pub(crate) location: String,
    /// The mistake and its remedy.
    pub(crate) rule: String,
}

impl Finding {
    pub(crate) fn new(location: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { location: location.into(), rule: rule.into() }
    }
}

/// Everything that `start` reaches by one arrow or more.
fn reached<N: Ord + Copy, I: IntoIterator<Item = N>>(start: N, arrows: impl Fn(N) -> I) -> BTreeSet<N> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<N> = arrows(start).into_iter().collect();
    while let Some(next) = waiting.pop() {
        if reached.insert(next) {
            waiting.extend(arrows(next));
        }
    }
    reached
}

/// Prints every finding; an error when there is one.
pub(crate) fn run() -> Outcome<()> {
    let sources = source::all()?;
    let packages = packages::all()?;
    let mut findings = dependencies::findings(&packages);
    findings.extend(targets::findings(&packages, &sources));
    findings.extend(modules::findings(&sources));
    findings.extend(circles::findings(&sources));
    findings.extend(arrows::findings(&sources));
    for source in &sources {
        findings.extend(rooms::findings(source));
        findings.extend(size::findings(source));
        findings.extend(words::findings(source));
    }
    for finding in &findings {
        shell::line(&format!("{}: {}", finding.location, finding.rule));
    }
    if !findings.is_empty() {
        return Err(format!("{} findings of tidy", findings.len()));
    }
    shell::line(&format!("tidy: {} packages, {} files", packages.len(), sources.len()));
    Ok(())
}
