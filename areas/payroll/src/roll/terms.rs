//! The terms of the statement that a roll becomes, by the roll or by its maker.

use jiff::civil::Date;
use kernel::{AccountNumber, Money};

use super::Roll;
use crate::income::Income;
use crate::statement::ReportingPeriod;

/// Terms of the statement that a roll becomes, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollTerms {
    /// The account of the company that is debited.
    pub account: Option<AccountNumber>,
    pub income: Income,
    pub purpose: Option<String>,
    /// The day from which it may be executed.
    pub date: Option<Date>,
    /// The month for which the money is paid.
    pub period: Option<ReportingPeriod>,
}

impl Roll {
    /// Returns the sum of the amounts that are some; `None` when it is out of range.
    pub fn total(&self) -> Option<Money> {
        let amounts =
            (1..).zip(&self.rows).filter_map(|(line, row)| self.transfer(line, row).0.amount.positive());
        Money::checked_sum(amounts)
    }
}
