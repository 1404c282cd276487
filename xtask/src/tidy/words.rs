//! Words that comments and documents avoid, and patterns that mean more than they seem to.

use super::Finding;
use crate::source::{Source, comment_of};

/// Words that tell nothing, or speak of the writer instead of the thing.
const FORBIDDEN: [&str; 5] = ["simply", "we", "obviously", "basically", "trivially"];

/// Words with which the first sentence of a doc comment hides its verb: "Whether it is open" for "Tells whether it is
/// open", "How long a lease lasts" for "The duration of a lease".
const HIDING: [&str; 7] = ["What", "How", "Whether", "Who", "That", "Why", "Where"];

/// Marks of unfinished work: they need an owner and a date.
const UNFINISHED: [&str; 2] = ["TODO", "FIXME"];

pub(super) fn findings(source: &Source) -> Vec<Finding> {
    if source.path.starts_with("xtask/src/tidy/") {
        return Vec::new();
    }
    let mut findings = hidden_verbs(source);
    let mut inside_block = false;
    for (number, line) in source.numbered_lines() {
        let location = format!("{}:{number}", source.path);
        // The code blocks of a document are commands and data, not prose.
        inside_block ^= source.has_ending("md") && line.trim_start().starts_with("```");
        let prose = match source.path.rsplit('.').next() {
            Some("md") if !inside_block => Some(line),
            Some("rs" | "sql") => comment_of(line),
            _ => None,
        };
        if let Some(prose) = prose {
            for word in FORBIDDEN.into_iter().filter(|word| has_word(prose, word)) {
                findings.push(Finding::new(
                    &location,
                    format!("the word {word:?} says nothing here: leave it out"),
                ));
            }
        }
        if UNFINISHED.iter().any(|mark| has_exact_word(line, mark)) && !has_owner_and_date(line) {
            findings.push(Finding::new(
                &location,
                "unfinished work names its owner and date: TODO(name, 2026-01-31)",
            ));
        }
        if source.has_ending("rs") && !line.trim_start().starts_with("//") && line.contains(r"\d") {
            findings.push(Finding::new(&location, r"\d means every digit of Unicode: write [0-9]"));
        }
    }
    findings
}

/// Finds doc comments that begin with a word of [`HIDING`].
fn hidden_verbs(source: &Source) -> Vec<Finding> {
    if !source.has_ending("rs") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut before = None;
    for (number, line) in source.numbered_lines() {
        let doc = doc_comment_of(line);
        if let (None, Some(text)) = (before, doc)
            && let Some(word) = HIDING.into_iter().find(|word| begins_with(text, word))
        {
            let rule = format!("a doc comment begins with its verb or its noun, not with {word:?}");
            findings.push(Finding::new(format!("{}:{number}", source.path), rule));
        }
        before = doc;
    }
    findings
}

fn doc_comment_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim_start)
}

fn begins_with(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric()))
}

fn has_word(prose: &str, word: &str) -> bool {
    prose
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'' && letter != '’' && letter != '_')
        .any(|found| found.eq_ignore_ascii_case(word))
}

fn has_exact_word(line: &str, word: &str) -> bool {
    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|found| found == word)
}

/// `TODO(name, YYYY-MM-DD)`.
fn has_owner_and_date(line: &str) -> bool {
    let Some(inside) = line.split_once("TODO(").and_then(|(_, rest)| rest.split_once(')')) else {
        return false;
    };
    let Some((owner, date)) = inside.0.split_once(", ") else { return false };
    let shape: String =
        date.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
    !owner.is_empty() && shape == "0000-00-00"
}
