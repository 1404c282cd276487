//! `GET /v1/accounts`: the accounts of the chosen company and its related companies.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use edge::{Absent, AreaQuery, Authenticated, PageOf, Paged, Paging};

use super::error::AccountsError;
use super::field::AccountResponse;
use super::fields_asked::FieldsAsked;
use super::rest_of_list::{Rest, write_accounts};
use super::wire::ACCOUNT_BYTES_GUESSED;
use super::{AccountsState, examples, json};
use crate::page::{LIMIT_MAX, PART_ROWS, Page, UNLIMITED_ROWS_MAX};
use crate::store;

/// Accounts that the caller may see.
pub(super) struct Accounts;

impl Paged for Accounts {
    const PAGING: Paging = Paging::by_offset("accounts", LIMIT_MAX, Absent::Whole(UNLIMITED_ROWS_MAX));
}

type AccountsPage = PageOf<Accounts>;

/// Accounts of the chosen company and its related companies
///
/// Lists what the user may see, ordered by number. Without `limit` that is all: beyond 1,000 accounts the answer
/// is written while it is read, each account as it is at that moment. The connection breaks when the right to see
/// them ends or the rest cannot be read. Whoever may see more than 1,000,000 has to use `limit`.
#[utoipa::path(
    get,
    path = "/v1/accounts",
    responses((status = 200, description = "The accounts with the chosen fields, ordered by number; possibly none.",
        body = Vec<AccountResponse>, examples(
            ("twoAccounts" = (summary = "fields=Number,Currency,Balance&limit=2", value = json!(examples::list()))),
            ("none" = (summary = "Nothing to see", value = json!([])))))),
)]
pub(super) async fn list_accounts(
    State(state): State<AccountsState>,
    caller: Authenticated<AccountsError>,
    AreaQuery((asked, page), _): AreaQuery<AccountsError, (FieldsAsked, AccountsPage)>,
) -> Result<Response, AccountsError> {
    let is_whole = page.most == UNLIMITED_ROWS_MAX;
    let first = Page { limit: if is_whole { PART_ROWS } else { page.most }, offset: page.start };
    let reader = state.reader(&caller);
    let accounts = store::accounts(&state.store, &reader, first).await?;
    let mut body = Vec::with_capacity(ACCOUNT_BYTES_GUESSED * accounts.len().max(1));
    body.push(b'[');
    write_accounts(&mut body, &accounts, asked.fields, &state.zone)?;
    let is_full = i32::try_from(accounts.len()) == Ok(PART_ROWS);
    let Some(last) = accounts.last().filter(|_| is_whole && is_full) else {
        body.push(b']');
        return Ok(json(body));
    };
    let last = last.account()?.number;
    let (parts, rest) = store::parts(&state.store, &reader, &last, PART_ROWS).await?;
    let most = state.whole_list_max;
    if rest > i64::from(most - PART_ROWS) {
        return Err(AccountsError::ListTooLong(most));
    }
    let rest = Rest { caller: Arc::clone(&caller), fields: asked.fields, after: last, state };
    Ok(json(rest.written(body, parts)))
}
