//! Proves from what is stored that no money came from nowhere.
//!
//! It has to answer above all when the database is damaged. So no sum of it can leave its range ([`store::wide_sum!`]),
//! and no value makes it fail: what is wrong is named by account, entry or currency. `entries` reads the journal once
//! and looks at each entry by itself; `sums` compares accounts with their postings, holds and limits, `operations`,
//! `told` and `closings` what customers were told.

pub(crate) mod closings;
pub(crate) mod entries;
pub(crate) mod operations;
pub(crate) mod sums;
pub(crate) mod told;

use std::collections::BTreeMap;
use std::fmt;

use kernel::{Instant, text_enum};
use store::{Query, Result, Tx, params};

pub const FINDINGS_MAX: usize = 100;

store::queries! {
    CHECK_COUNTS = "select count(1) as accounts from ledger_accounts";
    /// Writes down when nothing was found; it never goes back.
    PROOF_NOTE = "insert into ledger_proofs (scope, green_at_us) values ($1, $2) on conflict (scope) do update set \
        green_at_us = excluded.green_at_us where ledger_proofs.green_at_us < excluded.green_at_us";
    PROOFS = "select scope, green_at_us from ledger_proofs";
}

const STRAY: (usize, &str) = (16, "postings are of an entry or an account that does not exist");

/// Something in the ledger that must never be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
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

/// Findings by the place of their rule, at most [`FINDINGS_MAX`] of each.
#[derive(Default)]
struct Findings(BTreeMap<usize, Vec<Finding>>);

impl Findings {
    fn add(&mut self, (place, rule): (usize, &'static str), subject: impl Into<String>, found: i128) {
        let of_rule = self.0.entry(place).or_default();
        if of_rule.len() < FINDINGS_MAX {
            of_rule.push(Finding { rule, subject: subject.into(), found });
        }
    }

    fn add_rows(
        &mut self,
        tx: &mut Tx,
        query: &'static Query,
        rule: (usize, &'static str),
        since_us: Option<i64>,
    ) -> Result<()> {
        let limit = i64::try_from(FINDINGS_MAX).unwrap_or(i64::MAX);
        let values = since_us.map_or_else(|| params![limit], |since_us| params![limit, since_us]);
        for (subject, off) in tx.select::<(String, i128)>(query, values)? {
            self.add(rule, subject, off);
        }
        Ok(())
    }

    fn listed(self) -> Vec<Finding> {
        let in_order = |mut of_rule: Vec<Finding>| {
            of_rule.sort_by(|one, other| one.subject.cmp(&other.subject));
            of_rule
        };
        self.0.into_values().flat_map(in_order).collect()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    pub accounts: i64,
    pub entries: i64,
    pub postings: i64,
    /// The findings, at most [`FINDINGS_MAX`] of each kind. Empty when all is well.
    pub findings: Vec<Finding>,
}

/// Checks the whole ledger by every rule, in the unit of work of the caller.
pub fn check(tx: &mut Tx) -> Result<CheckReport> {
    check_since(tx, None)
}

/// Checks what was written in the ledger since a moment: reads that alone, so that the sums of whole accounts are left
/// to [`check`]. Without a moment it checks everything.
pub fn check_since(tx: &mut Tx, since: Option<Instant>) -> Result<CheckReport> {
    tx.survey_at_length()?;
    let mut findings = Findings::default();
    let mut read = entries::look(tx, since, &mut findings)?;
    if since.is_none() {
        sums::look(tx, &mut read, &mut findings)?;
    }
    let (entries, postings) = (read.entries, read.postings);
    for (account, postings) in read.orphans {
        findings.add(STRAY, account, postings);
    }
    let since_us = since.map_or(i64::MIN, Instant::microseconds);
    operations::look(tx, since_us, &mut findings)?;
    closings::look(tx, since_us, read.told, &mut findings)?;
    let accounts = tx.select_one(&CHECK_COUNTS, params![])?;
    Ok(CheckReport { accounts, entries, postings, findings: findings.listed() })
}

text_enum! {
    /// The part of the books that a proof looks at.
    pub enum ProofScope {
        Whole = "WHOLE",
        Since = "SINCE",
    }
}

store::text_columns! { ProofScope }

/// Writes down that a proof that began at this moment found nothing.
pub(crate) fn note_proof(tx: &mut Tx, scope: ProofScope, began: Instant) -> Result<()> {
    tx.execute(&PROOF_NOTE, params![scope.as_str(), began]).map(drop)
}

/// Returns when the last proofs that found nothing began.
pub(crate) fn proofs(tx: &mut Tx) -> Result<Vec<(ProofScope, Instant)>> {
    tx.select(&PROOFS, params![])
}

/// Returns the first identifier that may be minted at a moment: those of entries carry theirs.
pub fn minted_from(moment: Instant) -> [u8; 16] {
    let milliseconds = u64::try_from(moment.microseconds().div_euclid(1_000)).unwrap_or(0);
    u128::from(milliseconds).wrapping_shl(80).to_be_bytes()
}
