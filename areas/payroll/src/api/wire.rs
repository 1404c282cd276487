//! Bodies of spec sections 2.5 and 7, and findings in the caller's language.

use kernel::Language;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::{Code, Finding, FoundAtTransfers, Reason, Severity};
use crate::lifecycle::StatementStatus;
use crate::submission::FieldError;
use crate::transfer_status::TransferStatus;

edge::texts_of_bodies! {
    /// The status of a statement.
    StatementStatus as "StatementExternalStatus";
    /// The status of a transfer.
    TransferStatus as "TransferExternalStatus";
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PayrollMessage)]
pub(crate) struct CodedMessage {
    /// A code of the catalogue, or the name of the field that is wrong.
    #[schema(min_length = 1, example = "T06")]
    pub(crate) code: String,
    /// The meaning of the code.
    #[schema(min_length = 1, example = "Не заполнен лицевой счёт сотрудника")]
    pub(crate) message: String,
}

impl From<FieldError> for CodedMessage {
    fn from(error: FieldError) -> Self {
        Self { code: error.field.to_owned(), message: error.message }
    }
}

/// The body of every error but 403, which has none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollError)]
pub(crate) struct ErrorBody {
    /// The trace of the request, to tell the bank.
    #[schema(example = "4bf92f3577b34da6a3ce929d0e0e4736")]
    pub(crate) trace_id: String,
    /// Everything that is wrong.
    pub(crate) errors: Vec<CodedMessage>,
}

/// The answer to a statement that was taken in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollStatementCreated)]
pub(crate) struct CreatedBody {
    /// The name that its sender gave it.
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]{1,40}$", example = "salary-2026-11")]
    pub(crate) external_id: String,
}

/// The status of a statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollStatementStatus)]
pub(crate) struct StatusBody {
    /// The name that its sender gave it.
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]{1,40}$")]
    pub(crate) external_id: String,
    /// The status.
    pub(crate) status: StatementStatus,
    /// The reason of the decline (DECLINED), or the signature that is wrong (`ERROR_SIGN`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, nullable = false)]
    pub(crate) message: Option<String>,
    /// The findings of the checks (ERROR), or of the signatures (`ERROR_SIGN`). A code that was found at transfers
    /// occurs once, with the first transfer and the number of them; the list of transfers tells the rest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) errors: Vec<CodedMessage>,
    /// Warnings, which the sender should look at; D27 to D29 are about money that came back after execution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) warnings: Vec<CodedMessage>,
}

/// A page of transfers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollTransfersPage)]
pub(crate) struct TransfersBody {
    /// The name that the sender gave to the statement.
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]{1,40}$")]
    pub(crate) external_id: String,
    /// The transfers in the order of the request.
    pub(crate) transfers: Vec<TransferBody>,
    /// The number of transfers that were passed over, as asked.
    #[schema(minimum = 0, example = 0)]
    pub(crate) offset: i32,
    /// The most transfers of the page, as asked.
    #[schema(minimum = 1, maximum = 100, example = 10)]
    pub(crate) limit: i32,
    /// The number of the statement's transfers.
    #[schema(minimum = 1, maximum = 10000, example = 2)]
    pub(crate) total_count: i64,
}

/// The status of a transfer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollTransferStatus)]
pub(crate) struct TransferBody {
    /// Its number in the statement.
    #[schema(example = 1)]
    pub(crate) order_number: i64,
    /// The status.
    pub(crate) status: TransferStatus,
    /// The reason of the decline.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, nullable = false)]
    pub(crate) message: Option<String>,
    /// The findings that refuse the statement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) errors: Vec<CodedMessage>,
    /// Warnings, which the sender should look at; D27 to D29 are about money that came back after execution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) warnings: Vec<CodedMessage>,
}

/// The findings that the checks would have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollValidation)]
pub(crate) struct ValidationBody {
    /// True when the checks find no error.
    pub(crate) valid: bool,
    /// Everything at the statement itself that would make it ERROR, or the request be refused.
    pub(crate) errors: Vec<CodedMessage>,
    /// Warnings, which the sender should look at.
    pub(crate) warnings: Vec<CodedMessage>,
    /// The transfers at which something was found, in the order of the request.
    pub(crate) transfers: Vec<ValidatedTransfer>,
    /// The number of transfers with findings; the list stops at 1000.
    #[schema(minimum = 0)]
    pub(crate) transfers_with_findings: i64,
}

/// The findings that the checks would have at a transfer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollValidatedTransfer)]
pub(crate) struct ValidatedTransfer {
    /// Its place in the request, from 1.
    #[schema(minimum = 1, maximum = 10000)]
    pub(crate) line: i64,
    /// Its number in the statement.
    pub(crate) order_number: i64,
    /// The findings that would make the statement ERROR.
    pub(crate) errors: Vec<CodedMessage>,
    /// Warnings, which the sender should look at.
    pub(crate) warnings: Vec<CodedMessage>,
}

pub(super) fn coded(reason: &Reason, language: Language) -> CodedMessage {
    CodedMessage { code: reason.code.as_str().to_owned(), message: reason.message(language) }
}

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
