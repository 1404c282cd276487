//! `GET /v1/accounts/{number}`: one account.

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, AreaQuery, Authenticated};
use kernel::AccountNumber;
use serde::Deserialize;
use utoipa::IntoParams;

use super::error::AccountsError;
use super::field::{self, AccountResponse};
use super::fields_asked::FieldsAsked;
use super::wire::{ACCOUNT_BYTES_GUESSED, write_account};
use super::{AccountsState, examples, json};
use crate::store;

/// The account of a path.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct AccountPath {
    /// Account number, 20 digits.
    #[param(pattern = "^[0-9]{20}$", min_length = 20, max_length = 20, example = "40702810600000000001")]
    pub(super) number: String,
}

/// One account with the chosen fields
///
/// An account that the user may not see is answered exactly like one that does not exist. So is a number that is not
/// one.
#[utoipa::path(
    get,
    path = "/v1/accounts/{number}",
    responses((status = 200, description = "The account with the chosen fields.", body = AccountResponse, examples(
        ("everyField" = (summary = "Every field", value = json!(field::account()))),
        ("chosenFields" = (summary = "fields=Number,Currency,Balance", value = json!(examples::chosen_fields())))))),
)]
pub(super) async fn get_account(
    State(state): State<AccountsState>,
    caller: Authenticated<AccountsError>,
    AreaPath(AccountPath { number }, _): AreaPath<AccountsError, AccountPath>,
    AreaQuery(asked, _): AreaQuery<AccountsError, FieldsAsked>,
) -> Result<Response, AccountsError> {
    let Ok(number) = number.parse::<AccountNumber>() else { return Err(AccountsError::AccountNotFound) };
    let account = store::account(&state.store, &state.reader(&caller), &number).await?;
    let account = account.ok_or(AccountsError::AccountNotFound)?;
    let mut body = Vec::with_capacity(ACCOUNT_BYTES_GUESSED);
    write_account(&mut body, &account.account()?, asked.fields, &state.zone)?;
    Ok(json(body))
}
