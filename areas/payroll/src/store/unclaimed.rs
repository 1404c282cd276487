//! Payments that came back after they had settled, returned money that its account did not take, and what else
//! operators look at: payments and statements that have not ended.

use kernel::{AccountNumber, Cnum, Instant, Money};
use store::{Column, Query, Result, Selected as _, Tx, Value, params};

use crate::identifier::StatementId;
use crate::rail::RailPayment;
use crate::stuck::{StuckId, StuckPayment, StuckSums, UnderWay};

store::selected! {
    StuckPayment (statement: "u.statement_id" via StatementId::from_bytes, line: "u.line") {
        cnum: "s.cnum", external_id: "s.external_id", account: "s.account", amount: "u.amount_minor";
        id: StuckId { statement, line }, since: Instant::from_microseconds(0),
    }
    UnderWay { state, statements: "count(1) as statements", since: "min(changed_at_us) as since_us" }
}

store::queries! {
    UNCLAIMED_INSERT = "insert into payroll_unclaimed (statement_id, line, amount_minor, since_us)
        values ($1, $2, $3, $4)";

    UNCLAIMED_AT = "select amount_minor from payroll_unclaimed
        where statement_id = $1 and line = $2 and claimed_at_us is null";

    UNCLAIMED_CLAIM = "update payroll_unclaimed set claimed_at_us = $3, claimed_to = $4
        where statement_id = $1 and line = $2 and claimed_at_us is null";

    UNCLAIMED_ANY = "select line from payroll_unclaimed where statement_id = $1 and claimed_at_us is null limit 1";

    OWN_ACCOUNT = "select number from accounts where number = $1 and cnum = $2";

    UNCLAIMED_OPEN = store::text!("select ", StuckPayment::LIST, ", u.since_us
        from payroll_unclaimed u join payroll_statements s on s.statement_id = u.statement_id
        where u.claimed_at_us is null order by u.since_us, u.statement_id, u.line limit $1");

    UNANSWERED = store::text!("select ", StuckPayment::LIST, ", u.handed_at_us
        from payroll_rail_payments u join payroll_statements s on s.statement_id = u.statement_id
        where u.state = 'HANDED' order by u.handed_at_us, u.statement_id, u.line limit $1");

    UNANSWERED_SUMS = "select count(1) as payments, min(handed_at_us) as oldest_us
        from payroll_rail_payments where state = 'HANDED'";

    /// The number of unclaimed payments, and their sum in whole roubles, which stays in range.
    UNCLAIMED_SUMS = "select count(1) as payments, cast(coalesce(sum(amount_minor / 100), 0) as bigint) as roubles
        from payroll_unclaimed where claimed_at_us is null";

    /// Counts the statements under way by state, with the moment since when the oldest has been in it. The index has
    /// these rows and no others.
    STATEMENTS_UNDER_WAY = store::text!("select ", UnderWay::LIST, " from payroll_statements
        where (state = 'CHECKING' or state = 'SIGNING' or state = 'AWAITING_SEND' or state = 'SCHEDULED'
            or state = 'PROCESSING' or state = 'AWAITING_SIGN' or state = 'AWAITING_SIGN_WITH_WARNINGS'
            or state = 'PARTLY_SIGNED')
        group by state");

    RETURN_KNOWN = "select return_name, statement_id, line, amount_minor from payroll_returns
        where return_name = $1
        union all select return_name, statement_id, line, amount_minor from payroll_returns
        where statement_id = $2 and line = $3";

    RETURN_INSERT = "insert into payroll_returns (return_name, statement_id, line, amount_minor, reason, booked_at_us)
        values ($1, $2, $3, $4, $5, $6)";
}

pub(crate) fn insert(tx: &mut Tx, id: StatementId, payments: &[&RailPayment], at: Instant) -> Result<()> {
    let lines: Vec<i64> = payments.iter().map(|payment| payment.id.line).collect();
    let amounts: Vec<i64> = payments.iter().map(|payment| payment.amount.minor()).collect();
    let columns = [
        Column::Same(Value::from(id.bytes())),
        Column::Integers(&lines),
        Column::Integers(&amounts),
        Column::Same(Value::from(at)),
    ];
    tx.insert_bulk(&UNCLAIMED_INSERT, &columns).map(drop)
}

pub(crate) fn at(tx: &mut Tx, id: StuckId) -> Result<Option<Money>> {
    tx.select_optional(&UNCLAIMED_AT, params![id.statement.bytes(), id.line])
}

/// Claims it; `false` when somebody has.
pub(crate) fn claim(tx: &mut Tx, id: StuckId, to: &AccountNumber, at: Instant) -> Result<bool> {
    Ok(tx.execute(&UNCLAIMED_CLAIM, params![id.statement.bytes(), id.line, at, to])? == 1)
}

pub(crate) fn has_any(tx: &mut Tx, id: StatementId) -> Result<bool> {
    Ok(tx.query_optional(&UNCLAIMED_ANY, params![id.bytes()])?.is_some())
}

/// Returns `true` when the account is the company's, whatever kind it is of.
pub(crate) fn is_own_account(tx: &mut Tx, account: &AccountNumber, cnum: &Cnum) -> Result<bool> {
    Ok(tx.query_optional(&OWN_ACCOUNT, params![account, cnum])?.is_some())
}

pub(crate) fn unclaimed(tx: &mut Tx, limit: i64) -> Result<Vec<StuckPayment>> {
    stuck(tx, &UNCLAIMED_OPEN, limit)
}

pub(crate) fn unanswered(tx: &mut Tx, limit: i64) -> Result<Vec<StuckPayment>> {
    stuck(tx, &UNANSWERED, limit)
}

pub(crate) fn sums(tx: &mut Tx) -> Result<StuckSums> {
    let (unanswered, oldest) = tx.select_one(&UNANSWERED_SUMS, params![])?;
    let (unclaimed, unclaimed_roubles) = tx.select_one(&UNCLAIMED_SUMS, params![])?;
    Ok(StuckSums { unanswered, oldest, unclaimed, unclaimed_roubles })
}

pub(crate) fn under_way(tx: &mut Tx) -> Result<Vec<UnderWay>> {
    tx.select(&STATEMENTS_UNDER_WAY, params![])
}

fn stuck(tx: &mut Tx, query: &'static Query, limit: i64) -> Result<Vec<StuckPayment>> {
    let found = tx.select(query, params![limit])?.into_iter();
    Ok(found.map(|(payment, since)| StuckPayment { since, ..payment }).collect())
}

/// Compares a return with those that are booked: `None` when neither its name nor its payment is among them, `true`
/// when it is one of them, with this amount.
pub(crate) fn known_return(tx: &mut Tx, (name, amount): (&str, Money), id: StuckId) -> Result<Option<bool>> {
    let booked: Vec<(String, (Vec<u8>, i64), Money)> =
        tx.select(&RETURN_KNOWN, params![name, id.statement.bytes(), id.line])?;
    let is_this = |(of_name, payment, of_amount): &(String, (Vec<u8>, i64), Money)| {
        of_name == name && *payment == (id.statement.bytes().to_vec(), id.line) && *of_amount == amount
    };
    Ok((!booked.is_empty()).then(|| booked.iter().all(is_this)))
}

pub(crate) fn insert_return(
    tx: &mut Tx,
    (name, reason): (&str, &str),
    id: StuckId,
    amount: Money,
    at: Instant,
) -> Result<()> {
    tx.execute_one(&RETURN_INSERT, params![name, id.statement.bytes(), id.line, amount, reason, at])
}
