//! The operations of a period as files for other programs: [`exchange`] for 1C, [`camt`] for those that read ISO 20022.
//!
//! A file is written in three steps, so that a long one never is in memory as a whole: what is before the
//! operations, some operations, what is after them. To add a format, add a file with these three steps.

pub(crate) mod camt;
pub(crate) mod exchange;

use jiff::civil::Date;
use kernel::{BankZone, Instant};

use crate::operation::{Operation, Side, Turnover};

pub(crate) const EXPORTED_MAX: i64 = 100_000;

#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) owner: Side,
    pub(crate) number: String,
    /// Its currency by ISO 4217 as it is today: RUB for roubles.
    pub(crate) currency: &'static str,
    /// Its amounts have hundredths; those of a currency without a minor unit are whole.
    pub(crate) has_hundredths: bool,
    pub(crate) bank: String,
    pub(crate) first_day: Date,
    pub(crate) last_day: Date,
    pub(crate) turnover: Turnover,
    /// Tells that the day before it is closed, so that its opening balance cannot change any more.
    pub(crate) opening_is_closed: bool,
    /// Tells that all its days are closed, so that nothing can come any more.
    pub(crate) is_closed: bool,
    pub(crate) created_at: Instant,
    pub(crate) zone: BankZone,
}

impl Head {
    fn payer_and_payee(&self, operation: &Operation) -> (Side, Side) {
        let (owner, other) = (self.owner.clone(), operation.other.clone());
        if operation.is_debit() { (owner, other) } else { (other, owner) }
    }
}

#[cfg(test)]
mod tests;
