//! The packages of the workspace, as cargo tells them.

use serde_json::Value;

use crate::shell::{self, Outcome};

/// A package of the workspace with its dependencies inside the workspace and outside, tests included.
#[derive(Debug, Clone)]
pub(crate) struct Package {
    pub(super) name: String,
    /// The manifest's folder from the root, for example `areas/accounts`.
    pub(super) folder: String,
    pub(super) dependencies: Vec<String>,
    /// The tests of its library that `cargo test` builds; none for a package without a library.
    pub(super) tested: Option<Tested>,
}

/// The parts of a library that `cargo test` builds a program for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tested {
    /// The tests beside the code.
    pub(super) units: bool,
    /// The examples in its documentation.
    pub(super) examples: bool,
}

/// Reads the manifests through cargo.
pub(super) fn all() -> Outcome<Vec<Package>> {
    let metadata = shell::metadata(&["--no-deps", "--offline"])?;
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

/// Reads from the metadata of a package which tests of its library are built.
fn tested(package: &Value) -> Option<Tested> {
    let is_library = |target: &&Value| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "lib"))
    };
    let library = package["targets"].as_array()?.iter().find(is_library)?;
    Some(Tested { units: library["test"].as_bool()?, examples: library["doctest"].as_bool()? })
}
