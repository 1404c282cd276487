//! `GET /v1/accounts/{number}/operations`: the postings of an account, an extension of the specification (ONL-01).

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, AreaQuery, Authenticated};
use kernel::AccountNumber;

use super::error::AccountsError;
use super::get_account::AccountPath;
use super::operations_asked::OperationsAsked;
use super::schema::OperationsResponse;
use super::wire::write_operations;
use super::{AccountsState, examples, json};
use crate::work::{self, Listed};

/// Operations of one account
///
/// The postings of the account, the newest first, with the balance after each, and the balances and totals of the
/// period. `cursor` takes what the page before gave as `nextCursor`: each operation comes once, whatever is posted
/// meanwhile. A page with `search` looks through 20,000 operations at most; it may be short, or empty, and have a
/// `nextCursor`. Balances and totals are those of the whole period, searched or not. Without `from` the period
/// begins with the first operation that the bank has not archived. An extension of the specification.
#[utoipa::path(
    get,
    path = "/v1/accounts/{number}/operations",
    responses((status = 200, description = "The operations with the balances of the period.", body = OperationsResponse,
        examples(
            ("operations" = (summary = "A period", value = json!(examples::operations()))),
            ("nothing" = (summary = "A period without operations", value = json!(examples::no_operations())))))),
)]
pub(super) async fn list_operations(
    State(state): State<AccountsState>,
    caller: Authenticated<AccountsError>,
    AreaPath(AccountPath { number }, _): AreaPath<AccountsError, AccountPath>,
    AreaQuery(OperationsAsked(asked), _): AreaQuery<AccountsError, OperationsAsked>,
) -> Result<Response, AccountsError> {
    let period = asked.period;
    let Ok(number) = number.parse::<AccountNumber>() else { return Err(AccountsError::AccountNotFound) };
    let reader = state.reader(&caller);
    let listed = work::list_operations(&state.store, reader, &number, asked, &state.zone).await?;
    let Listed { account, turnover, archived, operations, next } =
        listed.ok_or(AccountsError::AccountNotFound)?;
    if let Some(through) = archived {
        return Err(AccountsError::PeriodArchived(state.zone.date_of(through)));
    }
    let account = account.account()?;
    Ok(json(write_operations(&account, &period, &turnover, &operations, next, &state.zone)))
}
