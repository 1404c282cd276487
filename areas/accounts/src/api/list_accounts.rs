//! `GET /v1/accounts`: the accounts of the chosen company and its related companies.

use axum::extract::State;
use axum::response::Response;
use edge::{Absent, AreaQuery, Authenticated, PageOf, Paged, Paging};

use super::error::AccountsError;
use super::fields_asked::FieldsAsked;
use super::schema::AccountResponse;
use super::wire::{ACCOUNT_BYTES_GUESSED, write_account};
use super::{AccountsState, examples, json};
use crate::page::{LIMIT_MAX, Page, UNLIMITED_ROWS_MAX};
use crate::store;

/// Accounts that the caller may see.
pub(super) struct Accounts;

impl Paged for Accounts {
    const PAGING: Paging = Paging::by_offset("accounts", LIMIT_MAX, Absent::Whole(UNLIMITED_ROWS_MAX));
}

type AccountsPage = PageOf<Accounts>;

/// Accounts of the chosen company and its related companies
///
/// What the user may see, ordered by number. Without `limit` all of it.
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
    let page = Page { limit: page.most, offset: page.start };
    let accounts = store::accounts(&state.store, state.viewer(&caller), page).await?;
    let mut body = Vec::with_capacity(ACCOUNT_BYTES_GUESSED * accounts.len().max(1));
    body.push(b'[');
    for (index, account) in accounts.iter().enumerate() {
        if index > 0 {
            body.push(b',');
        }
        write_account(&mut body, &account.account()?, asked.fields, &state.zone)?;
    }
    body.push(b']');
    Ok(json(body))
}
