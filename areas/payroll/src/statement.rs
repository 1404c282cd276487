//! The header of a statement: everything but its transfers (spec section 2.5).

use jiff::civil::Date;
use kernel::{AccountNumber, Cnum, Currency, Instant, Money, UserId};
use rust_decimal::Decimal;

use crate::catalogue::Reason;
use crate::identifier::{ExternalId, StatementId};
use crate::income::Income;
use crate::lifecycle::{StatementState, StatementStatus};

/// The most transfers of one statement (spec section 8).
pub const TRANSFERS_MAX: usize = 10_000;
/// The most characters of a purpose (spec section 8).
pub const PURPOSE_CHARACTERS_MAX: usize = 118;
/// The greatest number of a statement (spec section 8).
pub const NUMBER_MAX: i64 = 999_999;
/// The most currencies of conversions, per statement and per transfer (spec section 8).
pub const CONVERSION_CURRENCIES_MAX: usize = 2;

/// The currencies into which wages are converted (spec section 2.5).
pub const CONVERSION_CURRENCIES: [&str; 3] = ["USD", "EUR", "CNY"];

/// The least number that is no rate any more: roubles for one unit.
pub const RATE_BOUND: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);
/// The most characters of a rate's number.
const RATE_CHARACTERS_MAX: usize = 30;

/// Roubles for one unit of a currency, as the sender fixed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionRate {
    /// USD, EUR or CNY.
    pub currency: Currency,
    /// Above zero and below [`RATE_BOUND`].
    pub rate: Decimal,
}

impl ConversionRate {
    /// Returns the exact rate that a number names, with an exponent or without one; `None` when it is none.
    pub fn rate_of(number: &str) -> Option<Decimal> {
        if number.len() > RATE_CHARACTERS_MAX {
            return None;
        }
        let exact = if number.contains(['e', 'E']) {
            Decimal::from_scientific(number)
        } else {
            Decimal::from_str_exact(number)
        };
        let rate = exact.ok()?.normalize();
        (rate > Decimal::ZERO && rate < RATE_BOUND).then_some(rate)
    }
}

/// The person whom the bank may ask about the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponsiblePerson {
    /// 1 to 250 characters.
    pub full_name: String,
    /// 1 to 16 characters.
    pub phone: String,
}

/// The month for which the money is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportingPeriod {
    /// 1 to 9999.
    pub year: i64,
    /// 1 to 12.
    pub month: i64,
}

/// The sender's terms of a statement as a whole, every field within its constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementTerms {
    pub external_id: ExternalId,
    /// The account of the company that is debited.
    pub account: AccountNumber,
    /// The number of transfers that the sender counted, at least 1.
    pub transfers_count: i64,
    /// Their sum by the sender's account, above zero, in roubles.
    pub total: Money,
    /// Conversion rates by currency, at most [`CONVERSION_CURRENCIES_MAX`].
    pub conversion_rates: Vec<ConversionRate>,
    pub income: Income,
    pub responsible: Option<ResponsiblePerson>,
    pub period: Option<ReportingPeriod>,
}

/// A statement as the bank keeps it, without its transfers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementHeader {
    pub id: StatementId,
    pub cnum: Cnum,
    pub terms: StatementTerms,
    pub state: StatementState,
    /// The number of changes of state it has gone through.
    pub version: i64,
    pub created_at: Instant,
    pub changed_at: Instant,
    pub created_by: UserId,
    /// The year of its creation in the bank's zone, within which numbers are counted.
    pub year: i64,
    /// Its number, 1 to [`NUMBER_MAX`].
    pub number: i64,
    /// The bank gave the number.
    pub number_is_default: bool,
    /// The day from which it may be executed.
    pub date: Date,
    /// The purpose of the money, at most [`PURPOSE_CHARACTERS_MAX`] characters.
    pub purpose: String,
    /// Its transfers have the lines 1 to this.
    pub lines_count: i64,
    pub digests: Option<Digests>,
    /// Execution is through with the lines 1 to this.
    pub done_through_line: i64,
    /// The sum that has reached employees' accounts.
    pub executed: Money,
    /// The number of transfers that were refused or came back.
    pub declined_count: i64,
    /// Of the accounts and amounts of its transfers, when it was last checked; none when an older program took it in.
    pub rows_digest: Option<[u8; 32]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// The status before; none at the creation.
    pub from: Option<StatementStatus>,
    pub to: StatementStatus,
    pub at: Instant,
    /// The user who took it; none for the program itself.
    pub user_name: Option<String>,
    /// The reason, where the statement itself does not say it.
    pub reason: Option<Reason>,
}

/// The digest that the bank computed over a signed statement's payload, and the one that its sender claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digests {
    /// SHA-256 of the canonical payload.
    pub computed: [u8; 32],
    /// As it was sent: Base64 when right.
    pub claimed: String,
}

/// Returns the purpose of a statement whose sender gave none, from the name of its enrollment kind: cut at
/// [`PURPOSE_CHARACTERS_MAX`] characters (PAY-05).
pub fn default_purpose(enrollment_name: &str, period: Option<ReportingPeriod>) -> String {
    let month = period.map(|period| format!(" за {:02}.{}", period.month, period.year)).unwrap_or_default();
    let phrase = format!("Перечисление денежных средств сотрудникам: {enrollment_name}{month}");
    phrase.chars().take(PURPOSE_CHARACTERS_MAX).collect()
}
