//! Files stop at 500 lines, functions at 70, lines at 120 characters: longer ones are two things.

use super::Finding;
use crate::source::Source;

pub(super) const FILE_LINES_MAX: usize = 500;
/// The longest function, in lines from its `fn` to its closing brace.
pub(super) const FUNCTION_LINES_MAX: usize = 70;

pub(super) const LINE_CHARACTERS_MAX: usize = 120;
/// The longest word of a line that counts: addresses and test vectors cannot be broken.
const WORD_CHARACTERS_MAX: usize = 80;

pub(super) fn findings(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    let counted = ["rs", "sql", "html", "css", "mjs", "py"].iter().any(|ending| source.has_ending(ending));
    let lines = source.text.lines().count();
    if counted && lines > FILE_LINES_MAX {
        let rule = format!("{lines} lines, {FILE_LINES_MAX} are the most: cut the file");
        findings.push(Finding::new(&source.path, rule));
    }
    if source.has_ending("rs") {
        findings.extend(long_functions(source));
    }
    findings.extend(long_lines(source));
    findings
}

/// Finds long lines of code. A migration that was applied keeps its lines, because its checksum is kept.
fn long_lines(source: &Source) -> Vec<Finding> {
    let is_code = source.has_ending("rs") || source.has_ending("sql");
    if !is_code || source.path.contains("/migrations/") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in source.numbered_lines() {
        let (length, word) =
            (line.chars().count(), line.split_whitespace().map(|word| word.chars().count()).max());
        if length > LINE_CHARACTERS_MAX && word.is_none_or(|word| word <= WORD_CHARACTERS_MAX) {
            let rule = format!("a line of {length} characters, {LINE_CHARACTERS_MAX} are the most");
            findings.push(Finding::new(format!("{}:{number}", source.path), rule));
        }
    }
    findings
}

/// The text is formatted, so a function ends at the first line that is a brace with the indentation of its `fn`.
fn long_functions(source: &Source) -> Vec<Finding> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut findings = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| starts_function(line)) {
        let indentation = line.len() - line.trim_start().len();
        let end = lines[index..].iter().position(|candidate| {
            candidate.len() - candidate.trim_start().len() == indentation
                && (candidate.trim() == "}"
                    || (candidate.ends_with(['}', ';']) && candidate.trim_start() == line.trim_start()))
        });
        if let Some(length) = end.map(|end| end + 1).filter(|length| *length > FUNCTION_LINES_MAX) {
            let rule = format!("a function of {length} lines, {FUNCTION_LINES_MAX} are the most");
            findings.push(Finding::new(format!("{}:{}", source.path, index + 1), rule));
        }
    }
    findings
}

fn starts_function(line: &str) -> bool {
    let start = line.trim_start();
    let marks = ["pub ", "pub(crate) ", "pub(super) ", "async ", "const "];
    let mut rest = start;
    while let Some(next) = marks.iter().find_map(|mark| rest.strip_prefix(mark)) {
        rest = next;
    }
    rest.starts_with("fn ")
}
