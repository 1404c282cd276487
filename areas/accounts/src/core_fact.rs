//! A fact of the bank's core: one item of the feed by which it tells what it books (ADR 46).

use jiff::civil::Date;
use kernel::{AccountNumber, Currency, Instant, Money};
use thiserror::Error;
use uuid::Uuid;

use crate::ledger::{
    Authors, Counterparty, CreditLimit, DocumentNumber, Draft, Entry, EntryHeader, EntryKind, Hold,
    IdempotencyKey, InternalAccount, LedgerAccountId,
};

#[derive(Clone, Debug)]
pub enum CoreFact {
    Operation(Box<CoreOperation>),
    /// Money that is promised and not booked yet.
    Hold(Hold),
    Release {
        hold_id: String,
        at: Instant,
    },
    Limit(CreditLimit),
    /// The balance of an account after all facts before this one.
    Balance {
        account: AccountNumber,
        balance: Money,
    },
    /// A day on which, and before which, nothing is booked any more.
    ClosedDay(Date),
}

#[derive(Clone, Debug)]
pub struct CoreOperation {
    /// The core's name of it, for ever.
    pub id: String,
    pub account: AccountNumber,
    /// Positive for money that came, negative for money that left.
    pub amount: Money,
    /// The moment at which the core booked it.
    pub posted_at: Instant,
    /// The day from which the money counts.
    pub value_date: Date,
    pub purpose: String,
    pub document: Option<DocumentNumber>,
    pub counterparty: Option<Counterparty>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FactRefusal {
    #[error("there is no account {0}")]
    UnknownAccount(String),
    #[error("account {0} is closed")]
    ClosedAccount(String),
    #[error("there is no hold {0}")]
    UnknownHold(String),
    #[error("{0} was told before with another content")]
    Contradicts(String),
    #[error("what was booked before {0} has left for the archive")]
    Archived(String),
    #[error("{0}")]
    Wrong(String),
}

impl FactRefusal {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownAccount(_) => "UNKNOWN_ACCOUNT",
            Self::ClosedAccount(_) => "CLOSED_ACCOUNT",
            Self::UnknownHold(_) => "UNKNOWN_HOLD",
            Self::Contradicts(_) => "CONTRADICTS",
            Self::Archived(_) => "ARCHIVED",
            Self::Wrong(_) => "WRONG",
        }
    }
}

impl CoreOperation {
    /// Returns the key of its entry. A payment that a file brings and one of the feed are the same by their name.
    pub fn key(&self) -> Result<IdempotencyKey, FactRefusal> {
        let key = IdempotencyKey::try_from(format!("payment:{}", self.id));
        key.map_err(|error| FactRefusal::Wrong(error.to_string()))
    }

    /// Makes the entry of the operation, against the correspondent account.
    pub fn entry(self, entry_id: Uuid, currency: Currency, authors: Authors) -> Result<Entry, FactRefusal> {
        let wrong = |message: String| FactRefusal::Wrong(message);
        let bank_amount = self.amount.checked_neg();
        let bank_amount = bank_amount.ok_or_else(|| wrong("the amount is out of range".to_owned()))?;
        let header = EntryHeader {
            entry_id,
            idempotency_key: self.key()?,
            kind: if self.amount.is_positive() { EntryKind::Transfer } else { EntryKind::OutgoingPayment },
            posted_at: self.posted_at,
            value_date: self.value_date,
            description: self.purpose,
            document: self.document,
            authors,
        };
        let bank_side = InternalAccount::Correspondent.in_currency(currency);
        let account = LedgerAccountId::from(&self.account);
        let draft = Draft::new(header).moved(bank_side, currency, bank_amount);
        let draft = draft.moved(account, currency, self.amount);
        let draft = match self.counterparty {
            Some(counterparty) => draft.with_counterparty(counterparty),
            None => draft,
        };
        draft.balanced().map_err(|error| wrong(error.to_string()))
    }
}
