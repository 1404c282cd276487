//! Rules about the rooms of an area: the folder of a file decides which names it may use, and use cases alone open
//! units of work.

use super::Finding;
use crate::source::{Source, code, code_of};

/// Files directly in `src/` that join the layers, and folders that are a layer.
const JOINING_FILES: [&str; 6] = ["lib.rs", "import.rs", "state.rs", "store.rs", "work.rs", "worker.rs"];
const LAYER_FOLDERS: [&str; 5] = ["api", "import", "pages", "store", "work"];

/// Rooms that are a layer under a name of their own. The ledger is the store of all money: its rules are constraints
/// and compare-and-set, so there is no ledger without SQL. The list may only shrink.
const LAYERS_BY_ANOTHER_NAME: [&str; 1] = ["areas/accounts/src/ledger/"];

/// Rule about the names that the files of one layer do not have.
struct Naming {
    /// Tells whether the file at a path has to keep the rule.
    applies: fn(&str) -> bool,
    names: &'static [&'static str],
    /// The rule in words; the name that was found follows.
    words: &'static str,
}

static NAMINGS: [Naming; 2] = [
    // The web, the wire, the database; requests, the trail and jobs belong to use cases.
    Naming {
        applies: is_domain,
        names: &["audit", "axum", "edge", "jobs", "serde_json", "store"],
        words: "a domain file does not name",
    },
    // SQL and rows decide nothing and wait for nothing.
    Naming {
        applies: is_store,
        names: &["api", "audit", "edge", "jobs", "pages", "thread", "tokio", "work"],
        words: "a file of store does not name",
    },
];

const UNITS_RULE: &str = "a unit of work is opened below work/ alone";

/// Finds forbidden names in a file, and units of work that it must not open.
pub(super) fn findings(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for naming in &NAMINGS {
        findings.extend(misnamed(source, naming));
    }
    findings.extend(misplaced_units(source));
    findings
}

fn misnamed(source: &Source, naming: &Naming) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !source.has_ending("rs") || !(naming.applies)(&source.path) {
        return findings;
    }
    for (number, line) in source.numbered_lines() {
        let code = code_of(line);
        for name in naming.names.iter().filter(|name| names_crate(code, name)) {
            let location = format!("{}:{number}", source.path);
            findings.push(Finding::new(location, format!("{} {name}", naming.words)));
        }
    }
    findings
}

/// Splits the path of a source file of an area after `src/`.
fn inside_area(path: &str) -> Option<&str> {
    path.strip_prefix("areas/").and_then(|rest| rest.split_once("/src/")).map(|(_, inside)| inside)
}

/// Tells whether the path is a domain file of an area.
pub(super) fn is_domain(path: &str) -> bool {
    if LAYERS_BY_ANOTHER_NAME.iter().any(|folder| path.starts_with(folder)) {
        return false;
    }
    let Some(inside) = inside_area(path) else { return false };
    match inside.split_once('/') {
        None => !JOINING_FILES.contains(&inside),
        Some((folder, _)) => !LAYER_FOLDERS.contains(&folder),
    }
}

fn is_store(path: &str) -> bool {
    inside_area(path).is_some_and(|inside| inside.starts_with("store/") || inside == "store.rs")
}

fn misplaced_units(source: &Source) -> Vec<Finding> {
    let is_use_case =
        inside_area(&source.path).is_none_or(|inside| inside.starts_with("work/") || inside == "work.rs");
    if is_use_case || source.is_test() || !source.has_ending("rs") {
        return Vec::new();
    }
    let finding = |number| Finding::new(format!("{}:{number}", source.path), UNITS_RULE);
    unit_lines(&source.text).into_iter().map(finding).collect()
}

/// Lists the lines, from 1, that open a unit of work: on something called `store`, or by its name and a closure.
fn unit_lines(text: &str) -> Vec<usize> {
    let code = code(text);
    let mut lines = Vec::new();
    for method in [".read", ".write", ".write_guarded"] {
        for (at, _) in code.match_indices(method) {
            let Some(arguments) = arguments(&code[at + method.len()..]) else { continue };
            if is_store_value(&code[..at]) || begins_with_name_and_more(arguments) {
                lines.push(code[..at].matches('\n').count() + 1);
            }
        }
    }
    lines
}

/// Returns the text after the opening parenthesis of a call, generic arguments or none before it.
fn arguments(call: &str) -> Option<&str> {
    let plain = match call.strip_prefix("::<") {
        Some(generic) => generic.split_once(">(").map(|(_, rest)| rest),
        None => call.strip_prefix('('),
    };
    plain.map(str::trim_start)
}

fn is_store_value(before: &str) -> bool {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    before.trim_end().strip_suffix("store").is_some_and(|rest| !rest.ends_with(is_word))
}

fn begins_with_name_and_more(arguments: &str) -> bool {
    let name = arguments.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    name.is_some_and(|(_, rest)| rest.trim_start().starts_with(','))
}

/// Tells whether the code uses a module or crate of this name: followed by `::`, or last in a `use`.
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
