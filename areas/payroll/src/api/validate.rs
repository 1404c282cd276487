//! `POST /v1/statements:validate`: what would be wrong, without storing anything (an extension of the specification).

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::{Request, State};
use edge::{AcceptLanguage, Authenticated, EdgeError};
use idempotency::Keyed;
use kernel::Language;

use super::error::PayrollError;
use super::examples;
use super::intake::{self, ReadRequest, StatementRequest};
use super::receive::{Received, receive};
use super::wire::{self, CodedMessage, ValidatedTransfer, ValidationBody};
use crate::catalogue::{Code, Finding, Severity};
use crate::sent_transfers::SentTransfers;
use crate::state::PayrollState;
use crate::work::StatementError;
use crate::work::validate::{Candidate, validate};

/// The most transfers with findings that one answer lists.
const TRANSFERS_LISTED_MAX: usize = 1_000;

/// Findings that follow from the number of transfers, or from their sum.
const OF_ALL_TRANSFERS: [Code; 3] = [Code::P01, Code::P02, Code::P03];

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
    let faults = received.faults();
    // A number or a sum of transfers is wrong as soon as one of them could not be read.
    let are_all_read = !faults.iter().any(|fault| fault.field == "transfers");
    let errors = faults.into_iter().map(CodedMessage::from).collect();
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
    let findings = validate(&state, candidate).await.map_err(|error| match error {
        StatementError::Store(error) => error.into(),
        other => PayrollError::from(EdgeError::internal(other.to_string())),
    })?;
    let is_said = |finding: &&Finding| are_all_read || !OF_ALL_TRANSFERS.contains(&finding.what.code);
    let mut answer = Answer { errors, ..Answer::default() };
    for Finding { line, what } in findings.iter().filter(is_said) {
        let is_error = what.code.severity() == Severity::Error;
        answer.add(order_numbers.get(line), *line, wire::coded(what, language), is_error);
    }
    for (line, name) in unknown_names {
        answer.add(order_numbers.get(&line), line, unknown(&name, language), false);
    }
    for (line, warning) in triggers.into_iter().flatten() {
        answer.add(order_numbers.get(&line), line, warning, false);
    }
    let valid = answer.errors.is_empty() && !findings.iter().any(Finding::is_error);
    Ok(Json(answer.into_body(valid)))
}

/// The findings so far: of the statement itself, and of its transfers by line.
#[derive(Default)]
struct Answer {
    errors: Vec<CodedMessage>,
    warnings: Vec<CodedMessage>,
    transfers: BTreeMap<i64, ValidatedTransfer>,
    /// The lines at which something was found when there was no more room for them.
    not_listed: BTreeSet<i64>,
}

impl Answer {
    /// Adds what was found at the transfer with this order number; without one it is about the statement.
    fn add(&mut self, order_number: Option<&i64>, line: i64, found: CodedMessage, is_error: bool) {
        let is_listed = self.transfers.len() < TRANSFERS_LISTED_MAX || self.transfers.contains_key(&line);
        let (errors, warnings) = match order_number {
            None => (&mut self.errors, &mut self.warnings),
            Some(_) if !is_listed => {
                self.not_listed.insert(line);
                return;
            }
            Some(order_number) => {
                let new = || ValidatedTransfer {
                    line,
                    order_number: *order_number,
                    errors: Vec::new(),
                    warnings: Vec::new(),
                };
                let transfer = self.transfers.entry(line).or_insert_with(new);
                (&mut transfer.errors, &mut transfer.warnings)
            }
        };
        if is_error { errors.push(found) } else { warnings.push(found) }
    }

    fn into_body(self, valid: bool) -> ValidationBody {
        let Self { errors, warnings, transfers, not_listed } = self;
        let transfers_with_findings = i64::try_from(transfers.len() + not_listed.len()).unwrap_or(i64::MAX);
        let transfers = transfers.into_values().collect();
        ValidationBody { valid, errors, warnings, transfers, transfers_with_findings }
    }
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

/// Tells which transfers have values that a sandbox acts upon: line and effect.
fn triggers_of(transfers: &SentTransfers, language: Language) -> Vec<(i64, CodedMessage)> {
    let mut told = Vec::new();
    for transfer in transfers.iter() {
        let amount = transfer.amount.positive();
        for asked in crate::triggers::in_transfer(amount, transfer.account, transfer.bic) {
            let code = format!("{TRIGGER_CODE}:{}", asked.trigger.name);
            let warning = CodedMessage { code, message: asked.effect(language) };
            told.push((transfer.line, warning));
        }
    }
    told
}
