//! Mistakes in a document, as the pages tell them.

use iso20022::Violation;
use kernel::Language;

use crate::reason::Reason;

/// A sentence with its place.
#[derive(Clone, Debug)]
pub(super) struct Complaint {
    pub(super) message: String,
    pub(super) line: u32,
    /// The elements on the way, between which a narrow page may break the line.
    pub(super) steps: Vec<String>,
}

impl Complaint {
    /// A reason; its path begins inside of the certificate, which the page names.
    pub(super) fn of_reason(reason: &Reason, language: Language) -> Self {
        let path = reason.path_in_certificate();
        Self { message: reason.message(language), line: reason.line, steps: steps(path) }
    }

    pub(super) fn of_violation(violation: &Violation) -> Self {
        let message = violation.reason.clone();
        Self { message, line: violation.line, steps: steps(violation.path.trim_start_matches('/')) }
    }
}

fn steps(path: &str) -> Vec<String> {
    path.split('/').map(str::to_owned).collect()
}
