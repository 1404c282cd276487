//! `GET /v1/accounts/{number}/operations`: the postings of an account, an extension of the specification (ONL-01).

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, AreaQuery, Authenticated, Description, EdgeError, FromQuery, QueryList};
use jiff::civil::Date;
use kernel::AccountNumber;
use utoipa::IntoParams;

use super::accounts::AccountPath;
use super::error::{AccountsError, wrong_day};
use super::schema::OperationsResponse;
use super::wire::write_operations;
use super::{AccountsState, examples, json};
use crate::period::{Period, day};
use crate::search::{SEARCH_CHARACTERS_MAX, Search};
use crate::work::{self, Listed, OperationsQuery};

const LIMIT_MAX: i32 = 1_000;
const LIMIT_DEFAULT: i32 = 100;

#[derive(Debug)]
pub(super) struct OperationsAsked(pub(super) OperationsQuery);

#[derive(IntoParams)]
#[expect(dead_code, reason = "a description; the values are read by `from_query`")]
struct Parameters {
    /// The first day of the period, in the bank's time zone; from the first operation when absent.
    #[param(format = Date, example = "2024-01-01")]
    from: Option<String>,
    /// The last day of the period, included; up to now when absent.
    #[param(format = Date, example = "2024-01-31")]
    to: Option<String>,
    /// Text in the purpose, the document number or the counterparty's name, account and INN, in capitals or not, with
    /// `ё` or `е`; or an amount.
    #[param(max_length = 100, example = "Лютик")]
    search: Option<String>,
    /// The beginning of the page: `nextCursor` of the page before.
    #[param(pattern = "^[0-9]{1,18}$", min_length = 1, max_length = 18, example = "101")]
    cursor: Option<String>,
    /// The most operations of the page.
    #[param(minimum = 1, maximum = 1_000, default = 100, example = 100)]
    limit: Option<i32>,
}

impl FromQuery<AccountsError> for OperationsAsked {
    fn from_query(query: &QueryList<AccountsError>) -> Result<Self, AccountsError> {
        let limit = query.int32("limit", 1..=LIMIT_MAX)?.unwrap_or(LIMIT_DEFAULT);
        Ok(Self(OperationsQuery {
            period: Period::new(read_day(query, "from")?, read_day(query, "to")?)
                .ok_or(AccountsError::PeriodBackwards)?,
            search: search(query)?,
            before: cursor(query)?,
            limit: u16::try_from(limit).unwrap_or(u16::MAX),
        }))
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Parameters>();
        description.error(AccountsError::PERIOD_BACKWARDS);
        description.error(AccountsError::PERIOD_ARCHIVED);
        description.error(AccountsError::DAY_MALFORMED);
    }
}

fn read_day(query: &QueryList<AccountsError>, name: &str) -> Result<Option<Date>, AccountsError> {
    let Some(text) = query.single(name)? else { return Ok(None) };
    day(text).map(Some).ok_or_else(|| wrong_day(name))
}

fn search(query: &QueryList<AccountsError>) -> Result<Option<Search>, AccountsError> {
    let text = query.single("search")?.unwrap_or_default();
    let too_long =
        format!("The query parameter `search` must have at most {SEARCH_CHARACTERS_MAX} characters");
    Search::parse(text).map_err(|_| wrong(&too_long))
}

fn cursor(query: &QueryList<AccountsError>) -> Result<Option<i64>, AccountsError> {
    let Some(text) = query.single("cursor")? else { return Ok(None) };
    let is_plain = (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let before = text.parse().ok().filter(|_| is_plain).map(Some);
    before.ok_or_else(|| wrong("The query parameter `cursor` must be the `nextCursor` of a page"))
}

fn wrong(message: &str) -> AccountsError {
    EdgeError::malformed(message.to_owned()).into()
}

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
