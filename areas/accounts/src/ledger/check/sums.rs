//! Compares every account with the sums of its postings, holds and limits.

use store::{Result, Selected as _, Tx, params, wide_high, wide_is_not_zero, wide_low, wide_sum};

use super::Findings;
use super::entries::Read;

/// The accounts whose column differs from the sum of rows of another table.
macro_rules! accounts_differing {
    ($column:literal, $sums:expr) => {
        concat! {
            "select x.subject, x.high, x.low from (select l.ledger_account_id as subject, ",
            wide_high!($column), " - coalesce(s.high, 0) as high, ", wide_low!($column), " - coalesce(s.low, 0) as low \
            from ledger_accounts l left join (select ledger_account_id, ", wide_sum!("amount_minor"), " from ", $sums,
            " group by ledger_account_id) s on s.ledger_account_id = l.ledger_account_id) x where ",
            wide_is_not_zero!("x.high", "x.low"), " order by x.subject limit $1",
        }
    };
}

store::queries! {
    /// Accounts that differ from their postings: in the balance, in the currency, in the moment of the first, in the
    /// number of their operations. The postings are read once for all of it.
    CHECK_ACCOUNTS = store::text!(
        "with s as materialized (select ledger_account_id, ", wide_sum!("amount_minor"), ", count(1) as found, \
        min(posted_at_us) as first_us, min(currency) as least, max(currency) as most from postings \
        group by ledger_account_id) \
        select ", Differing::LIST, " from (select l.ledger_account_id as subject, ",
        wide_high!("l.balance_minor"), " - ", wide_high!("coalesce(c.amount_minor, 0)"),
        " - coalesce(s.high, 0) as high, ",
        wide_low!("l.balance_minor"), " - ", wide_low!("coalesce(c.amount_minor, 0)"),
        " - coalesce(s.low, 0) as low, coalesce(s.found, 0) as found, \
        case when a.number is not null then coalesce(l.operations_count, -1) else l.operations_count end as counted, \
        coalesce(c.operations_number, 0) as carried, coalesce(c.postings_count, 0) as carried_postings, \
        case when s.least <> l.currency or s.most <> l.currency then 1 else 0 end as is_foreign, \
        case when l.class = 'CUSTOMER' and l.first_posted_at_us > s.first_us then 1 else 0 end as is_late, \
        0 as is_absent from ledger_accounts l \
        left join carried_forward c on c.ledger_account_id = l.ledger_account_id \
        left join accounts a on a.number = l.ledger_account_id \
        left join s on s.ledger_account_id = l.ledger_account_id \
        union all select s.ledger_account_id, 0, 0, s.found, null, 0, 0, 0, 0, 1 from s \
        where not exists (select 1 from ledger_accounts n where n.ledger_account_id = s.ledger_account_id)) x where ",
        wide_is_not_zero!("x.high", "x.low"),
        " or x.is_foreign = 1 or x.is_late = 1 or x.is_absent = 1 or (x.counted is not null \
        and (x.counted <> x.carried + x.found or x.carried <> x.carried_postings)) order by x.subject limit $1"
    );
    /// Currencies in which what is carried forward does not add up to zero.
    CHECK_CARRIED = concat!(
        "select s.currency as subject, s.high, s.low from (select l.currency, ", wide_sum!("c.amount_minor"),
        " from carried_forward c left join ledger_accounts l on l.ledger_account_id = c.ledger_account_id \
        group by l.currency) s where ", wide_is_not_zero!("s.high", "s.low"), " order by s.currency limit $1"
    );
    CHECK_HOLDS = accounts_differing!("l.held_minor", "holds where released_at_us is null");
    CHECK_LIMITS = accounts_differing!("l.limit_minor", "credit_limits");
    /// Revaluations that their entries do not move, unless those may have left.
    CHECK_REVALUATIONS = concat!("select r.revaluation_date || ' ' || r.currency as subject, ",
        wide_high!("r.result_minor + coalesce(x.moved, 0)"), " as high, ",
        wide_low!("r.result_minor + coalesce(x.moved, 0)"), " as low from revaluations r left join (select \
        e.idempotency_key, p.amount_minor as moved from journal_entries e join postings p on p.entry_id = e.entry_id \
        and p.ledger_account_id = 'POSITION.RUR' where e.kind = 'REVALUATION') x \
        on x.idempotency_key = 'revaluation:' || r.revaluation_date || ':' || r.currency \
        where r.result_minor + coalesce(x.moved, 0) <> 0 and not exists (select 1 from archived_postings a, \
        closing_days d where d.closing_date = r.revaluation_date and d.ended_at_us <= a.before_us) \
        order by 1 limit $1");
    /// Positions less what was carried forward.
    CHECK_POSITIONS = concat!("select l.ledger_account_id as subject, l.currency, ", wide_high!("l.balance_minor"),
        " - ", wide_high!("coalesce(c.amount_minor, 0)"), " as high, ", wide_low!("l.balance_minor"),
        " - ", wide_low!("coalesce(c.amount_minor, 0)"), " as low from ledger_accounts l \
        left join carried_forward c on c.ledger_account_id = l.ledger_account_id \
        where l.ledger_account_id = 'POSITION.' || l.currency"
    );
    /// Accounts whose sum of the day of their last posting is not that of the postings, unless those may have left.
    CHECK_DAYS = concat!(
        "select x.subject, x.high, x.low from (select l.ledger_account_id as subject, ", wide_high!("l.day_minor"),
        " - coalesce(s.high, 0) as high, ", wide_low!("l.day_minor"), " - coalesce(s.low, 0) as low \
        from ledger_accounts l left join (select p.ledger_account_id, ", wide_sum!("p.amount_minor"),
        " from postings p join ledger_accounts d on d.ledger_account_id = p.ledger_account_id \
        where p.posted_at_us >= d.day_started_at_us group by p.ledger_account_id) s \
        on s.ledger_account_id = l.ledger_account_id where l.day_started_at_us is not null \
        and l.day_started_at_us >= coalesce((select a.before_us from archived_postings a), l.day_started_at_us)) x \
        where ",
        wide_is_not_zero!("x.high", "x.low"), " order by x.subject limit $1"
    );
    /// Entries without a place in the journal that the core reads, and places without an entry.
    CHECK_PLACES = "select x.subject, cast(0 as bigint) as high, cast(1 as bigint) as low from (\
        select j.idempotency_key as subject from journal_entries j \
        where not exists (select 1 from journal_numbers n where n.entry_id = j.entry_id) \
        union all select 'place ' || cast(coalesce(n.number, 0) as text) from journal_numbers n \
        where not exists (select 1 from journal_entries e where e.entry_id = n.entry_id)) x \
        order by x.subject limit $1";
    /// Accounts of the bank's own whose numbers customers' accounts have too.
    CHECK_NUMBERS_TWICE = "select i.ledger_account_id as subject, cast(0 as bigint) as high, cast(1 as bigint) as low \
        from internal_accounts i join ledger_accounts l on l.ledger_account_id = i.account_number \
        order by i.ledger_account_id limit $1";
    /// Accounts that the constraints of their table would refuse.
    CHECK_RANGES = "select ledger_account_id as subject, cast(0 as bigint) as high, balance_minor as low \
        from ledger_accounts where case \
        when balance_minor not between -4000000000000000000 and 4000000000000000000 then 1 \
        when held_minor not between 0 and 9000000000000000 then 1 \
        when limit_minor not between 0 and 9000000000000000 then 1 \
        when class = 'CUSTOMER' and balance_minor - held_minor + limit_minor + overdrawn_minor < 0 then 1 \
        when not is_open and (balance_minor <> 0 or held_minor <> 0 or limit_minor <> 0) then 1 \
        else 0 end = 1 order by ledger_account_id limit $1";
}

const BALANCE: (usize, &str) = (6, "the balance differs from the sum of the postings");
const CARRIED: (usize, &str) = (7, "what is carried forward in this currency does not add up to zero");
const HELD: (usize, &str) = (8, "the held amount differs from the sum of the holds");
const LIMIT: (usize, &str) = (9, "the limit differs from the sum of the credit limits");
pub(super) const OPERATIONS: (usize, &str) =
    (10, "the operations of the account are not its postings, each once and in a row");
const DAY: (usize, &str) =
    (13, "the sum of the day differs from the sum of the postings since its beginning");
const POSITION: (usize, &str) = (14, "the position differs from the sum of the exchanges");
const RANGE: (usize, &str) = (15, "the balance, the held amount or the limit is out of its range");
const PLACE: (usize, &str) =
    (28, "the entry and its place in the journal that the core reads are not both there");
const NUMBER_TWICE: (usize, &str) = (29, "the number of this account is that of a customer's account");
const REVALUED: (usize, &str) = (30, "the revaluation differs from its entry");
const FOREIGN: (usize, &str) = (17, "postings are in another currency than the account");
const FIRST: (usize, &str) = (20, "the first posting of the account is of another moment");

const ACCOUNTS_MAX: i64 = 500;

#[expect(clippy::struct_excessive_bools, reason = "the statement answers one question with each")]
struct Differing {
    subject: String,
    off: i128,
    found: i64,
    operations_off: Option<i64>,
    is_miscounted: bool,
    is_foreign: bool,
    is_late: bool,
    is_absent: bool,
}

store::selected! {
    Differing {
        subject: "x.subject", off: "x.high, x.low": i128, found: "x.found",
        operations_off: "x.counted - x.carried - x.found as operations_off",
        is_miscounted: "case when x.counted is not null and (x.counted <> x.carried + x.found \
            or x.carried <> x.carried_postings) then 1 else 0 end as is_miscounted",
        is_foreign: "x.is_foreign", is_late: "x.is_late", is_absent: "x.is_absent",
    }
}

pub(super) fn look(tx: &mut Tx, read: &mut Read, findings: &mut Findings) -> Result<()> {
    for differing in tx.select(&CHECK_ACCOUNTS, params![ACCOUNTS_MAX])? {
        let Differing { subject, off, found, .. } = differing;
        let found = i128::from(found);
        if differing.is_absent {
            read.orphans.insert(subject, found);
            continue;
        }
        if off != 0 {
            findings.add(BALANCE, subject.as_str(), off);
        }
        if differing.is_miscounted {
            findings.add(OPERATIONS, subject.as_str(), differing.operations_off.unwrap_or(0).into());
        }
        if differing.is_foreign {
            findings.add(FOREIGN, subject.as_str(), found);
        }
        if differing.is_late {
            findings.add(FIRST, subject, found);
        }
    }
    findings.add_rows(tx, &CHECK_CARRIED, CARRIED, None)?;
    findings.add_rows(tx, &CHECK_HOLDS, HELD, None)?;
    findings.add_rows(tx, &CHECK_LIMITS, LIMIT, None)?;
    findings.add_rows(tx, &CHECK_DAYS, DAY, None)?;
    for (subject, currency, less) in tx.select::<(String, String, i128)>(&CHECK_POSITIONS, params![])? {
        let off = less + read.exchanged.get(&currency).copied().unwrap_or(0);
        if off != 0 {
            findings.add(POSITION, subject, off);
        }
    }
    findings.add_rows(tx, &CHECK_REVALUATIONS, REVALUED, None)?;
    findings.add_rows(tx, &CHECK_PLACES, PLACE, None)?;
    findings.add_rows(tx, &CHECK_NUMBERS_TWICE, NUMBER_TWICE, None)?;
    findings.add_rows(tx, &CHECK_RANGES, RANGE, None)
}
