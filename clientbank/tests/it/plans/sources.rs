//! The names of the statements that are in the sources of the program.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms whose crates are the program or parts of it.
const ROOMS: &[&str] = &["crates", "areas"];
/// The crate whose statements only tests run.
const OF_TESTS: &str = "testkit";

/// The name of every text that [`store::queries!`] declares.
pub(crate) fn declared() -> Vec<String> {
    let mut names = Vec::new();
    for text in sources() {
        let mut is_inside = false;
        for line in text.lines() {
            is_inside =
                (is_inside && line != "}") || (line.ends_with("::queries! {") && !line.contains("//"));
            if is_inside {
                names.extend(declared_name(line));
            }
        }
    }
    names
}

/// `    pub(crate) NAME = …`: the name.
fn declared_name(line: &str) -> Option<String> {
    let line = line.strip_prefix("    ").filter(|line| !line.starts_with([' ', '/', '#']))?;
    let (head, _) = line.split_once(" =")?;
    let name = head.rsplit(' ').next()?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    is_name.then(|| name.to_owned())
}

/// The name of every text that is put together.
pub(crate) fn put_together() -> Vec<String> {
    let name = |line: &str| {
        let (head, rest) = line.split_once("DynamicQuery::new(\"")?;
        (!head.contains("//")).then(|| rest.split('"').next().unwrap_or_default().to_owned())
    };
    sources().iter().flat_map(|text| text.lines().filter_map(name).collect::<Vec<_>>()).collect()
}

/// The texts of the program's own files, without those of tests.
fn sources() -> Vec<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.parent().unwrap();
    let mut folders = vec![own.join("src")];
    for room in ROOMS {
        let crates = entries(&root.join(room)).into_iter().filter(|entry| !entry.ends_with(OF_TESTS));
        folders.extend(crates.map(|entry| entry.join("src")));
    }
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in entries(&folder) {
            let is_test = entry.file_stem().is_some_and(|name| name == "tests");
            if entry.is_dir() && !is_test {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") && !is_test {
                texts.push(fs::read_to_string(&entry).unwrap());
            }
        }
    }
    assert!(texts.len() > 100, "the sources are beside this crate");
    texts
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}
