//! The keeper of the accounts: this program, or the bank's core, whose books are shown here. A database has one for as
//! long as it lives (ADR 46).

use jiff::civil::Date;
use store::{StoreError, Tx, params};

store::queries! {
    /// Settles the keeper of a database that has none.
    KEEPER_SETTLE = "insert into bank_books (alone, keeper) values (1, $1) on conflict (alone) do nothing";
    /// The keeper, and the last day that the core has closed.
    KEEPER = "select keeper, closed_through from bank_books where alone = 1";
    /// Notes a day that the core has closed.
    KEEPER_DAY_CLOSED = "update bank_books set closed_through = $1 where alone = 1 \
        and (closed_through is null or closed_through < $1)";
}

kernel::text_enum! {
    /// Keeper of the accounts.
    pub enum Keeper {
        /// This program's ledger; the bank's other books follow its journal.
        Ledger = "LEDGER",
        /// The bank's core; this database follows its feed, and nothing is posted here.
        Core = "CORE",
    }
}

/// Settles the keeper, unless there is one; returns the one that counts.
pub(crate) fn settle(tx: &mut Tx, wanted: Keeper) -> Result<Keeper, StoreError> {
    tx.execute(&KEEPER_SETTLE, params![wanted.as_str()])?;
    tx.query_one(&KEEPER, params![])?.parse("keeper")
}

/// Returns the keeper. A database that no server has opened yet follows the files of its bank alone.
pub fn keeper(tx: &mut Tx) -> Result<Keeper, StoreError> {
    let row = tx.query_optional(&KEEPER, params![])?;
    row.map_or(Ok(Keeper::Ledger), |row| row.parse("keeper"))
}

/// Returns the last day that the core has closed, where it keeps the accounts and has closed any.
pub(crate) fn closed_by_core(tx: &mut Tx) -> Result<Option<Date>, StoreError> {
    let row = tx.query_optional(&KEEPER, params![])?;
    row.map_or(Ok(None), |row| row.optional_parse("closed_through"))
}

/// Notes that the core books nothing any more on a day and those before it. Returns whether that is new.
pub(crate) fn note_closed(tx: &mut Tx, day: Date) -> Result<bool, StoreError> {
    Ok(tx.execute(&KEEPER_DAY_CLOSED, params![day])? == 1)
}
