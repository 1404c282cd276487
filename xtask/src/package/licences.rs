//! The licences of what others wrote and is linked into the program: a list of crates, and each text once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::bill::{Bill, Key};
use super::read;
use crate::shell::{self, Outcome, at};

/// The beginnings of the names of files with licences and what they ask to be told.
const NAMES: [&str; 6] = ["license", "licence", "copying", "notice", "unlicense", "copyright"];
const RULE: &str = "--------------------------------------------------------------------------------";

/// Writes the list and the texts.
pub(super) fn text(bill: &Bill) -> Outcome<String> {
    let folders = folders()?;
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (key, licence) in bill.crates.iter().filter(|(key, _)| bill.is_of_others(key)) {
        let name = format!("{} {}", key.0, key.1);
        let folder = folders.get(key).ok_or_else(|| format!("cargo knows no folder of {name}"))?;
        let found = texts_of(folder)?;
        let remark =
            if found.is_empty() { " (its archive has no text; the one of that name below)" } else { "" };
        line(&mut list, &format!("{name}: {licence}{remark}"));
        for text in found {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut whole = format!(
        "What others wrote and is linked into clientbank, with its licences.\n\nThe GNU C library {} is linked in \
         under the GNU Lesser General Public License 2.1 or later;\nclientbank's source, which is public, can be \
         linked anew with any other version of it.\nRust's standard library: MIT OR Apache-2.0.\n\n{list}",
        bill.c_library()
    );
    for (text, names) in texts {
        line(&mut whole, &format!("\n{RULE}\n{}\n{RULE}\n\n{}", names.join(", "), text.trim_end()));
    }
    Ok(whole)
}

fn line(text: &mut String, added: &str) {
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{added}");
}

/// The folders in which cargo keeps the sources of each crate.
fn folders() -> Outcome<BTreeMap<Key, PathBuf>> {
    let metadata = shell::metadata(&["--all-features"])?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    Ok(packages
        .iter()
        .filter_map(|package| {
            let key = (package["name"].as_str()?.to_owned(), package["version"].as_str()?.to_owned());
            Some((key, Path::new(package["manifest_path"].as_str()?).parent()?.to_owned()))
        })
        .collect())
}

/// The texts of a crate, in the order of their files' names.
fn texts_of(folder: &Path) -> Outcome<Vec<String>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && is_licence(&name) {
            files.push(path);
        }
    }
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

/// Says whether a file with this name, in small letters, holds a licence.
pub(super) fn is_licence(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    NAMES.iter().any(|start| name.starts_with(start))
        && !matches!(ending, Some("rs" | "toml" | "json" | "html"))
}
