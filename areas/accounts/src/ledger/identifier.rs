//! The names of accounts and entries in the ledger.

use std::fmt;

use kernel::{AccountNumber, Currency};
use thiserror::Error;

/// The name of an account in the ledger: the number of a customer's account, or the purpose and currency
/// of an account of the bank itself, such as `POSITION.USD`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LedgerAccountId(String);

impl LedgerAccountId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Tells whether it is the number of a customer's account; purposes of the bank's own begin with a letter.
    pub(super) fn is_of_customer(&self) -> bool {
        self.0.starts_with(|first: char| first.is_ascii_digit())
    }
}

impl From<&AccountNumber> for LedgerAccountId {
    fn from(number: &AccountNumber) -> Self {
        Self(number.as_str().to_owned())
    }
}

impl fmt::Display for LedgerAccountId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Purpose of an account of the bank itself. There is one account per purpose and currency; it may go below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InternalAccount {
    /// Money over the counter.
    Cash,
    /// Money at other banks, where incoming and outgoing payments settle.
    Correspondent,
    /// The other side of every opening balance.
    OpeningEquity,
    /// Payments that were handed to the outgoing rail and neither settled nor came back.
    OutgoingPayments,
    /// The bank's purchases and sales of a currency: the other side of every exchange, one per currency.
    Position,
    /// Money that came back for an account that cannot take it any more, until the bank finds its owner.
    Unclaimed,
}

impl InternalAccount {
    /// The purpose of positions, as names begin with it.
    pub(super) const POSITION: &str = "POSITION";

    /// Every purpose.
    pub const ALL: [Self; 6] = [
        Self::Cash,
        Self::Correspondent,
        Self::OpeningEquity,
        Self::OutgoingPayments,
        Self::Position,
        Self::Unclaimed,
    ];

    /// The account for this purpose in `currency`.
    pub fn in_currency(self, currency: Currency) -> LedgerAccountId {
        let purpose = match self {
            Self::Cash => "CASH",
            Self::Correspondent => "CORRESPONDENT",
            Self::OpeningEquity => "OPENING-EQUITY",
            Self::OutgoingPayments => "OUTGOING-PAYMENTS",
            Self::Position => Self::POSITION,
            Self::Unclaimed => "UNCLAIMED",
        };
        LedgerAccountId(format!("{purpose}.{currency}"))
    }
}

/// The text is no idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an idempotency key has 1 to 128 printable ASCII characters")]
pub struct IdempotencyKeyError;

/// The most characters an idempotency key has.
const KEY_CHARACTERS_MAX: usize = 128;

/// Names one business event for ever: an entry with a key that was posted before is not posted again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
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
