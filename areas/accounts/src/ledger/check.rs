//! Proves from what is stored that no money came from nowhere.
//!
//! It has to answer above all when the database is damaged. So no sum of it can leave its range ([`store::wide_sum!`]),
//! and no value makes it fail: what is wrong is named by account, entry or currency.

use std::fmt;

use store::{Query, Row, StoreError, Tx, params, wide_high, wide_is_not_zero, wide_low, wide_sum};

/// The accounts whose column differs from the sum of rows of another table.
macro_rules! accounts_differing {
    ($column:literal, $sums:expr) => {
        concat!(
            "select x.subject, x.high, x.low from (select l.ledger_account_id as subject, ",
            wide_high!($column),
            " - coalesce(s.high, 0) as high, ",
            wide_low!($column),
            " - coalesce(s.low, 0) as low from ledger_accounts l left join (select ledger_account_id, ",
            wide_sum!("amount_minor"),
            " from ",
            $sums,
            " group by ledger_account_id) s on s.ledger_account_id = l.ledger_account_id) x where ",
            wide_is_not_zero!("x.high", "x.low"),
            " order by x.subject limit $1"
        )
    };
}

/// The entries for which a sum over some of their postings is not zero.
macro_rules! entries_off {
    ($sum:literal, $rest:literal) => {
        concat!(
            "select e.idempotency_key as subject, s.high, s.low from (select entry_id, ",
            wide_sum!($sum),
            " from postings ",
            $rest,
            ") s join journal_entries e on e.entry_id = s.entry_id where ",
            wide_is_not_zero!("s.high", "s.low"),
            " order by e.idempotency_key limit $1"
        )
    };
}

store::queries! {
    /// The numbers of rows to check.
    CHECK_COUNTS = "select (select count(1) from ledger_accounts) as accounts, \
        (select count(1) from journal_entries) as entries, (select count(1) from postings) as postings";
    /// Currencies whose postings do not add up to zero.
    CHECK_CURRENCIES = concat!(
        "select s.currency as subject, s.high, s.low from (select currency, ", wide_sum!("amount_minor"),
        " from postings group by currency) s where ", wide_is_not_zero!("s.high", "s.low"),
        " order by s.currency limit $1"
    );
    /// Entries that do not add up to zero in a currency.
    CHECK_ENTRIES = entries_off!("amount_minor", "group by entry_id, currency");
    /// Entries whose national equivalents do not add up to zero.
    CHECK_NATIONAL = entries_off!("national_minor", "where national_minor is not null group by entry_id");
    /// Exchanges in which the bank's positions gave away something of another value than they took.
    CHECK_EXCHANGES = entries_off!(
        "national_minor",
        "where national_minor is not null and ledger_account_id = 'POSITION.' || currency group by entry_id"
    );
    /// Entries of several currencies with a posting without equivalent, or in roubles with another one than its amount.
    CHECK_EQUIVALENTS = "select e.idempotency_key as subject, cast(0 as bigint) as high, s.low from \
        (select p.entry_id, count(1) as low from postings p join (select entry_id from postings group by entry_id \
        having min(currency) <> max(currency)) m on m.entry_id = p.entry_id where p.national_minor is null \
        or (p.currency = 'RUR' and p.national_minor <> p.amount_minor) group by p.entry_id) s \
        join journal_entries e on e.entry_id = s.entry_id order by e.idempotency_key limit $1";
    /// Entries that lack postings or have too many.
    CHECK_POSTINGS_COUNT = "select e.idempotency_key as subject, cast(0 as bigint) as high, \
        cast(coalesce(s.found, 0) as bigint) as low \
        from journal_entries e left join (select entry_id, count(1) as found from postings group by entry_id) s \
        on s.entry_id = e.entry_id where coalesce(s.found, 0) <> e.postings_count order by e.idempotency_key limit $1";
    /// Balances that are not the sum of their postings.
    CHECK_BALANCES = accounts_differing!("l.balance_minor", "(select ledger_account_id, amount_minor from postings \
        union all select ledger_account_id, amount_minor from carried_forward) u");
    /// Currencies in which what is carried forward does not add up to zero.
    CHECK_CARRIED = concat!(
        "select s.currency as subject, s.high, s.low from (select l.currency, ", wide_sum!("c.amount_minor"),
        " from carried_forward c left join ledger_accounts l on l.ledger_account_id = c.ledger_account_id \
        group by l.currency) s where ", wide_is_not_zero!("s.high", "s.low"), " order by s.currency limit $1"
    );
    /// Held amounts that are not the sum of the holds.
    CHECK_HOLDS = accounts_differing!("l.held_minor", "holds where released_at_us is null");
    /// Limits that are not the sum of the credit limits.
    CHECK_LIMITS = accounts_differing!("l.limit_minor", "credit_limits");
    /// Accounts of companies with more or fewer operations than postings, or with gaps between their numbers.
    CHECK_OPERATIONS_COUNT = "select x.subject, cast(0 as bigint) as high, x.counted - x.carried - x.posted as low \
        from (select a.number as subject, coalesce(l.operations_count, -1) as counted, coalesce(p.found, 0) as posted, \
        coalesce(o.found, 0) as matched, coalesce(o.last, c.operations_number, 0) as last, \
        coalesce(c.operations_number, 0) as carried, coalesce(c.postings_count, 0) as carried_postings \
        from accounts a join ledger_accounts l on l.ledger_account_id = a.number \
        left join carried_forward c on c.ledger_account_id = a.number \
        left join (select ledger_account_id, count(1) as found from postings group by ledger_account_id) p \
        on p.ledger_account_id = a.number \
        left join (select i.ledger_account_id, count(1) as found, max(i.number) as last from operations i \
        join postings q on q.entry_id = i.entry_id and q.line = i.line and q.ledger_account_id = i.ledger_account_id \
        group by i.ledger_account_id) o on o.ledger_account_id = a.number) x \
        where x.counted <> x.carried + x.posted or x.counted <> x.carried + x.matched or x.counted <> x.last \
        or x.carried <> x.carried_postings order by x.subject limit $1";
    /// Operations whose balance is not the one before and their posting.
    CHECK_OPERATION_BALANCES = concat!(
        "select x.subject, x.high, x.low from (select o.ledger_account_id as subject, ",
        wide_high!("o.balance_minor"),
        " - ", wide_high!("coalesce(lag(o.balance_minor) over w, c.amount_minor, 0)"), " - ",
        wide_high!("p.amount_minor"),
        " as high, ", wide_low!("o.balance_minor"),
        " - ", wide_low!("coalesce(lag(o.balance_minor) over w, c.amount_minor, 0)"), " - ",
        wide_low!("p.amount_minor"),
        " as low from operations o join postings p on p.entry_id = o.entry_id and p.line = o.line \
        left join carried_forward c on c.ledger_account_id = o.ledger_account_id \
        window w as (partition by o.ledger_account_id order by o.number)) x where ",
        wide_is_not_zero!("x.high", "x.low"), " order by x.subject limit $1"
    );
    /// Operations whose sum of debits is not the one before and what their posting takes.
    CHECK_OPERATION_DEBITS = concat!(
        "select x.subject, x.high, x.low from (select o.ledger_account_id as subject, \
        o.debits_high - coalesce(lag(o.debits_high) over w, c.debits_high, 0) \
        + case when p.amount_minor < 0 then ", wide_high!("p.amount_minor"), " else 0 end as high, \
        o.debits_low - coalesce(lag(o.debits_low) over w, c.debits_low, 0) \
        + case when p.amount_minor < 0 then ", wide_low!("p.amount_minor"), " else 0 end as low \
        from operations o join postings p on p.entry_id = o.entry_id and p.line = o.line \
        left join carried_forward c on c.ledger_account_id = o.ledger_account_id \
        window w as (partition by o.ledger_account_id order by o.number)) x where ",
        wide_is_not_zero!("x.high", "x.low"), " order by x.subject limit $1"
    );
    /// Positions that are not what the entries of several currencies took from the others and gave to them, and what
    /// was carried forward.
    CHECK_POSITIONS = concat!(
        "select x.subject, x.high, x.low from (select l.ledger_account_id as subject, ", wide_high!("l.balance_minor"),
        " - ", wide_high!("coalesce(c.amount_minor, 0)"), " + coalesce(s.high, 0) as high, ",
        wide_low!("l.balance_minor"), " - ", wide_low!("coalesce(c.amount_minor, 0)"), " + coalesce(s.low, 0) as low \
        from ledger_accounts l left join carried_forward c on c.ledger_account_id = l.ledger_account_id \
        left join (select p.currency, ", wide_sum!("p.amount_minor"), " from postings p \
        join (select entry_id from postings group by entry_id having min(currency) <> max(currency)) m \
        on m.entry_id = p.entry_id where p.ledger_account_id <> 'POSITION.' || p.currency group by p.currency) s \
        on s.currency = l.currency where l.ledger_account_id = 'POSITION.' || l.currency) x where ",
        wide_is_not_zero!("x.high", "x.low"), " order by x.subject limit $1"
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
    /// Accounts that the constraints of their table would refuse.
    CHECK_RANGES = "select ledger_account_id as subject, cast(0 as bigint) as high, balance_minor as low \
        from ledger_accounts where case \
        when balance_minor not between -4000000000000000000 and 4000000000000000000 then 1 \
        when held_minor not between 0 and 9000000000000000 then 1 \
        when limit_minor not between 0 and 9000000000000000 then 1 \
        when class = 'CUSTOMER' and balance_minor - held_minor + limit_minor + overdrawn_minor < 0 then 1 \
        when not is_open and (balance_minor <> 0 or held_minor <> 0 or limit_minor <> 0) then 1 \
        else 0 end = 1 order by ledger_account_id limit $1";
    /// Days that are not closed although money has moved more than an hour after their end, or a later day is closed.
    CHECK_DAYS_CLOSED = "select d.closing_date as subject, cast(0 as bigint) as high, cast(1 as bigint) as low \
        from closing_days d where d.finished_at_us is null and d.ended_at_us >= (select b.ended_at_us \
        from closing_days b where b.finished_at_us is not null or b.through_account is not null \
        order by b.ended_at_us limit 1) and (d.ended_at_us < (select f.ended_at_us from closing_days f \
        where f.finished_at_us is not null order by f.ended_at_us desc limit 1) or exists (select 1 from postings p \
        where p.posted_at_us > d.ended_at_us + 3600000000)) \
        order by d.closing_date limit $1";
    /// Postings of an entry or an account that is not there.
    CHECK_REFERENCES = "select p.ledger_account_id as subject, cast(0 as bigint) as high, count(1) as low from \
        postings p \
        where not exists (select 1 from journal_entries e where e.entry_id = p.entry_id) \
        or not exists (select 1 from ledger_accounts l where l.ledger_account_id = p.ledger_account_id) \
        group by p.ledger_account_id order by p.ledger_account_id limit $1";
    /// Postings in a currency that is not the account's.
    CHECK_POSTING_CURRENCIES = "select p.ledger_account_id as subject, cast(0 as bigint) as high, count(1) as low \
        from postings p \
        join ledger_accounts l on l.ledger_account_id = p.ledger_account_id where p.currency <> l.currency \
        group by p.ledger_account_id order by p.ledger_account_id limit $1";
}

/// The most findings of one kind that are listed.
pub const FINDINGS_MAX: usize = 100;

/// Something in the ledger that must never be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken, in words.
    pub rule: &'static str,
    /// The currency, account or idempotency key that it concerns.
    pub subject: String,
    /// The difference in hundredths, or a number of rows.
    pub found: i128,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {} ({})", self.subject, self.rule, self.found)
    }
}

/// Report of a check: what was read and found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Accounts in the ledger.
    pub accounts: i64,
    /// Entries in the journal.
    pub entries: i64,
    /// Postings of all entries.
    pub postings: i64,
    /// The findings, at most [`FINDINGS_MAX`] of each kind. Empty when all is well.
    pub findings: Vec<Finding>,
}

static RULES: [(&Query, &str); 19] = [
    (&CHECK_CURRENCIES, "the postings in this currency do not add up to zero"),
    (&CHECK_ENTRIES, "the postings of this entry do not add up to zero"),
    (&CHECK_NATIONAL, "the national equivalents of this entry do not add up to zero"),
    (&CHECK_EXCHANGES, "the positions gave away another value in this entry than they took"),
    (&CHECK_EQUIVALENTS, "postings of this entry of several currencies lack their equivalent in roubles"),
    (&CHECK_POSTINGS_COUNT, "this entry has another number of postings than it was written with"),
    (&CHECK_BALANCES, "the balance differs from the sum of the postings"),
    (&CHECK_CARRIED, "what is carried forward in this currency does not add up to zero"),
    (&CHECK_HOLDS, "the held amount differs from the sum of the holds"),
    (&CHECK_LIMITS, "the limit differs from the sum of the credit limits"),
    (&CHECK_OPERATIONS_COUNT, "the operations of the account are not its postings, each once and in a row"),
    (&CHECK_OPERATION_BALANCES, "the balance after an operation differs from the sum of the operations"),
    (&CHECK_OPERATION_DEBITS, "the debits up to an operation differ from the sum of the operations"),
    (&CHECK_DAYS, "the sum of the day differs from the sum of the postings since its beginning"),
    (&CHECK_DAYS_CLOSED, "this day has ended and is not closed"),
    (&CHECK_POSITIONS, "the position differs from the sum of the exchanges"),
    (&CHECK_RANGES, "the balance, the held amount or the limit is out of its range"),
    (&CHECK_REFERENCES, "postings are of an entry or an account that does not exist"),
    (&CHECK_POSTING_CURRENCIES, "postings are in another currency than the account"),
];

/// Checks the whole ledger by every rule, in the unit of work of the caller.
///
/// # Errors
/// The database's.
pub fn check(tx: &mut Tx) -> Result<CheckReport, StoreError> {
    tx.survey_at_length()?;
    let counts = tx.query_one(&CHECK_COUNTS, params![])?;
    let mut findings = Vec::new();
    for (query, rule) in RULES {
        for row in tx.query(query, params![i64::try_from(FINDINGS_MAX).unwrap_or(i64::MAX)])? {
            findings.push(finding(&row, rule)?);
        }
    }
    Ok(CheckReport {
        accounts: counts.integer("accounts")?,
        entries: counts.integer("entries")?,
        postings: counts.integer("postings")?,
        findings,
    })
}

fn finding(row: &Row, rule: &'static str) -> Result<Finding, StoreError> {
    Ok(Finding { rule, subject: row.text("subject")?.to_owned(), found: row.wide()? })
}
