//! `GET /v1/statements/{externalId}/transfers`.

use axum::Json;
use axum::extract::State;
use edge::{
    Absent, AcceptLanguage, AreaQuery, Authenticated, Description, FromQuery, PageOf, Paged, Paging,
    QueryList,
};
use kernel::Language;

use super::asked::{Named, check_rights};
use super::error::PayrollError;
use super::wire::{TransferBody, TransfersBody};
use super::{examples, words};
use crate::catalogue::Severity;
use crate::rights::may_see;
use crate::state::PayrollState;
use crate::transfer_status::SeenTransfer;
use crate::work::view;

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
    Named(external_id): Named,
    AreaQuery(PageAsked(page), _): AreaQuery<PayrollError, PageAsked>,
    AcceptLanguage(language): AcceptLanguage,
) -> Result<Json<TransfersBody>, PayrollError> {
    let TransfersPage { start: offset, most: limit, .. } = page;
    check_rights(&state, &caller, may_see, PayrollError::StatementNotFound).await?;
    let (after, through) = (i64::from(offset), i64::from(offset) + i64::from(limit));
    let seen = view::transfers(&state, &caller.company, external_id.clone(), after, through).await?;
    let (total_count, transfers) = seen.ok_or(PayrollError::StatementNotFound)?;
    let transfers = transfers.iter().map(|transfer| body(transfer, language)).collect();
    Ok(Json(TransfersBody { external_id: external_id.to_string(), transfers, offset, limit, total_count }))
}

fn body(seen: &SeenTransfer, language: Language) -> TransferBody {
    TransferBody {
        order_number: seen.order_number,
        status: seen.status,
        message: seen.reason.as_ref().map(|reason| reason.message(language)),
        errors: words::of_severity(&seen.findings, Severity::Error, language),
        warnings: words::of_severity(&seen.findings, Severity::Warning, language),
    }
}
