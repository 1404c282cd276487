//! Mistakes in a document, as the pages tell them.

use iso20022::Violation;
use kernel::Language;

use super::labels::label;
use crate::reason::Reason;

/// A sentence with its place.
#[derive(Clone, Debug)]
pub(super) struct Complaint {
    /// The place in words, where the message is in English on every page; otherwise nothing.
    pub(super) place: String,
    pub(super) message: String,
    pub(super) line: u32,
    /// The elements on the way, between which a narrow page may break the line.
    pub(super) steps: Vec<String>,
}

impl Complaint {
    /// A reason; its path begins inside of the certificate, which the page names.
    pub(super) fn of_reason(reason: &Reason, language: Language) -> Self {
        let steps = steps(reason.path_in_certificate());
        Self { place: String::new(), message: reason.message(language), line: reason.line, steps }
    }

    pub(super) fn of_violation(violation: &Violation, language: Language) -> Self {
        let steps = steps(violation.path.trim_start_matches('/'));
        let (place, message) = (place(&steps, language), violation.reason.clone());
        Self { place, message, line: violation.line, steps }
    }
}

fn steps(path: &str) -> Vec<String> {
    path.split('/').map(str::to_owned).collect()
}

/// Names the elements of a path, each with its number; nothing for the document as a whole.
fn place(steps: &[String], language: Language) -> String {
    let named = steps.iter().filter(|step| *step != "Document").filter_map(|step| {
        let (element, number) = step.trim_end_matches(']').split_once('[').unwrap_or((step, ""));
        let name = label(element.trim_start_matches('@'), language);
        (!name.is_empty()).then(|| format!("{name} {number}").trim_end().to_owned())
    });
    named.collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests;
