//! Proves from what is stored that no money came from nowhere: `clientbank check`.

use std::fmt;

use store::{Query, Row, Store, StoreError, Tx, params};

store::queries! {
    /// How much there is to check.
    CHECK_COUNTS = "select (select count(1) from ledger_accounts) as accounts, \
        (select count(1) from journal_entries) as entries, (select count(1) from postings) as postings";
    /// Currencies whose postings do not add up to zero.
    CHECK_CURRENCIES = "select currency as subject, cast(sum(amount_minor) as bigint) as found from postings \
        group by currency having sum(amount_minor) <> 0 order by currency limit $1";
    /// Entries that do not add up to zero in a currency.
    CHECK_ENTRIES = "select e.idempotency_key as subject, s.found from (select entry_id, currency, \
        cast(sum(amount_minor) as bigint) as found from postings group by entry_id, currency \
        having sum(amount_minor) <> 0) s join journal_entries e on e.entry_id = s.entry_id \
        order by e.idempotency_key limit $1";
    /// Entries whose national equivalents do not add up to zero.
    CHECK_NATIONAL = "select e.idempotency_key as subject, s.found from (select entry_id, \
        cast(sum(national_minor) as bigint) as found from postings where national_minor is not null \
        group by entry_id having sum(national_minor) <> 0) s join journal_entries e on e.entry_id = s.entry_id \
        order by e.idempotency_key limit $1";
    /// Entries that lack postings or have too many.
    CHECK_POSTINGS_COUNT = "select e.idempotency_key as subject, cast(coalesce(s.found, 0) as bigint) as found \
        from journal_entries e left join (select entry_id, count(1) as found from postings group by entry_id) s \
        on s.entry_id = e.entry_id where coalesce(s.found, 0) <> e.postings_count order by e.idempotency_key limit $1";
    /// Balances that are not the sum of their postings.
    CHECK_BALANCES = "select l.ledger_account_id as subject, \
        cast(l.balance_minor - coalesce(s.total, 0) as bigint) as found from ledger_accounts l \
        left join (select ledger_account_id, sum(amount_minor) as total from postings group by ledger_account_id) s \
        on s.ledger_account_id = l.ledger_account_id where l.balance_minor <> coalesce(s.total, 0) \
        order by l.ledger_account_id limit $1";
    /// Held amounts that are not the sum of the holds.
    CHECK_HOLDS = "select l.ledger_account_id as subject, \
        cast(l.held_minor - coalesce(s.total, 0) as bigint) as found from ledger_accounts l \
        left join (select ledger_account_id, sum(amount_minor) as total from holds where released_at_us is null \
        group by ledger_account_id) s on s.ledger_account_id = l.ledger_account_id \
        where l.held_minor <> coalesce(s.total, 0) order by l.ledger_account_id limit $1";
    /// Limits that are not the sum of the credit limits.
    CHECK_LIMITS = "select l.ledger_account_id as subject, \
        cast(l.limit_minor - coalesce(s.total, 0) as bigint) as found from ledger_accounts l \
        left join (select ledger_account_id, sum(amount_minor) as total from credit_limits \
        group by ledger_account_id) s on s.ledger_account_id = l.ledger_account_id \
        where l.limit_minor <> coalesce(s.total, 0) order by l.ledger_account_id limit $1";
    /// Postings of an entry or an account that is not there.
    CHECK_REFERENCES = "select p.ledger_account_id as subject, count(1) as found from postings p \
        where not exists (select 1 from journal_entries e where e.entry_id = p.entry_id) \
        or not exists (select 1 from ledger_accounts l where l.ledger_account_id = p.ledger_account_id) \
        group by p.ledger_account_id order by p.ledger_account_id limit $1";
    /// Postings in a currency that is not the account's.
    CHECK_POSTING_CURRENCIES = "select p.ledger_account_id as subject, count(1) as found from postings p \
        join ledger_accounts l on l.ledger_account_id = p.ledger_account_id where p.currency <> l.currency \
        group by p.ledger_account_id order by p.ledger_account_id limit $1";
}

/// The most findings of one kind that are listed.
pub const FINDINGS_MAX: usize = 100;

/// Something that must never be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong, in words.
    pub rule: &'static str,
    /// The currency, account or idempotency key that it concerns.
    pub subject: String,
    /// By how much, in hundredths, or how many.
    pub found: i64,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {} ({})", self.subject, self.rule, self.found)
    }
}

/// What was checked and found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Accounts in the ledger.
    pub accounts: i64,
    /// Entries in the journal.
    pub entries: i64,
    /// Postings of all entries.
    pub postings: i64,
    /// What is wrong; at most [`FINDINGS_MAX`] of each kind. Empty when all is well.
    pub findings: Vec<Finding>,
}

static RULES: [(&Query, &str); 9] = [
    (&CHECK_CURRENCIES, "the postings in this currency do not add up to zero"),
    (&CHECK_ENTRIES, "the postings of this entry do not add up to zero"),
    (&CHECK_NATIONAL, "the national equivalents of this entry do not add up to zero"),
    (&CHECK_POSTINGS_COUNT, "this entry has another number of postings than it was written with"),
    (&CHECK_BALANCES, "the balance differs from the sum of the postings"),
    (&CHECK_HOLDS, "the held amount differs from the sum of the holds"),
    (&CHECK_LIMITS, "the limit differs from the sum of the credit limits"),
    (&CHECK_REFERENCES, "postings are of an entry or an account that does not exist"),
    (&CHECK_POSTING_CURRENCIES, "postings are in another currency than the account"),
];

/// Checks the whole ledger in one snapshot. It reads every posting: minutes on a large ledger, and no lock that
/// would stop others.
///
/// # Errors
/// The database's.
pub async fn check(store: &Store) -> Result<CheckReport, StoreError> {
    store.read("accounts.check", check_in).await
}

fn check_in(tx: &mut Tx) -> Result<CheckReport, StoreError> {
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
    Ok(Finding { rule, subject: row.text("subject")?.to_owned(), found: row.integer("found")? })
}
