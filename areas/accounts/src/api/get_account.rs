//! `GET /v1/accounts/{number}`: one account.

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, Authenticated, QueryList};
use kernel::AccountNumber;

use super::error::{AccountsError, ErrorBody};
use super::schema::{AccountResponse, FieldName};
use super::wire::{ACCOUNT_BYTES_GUESSED, write_account};
use super::{AccountsState, examples, json};
use crate::field::Fields;
use crate::store;

/// One account with the chosen fields
///
/// An account that the user may not see is answered exactly like one that does not exist. So is a number that is not one.
#[utoipa::path(
    get,
    path = "/v1/accounts/{number}",
    operation_id = "getAccount",
    tag = "Accounts",
    params(
        ("number" = String, Path, description = "Account number, 20 digits.", pattern = "^[0-9]{20}$",
            min_length = 20, max_length = 20, example = "40702810600000000001"),
        ("fields" = Vec<FieldName>, Query, description = "The fields to answer with: repeated \
            (`fields=Number&fields=Type`) or with commas between them (`fields=Number,Type`).",
            min_items = 1, explode = true, example = json!(["Number", "Currency", "Balance"])),
    ),
    responses(
        (status = 200, description = "The account with the chosen fields.", body = AccountResponse,
            examples(
                ("everyField" = (summary = "Every field", value = json!(examples::account()))),
                ("chosenFields" = (summary = "fields=Number,Currency,Balance",
                    value = json!(examples::chosen_fields()))),
            )),
        (status = 400, description = "A parameter is missing or wrong; `message` names it, the value and what is allowed.",
            body = ErrorBody, examples(
                ("unknownField" = (summary = "A name that is no field", value = json!(examples::unknown_field()))),
                ("missingFields" = (summary = "No fields", value = json!(examples::missing_fields()))),
            )),
        (status = 404, description = "There is no such account, or the user may not see it.", body = ErrorBody,
            example = json!(examples::account_not_found())),
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn get_account(
    State(state): State<AccountsState>,
    caller: Authenticated<AccountsError>,
    AreaPath(number, _): AreaPath<AccountsError, String>,
    query: QueryList<AccountsError>,
) -> Result<Response, AccountsError> {
    let fields = Fields::from_names(query.list("fields"))?;
    let Ok(number) = number.parse::<AccountNumber>() else { return Err(AccountsError::AccountNotFound) };
    let account = store::account(&state.store, state.viewer(&caller), &number).await?;
    let account = account.ok_or(AccountsError::AccountNotFound)?;
    let mut body = Vec::with_capacity(ACCOUNT_BYTES_GUESSED);
    write_account(&mut body, &account.account()?, fields, &state.zone)?;
    Ok(json(body))
}
