//! Closing balances: the balance with which an account ends a day of the bank, which the API shows as `rest`.

use jiff::civil::Date;
use kernel::{BankZone, Instant, Money};
use store::{StoreError, Tx, params, wide_high, wide_low, wide_sum};

use super::{LedgerAccountId, Outcome};

/// The accounts `l` whose day that ends at `$2` is closed: customers' that were posted to before and are open. A closed
/// account gets closings until one of them says that it is empty; then nothing can change any more.
macro_rules! accounts_to_close {
    ($columns:expr, $join:expr, $rest:literal) => {
        concat!(
            $columns,
            " from ledger_accounts l ",
            $join,
            "where l.class = 'CUSTOMER' and l.first_posted_at_us < $2 ",
            "and (l.is_open or exists (select 1 from closing_balances k ",
            "where k.ledger_account_id = l.ledger_account_id and k.balance_minor <> 0 and k.closing_date = ",
            "(select max(m.closing_date) from closing_balances m where m.ledger_account_id = l.ledger_account_id))) ",
            $rest
        )
    };
}

store::queries! {
    /// Closes a day for every account that has none for it: the balance less what was posted since. An account whose
    /// closing would leave the range of a balance gets none and is left to `clientbank check`; the others get theirs.
    DAY_CLOSE = concat!(
        "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        select y.ledger_account_id, cast($1 as text), y.high * 4294967296 + y.low, cast($2 as bigint) from (\
        select x.ledger_account_id, x.high + ", wide_high!("x.low"), " as high, ", wide_low!("x.low"), " as low from (",
        accounts_to_close!(
            concat!(
                "select l.ledger_account_id, ", wide_high!("l.balance_minor"), " - coalesce(s.high, 0) as high, ",
                wide_low!("l.balance_minor"), " - coalesce(s.low, 0) as low"
            ),
            concat!(
                "left join (select p.ledger_account_id, ", wide_sum!("p.amount_minor"), " from postings p \
                where p.posted_at_us >= $2 group by p.ledger_account_id) s \
                on s.ledger_account_id = l.ledger_account_id "
            ),
            ""
        ),
        // The range of a balance in multiples of 2³².
        ") x) y where y.high between -931322575 and 931322575 \
        on conflict (ledger_account_id, closing_date) do nothing"
    );
    /// A row when some account lacks the closing balance of a day. That others have theirs says nothing: a bank imports
    /// some, and accounts are opened with postings of days gone by.
    DAY_IS_DUE = accounts_to_close!(
        "select 1 as one",
        "",
        "and not exists (select 1 from closing_balances d where d.ledger_account_id = l.ledger_account_id \
        and d.closing_date = $1) limit 1"
    );
    /// Adds a closing balance.
    CLOSING_INSERT = "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        values ($1, $2, $3, $4) on conflict (ledger_account_id, closing_date) do nothing";
    /// Corrects a closing balance.
    CLOSING_UPDATE = "update closing_balances set balance_minor = $3, closed_at_us = $4 \
        where ledger_account_id = $1 and closing_date = $2 and (balance_minor <> $3 or closed_at_us <> $4)";
}

/// Closes `date`: every open customer's account that was posted to gets its closing balance, computed from the
/// postings, so that it is right however late it runs; an account that was closed gets its last one, of 0.00. Accounts
/// that have one for the day keep it. Returns how many there are with a new one.
///
/// # Errors
/// The database's.
pub fn close_day(tx: &mut Tx, date: Date, zone: &BankZone) -> Result<u64, StoreError> {
    tx.survey()?;
    tx.execute(&DAY_CLOSE, params![date, end_of(date, zone)])
}

fn end_of(date: Date, zone: &BankZone) -> Instant {
    zone.start_of_day(date.saturating_add(jiff::Span::new().days(1)))
}

/// Tells whether some account lacks the closing balance of `date`, which has ended.
///
/// # Errors
/// The database's.
pub fn is_due(tx: &mut Tx, date: Date, zone: &BankZone) -> Result<bool, StoreError> {
    tx.survey()?;
    Ok(tx.query_optional(&DAY_IS_DUE, params![date, end_of(date, zone)])?.is_some())
}

/// Takes over a closing balance from the bank's files.
///
/// # Errors
/// The database's.
pub fn import_closing(
    tx: &mut Tx,
    account: &LedgerAccountId,
    date: Date,
    balance: Money,
    closed_at: Instant,
) -> Result<Outcome, StoreError> {
    let values = || params![account.as_str(), date, balance, closed_at];
    if tx.execute(&CLOSING_INSERT, values())? == 1 {
        return Ok(Outcome::Created);
    }
    Ok(if tx.execute(&CLOSING_UPDATE, values())? == 1 { Outcome::Changed } else { Outcome::Unchanged })
}
