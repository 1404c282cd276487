//! `GET /v1/statements/{externalId}/transfers`.

use std::ops::RangeInclusive;

use axum::Json;
use axum::extract::State;
use edge::{AreaPath, Authenticated, QueryList};
use http::HeaderMap;
use kernel::Language;

use super::document::{Failures, RequestHeaders};
use super::error::PayrollError;
use super::get_status::parse;
use super::receive::may_see;
use super::wire::{ErrorBody, TransferBody, TransfersBody};
use super::{examples, words};
use crate::catalogue::Severity;
use crate::state::PayrollState;
use crate::store::viewing::{self, SeenTransfer};
use crate::store::{dictionaries, statements};

/// Transfers before the page.
const OFFSET: RangeInclusive<i32> = 0..=i32::MAX;
/// Transfers of one page (spec section 8).
const LIMIT: RangeInclusive<i32> = 1..=100;
/// Transfers of one page when nobody asks (spec section 8).
const LIMIT_DEFAULT: i32 = 10;

/// Transfers of a statement
///
/// In the order of the request. `errors` is filled in ERROR, `message` in DECLINED. To be asked for when the status of the
/// statement has changed.
#[utoipa::path(
    get,
    path = "/v1/statements/{externalId}/transfers",
    operation_id = "listStatementTransfers",
    tag = "Payroll",
    params(
        ("externalId" = String, Path, min_length = 1, max_length = 40, pattern = "^[a-z0-9-]{1,40}$",
            example = "salary-2026-11", description = "The sender's name of the statement"),
        ("offset" = Option<i32>, Query, minimum = 0, maximum = 2_147_483_647, example = 0,
            description = "How many transfers to pass over; 0 when absent"),
        ("limit" = Option<i32>, Query, minimum = 1, maximum = 100, example = 10,
            description = "The most transfers of the page; 10 when absent"),
        RequestHeaders,
    ),
    responses(
        (status = 200, description = "The page", body = TransfersBody, example = json!(examples::transfers())),
        (status = 400, description = "externalId, offset or limit is wrong", body = ErrorBody,
            example = json!(examples::bad_limit())),
        (status = 404, description = "There is no such statement", body = ErrorBody,
            example = json!(examples::no_statement())),
        Failures,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn list_statement_transfers(
    State(state): State<PayrollState>,
    caller: Authenticated<PayrollError>,
    AreaPath(external_id, _): AreaPath<PayrollError, String>,
    query: QueryList<PayrollError>,
    headers: HeaderMap,
) -> Result<Json<TransfersBody>, PayrollError> {
    let external_id = parse(&external_id)?;
    let offset = query.int32("offset", OFFSET).map_err(|error| error.at("offset"))?.unwrap_or(0);
    let limit = query.int32("limit", LIMIT).map_err(|error| error.at("limit"))?.unwrap_or(LIMIT_DEFAULT);
    let rights = dictionaries::rights(&state.store, &caller.user, &caller.company, &caller.client).await?;
    if !may_see(rights) {
        return Err(PayrollError::StatementNotFound);
    }
    let (cnum, name) = (caller.company.clone(), external_id.clone());
    let work = move |tx: &mut ::store::Tx| {
        let Some(header) = statements::header_by_external_id(tx, &cnum, &name)? else { return Ok(None) };
        let (after, through) = (i64::from(offset), i64::from(offset) + i64::from(limit));
        let transfers = viewing::transfers(tx, &header, after, through)?;
        Ok::<_, ::store::StoreError>(Some((header.lines_count, transfers)))
    };
    let seen = state.store.read("payroll.transfers", work).await?;
    let (total_count, transfers) = seen.ok_or(PayrollError::StatementNotFound)?;
    let language = words::language(&headers);
    let transfers = transfers.iter().map(|transfer| body(transfer, language)).collect();
    Ok(Json(TransfersBody { external_id: external_id.to_string(), transfers, offset, limit, total_count }))
}

fn body(seen: &SeenTransfer, language: Language) -> TransferBody {
    TransferBody {
        order_number: seen.order_number,
        status: seen.status.as_str(),
        message: seen.reason.as_ref().map(|reason| reason.message(language)),
        errors: words::of_severity(&seen.findings, Severity::Error, language),
        warnings: words::of_severity(&seen.findings, Severity::Warning, language),
    }
}
