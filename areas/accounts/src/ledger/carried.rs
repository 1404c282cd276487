//! The part of the ledger that is in the archive: one row for each account.

use kernel::Instant;
use store::{Joined, Result, Selected as _, Tx, params};

store::queries! {
    ARCHIVED_BEFORE = "select before_us from archived_postings where alone = 1";
    /// Moves that end on; it never goes back.
    pub(super) ARCHIVED_MOVE = "insert into archived_postings (alone, before_us) values (1, $1) \
        on conflict (alone) do update set before_us = excluded.before_us \
        where archived_postings.before_us < excluded.before_us";
    pub(crate) CARRIED = store::text!("select ", CarriedOperations::LIST, " from carried_forward \
        where ledger_account_id = $1");
    /// Adds to an account's part. Without operations the part of the operations stays as it is.
    pub(super) CARRIED_ADD = "insert into carried_forward (ledger_account_id, amount_minor, postings_count, \
        operations_number, booked_at_us, debits_high, debits_low) values ($1, $2, $3, $4, $5, $6, $7) \
        on conflict (ledger_account_id) do update set \
        amount_minor = carried_forward.amount_minor + excluded.amount_minor, \
        postings_count = carried_forward.postings_count + excluded.postings_count, \
        operations_number = case when excluded.operations_number > 0 then excluded.operations_number \
        else carried_forward.operations_number end, \
        booked_at_us = case when excluded.operations_number > 0 then excluded.booked_at_us \
        else carried_forward.booked_at_us end, \
        debits_high = case when excluded.operations_number > 0 then excluded.debits_high \
        else carried_forward.debits_high end, \
        debits_low = case when excluded.operations_number > 0 then excluded.debits_low \
        else carried_forward.debits_low end";
}

/// The operations of an account that are in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CarriedOperations {
    /// The number of the last.
    pub(crate) number: i64,
    pub(crate) booked_at: Instant,
    pub(crate) balance_minor: i64,
    /// The sum of the debits up to it.
    pub(crate) debits: i128,
}

store::selected! {
    CarriedOperations {
        booked_at: "booked_at_us", number: "operations_number", balance_minor: "amount_minor",
        debits: "debits_high, debits_low": i128,
    }
}

/// Returns the operations of an account that are in the archive; `None` when all are in the database.
pub(crate) fn carried_operations(tx: &mut Tx, account: &str) -> Result<Option<CarriedOperations>> {
    Ok(tx.select_optional(&CARRIED, params![account])?.and_then(|Joined(booked)| booked))
}

/// Returns the moment before which postings may have left for the archive. A key of an entry from before it may be free
/// again, so whoever posts with a moment of the past compares it.
pub fn archived_before(tx: &mut Tx) -> Result<Option<Instant>> {
    tx.select_optional(&ARCHIVED_BEFORE, params![])
}
