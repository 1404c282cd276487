//! Reads the project's pages for tests.

use std::path::{Path, PathBuf};

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The README and every page of `docs/` but the decisions, with their texts.
pub(crate) fn pages() -> Vec<(String, String)> {
    let mut paths = vec![root().join("README.md")];
    for folder in ["docs", "docs/api"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
        let entries = entries.map(|entry| entry.expect("an entry").path());
        paths.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    paths.sort();
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("a page"));
    paths.into_iter().map(read).collect()
}

/// A block between fences.
pub(crate) struct Block<'p> {
    /// The language after the opening fence: `sh`, or nothing.
    pub(crate) language: &'p str,
    /// Its lines.
    pub(crate) text: String,
}

/// Every fenced block of a page, in its order.
pub(crate) fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for line in page.lines() {
        match (line.trim_start().strip_prefix("```"), open.as_mut()) {
            (Some(language), None) => open = Some(Block { language, text: String::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

/// The rows of the first table below the first line that contains `heading`, without its head; a row is its cells.
pub(crate) fn table<'p>(page: &'p str, heading: &str) -> Vec<Vec<&'p str>> {
    let (_, below) = page.split_once(heading).unwrap_or_else(|| panic!("the page says {heading}"));
    let lines = below.lines().skip_while(|line| !line.starts_with('|'));
    let rows: Vec<Vec<&str>> = lines
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(!rows.is_empty(), "there is a table below {heading}");
    rows
}

/// Returns the texts between backticks.
pub(crate) fn code(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The titles of a page's sections.
pub(crate) fn sections(page: &str) -> Vec<&str> {
    page.lines().filter_map(|line| line.strip_prefix("## ")).collect()
}
