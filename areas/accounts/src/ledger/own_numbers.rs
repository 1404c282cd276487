//! The numbers of 20 digits that accounts of the bank's own have in its other books.
//!
//! A number is beside the name of the account and never in its place: the bank may give it, or another one, when
//! days were told of already, and what was told of them does not change.

use std::collections::BTreeMap;

use kernel::{AccountNumber, Instant, Money};
use store::{Result, Tx, params, wide_high, wide_low, wide_sum};

use super::{Outcome, archived_before};

store::queries! {
    OWN_NUMBERS = "select ledger_account_id, account_number from internal_accounts";
    OWN_BY_NUMBER = "select ledger_account_id from internal_accounts where account_number = $1";
    OWN_NUMBER = "select account_number from internal_accounts where ledger_account_id = $1";
    OWN_NUMBER_SET = "insert into internal_accounts (ledger_account_id, account_number) values ($1, $2) \
        on conflict (ledger_account_id) do update set account_number = excluded.account_number";
    /// The balances of accounts with numbers at the end $1 of a day: each is what it is less what was posted since.
    OWN_CLOSINGS = concat!(
        "select i.account_number, ", wide_high!("l.balance_minor"), " - coalesce(s.high, 0) as high, ",
        wide_low!("l.balance_minor"), " - coalesce(s.low, 0) as low from internal_accounts i \
        cross join ledger_accounts l left join (\
        select p.ledger_account_id, ", wide_sum!("p.amount_minor"), " from postings p where p.posted_at_us >= $1 \
        and p.ledger_account_id in (select n.ledger_account_id from internal_accounts n) \
        group by p.ledger_account_id) s on s.ledger_account_id = l.ledger_account_id \
        where l.ledger_account_id = i.ledger_account_id"
    );
}

pub(crate) fn own_numbers(tx: &mut Tx) -> Result<BTreeMap<String, String>> {
    Ok(tx.select(&OWN_NUMBERS, params![])?.into_iter().collect())
}

pub(crate) fn own_by_number(tx: &mut Tx, number: &AccountNumber) -> Result<Option<String>> {
    tx.select_optional(&OWN_BY_NUMBER, params![number])
}

/// Gives an account of the bank's own a number that nobody has.
pub(crate) fn set_own_number(tx: &mut Tx, account: &str, number: &AccountNumber) -> Result<Outcome> {
    let outcome = match tx.select_optional::<String>(&OWN_NUMBER, params![account])? {
        Some(own) if own == number.as_str() => return Ok(Outcome::Unchanged),
        Some(_) => Outcome::Changed,
        None => Outcome::Created,
    };
    tx.execute_one(&OWN_NUMBER_SET, params![account, number])?;
    Ok(outcome)
}

/// Returns the balances of the accounts with numbers at the end of a day, by these; `None` when what was posted since
/// may have left for the archive.
pub(crate) fn own_closings(tx: &mut Tx, end: Instant) -> Result<Option<BTreeMap<String, Money>>> {
    if archived_before(tx)?.is_some_and(|before| end < before) {
        let are_none = own_numbers(tx)?.is_empty();
        return Ok(are_none.then(BTreeMap::new));
    }
    tx.survey()?;
    let closing = |row: &store::Row| {
        let (number, minor): (String, i128) = row.read()?;
        let balance = i64::try_from(minor).map_err(|error| row.inconsistency("balance_minor", error))?;
        Ok((number, Money::from_minor(balance)))
    };
    tx.query(&OWN_CLOSINGS, params![end])?.iter().map(closing).collect::<Result<_, _>>().map(Some)
}
