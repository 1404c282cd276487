//! Operations of one account out of the database. Whoever calls has looked at the caller's rights in the same unit of
//! work: [`super::account_for`].

use kernel::{AccountNumber, Instant, Money};
use store::{Result, Selected as _, Tx, params};

use crate::ledger::EntryKind;
use crate::ledger::carried::carried_operations;
use crate::operation::{Operation, Side, Standing, Total};

store::selected! {
    Operation (of_entry: "e.kind", moved: "(select p.amount_minor from postings p where p.entry_id = o.entry_id \
        and p.line = o.line) as amount_minor") {
        number: "o.number", booked_at: "o.booked_at_us", value_date: "e.value_date", document: "e.document_number",
        balance: "o.balance_minor", purpose: "e.description", other: Side;
        kind: EntryKind::seen_from(of_entry, moved), amount: moved,
    }
    Side as "o" {
        name: "counterparty_name", account: "counterparty_account", inn: "counterparty_inn", kpp: "counterparty_kpp",
        bic: "counterparty_bic",
    }
    Standing as "o" (debits: "debits_high, debits_low": i128) {
        number, balance: "balance_minor"; debits: Total(debits),
    }
}

store::queries! {
    STANDING_LAST = store::text!("select ", Standing::LIST, " from operations where ledger_account_id = $1 \
        order by number desc limit 1");
    STANDING_BEFORE = store::text!("select ", Standing::LIST, " from operations where ledger_account_id = $1 \
        and booked_at_us < $2 order by booked_at_us desc, number desc limit 1");
    /// The operations of an account from a number to another. The posting is looked up by entry and line, and not
    /// joined: PostgreSQL would read all postings of the entry where some entries have very many.
    OPERATIONS_SHOWN = store::text!("select ", Operation::LIST, " from operations o \
        join journal_entries e on e.entry_id = o.entry_id \
        where o.ledger_account_id = $1 and o.number between $2 and $3 order by o.number");
    BANK_NAME = "select b.name from bank_names b where b.bic = $1";
}

/// Reads the account after its last operation before the moment, or after the last of all; `None` when there is none.
pub(crate) fn standing(
    tx: &mut Tx,
    account: &AccountNumber,
    before: Option<Instant>,
) -> Result<Option<Standing>> {
    match before {
        Some(before) => tx.select_optional(&STANDING_BEFORE, params![account, before]),
        None => tx.select_optional(&STANDING_LAST, params![account]),
    }
}

/// Reads the account after its last operation that is in the archive, and when that was booked.
pub(crate) fn archived_standing(tx: &mut Tx, account: &AccountNumber) -> Result<Option<(Standing, Instant)>> {
    let carried = carried_operations(tx, account.as_str())?;
    Ok(carried.map(|carried| {
        let balance = Money::from_minor(carried.balance_minor);
        (Standing { number: carried.number, balance, debits: Total(carried.debits) }, carried.booked_at)
    }))
}

/// Reads the operations with the numbers from the first to the last, the oldest first.
pub(crate) fn operations(
    tx: &mut Tx,
    account: &AccountNumber,
    (first, last): (i64, i64),
) -> Result<Vec<Operation>> {
    tx.select(&OPERATIONS_SHOWN, params![account, first, last])
}

/// Returns the name of the bank with this BIC, by the port `bank_names`; `None` for one that nobody has told.
pub(crate) fn bank_name(tx: &mut Tx, bic: &str) -> Result<Option<String>> {
    tx.select_optional(&BANK_NAME, params![bic])
}
