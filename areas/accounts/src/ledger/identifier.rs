//! The names of accounts and entries in the ledger.

use std::borrow::Cow;

use kernel::{AccountNumber, Currency};
use store::{ColumnPart, ColumnType, ColumnValue, Result, Row};
use thiserror::Error;
use uuid::Uuid;

/// The name of an account in the ledger: the number of a customer's account, or the purpose and currency
/// of an account of the bank itself, such as `POSITION.USD`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LedgerAccountId(String);

impl LedgerAccountId {
    pub(super) fn of_row(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// Tells whether it is the number of a customer's account; purposes of the bank's own begin with a letter.
    pub(super) fn is_of_customer(&self) -> bool {
        self.0.starts_with(|first: char| first.is_ascii_digit())
    }
}

impl ColumnValue<'_> for LedgerAccountId {
    const TYPE: ColumnType = ColumnType::Text;

    fn read_optional(row: &Row, place: usize) -> Result<Option<Self>> {
        Ok(row.text_at(place)?.map(Self::of_row))
    }

    fn part(&self) -> ColumnPart<'_> {
        ColumnPart::Text(Cow::Borrowed(&self.0))
    }
}

impl From<&AccountNumber> for LedgerAccountId {
    fn from(number: &AccountNumber) -> Self {
        Self(number.as_str().to_owned())
    }
}

kernel::text_newtype!(LedgerAccountId);

kernel::text_enum! {
    /// Purpose of an account of the bank itself. There is one account per purpose and currency; it may go below zero.
    pub enum InternalAccount {
        /// Money over the counter.
        Cash = "CASH",
        /// Money at other banks, where incoming and outgoing payments settle.
        Correspondent = "CORRESPONDENT",
        /// The other side of every opening balance.
        OpeningEquity = "OPENING-EQUITY",
        /// Payments that were handed to the outgoing rail and neither settled nor came back.
        OutgoingPayments = "OUTGOING-PAYMENTS",
        /// The bank's purchases and sales of a currency: the other side of every exchange, one per currency.
        Position = "POSITION",
        /// Money that came back for an account that cannot take it any more, until the bank finds its owner.
        Unclaimed = "UNCLAIMED",
        /// Income by positions in foreign currencies when their rates change, in roubles alone.
        RevaluationIncome = "REVALUATION-INCOME",
        /// Expense by them, in roubles alone.
        RevaluationExpense = "REVALUATION-EXPENSE",
    }
}

impl InternalAccount {
    pub(super) const fn is_of_roubles(self) -> bool {
        matches!(self, Self::RevaluationIncome | Self::RevaluationExpense)
    }

    pub fn in_currency(self, currency: Currency) -> LedgerAccountId {
        LedgerAccountId(format!("{}.{currency}", self.as_str()))
    }

    /// Purpose and currency of an account's name; `None` when no account of the bank's own is called so.
    pub(crate) fn named(name: &str) -> Option<(Self, Currency)> {
        let (purpose, currency) = name.split_once('.')?;
        let named = purpose.parse().ok().zip(currency.parse().ok());
        named.filter(|(account, currency): &(Self, Currency)| {
            currency.is_national() || !account.is_of_roubles()
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an idempotency key has 1 to 128 printable ASCII characters")]
pub struct IdempotencyKeyError;

const KEY_CHARACTERS_MAX: usize = 128;
/// The beginning of the keys of reversals; the identifier of the reversed entry follows.
const REVERSAL: &str = "reversal:";

/// Names one business event for ever: an entry with a key that was posted before is not posted again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(String);

kernel::text_newtype!(IdempotencyKey);

impl IdempotencyKey {
    pub(super) fn of_reversal(reversed: Uuid) -> Self {
        Self(format!("{REVERSAL}{reversed}"))
    }

    /// Returns the identifier of the entry that the one with this key reverses.
    pub(super) fn reversed(key: &str) -> Option<Uuid> {
        key.strip_prefix(REVERSAL)?.parse().ok()
    }
}

impl TryFrom<String> for IdempotencyKey {
    type Error = IdempotencyKeyError;
    fn try_from(text: String) -> Result<Self, IdempotencyKeyError> {
        let fits =
            (1..=KEY_CHARACTERS_MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        if fits { Ok(Self(text)) } else { Err(IdempotencyKeyError) }
    }
}
