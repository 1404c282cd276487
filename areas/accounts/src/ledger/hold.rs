//! Money that is there and may not be spent (holds), and money that may be spent and is not there (credit limits).

use kernel::{Instant, Money, text_enum};
use store::{Query, Result, Selected as _, Tx, Value, params};

use super::post::overdrawn;
use super::refusal::refusal;
use super::{LedgerAccountId, LedgerError, Refusal, account_state};

/// The excess of facts of the core where so much is held and lent.
macro_rules! exceeding {
    ($held:literal, $limit:literal) => {
        concat! {
            "overdrawn_minor = case when class = 'CUSTOMER' and balance_minor - (", $held, ") + ", $limit,
            " < 0 then ", $held, " - (", $limit, ") - balance_minor else 0 end,",
        }
    };
}

store::queries! {
    HOLD_BY_ID = store::text!("select ", Hold::LIST, " from holds where hold_id = $1");
    HOLD_INSERT = "insert into holds (hold_id, ledger_account_id, amount_minor, placed_at_us, description, \
        released_at_us, placed_minor) values ($1, $2, $3, $4, $5, $6, $3)";
    /// Releases a hold once: not before it was placed, whatever the clock says. Tells what was held to the end.
    HOLD_RELEASE = "update holds set released_at_us = case when placed_at_us > $2 then placed_at_us else $2 end \
        where hold_id = $1 and released_at_us is null returning ledger_account_id, amount_minor";
    /// Takes a released hold out of what is held, on an account that takes nothing any more too.
    HELD_RELEASE = concat!("update ledger_accounts set held_minor = held_minor - $2, ", overdrawn!("$2"), ", \
        changed_at_us = case when changed_at_us > $3 then changed_at_us else $3 end \
        where ledger_account_id = $1 and held_minor >= $2");
    /// Changes what is held, as far as there is money for it.
    HELD_ADD = "update ledger_accounts set held_minor = held_minor + $2, overdrawn_minor = 0, \
        changed_at_us = case when changed_at_us > $3 then changed_at_us else $3 end \
        where ledger_account_id = $1 and is_open and held_minor + $2 between 0 and 9000000000000000 \
        and (class <> 'CUSTOMER' or balance_minor - held_minor - $2 + limit_minor >= 0)";
    /// Changes what is held as the core has it, beyond what is free.
    HELD_TAKE = concat!("update ledger_accounts set held_minor = held_minor + $2, ",
        exceeding!("held_minor + $2", "limit_minor"),
        " changed_at_us = case when changed_at_us > $3 then changed_at_us else $3 end \
        where ledger_account_id = $1 and is_open and held_minor + $2 between 0 and 9000000000000000");
    /// Takes a part out of a hold.
    pub(super) HOLD_REDUCE = "update holds set amount_minor = amount_minor - $3 \
        where hold_id = $1 and ledger_account_id = $2 and released_at_us is null and amount_minor > $3";
    /// Ends a hold of which all is spent.
    pub(super) HOLD_SPEND = "update holds set \
        released_at_us = case when placed_at_us > $4 then placed_at_us else $4 end \
        where hold_id = $1 and ledger_account_id = $2 and released_at_us is null and amount_minor = $3";
    CREDIT_LIMIT_BY_ID = store::text!("select ", CreditLimit::LIST, " from credit_limits where limit_id = $1");
    CREDIT_LIMIT_INSERT = "insert into credit_limits (limit_id, ledger_account_id, kind, amount_minor, granted_at_us) \
        values ($1, $2, $3, $4, $5)";
    CREDIT_LIMIT_UPDATE = "update credit_limits set kind = $2, amount_minor = $3, granted_at_us = $4 where \
        limit_id = $1";
    /// Takes the turn of an account at its limits until the end of the unit.
    LIMITS_TURN = "update ledger_accounts set limit_minor = limit_minor where ledger_account_id = $1";
    /// Changes the sum of the limits, unless more of them is used already.
    LIMIT_ADD = concat!("update ledger_accounts set limit_minor = limit_minor + $2, ", overdrawn!("$2"), ", \
        changed_at_us = case when changed_at_us > $3 then changed_at_us else $3 end \
        where ledger_account_id = $1 and is_open and limit_minor + $2 between 0 and 9000000000000000 \
        and (class <> 'CUSTOMER' or $2 >= 0 or balance_minor - held_minor + limit_minor + $2 >= 0)");
    /// Changes the sum of the limits as the core has it, however much of them is used.
    LIMIT_TAKE = concat!("update ledger_accounts set limit_minor = limit_minor + $2, ",
        exceeding!("held_minor", "limit_minor + $2"),
        " changed_at_us = case when changed_at_us > $3 then changed_at_us else $3 end \
        where ledger_account_id = $1 and is_open and limit_minor + $2 between 0 and 9000000000000000");
}

/// The names of holds that orders of this program keep begin with this: no file may bring one.
pub const ORDER_HOLD_PREFIX: &str = "payroll:";

/// The most that is held, and the most that is lent, on one account, as the table's constraints have it. Sums of a few
/// of them and a balance fit into 64 bits, so that no statement overflows before its condition speaks.
const PROMISED_MINOR_MAX: i64 = 9_000_000_000_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Created,
    Changed,
    Unchanged,
}

/// Money that a card payment has promised to somebody and that is not posted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    pub hold_id: String,
    pub account: LedgerAccountId,
    /// The amount, above zero.
    pub amount: Money,
    pub placed_at: Instant,
    pub description: String,
}

store::selected! {
    Hold {
        hold_id, account: "ledger_account_id", amount: "amount_minor",
        placed_at: "placed_at_us", description,
    }
    CreditLimit {
        limit_id, account: "ledger_account_id", kind, amount: "amount_minor",
        granted_at: "granted_at_us",
    }
}

store::text_columns! { CreditLimitKind }

/// Places a hold; one that is there already, released or not, is left alone.
pub fn place_hold(tx: &mut Tx, hold: &Hold) -> Result<Outcome, LedgerError> {
    put_hold(tx, hold, &HELD_ADD)
}

/// Takes a hold of the core like [`place_hold`], beyond what is free.
pub(crate) fn take_hold(tx: &mut Tx, hold: &Hold) -> Result<Outcome, LedgerError> {
    put_hold(tx, hold, &HELD_TAKE)
}

fn put_hold(tx: &mut Tx, hold: &Hold, change: &'static Query) -> Result<Outcome, LedgerError> {
    if is_known(tx, hold)? {
        return Ok(Outcome::Unchanged);
    }
    add(tx, change, &hold.account, hold.amount.minor(), hold.placed_at, -1)?;
    insert(tx, hold, None)?;
    Ok(Outcome::Created)
}

/// Writes down a hold that is over: it counts no more, so the account needs no money for it. One that is there is
/// released.
pub(crate) fn put_released_hold(tx: &mut Tx, hold: &Hold, at: Instant) -> Result<Outcome, LedgerError> {
    if is_known(tx, hold)? {
        return release_hold(tx, &hold.hold_id, at);
    }
    if account_state(tx, &hold.account)?.is_none() {
        return Err(LedgerError::Refused { account: hold.account.clone(), refusal: Refusal::UnknownAccount });
    }
    insert(tx, hold, Some(at))?;
    tx.execute_one(&HELD_RELEASE, params![hold.account.as_str(), 0, at])?;
    Ok(Outcome::Created)
}

/// Tells whether exactly this hold is there, released or not.
fn is_known(tx: &mut Tx, hold: &Hold) -> Result<bool, LedgerError> {
    match tx.select_optional::<Hold>(&HOLD_BY_ID, params![hold.hold_id.as_str()])? {
        Some(placed) if placed != *hold => Err(LedgerError::KeyReused(format!("hold {}", hold.hold_id))),
        placed => Ok(placed.is_some()),
    }
}

fn insert(tx: &mut Tx, hold: &Hold, released_at: Option<Instant>) -> Result<()> {
    let Hold { hold_id, account, amount, placed_at, description } = hold;
    let values =
        params![hold_id.as_str(), account.as_str(), *amount, *placed_at, description.as_str(), released_at];
    tx.execute_one(&HOLD_INSERT, values)
}

/// Releases a hold; one that is released already is left alone. A blocked or closed account gives its holds back too.
pub fn release_hold(tx: &mut Tx, hold_id: &str, at: Instant) -> Result<Outcome, LedgerError> {
    let released = release_hold_if_placed(tx, hold_id, at)?;
    released.ok_or_else(|| LedgerError::Absent(format!("hold {hold_id}")))
}

/// Releases a hold like [`release_hold`]; `None` when there never was one.
pub fn release_hold_if_placed(tx: &mut Tx, hold_id: &str, at: Instant) -> Result<Option<Outcome>> {
    let Some(released) = tx.select_optional(&HOLD_RELEASE, params![hold_id, at])? else {
        let row = tx.query_optional(&HOLD_BY_ID, params![hold_id])?;
        return Ok(row.map(|_| Outcome::Unchanged));
    };
    let (account, amount_minor): (String, i64) = released;
    tx.execute_one(&HELD_RELEASE, params![account, amount_minor, at])?;
    Ok(Some(Outcome::Changed))
}

/// Takes a part out of a hold without a posting, because the core books it. Returns `false` when less is held.
pub fn release_part(
    tx: &mut Tx,
    hold_id: &str,
    account: &LedgerAccountId,
    amount: Money,
    at: Instant,
) -> Result<bool> {
    let reduced = tx.execute(&HOLD_REDUCE, params![hold_id, account.as_str(), amount])? == 1
        || tx.execute(&HOLD_SPEND, params![hold_id, account.as_str(), amount, at])? == 1;
    if reduced {
        tx.execute_one(&HELD_RELEASE, params![account.as_str(), amount.minor(), at])?;
    }
    Ok(reduced)
}

text_enum! {
    pub enum CreditLimitKind {
        /// A line agreed for a term.
        CreditLine = "CREDIT_LINE",
        /// The account may go below zero.
        Overdraft = "OVERDRAFT",
    }
}

/// Money the bank lends on an account. The limits of an account add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditLimit {
    pub limit_id: String,
    pub account: LedgerAccountId,
    pub kind: CreditLimitKind,
    /// The amount, zero or above; zero ends it.
    pub amount: Money,
    /// The moment since which it has this amount.
    pub granted_at: Instant,
}

pub fn set_credit_limit(tx: &mut Tx, limit: &CreditLimit) -> Result<Outcome, LedgerError> {
    put_limit(tx, limit, &LIMIT_ADD)
}

/// Takes a limit of the core like [`set_credit_limit`], however much of it is used.
pub(crate) fn take_credit_limit(tx: &mut Tx, limit: &CreditLimit) -> Result<Outcome, LedgerError> {
    put_limit(tx, limit, &LIMIT_TAKE)
}

/// Tells whether a limit was granted anew after the moment that this one tells.
pub(crate) fn is_granted_since(tx: &mut Tx, limit: &CreditLimit) -> Result<bool> {
    let granted: Option<CreditLimit> =
        tx.select_optional(&CREDIT_LIMIT_BY_ID, params![limit.limit_id.as_str()])?;
    let is_later = |granted: CreditLimit| granted.granted_at > limit.granted_at;
    Ok(granted.filter(|granted| granted.account == limit.account).is_some_and(is_later))
}

fn put_limit(tx: &mut Tx, limit: &CreditLimit, changed: &'static Query) -> Result<Outcome, LedgerError> {
    let id = limit.limit_id.as_str();
    let (kind, account) = (limit.kind.as_str(), &limit.account);
    let granted = |tx: &mut Tx| tx.select_optional::<CreditLimit>(&CREDIT_LIMIT_BY_ID, params![id]);
    if granted(tx)?.as_ref() == Some(limit) {
        return Ok(Outcome::Unchanged);
    }
    // The sum moves by the difference to what the limit is now: another unit may have changed it, or granted it.
    tx.execute(&LIMITS_TURN, params![account.as_str()])?;
    let Some(granted) = granted(tx)? else {
        add(tx, changed, account, limit.amount.minor(), limit.granted_at, 1)?;
        let values: Vec<Value> = params![id, account.as_str(), kind, limit.amount, limit.granted_at];
        tx.execute_one(&CREDIT_LIMIT_INSERT, values)?;
        return Ok(Outcome::Created);
    };
    if granted.account != *account {
        return Err(LedgerError::KeyReused(format!("credit limit {id}")));
    }
    if granted == *limit {
        return Ok(Outcome::Unchanged);
    }
    let added_minor = limit.amount.minor().saturating_sub(granted.amount.minor());
    add(tx, changed, account, added_minor, limit.granted_at, 1)?;
    tx.execute_one(&CREDIT_LIMIT_UPDATE, params![id, kind, limit.amount, limit.granted_at])?;
    Ok(Outcome::Changed)
}

/// Runs `query`, which adds `minor` to what is held or lent; `sign` says what that does to the money one may spend.
fn add(
    tx: &mut Tx,
    query: &'static Query,
    account: &LedgerAccountId,
    minor: i64,
    at: Instant,
    sign: i64,
) -> Result<(), LedgerError> {
    let refused = |refusal| Err(LedgerError::Refused { account: account.clone(), refusal });
    if minor.saturating_abs() > PROMISED_MINOR_MAX {
        return refused(Refusal::PromisedRange);
    }
    if tx.execute(query, params![account.as_str(), minor, at])? == 1 {
        return Ok(());
    }
    // Nothing else stands against it: the sum leaves its range.
    refused(refusal(tx, account, None, i128::from(minor * sign))?.unwrap_or(Refusal::PromisedRange))
}
