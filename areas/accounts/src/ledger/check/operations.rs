//! Proves what holders of accounts are shown: each operation follows from the one before it, and the account from the
//! last.

use store::{Result, Tx, params, wide_high, wide_is_not_zero, wide_low};

use super::sums::OPERATIONS;
use super::{FINDINGS_MAX, Findings};

store::queries! {
    /// Accounts with gaps between the numbers of their operations, or with two operations of one posting.
    CHECK_NUMBERS = "select x.subject, cast(0 as bigint) as high, x.counted - x.carried - x.matched as low from (\
        select l.ledger_account_id as subject, l.operations_count as counted, \
        coalesce(c.operations_number, 0) as carried, coalesce(o.matched, 0) as matched, \
        coalesce(o.last, c.operations_number, 0) as last from ledger_accounts l \
        left join carried_forward c on c.ledger_account_id = l.ledger_account_id \
        left join (select u.ledger_account_id, count(1) as matched, max(u.number) as last from (\
        select i.ledger_account_id, max(i.number) as number from operations i \
        join postings q on q.entry_id = i.entry_id and q.line = i.line and q.ledger_account_id = i.ledger_account_id \
        group by i.ledger_account_id, i.entry_id, i.line) u group by u.ledger_account_id) o \
        on o.ledger_account_id = l.ledger_account_id where l.operations_count is not null) x \
        where x.counted <> x.carried + x.matched or x.counted <> x.last order by x.subject limit $1";
    /// Operations since a moment that do not follow from the one before: in the balance, in the debits, in time.
    CHECK_STEPS = concat!(
        "select x.subject, x.high, x.low, x.debits_high, x.debits_low, x.is_back from (\
        select o.ledger_account_id as subject, ",
        wide_high!("o.balance_minor"), " - ", wide_high!("coalesce(b.balance_minor, c.amount_minor, 0)"), " - ",
        wide_high!("p.amount_minor"), " as high, ",
        wide_low!("o.balance_minor"), " - ", wide_low!("coalesce(b.balance_minor, c.amount_minor, 0)"), " - ",
        wide_low!("p.amount_minor"), " as low, \
        o.debits_high - coalesce(b.debits_high, c.debits_high, 0) + case when p.amount_minor < 0 then ",
        wide_high!("p.amount_minor"), " else 0 end as debits_high, \
        o.debits_low - coalesce(b.debits_low, c.debits_low, 0) + case when p.amount_minor < 0 then ",
        wide_low!("p.amount_minor"), " else 0 end as debits_low, \
        case when o.booked_at_us < coalesce(b.booked_at_us, c.booked_at_us) or o.booked_at_us < p.posted_at_us \
        then 1 else 0 end as is_back \
        from ledger_accounts l join operations o on o.ledger_account_id = l.ledger_account_id \
        join postings p on p.entry_id = o.entry_id and p.line = o.line \
        left join operations b on b.ledger_account_id = o.ledger_account_id and b.number = o.number - 1 \
        left join carried_forward c on c.ledger_account_id = o.ledger_account_id \
        and c.operations_number = o.number - 1 \
        where l.operations_booked_at_us >= $2 and o.booked_at_us >= $2) x where ",
        wide_is_not_zero!("x.high", "x.low"), " or ", wide_is_not_zero!("x.debits_high", "x.debits_low"),
        " or x.is_back = 1 order by x.subject limit $1"
    );
    /// Accounts that differ from their last operation: in the number, the balance, the debits, the moment.
    CHECK_LAST = concat!(
        "select x.subject, x.high, x.low, x.is_gone, x.is_off from (select l.ledger_account_id as subject, ",
        wide_high!("l.balance_minor"), " - ", wide_high!("coalesce(o.balance_minor, c.amount_minor, 0)"),
        " as high, ", wide_low!("l.balance_minor"), " - ", wide_low!("coalesce(o.balance_minor, c.amount_minor, 0)"),
        " as low, case when l.operations_count > 0 and o.number is null and c.operations_number is null then 1 \
        else 0 end as is_gone, \
        case when l.debits_high <> coalesce(o.debits_high, c.debits_high, 0) \
        or l.debits_low <> coalesce(o.debits_low, c.debits_low, 0) \
        or l.operations_booked_at_us is distinct from coalesce(o.booked_at_us, c.booked_at_us) then 1 \
        else 0 end as is_off from ledger_accounts l \
        left join operations o on o.ledger_account_id = l.ledger_account_id and o.number = l.operations_count \
        left join carried_forward c on c.ledger_account_id = l.ledger_account_id \
        and c.operations_number = l.operations_count \
        where l.operations_count is not null and (l.operations_booked_at_us is null \
        or l.operations_booked_at_us >= $2)) x where ",
        wide_is_not_zero!("x.high", "x.low"), " or x.is_gone = 1 or x.is_off = 1 order by x.subject limit $1"
    );
}

const BALANCES: (usize, &str) = (11, "the balance after an operation differs from the sum of the operations");
const DEBITS: (usize, &str) = (12, "the debits up to an operation differ from the sum of the operations");
const BACK: (usize, &str) = (21, "the moment of an operation lies before the one of the operation before it");
const LAST: (usize, &str) =
    (22, "the debits or the moment of the last operation differ from the operation's");
const LAST_BALANCE: (usize, &str) = (23, "the balance differs from the one after the last operation");

/// Looks at operations since a moment, and at everything from [`i64::MIN`] on.
pub(super) fn look(tx: &mut Tx, since_us: i64, findings: &mut Findings) -> Result<()> {
    let is_whole = since_us == i64::MIN;
    if is_whole {
        findings.add_rows(tx, &CHECK_NUMBERS, OPERATIONS, None)?;
    }
    let values = || params![i64::try_from(FINDINGS_MAX).unwrap_or(i64::MAX), since_us];
    for row in tx.query(&CHECK_STEPS, values())? {
        let ((subject, off), debits, is_back): ((&str, i128), i128, bool) = row.read()?;
        if off != 0 {
            findings.add(BALANCES, subject, off);
        }
        if debits != 0 {
            findings.add(DEBITS, subject, debits);
        }
        if is_back {
            findings.add(BACK, subject, 1);
        }
    }
    for row in tx.query(&CHECK_LAST, values())? {
        let ((subject, off), is_gone, is_off): ((&str, i128), bool, bool) = row.read()?;
        // Where every posting is read its sum tells.
        if off != 0 && !is_whole {
            findings.add(LAST_BALANCE, subject, off);
        }
        if is_gone && !is_whole {
            findings.add(OPERATIONS, subject, 1);
        }
        if is_off {
            findings.add(LAST, subject, 1);
        }
    }
    Ok(())
}
