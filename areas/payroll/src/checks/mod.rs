//! The checks of a statement in CHECKING (PAY-03): pure functions over the statement and what the bank knows.
//!
//! A [`Checker`] sees the transfers one after the other, so that they need not be in memory together. What is wrong
//! comes out as findings, codes of the [catalogue](crate::catalogue) with their parameters.

mod statement;
mod transfer;
mod verdict;

use std::collections::{BTreeSet, HashMap, HashSet};

use jiff::civil::Date;
use kernel::{Bic, Money, folded};

use crate::catalogue::{Code, Finding, Reason};
use crate::conversion_terms::Quote;
use crate::execution::Timing;
use crate::income::EnrollmentKind;
use crate::lifecycle::StatementKind;
use crate::likeness::rows_digest;
use crate::statement::{StatementHeader, StatementTerms};
use crate::transfer::{Conversion, FieldType, Text, Transfer};

pub use statement::DAYS_AHEAD_MAX;
pub use verdict::Verdict;

/// The sum of the amounts so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sum {
    Exact(Money),
    /// Some amount is none, which is found at its transfer.
    Unknown,
    OutOfRange,
}

#[derive(Debug)]
pub struct Checker<'s> {
    statement: Option<Checked<'s>>,
    facts: &'s CheckFacts,
    findings: Vec<Finding>,
    lines_by_order_number: HashMap<i64, i64>,
    count: i64,
    sum: Sum,
    currencies: BTreeSet<String>,
    /// Accounts and amounts.
    rows: Vec<(String, i64)>,
    /// The first line of each account, and the name there.
    names_by_account: HashMap<String, (i64, String)>,
    alike: Option<Reason>,
}

impl<'s> Checker<'s> {
    pub fn new(statement: Checked<'s>, facts: &'s CheckFacts) -> Self {
        Self { statement: Some(statement), ..Self::of_transfers(facts) }
    }

    /// Begins to check transfers whose statement cannot be read: they are looked at, and nothing else.
    pub fn of_transfers(facts: &'s CheckFacts) -> Self {
        Self {
            statement: None,
            facts,
            findings: Vec::new(),
            lines_by_order_number: HashMap::new(),
            count: 0,
            sum: Sum::Exact(Money::ZERO),
            currencies: BTreeSet::new(),
            rows: Vec::new(),
            names_by_account: HashMap::new(),
            alike: None,
        }
    }

    /// Returns what the transfers so far are compared by with those of other statements.
    pub fn rows_digest(&self) -> [u8; 32] {
        rows_digest(self.rows.iter().map(|(account, minor)| (account.as_str(), *minor)).collect())
    }

    /// Tells of a statement with the same rows.
    pub fn alike(&mut self, found: Option<Reason>) {
        self.alike = found;
    }

    /// Looks at one transfer; lines come in their order, each once.
    pub fn transfer<T: Text, C>(&mut self, transfer: &Transfer<T, C>)
    where
        C: FieldType<T, C> + AsRef<[Conversion]>,
    {
        let mut found = Vec::new();
        if let Some(&line) = self.lines_by_order_number.get(&transfer.order_number) {
            found.push(Reason::with(Code::T05, [transfer.order_number.to_string(), line.to_string()]));
        } else {
            self.lines_by_order_number.insert(transfer.order_number, transfer.line);
        }
        transfer::check(transfer, self.facts, &mut found);
        self.remember(transfer, &mut found);
        let conversions = transfer.conversion.as_ref();
        if let Some(statement) = &self.statement {
            let rates = &statement.terms.conversion_rates;
            transfer::convert(transfer.amount.positive(), conversions, rates, &mut found);
        }
        self.findings.extend(found.into_iter().map(|what| Finding { line: transfer.line, what }));
        self.count += 1;
        self.sum = match (self.sum, transfer.amount.positive()) {
            (Sum::Exact(sum), Some(amount)) => sum.checked_add(amount).map_or(Sum::OutOfRange, Sum::Exact),
            (Sum::Exact(_) | Sum::Unknown, None) => Sum::Unknown,
            (other, _) => other,
        };
        for conversion in conversions {
            if !self.currencies.contains(&conversion.currency) {
                self.currencies.insert(conversion.currency.clone());
            }
        }
    }

    /// Keeps account, amount and name, and adds that the account belongs to somebody of another name before.
    fn remember<T: Text, C>(&mut self, transfer: &Transfer<T, C>, found: &mut Vec<Reason>) {
        let account = transfer.account.as_ref();
        let minor = transfer.amount.positive().map_or(0, Money::minor);
        self.rows.push((account.to_owned(), minor));
        let name = folded(&format!("{} {}", transfer.last_name.as_ref(), transfer.first_name.as_ref()));
        match self.names_by_account.get(account) {
            Some((line, other)) if *other != name => found.push(Reason::with(Code::T21, [line.to_string()])),
            Some(_) => {}
            None => {
                self.names_by_account.insert(account.to_owned(), (transfer.line, name));
            }
        }
    }

    /// Returns everything that is wrong, the statement's own findings first, then by line.
    pub fn finish(self) -> Vec<Finding> {
        let Some(statement) = self.statement else { return self.findings };
        let mut found = Vec::new();
        match self.sum {
            Sum::Exact(sum) if sum != statement.terms.total => {
                let total = statement.terms.total;
                found.push(Reason::with(Code::P02, [sum.to_string(), total.to_string()]));
            }
            Sum::OutOfRange => found.push(Reason::new(Code::P03)),
            Sum::Exact(_) | Sum::Unknown => {}
        }
        if self.count != statement.terms.transfers_count {
            let said = statement.terms.transfers_count;
            found.push(Reason::with(Code::P01, [self.count.to_string(), said.to_string()]));
        }
        statement::check(statement, self.facts, &self.currencies, &mut found);
        found.extend(self.alike);
        found.sort_by_key(|reason| reason.code);
        let mut findings: Vec<Finding> = found.into_iter().map(Finding::of_statement).collect();
        findings.extend(self.findings);
        findings
    }
}

/// The banks at which employees are paid, as far as somebody answers orders to pay them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Nowhere,
    ThisBank,
    /// Employees are paid wherever their accounts are.
    EveryBank,
}

/// Facts that the bank knows and the sender does not say.
#[derive(Clone, Debug)]
pub struct CheckFacts {
    /// Today in the bank's zone.
    pub today: Date,
    /// Everything besides its date that decides when the statement is executed.
    pub timing: Timing,
    pub own_bic: Bic,
    /// The banks that the outgoing rail reaches.
    pub other_banks: Vec<Bic>,
    pub reach: Reach,
    /// The debit account is the company's, open and not blocked.
    pub debit_account_is_open: bool,
    /// The enrollment kind; `None` when the dictionary has it no more.
    pub enrollment: Option<EnrollmentKind>,
    /// Another statement of the year has the number.
    pub number_is_taken: bool,
    /// The bank's quotes of today for the currencies of the statement's rates.
    pub quotes: Vec<Quote>,
    /// The lines whose account at this bank is absent, closed, or not attached to the company's salary project.
    pub unattached_lines: HashSet<i64>,
}

/// The part of a statement itself that is checked.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'s> {
    pub kind: StatementKind,
    pub terms: &'s StatementTerms,
    pub date: Date,
    pub number: i64,
}

impl<'s> From<&'s StatementHeader> for Checked<'s> {
    fn from(header: &'s StatementHeader) -> Self {
        Self { kind: header.state.kind(), terms: &header.terms, date: header.date, number: header.number }
    }
}

#[cfg(test)]
mod tests;
