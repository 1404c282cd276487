//! `GET /bank/v1/journal`.

use accounts::ledger::JOURNAL_ENTRIES_MAX;
use axum::Json;
use axum::extract::State;
use edge::{AreaQuery, Description, FromQuery, QueryList};
use utoipa::IntoParams;

use super::asked;
use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::books::{BankEntry, BankJournal};
use crate::state::BankState;
use crate::work::books::journal;

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
        Ok(Self { after: asked::after(query)?, limit })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// Read the journal
///
/// The entries of the channel's ledger after a number, each with its postings, which add up to zero in every currency.
/// An entry never changes, and its number has no gap before it but one: after a restore of the database numbers begin
/// at a much higher one, and an entry that was numbered after the copy comes once more under its `id`. An answer has
/// fewer entries than `limit` where they have many postings; the end of the journal is an answer without any.
#[utoipa::path(
    get,
    path = "/bank/v1/journal",
    tag = "Books",
    responses((status = 200, description = "The entries.", body = BankJournal, example = json!(examples::journal()))),
)]
pub(super) async fn get_journal(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaQuery(asked, _): AreaQuery<BankError, JournalAsked>,
) -> Result<Json<BankJournal>, BankError> {
    let entries = journal(&state, &system, asked.after, asked.limit).await?;
    let next_after = entries.last().map_or(asked.after, |entry| entry.number);
    let entries = entries.into_iter().map(|entry| BankEntry::of(entry, &state.zone)).collect();
    Ok(Json(BankJournal { entries, next_after }))
}
