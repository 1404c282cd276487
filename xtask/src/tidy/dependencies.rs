//! The dependencies between packages: the drawing of docs/ARCHITECTURE.md as a check.

use std::collections::BTreeMap;

use super::packages::Package;
use super::{Finding, reached};

/// The arrows between areas. Two lead to the one that keeps the books: a payroll statement debits an account, and the
/// bank's systems read the journal. One leads to the one that lets people in: a company decides who they are.
const AREA_TO_AREA: [(&str, &str); 3] =
    [("payroll", "accounts"), ("bank", "accounts"), ("company", "identity")];

/// The drivers that only the store may name; besides, the test kit, which makes a schema for each test, and the bench,
/// which measures against one of them.
const DRIVERS: [&str; 3] = ["rusqlite", "tokio-postgres", "deadpool-postgres"];
const DRIVER_FOLDERS: [&str; 3] = ["crates/store", "crates/testkit", "bench"];

pub(super) fn findings(packages: &[Package]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_area =
        |name: &str| packages.iter().any(|one| one.name == name && one.folder.starts_with("areas/"));
    for package in packages {
        let location = format!("{}/Cargo.toml", package.folder);
        for dependency in &package.dependencies {
            let arrow = (package.name.as_str(), dependency.as_str());
            if is_area(&package.name) && is_area(dependency) && !AREA_TO_AREA.contains(&arrow) {
                findings
                    .push(Finding::new(&location, format!("an area depends on no other area: {dependency}")));
            }
            if package.folder.starts_with("crates/") && is_area(dependency) {
                findings.push(Finding::new(
                    &location,
                    format!("a shared crate depends on no area: {dependency}"),
                ));
            }
            if DRIVERS.contains(&dependency.as_str()) && !DRIVER_FOLDERS.contains(&package.folder.as_str()) {
                findings.push(Finding::new(
                    &location,
                    format!("only crates/store names the driver {dependency}"),
                ));
            }
        }
    }
    findings.extend(circles(packages));
    findings
}

/// Packages that reach themselves, dependencies of tests included: a circle through the tests builds a package twice,
/// and its types then differ from themselves.
fn circles(packages: &[Package]) -> Vec<Finding> {
    let graph: BTreeMap<&str, &Package> = packages.iter().map(|one| (one.name.as_str(), one)).collect();
    let mut findings = Vec::new();
    let dependencies = |name: &str| {
        graph.get(name).into_iter().flat_map(|package| package.dependencies.iter().map(String::as_str))
    };
    for package in packages {
        let name = package.name.as_str();
        if reached(name, dependencies).contains(name) {
            let location = format!("{}/Cargo.toml", package.folder);
            findings.push(Finding::new(location, format!("{name} depends on itself in a circle")));
        }
    }
    findings
}
