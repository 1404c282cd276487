//! Proves the closing balances of days that the program closed: each is the sum of what was posted before the end of
//! its day, and a closed day stays closed.
//!
//! What was posted into a closed day afterwards is in none of its balances. An entry tells by its name when it was
//! written, so a balance that lacks nothing else is right.

use kernel::Instant;
use store::{Result, Tx, params, wide_high, wide_is_not_zero, wide_low, wide_sum};

use super::told::ToldDays;
use super::{Findings, minted_from};

store::queries! {
    /// Accounts whose balance at the end of a closed day since a moment is not the sum of the postings. The days are
    /// few and begin the join, so that the postings of each are read by their time. A balance that a file brought is
    /// the bank's, not the program's.
    CHECK_CLOSINGS = concat!(
        "select y.subject, y.ended_at_us, y.finished_at_us, y.high, y.low from (\
        select x.subject, x.ended_at_us, x.finished_at_us, ",
        wide_high!("coalesce(k.balance_minor, 0)"), " - x.high as high, ",
        wide_low!("coalesce(k.balance_minor, 0)"), " - x.low as low, \
        case when k.closing_date is null or g.ended_at_us = k.closed_at_us then 0 else 1 end as is_brought \
        from (select t.ledger_account_id as subject, t.closing_date, t.ended_at_us, t.finished_at_us, ",
        wide_high!("coalesce(b.balance_minor, c.amount_minor, 0)"), " + cast(sum(t.high) over w as bigint) as high, ",
        wide_low!("coalesce(b.balance_minor, c.amount_minor, 0)"), " + cast(sum(t.low) over w as bigint) as low from (\
        select p.ledger_account_id, d.closing_date, d.ended_at_us, d.finished_at_us, d.first_us, ",
        wide_sum!("p.amount_minor"), " from (select f.closing_date, f.ended_at_us, f.finished_at_us, \
        coalesce(lag(f.ended_at_us) over (order by f.ended_at_us), -9223372036854775808) as started_at_us, \
        coalesce((select max(g.ended_at_us) from closing_days g where g.finished_at_us is not null \
        and g.ended_at_us <= $2), -9223372036854775808) as first_us \
        from closing_days f where f.finished_at_us is not null) d \
        cross join postings p where d.started_at_us >= d.first_us and p.posted_at_us >= d.started_at_us \
        and p.posted_at_us < d.ended_at_us group by p.ledger_account_id, d.closing_date, d.ended_at_us, \
        d.finished_at_us, d.first_us) t \
        join ledger_accounts l on l.ledger_account_id = t.ledger_account_id and l.class = 'CUSTOMER' \
        left join carried_forward c on c.ledger_account_id = t.ledger_account_id \
        left join closing_balances b on b.ledger_account_id = t.ledger_account_id and b.closing_date = (\
        select max(n.closing_date) from closing_balances n where n.ledger_account_id = t.ledger_account_id \
        and n.closed_at_us <= t.first_us) \
        window w as (partition by t.ledger_account_id order by t.ended_at_us)) x \
        left join closing_balances k on k.ledger_account_id = x.subject and k.closing_date = (\
        select max(m.closing_date) from closing_balances m where m.ledger_account_id = x.subject \
        and m.closing_date <= x.closing_date) left join closing_days g on g.closing_date = k.closing_date) y where ",
        wide_is_not_zero!("y.high", "y.low"),
        " and y.is_brought = 0 \
        and y.ended_at_us >= coalesce((select a.before_us from archived_postings a), y.ended_at_us) \
        and y.ended_at_us >= coalesce((select a.before_us from archived_closings a), y.ended_at_us) \
        and not exists (select 1 from closings_missing q where q.ledger_account_id = y.subject) \
        order by y.subject, y.ended_at_us limit $1"
    );
    /// The postings that were written into a closed day of an account since a moment.
    CHECK_LATE = concat!(
        "select ", wide_sum!("p.amount_minor"), " from postings p \
        where p.entry_id >= $1 and p.ledger_account_id = $2 and p.posted_at_us < $3"
    );
    /// Closed days with fewer balances than their closing has written.
    CHECK_CLOSED = "select d.closing_date as subject, cast(0 as bigint) as high, d.balances_count - (\
        select count(1) from closing_balances k where k.closed_at_us = d.ended_at_us \
        and k.closing_date = d.closing_date) as low from closing_days d \
        where d.finished_at_us is not null and d.ended_at_us >= $2 \
        and d.ended_at_us >= coalesce((select a.before_us from archived_closings a), d.ended_at_us) \
        and d.balances_count > (select count(1) from closing_balances k where k.closed_at_us = d.ended_at_us \
        and k.closing_date = d.closing_date) order by d.closing_date limit $1";
    /// Days that are not closed although money has moved more than an hour after their end, or a later day is closed. A
    /// core that keeps the accounts decides when a day is closed.
    CHECK_UNCLOSED = "select d.closing_date as subject, cast(0 as bigint) as high, cast(1 as bigint) as low \
        from closing_days d where d.finished_at_us is null and d.ended_at_us >= $2 \
        and not exists (select 1 from bank_books k where k.keeper = 'CORE' \
        and (k.closed_through is null or k.closed_through < d.closing_date)) \
        and d.ended_at_us >= (select b.ended_at_us from closing_days b \
        where b.finished_at_us is not null or b.through_account is not null \
        order by b.ended_at_us limit 1) \
        and (d.ended_at_us < (select f.ended_at_us from closing_days f \
        where f.finished_at_us is not null order by f.ended_at_us desc limit 1) or exists (select 1 from postings p \
        where p.posted_at_us > d.ended_at_us + 3600000000)) \
        order by d.closing_date limit $1";
    /// Days that are open although their closing has passed every account that takes part.
    CHECK_OPENED = "select d.closing_date as subject, cast(0 as bigint) as high, d.balances_count as low \
        from closing_days d where d.finished_at_us is null and d.through_account > '' \
        and d.ended_at_us >= $2 and not exists (select 1 from ledger_accounts l \
        where l.ledger_account_id > d.through_account and l.class = 'CUSTOMER' \
        and l.first_posted_at_us < d.ended_at_us) order by d.closing_date limit $1";
}

const CLOSING: (usize, &str) = (24, "the closing balance of a day differs from the sum of the postings");
const CLOSED: (usize, &str) = (26, "closing balances of the day are gone");
const OPENED: (usize, &str) = (25, "the day is open although every account was closed on it");
const UNCLOSED: (usize, &str) = (27, "this day has ended and is not closed");

/// Balances that are looked at more closely.
const LOOKED_AT_MAX: i64 = 1_000;

/// Looks at the days since a moment. Where all postings were read, `told` mostly knows that nothing is wrong.
pub(super) fn look(
    tx: &mut Tx,
    since_us: i64,
    told: Option<ToldDays>,
    findings: &mut Findings,
) -> Result<()> {
    findings.add_rows(tx, &CHECK_OPENED, OPENED, Some(since_us))?;
    findings.add_rows(tx, &CHECK_CLOSED, CLOSED, Some(since_us))?;
    findings.add_rows(tx, &CHECK_UNCLOSED, UNCLOSED, Some(since_us))?;
    if let Some(told) = told
        && told.agrees(tx)?
    {
        return Ok(());
    }
    for row in tx.query(&CHECK_CLOSINGS, params![LOOKED_AT_MAX, since_us])? {
        let (subject, ends, off): (&str, (Instant, Instant), i128) = row.read()?;
        if !is_of_late_entries(tx, subject, ends, off)? {
            findings.add(CLOSING, subject, off);
        }
    }
    Ok(())
}

/// Tells whether the balance lacks exactly what was posted into its day and written later: when the closing began, when
/// it ended, or in a later millisecond, of which alone the names of entries tell.
fn is_of_late_entries(
    tx: &mut Tx,
    account: &str,
    (ended_at, finished_at): (Instant, Instant),
    off: i128,
) -> Result<bool> {
    let next = Instant::from_microseconds(finished_at.microseconds().saturating_add(1_000));
    for after in [finished_at, next, ended_at] {
        let late: i128 =
            tx.select_one(&CHECK_LATE, params![minted_from(after).to_vec(), account, ended_at])?;
        if off == -late {
            return Ok(true);
        }
    }
    Ok(false)
}
