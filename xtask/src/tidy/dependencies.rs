//! Who may depend on whom: the drawing of docs/ARCHITECTURE.md as a check.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Finding;
use super::targets::Tested;
use crate::shell::{self, Outcome};

/// A package of the workspace, with what it depends on inside the workspace and outside, tests included.
#[derive(Debug, Clone)]
pub(crate) struct Package {
    pub(super) name: String,
    /// The manifest's folder from the root, for example `areas/accounts`.
    pub(super) folder: String,
    pub(super) dependencies: Vec<String>,
    /// The tests of its library that `cargo test` builds; none for a package without a library.
    pub(super) tested: Option<Tested>,
}

/// The one arrow between areas: a payroll statement debits an account.
const AREA_TO_AREA: [(&str, &str); 1] = [("payroll", "accounts")];

/// The drivers that only the store may name; besides, the test kit, which makes a schema for each test, and the bench,
/// which measures against one of them.
const DRIVERS: [&str; 3] = ["rusqlite", "tokio-postgres", "deadpool-postgres"];
const DRIVER_FOLDERS: [&str; 3] = ["crates/store", "crates/testkit", "bench"];

/// Reads the manifests through cargo.
pub(super) fn packages() -> Outcome<Vec<Package>> {
    let metadata =
        shell::output(shell::cargo().args(["metadata", "--format-version", "1", "--no-deps", "--offline"]))?;
    let metadata: Value =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let root = metadata["workspace_root"].as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    Ok(packages
        .iter()
        .map(|package| {
            let manifest = package["manifest_path"].as_str().unwrap_or_default();
            let folder =
                manifest.trim_start_matches(&root).trim_start_matches('/').trim_end_matches("/Cargo.toml");
            let dependencies = package["dependencies"].as_array().into_iter().flatten();
            Package {
                name: package["name"].as_str().unwrap_or_default().to_owned(),
                folder: folder.to_owned(),
                dependencies: dependencies
                    .filter_map(|one| one["name"].as_str())
                    .map(str::to_owned)
                    .collect(),
                tested: tested(package),
            }
        })
        .collect())
}

/// Reads from cargo's words about a package what its library has built for tests.
fn tested(package: &Value) -> Option<Tested> {
    let is_library = |target: &&Value| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "lib"))
    };
    let library = package["targets"].as_array()?.iter().find(is_library)?;
    Some(Tested { units: library["test"].as_bool()?, examples: library["doctest"].as_bool()? })
}

/// All findings about the manifests.
pub(super) fn findings(packages: &[Package]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_area =
        |name: &str| packages.iter().any(|one| one.name == name && one.folder.starts_with("areas/"));
    for package in packages {
        let place = format!("{}/Cargo.toml", package.folder);
        for dependency in &package.dependencies {
            let arrow = (package.name.as_str(), dependency.as_str());
            if is_area(&package.name) && is_area(dependency) && !AREA_TO_AREA.contains(&arrow) {
                findings
                    .push(Finding::new(&place, format!("an area depends on no other area: {dependency}")));
            }
            if package.folder.starts_with("crates/") && is_area(dependency) {
                findings
                    .push(Finding::new(&place, format!("a shared crate depends on no area: {dependency}")));
            }
            if DRIVERS.contains(&dependency.as_str()) && !DRIVER_FOLDERS.contains(&package.folder.as_str()) {
                findings
                    .push(Finding::new(&place, format!("only crates/store names the driver {dependency}")));
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
    for package in packages {
        let mut waiting: Vec<&str> = package.dependencies.iter().map(String::as_str).collect();
        let mut seen: Vec<&str> = Vec::new();
        while let Some(name) = waiting.pop() {
            let Some(next) = graph.get(name).filter(|_| !seen.contains(&name)) else { continue };
            seen.push(name);
            waiting.extend(next.dependencies.iter().map(String::as_str));
        }
        if seen.contains(&package.name.as_str()) {
            let place = format!("{}/Cargo.toml", package.folder);
            findings.push(Finding::new(place, format!("{} depends on itself in a circle", package.name)));
        }
    }
    findings
}
