//! `POST /v1/statements:validate`: what would be wrong, without storing anything (an extension of the specification).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Request, State};
use edge::{AcceptLanguage, Authenticated, EdgeError};
use idempotency::Keyed;
use kernel::Language;

use super::error::PayrollError;
use super::intake::{ReadRequest, StatementRequest};
use super::receive::{Received, receive};
use super::wire::{CodedMessage, ValidatedTransfer, ValidationBody};
use super::{examples, intake, words};
use crate::catalogue::{Finding, Severity};
use crate::sent_transfers::SentTransfers;
use crate::state::PayrollState;
use crate::work::validate::{Candidate, validate};

/// The most transfers with findings that one answer lists.
const TRANSFERS_LISTED_MAX: usize = 1_000;

/// Check a statement without creating it
///
/// The same checks as for a statement that is created, signatures included, and everything that is wrong in one answer.
/// Nothing is stored. An extension of the specification.
#[utoipa::path(
    post,
    path = "/v1/statements:validate",
    request_body(content = StatementRequest, description = "The statement, at most 32 MiB",
        example = json!(examples::unsigned())),
    responses((status = 200, description = "The findings of the checks", body = ValidationBody,
        example = json!(examples::validation()))),
)]
pub(super) async fn validate_statement(
    State(state): State<PayrollState>,
    caller: Authenticated<PayrollError>,
    AcceptLanguage(language): AcceptLanguage,
    request: Request,
) -> Result<Json<ValidationBody>, PayrollError> {
    let (received, _) = receive(&state, &caller, request, Keyed::without_key(), read_with_names).await?;
    let errors = received.faults().into_iter().map(CodedMessage::from).collect();
    let Received { read: ReadRequest { sent, unknown_names, .. }, known, _share } = received;
    let order_numbers: BTreeMap<i64, i64> =
        sent.transfers.iter().map(|transfer| (transfer.line, transfer.order_number)).collect();
    let triggers = state.sandbox.as_ref().map(|_| triggers_of(&sent.transfers, language));
    let candidate = Candidate {
        cnum: caller.company.clone(),
        sent,
        enrollment: known.enrollment,
        debit_account_is_open: known.account_is_open || !known.account_is_own,
    };
    let findings = validate(&state, candidate).await?;
    let mut body = answer(errors, &findings, &order_numbers, language);
    for (line, name) in unknown_names {
        let warning = unknown(&name, language);
        match order_numbers.get(&line) {
            Some(order_number) => add_warning(&mut body, line, *order_number, warning),
            None => body.warnings.push(warning),
        }
    }
    for (line, order_number, warning) in triggers.into_iter().flatten() {
        add_warning(&mut body, line, order_number, warning);
    }
    Ok(Json(body))
}

/// The code of a name that no member has: most often a misspelt one.
const UNKNOWN_CODE: &str = "UNKNOWN_NAME";

fn read_with_names(body: &[u8]) -> Result<ReadRequest, EdgeError> {
    Ok(ReadRequest { unknown_names: intake::unknown_names(body), ..intake::read(body)? })
}

fn unknown(name: &str, language: Language) -> CodedMessage {
    let message = match language {
        Language::Russian => format!("Поля {name} нет: оно пропущено"),
        Language::English => format!("There is no field {name}: it is ignored"),
    };
    CodedMessage { code: UNKNOWN_CODE.to_owned(), message }
}

/// The code of what a sandbox will do because of a value, before the name of the trigger.
const TRIGGER_CODE: &str = "SANDBOX";

/// Tells which transfers have values that a sandbox acts upon: line, order number and the effect.
fn triggers_of(transfers: &SentTransfers, language: Language) -> Vec<(i64, i64, CodedMessage)> {
    let mut told = Vec::new();
    for transfer in transfers.iter() {
        let amount = transfer.amount.positive();
        for asked in crate::triggers::in_transfer(amount, transfer.account, transfer.bic) {
            let code = format!("{TRIGGER_CODE}:{}", asked.trigger.name);
            let warning = CodedMessage { code, message: asked.effect(language) };
            told.push((transfer.line, transfer.order_number, warning));
        }
    }
    told
}

/// Adds a warning at a transfer, whether something else was found at it or not.
fn add_warning(body: &mut ValidationBody, line: i64, order_number: i64, warning: CodedMessage) {
    match body.transfers.binary_search_by_key(&line, |transfer| transfer.line) {
        Ok(index) => body.transfers[index].warnings.push(warning),
        Err(_) if body.transfers.len() >= TRANSFERS_LISTED_MAX => {}
        Err(index) => {
            let transfer =
                ValidatedTransfer { line, order_number, errors: Vec::new(), warnings: vec![warning] };
            body.transfers.insert(index, transfer);
            body.transfers_with_findings += 1;
        }
    }
}

/// Returns the answer: errors of fields first, then findings. `order_numbers` are those of the transfers that could be
/// read, by line.
fn answer(
    mut errors: Vec<CodedMessage>,
    findings: &[Finding],
    order_numbers: &BTreeMap<i64, i64>,
    language: Language,
) -> ValidationBody {
    let own = || findings.iter().filter(|finding| finding.line == 0).map(|finding| &finding.what);
    errors.extend(words::of_severity(own(), Severity::Error, language));
    let warnings = words::of_severity(own(), Severity::Warning, language);
    let valid = errors.is_empty() && !findings.iter().any(Finding::is_error);
    let (mut transfers, mut transfers_with_findings) = (Vec::new(), 0);
    for found in findings.chunk_by(|one, other| one.line == other.line) {
        let Some(line) = found.first().map(|finding| finding.line).filter(|line| *line > 0) else { continue };
        transfers_with_findings += 1;
        if transfers.len() < TRANSFERS_LISTED_MAX {
            let reasons = || found.iter().map(|finding| &finding.what);
            transfers.push(ValidatedTransfer {
                line,
                order_number: order_numbers.get(&line).copied().unwrap_or_default(),
                errors: words::of_severity(reasons(), Severity::Error, language),
                warnings: words::of_severity(reasons(), Severity::Warning, language),
            });
        }
    }
    ValidationBody { valid, errors, warnings, transfers, transfers_with_findings }
}
