//! Everything that the checks look at beside the transfers.

use std::collections::HashSet;

use jiff::civil::Date;
use kernel::Bic;

use crate::conversion_terms::Quote;
use crate::execution::Timing;
use crate::income::EnrollmentKind;
use crate::lifecycle::StatementKind;
use crate::statement::{StatementHeader, StatementTerms};

/// The banks at which employees are paid, as far as somebody answers orders to pay them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nobody executes statements.
    Nowhere,
    /// Nobody makes payments to other banks.
    ThisBank,
    /// Employees are paid wherever their accounts are.
    EveryBank,
}

/// Facts that the bank knows and the sender does not say.
#[derive(Clone, Debug)]
pub struct Facts {
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
