//! The keeper of the accounts: this program, or the bank's core, whose books are shown here. A database has one for as
//! long as it lives (ADR 46).

use jiff::civil::Date;
use store::{Result, Tx, params};

store::queries! {
    KEEPER_SETTLE = "insert into bank_books (alone, keeper) values (1, $1) on conflict (alone) do nothing";
    KEEPER = "select keeper, closed_through from bank_books where alone = 1";
    /// Notes that the core books nothing any more on a day and those before it.
    pub(crate) KEEPER_DAY_CLOSED = "update bank_books set closed_through = $1 where alone = 1 \
        and (closed_through is null or closed_through < $1)";
}

kernel::text_enum! {
    pub enum Keeper {
        /// This program's ledger; the bank's other books follow its journal.
        Ledger = "LEDGER",
        /// The bank's core; this database follows its feed, and nothing is posted here.
        Core = "CORE",
    }
}

store::text_columns! { Keeper }

/// Settles the keeper, unless there is one; returns the one that counts.
pub(crate) fn settle(tx: &mut Tx, wanted: Keeper) -> Result<Keeper> {
    tx.execute(&KEEPER_SETTLE, params![wanted.as_str()])?;
    Ok(tx.select_one::<(Keeper, Option<Date>)>(&KEEPER, params![])?.0)
}

/// Returns the keeper. A database that no server has opened yet follows the files of its bank alone.
pub fn keeper(tx: &mut Tx) -> Result<Keeper> {
    Ok(keeper_and_day(tx)?.map_or(Keeper::Ledger, |(keeper, _)| keeper))
}

/// Returns the last day that the core has closed, where it keeps the accounts and has closed any.
pub(crate) fn closed_by_core(tx: &mut Tx) -> Result<Option<Date>> {
    Ok(keeper_and_day(tx)?.and_then(|(_, closed_through)| closed_through))
}

fn keeper_and_day(tx: &mut Tx) -> Result<Option<(Keeper, Option<Date>)>> {
    tx.select_optional(&KEEPER, params![])
}
