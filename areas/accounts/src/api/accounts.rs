//! `GET /v1/accounts/{number}`: one account; and `GET /v1/accounts`: those of the chosen company and its related
//! companies.

use std::io;
use std::sync::Arc;

use ::store::StoreError;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use edge::{
    Absent, AreaPath, AreaQuery, Authenticated, Caller, Description, FromQuery, PageOf, Paged, Paging,
    QueryList,
};
use futures_util::stream;
use kernel::{AccountNumber, BankZone};
use serde::Deserialize;
use utoipa::IntoParams;

use super::error::AccountsError;
use super::field::{self, AccountResponse, Field, Fields};
use super::wire::{ACCOUNT_BYTES_GUESSED, write_account};
use super::{AccountsState, UNLIMITED_ROWS_MAX, examples, json};
use crate::store::{self, StoredAccount};

const LIMIT_MAX: i32 = 1_000;
/// Accounts that are read at once for an answer without `limit`.
const PART_ROWS: i32 = 1_000;

/// The fields of a request.
#[derive(Debug, IntoParams)]
pub(super) struct FieldsAsked {
    /// The fields to answer with: repeated (`fields=Number&fields=Type`) or with commas between them
    /// (`fields=Number,Type`).
    #[param(value_type = Vec<Field>, min_items = 1, explode, example = json!(["Number", "Currency", "Balance"]))]
    pub(super) fields: Fields,
}

impl FromQuery<AccountsError> for FieldsAsked {
    fn from_query(query: &QueryList<AccountsError>) -> Result<Self, AccountsError> {
        Ok(Self { fields: Fields::from_names(query.list("fields"))? })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
        description.schema::<Field>();
        description.error(AccountsError::UNKNOWN_FIELD);
        description.error(AccountsError::MISSING_FIELDS);
    }
}

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
    let limit = if is_whole { PART_ROWS } else { page.most };
    let reader = state.reader(&caller);
    let accounts = store::accounts(&state.store, &reader, limit, page.start).await?;
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

/// The most accounts of one part: those that were there when the list was cut, and as many new ones.
const PART_ROWS_MAX: i32 = 2 * PART_ROWS;

/// The rest of a list that is asked for as a whole: written while it is read, so that it takes the memory of one part.
struct Rest {
    state: AccountsState,
    caller: Arc<Caller>,
    fields: Fields,
    /// The last account that is written.
    after: AccountNumber,
}

impl Rest {
    /// Returns the body: the text so far, and a part up to each of these numbers. A failure in the middle breaks the
    /// connection, so that nobody takes a part of a list for the whole.
    fn written(self, begin: Vec<u8>, parts: Vec<AccountNumber>) -> Body {
        let steps = (self, Some(begin), parts.into_iter().map(Some).chain([None]));
        Body::from_stream(stream::try_unfold(steps, |(mut rest, begin, mut parts)| async move {
            if let Some(begin) = begin {
                return Ok(Some((begin, (rest, None, parts))));
            }
            let written = match parts.next() {
                None => return Ok::<_, io::Error>(None),
                Some(None) => b"]".to_vec(),
                Some(Some(last)) => rest.part(last).await.map_err(|error| broken(&error))?,
            };
            Ok(Some((written, (rest, None, parts))))
        }))
    }

    async fn part(&mut self, last: AccountNumber) -> Result<Vec<u8>, AccountsError> {
        let reader = self.state.reader(&self.caller);
        let range = (&self.after, &last);
        let accounts = store::accounts_between(&self.state.store, &reader, range, PART_ROWS_MAX).await?;
        if accounts.is_empty() || i32::try_from(accounts.len()) == Ok(PART_ROWS_MAX) {
            let why = "the right to see the accounts was withdrawn, or they became too many".to_owned();
            return Err(StoreError::Unavailable(why).into());
        }
        let mut written = Vec::with_capacity(ACCOUNT_BYTES_GUESSED * accounts.len());
        write_accounts(&mut written, &accounts, self.fields, &self.state.zone)?;
        self.after = last;
        Ok(written)
    }
}

/// Writes accounts with a comma before each that is not the first after the bracket.
fn write_accounts(
    out: &mut Vec<u8>,
    accounts: &[StoredAccount],
    fields: Fields,
    zone: &BankZone,
) -> Result<(), AccountsError> {
    for account in accounts {
        if out.last() != Some(&b'[') {
            out.push(b',');
        }
        write_account(out, &account.account()?, fields, zone)?;
    }
    Ok(())
}

/// Notes why the answer ends in its middle: the caller sees a broken connection alone.
fn broken(error: &AccountsError) -> io::Error {
    tracing::error!("a list of accounts breaks off: {error:?}");
    io::Error::other("the list breaks off")
}
