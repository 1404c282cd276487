//! `/bank/v1/journal`, `/bank/v1/trial-balance` and `/bank/v1/breaks`: the books, and how the core differs; and
//! `/bank/v1/feed`, where the core keeps the accounts.

use accounts::ledger::JOURNAL_ENTRIES_MAX;
use accounts::{FACT_NUMBER_MAX, FACTS_AT_ONCE_MAX};
use axum::Json;
use edge::{AreaJson, AreaQuery, Description, EdgeError, FromQuery, QueryList};
use jiff::civil::Date;
use utoipa::IntoParams;

use super::caller::CallingSystem;
use super::error::BankError;
use super::wire::books::{BankBreak, BankBreaks, BankEntry, BankJournal, BankNotTold, BankTrialBalance};
use super::wire::feed::{BankFact, BankFacts, BankFactsTaken, BankFeed};
use super::{BODY_BYTES_MAX, after, examples};
use crate::work::books::{breaks, feed, journal, not_told, take_facts, trial_balance};

/// The entries that a request asks for.
#[derive(Debug, IntoParams)]
pub(super) struct JournalAsked {
    /// The number after which to begin: `nextAfter` of the last answer, 0 at first.
    #[param(value_type = Option<i64>, minimum = 0, default = 0, example = 17)]
    after: i64,
    /// The most entries.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 1000, default = 1000, example = 1000)]
    limit: i64,
}

impl FromQuery<BankError> for JournalAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let limit_max = i32::try_from(JOURNAL_ENTRIES_MAX).unwrap_or(i32::MAX);
        let limit = query.int32("limit", 1..=limit_max)?.unwrap_or(limit_max).into();
        Ok(Self { after: after(query)?, limit })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// Read the journal
///
/// The entries of the channel's ledger after a number, each with its postings, which add up to zero in every currency.
/// An entry never changes, and its number has no gap before it but one: after a restore of the database numbers begin
/// at a much higher one, and an entry that was numbered after the copy comes once more under its `id`. What has left
/// for the archive is not told any more. An answer has fewer entries than `limit` where they have many postings; the
/// end of the journal is an answer without any.
#[utoipa::path(
    get,
    path = "/bank/v1/journal",
    tag = "Books",
    responses((status = 200, description = "The entries.", body = BankJournal, example = json!(examples::journal()))),
)]
pub(super) async fn get_journal(
    CallingSystem(call): CallingSystem,
    AreaQuery(asked, _): AreaQuery<BankError, JournalAsked>,
) -> Result<Json<BankJournal>, BankError> {
    let entries = journal(&call, asked.after, asked.limit).await?;
    let next_after = entries.last().map_or(asked.after, |entry| entry.number);
    let entries = entries.into_iter().map(|entry| BankEntry::of(entry, &call.state.zone)).collect();
    Ok(Json(BankJournal { entries, next_after }))
}

/// The day that a request asks for.
#[derive(Debug, IntoParams)]
pub(super) struct DayAsked {
    /// The day of the bank, ISO 8601.
    #[param(value_type = String, format = Date, example = "2026-11-20")]
    date: Date,
}

impl FromQuery<BankError> for DayAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let text = query.single("date")?.unwrap_or_default();
        let wrong = || EdgeError::malformed("The query parameter `date` must be a day such as 2026-11-20");
        Ok(Self { date: accounts::day(text).ok_or_else(wrong)? })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// Read the trial balance of a day
///
/// Tells the opening, the turnovers and the closing of each group of accounts on a closed day. They are the sum of the
/// journal up to the end of the day, with the revaluations of the day. Each currency adds up to zero, debits equal
/// credits, and what `digest` covers never changes.
#[utoipa::path(
    get,
    path = "/bank/v1/trial-balance",
    tag = "Books",
    responses((
        status = 200, description = "The trial balance.", body = BankTrialBalance,
        example = json!(examples::trial_balance())
    )),
)]
pub(super) async fn get_trial_balance(
    CallingSystem(call): CallingSystem,
    AreaQuery(DayAsked { date }, _): AreaQuery<BankError, DayAsked>,
) -> Result<Json<BankTrialBalance>, BankError> {
    let (lines, revaluations) = trial_balance(&call, date).await?;
    Ok(Json(BankTrialBalance::of(date, lines, revaluations)))
}

/// Read the breaks
///
/// The accounts that the core has with another balance at the end of a closed day than the channel, by the balances
/// that the bank has imported (`core_balances`). A break ends by itself when the balance of a later day agrees.
#[utoipa::path(
    get,
    path = "/bank/v1/breaks",
    tag = "Books",
    responses((status = 200, description = "The breaks.", body = BankBreaks, example = json!(examples::breaks()))),
)]
pub(super) async fn get_breaks(CallingSystem(call): CallingSystem) -> Result<Json<BankBreaks>, BankError> {
    let (found, count) = breaks(&call).await?;
    let today = call.state.zone.date_of(call.state.clock.now());
    let breaks = found.into_iter().map(|one| BankBreak::of(one, today)).collect();
    Ok(Json(BankBreaks { breaks, count }))
}

/// Read what the core has not told
///
/// The accounts that had money here at the end of the last compared day and of which the imported balances
/// (`core_balances`) name nothing for that day or later: an account that the core has lost is among them. None, and no
/// day, as long as nothing was compared.
#[utoipa::path(
    get,
    path = "/bank/v1/breaks/not-told",
    tag = "Books",
    responses((
        status = 200, description = "The accounts.", body = BankNotTold, example = json!(examples::not_told())
    )),
)]
pub(super) async fn get_not_told(CallingSystem(call): CallingSystem) -> Result<Json<BankNotTold>, BankError> {
    Ok(Json(BankNotTold::of(not_told(&call).await?)))
}

/// Ask how far the feed has come
///
/// The number with which your system goes on, and what the core has told and this database does not have so. A fact
/// that was refused is taken when it comes again under its number; a difference of balances ends when one agrees.
#[utoipa::path(
    get,
    path = "/bank/v1/feed",
    tag = "Feed",
    responses((status = 200, description = "The place.", body = BankFeed, example = json!(examples::feed()))),
)]
pub(super) async fn get_feed(CallingSystem(call): CallingSystem) -> Result<Json<BankFeed>, BankError> {
    let (next, differences) = feed(&call).await?;
    Ok(Json(BankFeed { next, differences: differences.into_iter().map(Into::into).collect() }))
}

/// Tell what the core has booked
///
/// Facts are taken in the order of their numbers, which have no gap: a bunch after a gap is 409 with `GAP`, and `GET`
/// tells the number that is next. A fact that comes again changes nothing, so whoever does not know whether a bunch
/// has arrived sends it again. One fact that cannot be taken does not hold up the others: it is kept and told among
/// `differences`.
#[utoipa::path(
    post,
    path = "/bank/v1/feed",
    tag = "Feed",
    request_body(content = BankFacts, example = json!(examples::facts())),
    responses((status = 200, description = "They were taken, now or before, but for those in `differences`.",
        body = BankFactsTaken, example = json!(examples::facts_taken()))),
)]
pub(super) async fn take_feed(
    CallingSystem(call): CallingSystem,
    AreaJson(body, _): AreaJson<BankError, BankFacts, BODY_BYTES_MAX, true>,
) -> Result<Json<BankFactsTaken>, BankError> {
    if body.facts.len() > FACTS_AT_ONCE_MAX {
        return Err(BankError::TooMany(FACTS_AT_ONCE_MAX));
    }
    let last = i64::try_from(body.facts.len()).ok().and_then(|count| body.first.checked_add(count - 1));
    if body.facts.is_empty() || body.first < 1 || last.is_none_or(|last| last > FACT_NUMBER_MAX) {
        let rule = format!(
            "`first` is 1 at least, `facts` has one at least, and the last of them has the number {FACT_NUMBER_MAX} at \
             most"
        );
        return Err(EdgeError::malformed(rule).into());
    }
    let facts = body.facts.into_iter().map(BankFact::read).collect();
    Ok(Json(take_facts(&call, body.first, facts).await?.into()))
}
