//! Dependencies are built once: a package's tests, and the programs of proofs, find what the build of the whole
//! workspace has made, because `crates/one_build` gives all of them the same features.

use std::collections::{BTreeMap, BTreeSet};

use crate::shell::{self, Outcome};

/// Builds that share the dependencies of the tests of the whole workspace. Areas stand for one another: the one has
/// documents, the other has none.
const SHARING: [&[&str]; 5] = [
    &["--edges", "normal,build", "--package", "clientbank", "--package", "bench"],
    &["--edges", "normal,build", "--package", "clientbank", "--package", "testkit"],
    &["--edges", "normal,build,dev", "--package", "payroll"],
    &["--edges", "normal,build,dev", "--package", "webinars"],
    &["--edges", "normal,build,dev", "--package", "cms"],
];
/// Prints a package a line, with its features after it.
const FORMAT: [&str; 4] = ["--prefix", "none", "--format", "{p}\t{f}"];
/// The packages that cannot be alike, because their features are what such a build is about.
const APART: [&str; 1] = ["one_build"];

/// The sets of features with which each package is built.
type Features = BTreeMap<String, BTreeSet<BTreeSet<String>>>;

/// Names each dependency that would be built once more.
pub(crate) fn run() -> Outcome<()> {
    let all = tree(&["--edges", "normal,build,dev", "--workspace"])?;
    let mut missing = BTreeSet::new();
    for build in SHARING {
        missing.extend(lacking(&tree(build)?, &all));
    }
    if missing.is_empty() {
        return Ok(());
    }
    for line in &missing {
        shell::line(line);
    }
    Err("these are compiled twice: name the features in crates/one_build/Cargo.toml".to_owned())
}

fn tree(build: &[&str]) -> Outcome<Features> {
    let mut command = shell::cargo();
    command.args(["tree", "--quiet", "--locked"]).args(FORMAT).args(build);
    Ok(read(&shell::output(&mut command)?))
}

/// Reads what `cargo tree` printed.
fn read(lines: &str) -> Features {
    let mut features = Features::new();
    for line in lines.lines() {
        // A package that is in the tree again.
        let line = line.strip_suffix(" (*)").unwrap_or(line);
        let (package, own) = line.split_once('\t').unwrap_or((line, ""));
        let own = own.split(',').filter(|feature| !feature.is_empty()).map(str::to_owned).collect();
        features.entry(package.to_owned()).or_default().insert(own);
    }
    features
}

/// The packages of `one` whose features `all` does not have together.
fn lacking(one: &Features, all: &Features) -> Vec<String> {
    let mut lines = Vec::new();
    for (package, sets) in one {
        let is_apart = APART.iter().any(|name| package.split(' ').next() == Some(name));
        let Some(known) = all.get(package).filter(|_| !is_apart) else { continue };
        for set in sets.difference(known) {
            let nearest = known.iter().min_by_key(|other| other.symmetric_difference(set).count());
            let lacks: Vec<&str> =
                nearest.into_iter().flat_map(|other| other.difference(set)).map(String::as_str).collect();
            lines.push(format!("{package} lacks {}", lacks.join(", ")));
        }
    }
    lines
}

#[cfg(test)]
mod tests;
