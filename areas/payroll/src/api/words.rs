//! Findings in the caller's language.

use kernel::Language;

use super::wire::CodedMessage;
use crate::catalogue::{Code, Finding, FoundAtTransfers, Reason, Severity};

/// Returns a reason as code and message.
pub(super) fn coded(reason: &Reason, language: Language) -> CodedMessage {
    CodedMessage { code: reason.code.as_str().to_owned(), message: reason.message(language) }
}

/// Returns those of the reasons that have this severity.
pub(super) fn of_severity<'r>(
    reasons: impl IntoIterator<Item = &'r Reason>,
    severity: Severity,
    language: Language,
) -> Vec<CodedMessage> {
    reasons
        .into_iter()
        .filter(|reason| reason.code.severity() == severity)
        .map(|reason| coded(reason, language))
        .collect()
}

/// Returns the statement's own findings of this severity, then those of its transfers, once per code. What is found at
/// both is told of the statement.
pub(super) fn of_statement(
    own: &[Finding],
    at_transfers: &[FoundAtTransfers],
    severity: Severity,
    language: Language,
) -> Vec<CodedMessage> {
    let mut messages = of_severity(own.iter().map(|finding| &finding.what), severity, language);
    let is_own = |code: Code| own.iter().any(|finding| finding.what.code == code);
    let at_transfers = at_transfers
        .iter()
        .filter(|found| found.what.code.severity() == severity && !is_own(found.what.code));
    messages.extend(at_transfers.map(|found| summary(found, language)));
    messages
}

/// Returns a code that was found at transfers: its message, where first, and how often.
fn summary(found: &FoundAtTransfers, language: Language) -> CodedMessage {
    let message = found.what.message(language);
    let (line, count) = (found.first_line, found.transfers_count);
    let message = match (language, count) {
        (Language::Russian, 1) => format!("{message} (перевод на строке {line})"),
        (Language::Russian, _) => {
            format!("{message} (первый перевод на строке {line}, всего переводов: {count})")
        }
        (Language::English, 1) => format!("{message} (the transfer at line {line})"),
        (Language::English, _) => format!("{message} (first at line {line}, {count} transfers in all)"),
    };
    CodedMessage { code: found.what.code.as_str().to_owned(), message }
}
