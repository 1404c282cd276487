//! Operations of one account out of the database. Whoever calls has looked at the caller's rights in the same unit of
//! work: [`super::account_for`].

use kernel::{AccountNumber, Instant, Money};
use store::{Row, StoreError, Tx, params};

use crate::ledger::EntryKind;
use crate::ledger::carried::carried_operations;
use crate::operation::{Operation, OtherSide, Standing, Total};

/// Shows operations `o` of the account `$1` with the numbers from `$2` to `$3`. The posting is looked up by entry and
/// line, and not joined: PostgreSQL would read all postings of the entry where some entries have very many.
macro_rules! operations {
    ($order:literal) => {
        concat!(
            "select o.number, o.booked_at_us, o.balance_minor, (select p.amount_minor from postings p ",
            "where p.entry_id = o.entry_id and p.line = o.line) as amount_minor, e.kind, e.value_date, e.description, ",
            "e.document_number, o.counterparty_name, o.counterparty_account, o.counterparty_inn, o.counterparty_kpp, ",
            "o.counterparty_bic from operations o join journal_entries e on e.entry_id = o.entry_id ",
            "where o.ledger_account_id = $1 and o.number between $2 and $3 order by o.number ",
            $order
        )
    };
}

store::queries! {
    /// The account after the last operation.
    STANDING_LAST = "select number, balance_minor, debits_high as high, debits_low as low from operations \
        where ledger_account_id = $1 order by number desc limit 1";
    /// The account after the last operation that was booked before a moment.
    STANDING_BEFORE = "select number, balance_minor, debits_high as high, debits_low as low from operations \
        where ledger_account_id = $1 and booked_at_us < $2 order by booked_at_us desc, number desc limit 1";
    /// Operations, the newest first.
    OPERATIONS_BACK = operations!("desc");
    /// Operations, the oldest first.
    OPERATIONS_FORTH = operations!("asc");
}

/// Direction in which operations are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// The newest first.
    Back,
    /// The oldest first.
    Forth,
}

/// Reads the account after its last operation before the moment, or after the last of all; `None` when the database has
/// none such.
pub(crate) fn standing(
    tx: &mut Tx,
    account: &AccountNumber,
    before: Option<Instant>,
) -> Result<Option<Standing>, StoreError> {
    let row = match before {
        Some(before) => tx.query_optional(&STANDING_BEFORE, params![account, before])?,
        None => tx.query_optional(&STANDING_LAST, params![account])?,
    };
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Standing {
        number: row.integer("number")?,
        balance: Money::from_minor(row.integer("balance_minor")?),
        debits: Total(row.wide()?),
    }))
}

/// Reads the account after its last operation that is in the archive, and when that was booked.
pub(crate) fn archived_standing(
    tx: &mut Tx,
    account: &AccountNumber,
) -> Result<Option<(Standing, Instant)>, StoreError> {
    let carried = carried_operations(tx, account.as_str())?;
    Ok(carried.map(|carried| {
        let balance = Money::from_minor(carried.balance_minor);
        (Standing { number: carried.number, balance, debits: Total(carried.debits) }, carried.booked_at)
    }))
}

/// Reads the operations with the numbers from `first` to `last`.
pub(crate) fn operations(
    tx: &mut Tx,
    account: &AccountNumber,
    (first, last): (i64, i64),
    direction: Direction,
) -> Result<Vec<Operation>, StoreError> {
    let query = match direction {
        Direction::Back => &OPERATIONS_BACK,
        Direction::Forth => &OPERATIONS_FORTH,
    };
    tx.query(query, params![account, first, last])?.iter().map(operation).collect()
}

fn operation(row: &Row) -> Result<Operation, StoreError> {
    let text = |column| Ok::<_, StoreError>(row.optional_text(column)?.map(str::to_owned));
    let kind: EntryKind = row.parse("kind")?;
    let amount = Money::from_minor(row.integer("amount_minor")?);
    Ok(Operation {
        number: row.integer("number")?,
        booked_at: row.instant("booked_at_us")?,
        value_date: row.parse("value_date")?,
        kind: kind.seen_from(amount),
        document: text("document_number")?,
        amount,
        balance: Money::from_minor(row.integer("balance_minor")?),
        purpose: row.text("description")?.to_owned(),
        other: OtherSide {
            name: text("counterparty_name")?,
            account: text("counterparty_account")?,
            inn: text("counterparty_inn")?,
            kpp: text("counterparty_kpp")?,
            bic: text("counterparty_bic")?,
        },
    })
}
