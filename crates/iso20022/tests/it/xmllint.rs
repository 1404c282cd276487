//! The command `xmllint` of libxml2, the reference that verdicts are compared with (Debian package libxml2-utils).

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// The files that one call takes, so that the command line stays short.
const FILES_PER_CALL: usize = 500;

/// The verdict of the reference on one document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Verdict {
    pub(crate) valid: bool,
    /// Its words, for a test that fails.
    pub(crate) words: String,
}

/// Fails with the way to install the command when it is not there: a comparison that is left out would look like one
/// that found nothing.
pub(crate) fn require() {
    let found = Command::new("xmllint").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(
        found.is_ok_and(|status| status.success()),
        "xmllint is not installed; `cargo xtask test` installs it, or: apt-get install libxml2-utils"
    );
}

/// Validates documents against a schema file.
pub(crate) fn verdicts(schema: &Path, documents: &[Vec<u8>]) -> Vec<Verdict> {
    require();
    let folder = tempfile::tempdir().unwrap();
    let mut all = Vec::with_capacity(documents.len());
    for (number, part) in documents.chunks(FILES_PER_CALL).enumerate() {
        let mut names = Vec::new();
        for (index, document) in part.iter().enumerate() {
            let name = format!("d{number}x{index}.xml");
            std::fs::write(folder.path().join(&name), document).unwrap();
            names.push(name);
        }
        let output = Command::new("xmllint")
            .args(["--noout", "--nonet", "--schema"])
            .arg(schema)
            .args(&names)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let mut found: BTreeMap<&str, Verdict> = BTreeMap::new();
        let text = String::from_utf8_lossy(&output.stderr);
        let mut current = "";
        for line in text.lines() {
            if let Some(name) = line.strip_suffix(" validates") {
                found.entry(name).or_default().valid = true;
                continue;
            }
            // A line that names no file continues the one before: the value that it repeats may hold line ends.
            let split = line.split_once(':').filter(|(name, _)| names.iter().any(|known| known == name));
            let words = split.map_or(line, |(_, words)| words);
            current = split.map_or(current, |(name, _)| name);
            let verdict = found.entry(current).or_default();
            verdict.words.push_str(words);
            verdict.words.push('\n');
        }
        all.extend(names.iter().map(|name| found.get(name.as_str()).cloned().unwrap_or_default()));
    }
    all
}
