//! The descriptions before linters of others: Spectral and Redocly, each over every area's and the merged one.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness;
use crate::shell::{self, Outcome, at, create};

/// The folder of the linters' versions and rules.
const FOLDER: &str = "e2e/descriptions";

/// Writes the descriptions and lints them; without a suitable Node it says so and goes on.
pub(crate) fn run() -> Outcome<()> {
    if !shell::has_node() {
        shell::line(&format!("descriptions: not linted, needs Node {} or newer", shell::NODE_MIN));
        return Ok(());
    }
    let folder = shell::root().join(FOLDER);
    let documents = shell::target_folder()?.join("descriptions");
    write(&documents)?;
    if !is_installed(&folder) {
        // Scripts of packages could send data of this machine elsewhere.
        let options = ["ci", "--ignore-scripts", "--no-progress", "--no-audit", "--no-fund"];
        shell::run(Command::new("npm").args(options).current_dir(&folder))?;
    }
    let names = names(&documents)?;
    let bin = folder.join("node_modules/.bin");
    let mut spectral = Command::new(bin.join("spectral"));
    spectral.args(["lint", "--ruleset", "spectral.yaml", "--fail-severity", "error"]).args(&names);
    shell::run(spectral.current_dir(&folder))?;
    let mut redocly = Command::new(bin.join("redocly"));
    // Sends no findings anywhere, and asks for no newer version.
    redocly.env("REDOCLY_TELEMETRY", "off").env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
    redocly.args(["lint", "--config", "redocly.yaml"]).args(&names);
    shell::run(redocly.current_dir(&folder))
}

/// Writes every description into a folder of its own.
fn write(folder: &Path) -> Outcome<()> {
    create(folder)?;
    shell::run(Command::new(harness::server()?).args(["openapi", "--folder"]).arg(folder))
}

fn names(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(at(folder))?;
    let mut names: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.sort();
    if names.is_empty() { Err("no description was written".to_owned()) } else { Ok(names) }
}

/// Tells whether the last `npm ci` installed the versions of the present lock file.
fn is_installed(folder: &Path) -> bool {
    let changed = |name: &str| std::fs::metadata(folder.join(name)).and_then(|file| file.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}
