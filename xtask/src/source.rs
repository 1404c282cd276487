//! The text files of the repository, as the rules read them.

use std::path::{Path, PathBuf};

use crate::shell::{self, Outcome, at};

/// One file: its path from the root with forward slashes, and its text.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

const ENDINGS: [&str; 8] = ["rs", "sql", "md", "html", "css", "toml", "mjs", "py"];

impl Source {
    /// A file that exists only in a test.
    #[cfg(test)]
    pub(crate) fn planted(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Tells whether the file's name ends in a dot and this.
    pub(crate) fn has_ending(&self, ending: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == ending)
    }

    /// Lines with their numbers, from 1.
    pub(crate) fn numbered_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// Tells whether the file holds nothing but tests: an integration test, a file or folder of tests beside its
    /// subject.
    pub(crate) fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.path.ends_with("/tests.rs")
    }
}

/// The part of a line of Rust or SQL that is a comment, the markers taken off. A `//` inside a string literal is told
/// apart by the quotes before it.
pub(crate) fn comment_of(line: &str) -> Option<&str> {
    for marker in ["//", "--"] {
        let mut from = 0;
        while let Some(found) = line[from..].find(marker) {
            let at = from + found;
            let quotes = line[..at].matches('"').count() - line[..at].matches("\\\"").count();
            let inside_address = marker == "//" && line[..at].ends_with(':');
            let is_decrement = marker == "--" && !line.trim_start().starts_with("--");
            if quotes.is_multiple_of(2) && !inside_address && !is_decrement {
                return Some(line[at..].trim_start_matches(['/', '!', '-']));
            }
            from = at + marker.len();
        }
    }
    None
}

/// The part of a line of Rust before its comment.
pub(crate) fn code_of(line: &str) -> &str {
    match comment_of(line) {
        Some(comment) => line[..line.len() - comment.len()].trim_end_matches(['/', '!', '-']),
        None => line,
    }
}

pub(crate) fn code(text: &str) -> String {
    text.lines().flat_map(|line| [code_of(line), "\n"]).collect()
}

/// Folders that are no part of the repository: those of .gitignore, and git's own.
const FOREIGN_FOLDERS: [&str; 5] = [".git", ".local", "clientbank-demo", "node_modules", "target"];

/// Every file of the repository that the rules read, by path.
pub(crate) fn all() -> Outcome<Vec<Source>> {
    let root = shell::root();
    let mut sources = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root.join(&folder)).map_err(at(&folder))? {
            let entry = entry.map_err(at(&folder))?;
            let (name, kind) = (entry.file_name(), entry.file_type().map_err(at(&folder))?);
            let path = folder.join(&name);
            if kind.is_dir() && !FOREIGN_FOLDERS.iter().any(|foreign| name == *foreign) {
                folders.push(path);
            } else if kind.is_file()
                && path.extension().is_some_and(|found| ENDINGS.iter().any(|one| found == *one))
            {
                let text = std::fs::read_to_string(entry.path()).map_err(at(&folder))?;
                sources.push(Source { path: path.to_string_lossy().into_owned(), text });
            }
        }
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(sources)
}
