//! What a file may name is decided by where it lies: the domain of an area knows neither HTTP nor SQL nor JSON.

use super::Finding;
use crate::source::{Source, code_of};

/// What domain files do not name: the web, the wire, the database.
const FORBIDDEN_IN_DOMAIN: [&str; 3] = ["axum", "serde_json", "store"];

/// Files directly in `src/` that join the layers, and folders that are a layer.
const JOINING_FILES: [&str; 5] = ["lib.rs", "import.rs", "state.rs", "store.rs", "worker.rs"];
const LAYER_FOLDERS: [&str; 5] = ["api", "pages", "work", "store", "import"];

/// Rooms that are a layer under a name of their own. The ledger is the store of all money: its rules are constraints and
/// compare-and-set, so there is no ledger without SQL. The list may only shrink.
const LAYERS_BY_ANOTHER_NAME: [&str; 1] = ["areas/accounts/src/ledger/"];

/// Drivers as Rust writes them.
const DRIVERS: [&str; 3] = ["rusqlite", "tokio_postgres", "deadpool_postgres"];
const DRIVER_FOLDERS: [&str; 3] = ["crates/store/", "crates/testkit/", "bench/"];

/// All findings about what a file names.
pub(super) fn findings(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !source.has_ending("rs") || source.path.starts_with("xtask/") {
        return findings;
    }
    let domain = is_domain(&source.path);
    let may_name_drivers = DRIVER_FOLDERS.iter().any(|folder| source.path.starts_with(folder));
    for (number, line) in source.numbered_lines() {
        let code = code_of(line);
        let place = format!("{}:{number}", source.path);
        if domain {
            for name in FORBIDDEN_IN_DOMAIN.into_iter().filter(|name| names_crate(code, name)) {
                findings.push(Finding::new(&place, format!("a domain file does not name {name}")));
            }
        }
        if !may_name_drivers {
            for name in DRIVERS.into_iter().filter(|name| names_crate(code, name)) {
                findings.push(Finding::new(&place, format!("only crates/store names {name}")));
            }
        }
    }
    findings
}

/// Whether the path is a domain file of an area.
pub(super) fn is_domain(path: &str) -> bool {
    if LAYERS_BY_ANOTHER_NAME.iter().any(|folder| path.starts_with(folder)) {
        return false;
    }
    let Some(inside) = path.strip_prefix("areas/").and_then(|rest| rest.split_once("/src/")) else {
        return false;
    };
    match inside.1.split_once('/') {
        None => !JOINING_FILES.contains(&inside.1) && !inside.1.starts_with("store"),
        Some((folder, _)) => !LAYER_FOLDERS.contains(&folder),
    }
}

/// Whether the code uses a module or crate of this name: followed by `::`, or last in a `use`.
pub(super) fn names_crate(code: &str, name: &str) -> bool {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut from = 0;
    while let Some(found) = code[from..].find(name) {
        let (start, end) = (from + found, from + found + name.len());
        let free = !code[..start].ends_with(is_word) && !code[end..].starts_with(is_word);
        let in_use =
            code.trim_start().starts_with("use ") || code.trim_start().starts_with("pub(crate) use ");
        if free && (code[end..].starts_with("::") || in_use) {
            return true;
        }
        from = end;
    }
    false
}
