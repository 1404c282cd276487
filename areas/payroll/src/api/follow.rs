//! `GET /v1/statements/{externalId}` and `GET /v1/statements/{externalId}/transfers`: what became of a statement.

use axum::Json;
use axum::extract::State;
use edge::{
    Absent, AcceptLanguage, AreaQuery, Authenticated, Description, FromQuery, PageOf, Paged, Paging,
    QueryList,
};
use kernel::Language;

use super::error::PayrollError;
use super::examples;
use super::receive::{StatementName, check_rights};
use super::wire::{self, StatusBody, TransferBody, TransfersBody};
use crate::catalogue::Severity;
use crate::lifecycle::StatementStatus;
use crate::rights::may_see;
use crate::state::PayrollState;
use crate::transfer_status::SeenTransfer;
use crate::work::view::{self, SeenStatement};

/// Status of a statement
///
/// May be asked for at once after the 202 and then about once per second; stop at a final status. `errors` is filled
/// in ERROR and `ERROR_SIGN`, `message` in DECLINED and `ERROR_SIGN`.
#[utoipa::path(
    get,
    path = "/v1/statements/{externalId}",
    responses((status = 200, description = "The status", body = StatusBody, examples(
        ("executed" = (summary = "Executed", value = json!({ "externalId": "salary-2026-11", "status": "EXECUTED" }))),
        ("error" = (summary = "The checks found errors", value = json!(examples::in_error()))),
        ("declined" = (summary = "Declined", value = json!(examples::declined())))))),
)]
pub(super) async fn get_statement_status(
    State(state): State<PayrollState>,
    caller: Authenticated<PayrollError>,
    StatementName(external_id): StatementName,
    AcceptLanguage(language): AcceptLanguage,
) -> Result<Json<StatusBody>, PayrollError> {
    state.shared.polling.check(&(caller.company.clone(), external_id.clone()))?;
    check_rights(&state, &caller, may_see, PayrollError::StatementNotFound).await?;
    let seen = view::statement(&state, &caller.company, external_id).await?;
    let seen = seen.ok_or(PayrollError::StatementNotFound)?;
    Ok(Json(status_body(&seen, language)))
}

fn status_body(seen: &SeenStatement, language: Language) -> StatusBody {
    let SeenStatement { header, own, at_transfers } = seen;
    let status = header.state.status();
    let errors = match status {
        StatementStatus::Error => wire::of_statement(own, at_transfers, Severity::Error, language),
        // Only the signatures stopped the statement, whatever the checks found beside them.
        StatementStatus::ErrorSign => {
            let of_signatures = own.iter().filter(|finding| finding.what.code.is_of_signatures());
            wire::of_severity(of_signatures.map(|finding| &finding.what), Severity::Error, language)
        }
        _ => Vec::new(),
    };
    StatusBody {
        external_id: header.terms.external_id.to_string(),
        status,
        message: header.state.reason().map(|reason| reason.message(language)),
        errors,
        warnings: wire::of_statement(own, at_transfers, Severity::Warning, language),
    }
}

/// Transfers of a statement, of which 10 are answered when nobody says how many (spec section 8).
pub(super) struct Transfers;

impl Paged for Transfers {
    const PAGING: Paging = Paging::by_offset("transfers", 100, Absent::Means(10));
}

type TransfersPage = PageOf<Transfers>;

/// The page of a request; an error about it names the parameter.
pub(super) struct PageAsked(TransfersPage);

impl FromQuery<PayrollError> for PageAsked {
    fn from_query(query: &QueryList<PayrollError>) -> Result<Self, PayrollError> {
        TransfersPage::read_naming(query, PayrollError::at).map(Self)
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<TransfersPage>();
        description.error(PayrollError::LIMIT_OUT_OF_RANGE);
    }
}

/// Transfers of a statement
///
/// In the order of the request. `errors` is filled in ERROR, `message` in DECLINED. To be asked for when the status
/// of the statement has changed.
#[utoipa::path(
    get,
    path = "/v1/statements/{externalId}/transfers",
    responses((status = 200, description = "The page", body = TransfersBody, example = json!(examples::transfers()))),
)]
pub(super) async fn list_statement_transfers(
    State(state): State<PayrollState>,
    caller: Authenticated<PayrollError>,
    StatementName(external_id): StatementName,
    AreaQuery(PageAsked(page), _): AreaQuery<PayrollError, PageAsked>,
    AcceptLanguage(language): AcceptLanguage,
) -> Result<Json<TransfersBody>, PayrollError> {
    let TransfersPage { start: offset, most: limit, .. } = page;
    check_rights(&state, &caller, may_see, PayrollError::StatementNotFound).await?;
    let (after, through) = (i64::from(offset), i64::from(offset) + i64::from(limit));
    let seen = view::transfers(&state, &caller.company, external_id.clone(), after, through).await?;
    let (total_count, transfers) = seen.ok_or(PayrollError::StatementNotFound)?;
    let transfers = transfers.iter().map(|transfer| transfer_body(transfer, language)).collect();
    Ok(Json(TransfersBody { external_id: external_id.to_string(), transfers, offset, limit, total_count }))
}

fn transfer_body(seen: &SeenTransfer, language: Language) -> TransferBody {
    TransferBody {
        order_number: seen.order_number,
        status: seen.status,
        message: seen.reason.as_ref().map(|reason| reason.message(language)),
        errors: wire::of_severity(&seen.findings, Severity::Error, language),
        warnings: wire::of_severity(&seen.findings, Severity::Warning, language),
    }
}
