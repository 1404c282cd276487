//! `GET /v1/statements/{externalId}`.

use axum::Json;
use axum::extract::State;
use edge::{AcceptLanguage, Authenticated};
use kernel::Language;

use super::asked::{Named, check_rights};
use super::error::PayrollError;
use super::wire::StatusBody;
use super::{examples, words};
use crate::catalogue::Severity;
use crate::lifecycle::StatementStatus;
use crate::rights::may_see;
use crate::state::PayrollState;
use crate::work::view::{self, SeenStatement};

/// Status of a statement
///
/// May be asked for at once after the 202 and then about once per second; stop at a final status. `errors` is filled
/// in ERROR and `ERROR_SIGN`, `message` in DECLINED and `ERROR_SIGN`.
#[utoipa::path(
    get,
    path = "/v1/statements/{externalId}",
    responses((status = 200, description = "The status", body = StatusBody, examples(
        ("executed" = (summary = "Executed", value = json!(examples::executed()))),
        ("error" = (summary = "The checks found errors", value = json!(examples::in_error()))),
        ("declined" = (summary = "Declined", value = json!(examples::declined())))))),
)]
pub(super) async fn get_statement_status(
    State(state): State<PayrollState>,
    caller: Authenticated<PayrollError>,
    Named(external_id): Named,
    AcceptLanguage(language): AcceptLanguage,
) -> Result<Json<StatusBody>, PayrollError> {
    state.shared.polling.check(&(caller.company.clone(), external_id.clone()))?;
    check_rights(&state, &caller, may_see, PayrollError::StatementNotFound).await?;
    let seen = view::statement(&state, &caller.company, external_id).await?;
    let seen = seen.ok_or(PayrollError::StatementNotFound)?;
    Ok(Json(body(&seen, language)))
}

fn body(seen: &SeenStatement, language: Language) -> StatusBody {
    let SeenStatement { header, own, at_transfers } = seen;
    let status = header.state.status();
    let errors = match status {
        StatementStatus::Error => words::of_statement(own, at_transfers, Severity::Error, language),
        // Only the signatures stopped the statement, whatever the checks found beside them.
        StatementStatus::ErrorSign => {
            let of_signatures = own.iter().filter(|finding| finding.what.code.is_of_signatures());
            words::of_severity(of_signatures.map(|finding| &finding.what), Severity::Error, language)
        }
        _ => Vec::new(),
    };
    StatusBody {
        external_id: header.terms.external_id.to_string(),
        status,
        message: header.state.reason().map(|reason| reason.message(language)),
        errors,
        warnings: words::of_statement(own, at_transfers, Severity::Warning, language),
    }
}
