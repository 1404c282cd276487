//! The trial balance of a closed day: what each group of accounts began with, its turnovers, and what it ended with.
//!
//! Customers' accounts are grouped by the first five digits of their numbers, the balance sheet account of the Bank of
//! Russia's plan; an account of the bank's own is a group by itself. What a group ended the day with is what it has
//! less what was posted since, so that a day of last week costs no reading of the years before it.

use kernel::{Currency, Instant};
use store::{Result, Selected as _, Tx, params};

use super::own_numbers::own_numbers;

store::queries! {
    /// The groups at the end $2 of the day that began at $1. One statement, so that all of it is of one moment.
    TRIAL_BALANCE = store::text!(
        "select ", TrialBalanceLine::LIST, " from (\
        select case when l.class = 'CUSTOMER' then substr(l.ledger_account_id, 1, 5) else l.ledger_account_id end \
        as account, l.currency, l.balance_minor as closing_minor, 0 as debit_minor, 0 as credit_minor \
        from ledger_accounts l union all \
        select case when a.class = 'CUSTOMER' then substr(p.ledger_account_id, 1, 5) else p.ledger_account_id end, \
        p.currency, -p.amount_minor, 0, 0 from postings p join ledger_accounts a \
        on a.ledger_account_id = p.ledger_account_id where p.posted_at_us >= $2 union all \
        select case when a.class = 'CUSTOMER' then substr(p.ledger_account_id, 1, 5) else p.ledger_account_id end, \
        p.currency, 0, case when p.amount_minor < 0 then -p.amount_minor else 0 end, \
        case when p.amount_minor > 0 then p.amount_minor else 0 end from postings p join ledger_accounts a \
        on a.ledger_account_id = p.ledger_account_id where p.posted_at_us >= $1 and p.posted_at_us < $2) x \
        group by x.account, x.currency order by x.currency, x.account"
    );
}

/// A group of accounts in one currency. Amounts are in hundredths; a credit balance is positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialBalanceLine {
    /// The first five digits of customers' accounts, or the name of an account of the bank's own.
    pub account: String,
    /// The number that such an account has in the bank's other books.
    pub number: Option<String>,
    pub currency: Currency,
    pub debit_minor: i128,
    pub credit_minor: i128,
    pub closing_minor: i128,
}

store::selected! {
    TrialBalanceLine {
        account: "x.account", currency: "x.currency", closing_minor: (store::wide_sum!("x.closing_minor")): i128,
        debit_minor: (store::wide_sum!("x.debit_minor")): i128,
        credit_minor: (store::wide_sum!("x.credit_minor")): i128;
        number: None,
    }
}

impl TrialBalanceLine {
    pub const fn opening_minor(&self) -> i128 {
        self.closing_minor + self.debit_minor - self.credit_minor
    }
}

/// Lists the groups that had money or moved some, by currency and name.
pub(crate) fn lines(tx: &mut Tx, from: Instant, to: Instant) -> Result<Vec<TrialBalanceLine>> {
    let lines = tx.select(&TRIAL_BALANCE, params![from, to])?;
    let moved =
        |line: &TrialBalanceLine| line.closing_minor != 0 || line.debit_minor != 0 || line.credit_minor != 0;
    let mut numbers = own_numbers(tx)?;
    let numbered =
        |line: TrialBalanceLine| TrialBalanceLine { number: numbers.remove(&line.account), ..line };
    Ok(lines.into_iter().filter(moved).map(numbered).collect())
}

/// An amount in hundredths as people write it, with a point: `-50000.00`.
pub fn amount_text(minor: i128) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", minor.unsigned_abs() / 100, minor.unsigned_abs() % 100)
}
