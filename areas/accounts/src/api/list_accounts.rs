//! `GET /v1/accounts`: the accounts of the chosen company and its related companies.

use axum::extract::State;
use axum::response::Response;
use edge::{Absent, Authenticated, PageOf, Paged, Paging, QueryList};

use super::error::{AccountsError, ErrorBody};
use super::schema::{AccountResponse, FieldName};
use super::wire::{ACCOUNT_BYTES_GUESSED, write_account};
use super::{AccountsState, examples, json};
use crate::field::Fields;
use crate::page::{LIMIT_MAX, Page, UNLIMITED_ROWS_MAX};
use crate::store;

/// Accounts that the caller may see.
struct Accounts;

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
    operation_id = "listAccounts",
    tag = "Accounts",
    params(
        ("fields" = Vec<FieldName>, Query, description = "The fields to answer with: repeated \
            (`fields=Number&fields=Type`) or with commas between them (`fields=Number,Type`).",
            min_items = 1, explode = true, example = json!(["Number", "Currency", "Balance"])),
        AccountsPage,
    ),
    responses(
        (status = 200, description = "The accounts with the chosen fields, ordered by number; possibly none.",
            body = Vec<AccountResponse>,
            examples(
                ("twoAccounts" = (summary = "fields=Number,Currency,Balance&limit=2", value = json!(examples::list()))),
                ("none" = (summary = "Nothing to see", value = json!([]))),
            )),
        (status = 400, description = "A parameter is missing or wrong; `message` names it, the value and what is allowed.",
            body = ErrorBody, examples(
                ("unknownField" = (summary = "A name that is no field", value = json!(examples::unknown_field()))),
                ("missingFields" = (summary = "No fields", value = json!(examples::missing_fields()))),
                ("limitOutOfRange" = (summary = "limit=1001", value = json!(examples::limit_out_of_range()))),
            )),
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn list_accounts(
    State(state): State<AccountsState>,
    caller: Authenticated<AccountsError>,
    query: QueryList<AccountsError>,
) -> Result<Response, AccountsError> {
    let fields = Fields::from_names(query.list("fields"))?;
    let AccountsPage { start: offset, most: limit, .. } = AccountsPage::read(&query)?;
    let page = Page { limit, offset };
    let accounts = store::accounts(&state.store, state.viewer(&caller), page).await?;
    let mut body = Vec::with_capacity(ACCOUNT_BYTES_GUESSED * accounts.len().max(1));
    body.push(b'[');
    for (index, account) in accounts.iter().enumerate() {
        if index > 0 {
            body.push(b',');
        }
        write_account(&mut body, &account.account()?, fields, &state.zone)?;
    }
    body.push(b']');
    Ok(json(body))
}
