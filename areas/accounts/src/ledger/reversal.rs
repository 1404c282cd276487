//! Reversals: an entry that takes another one back, whole and once, and says why.
//!
//! Its key names the entry that it reverses, so that the unique key of the journal, which only grows, refuses a second
//! one. It is posted as an order of a customer is: an account gives back what it can spend, and nothing that is held.

use audit::Actor;
use kernel::{Instant, Randomness};
use store::{StoreError, Tx};
use thiserror::Error;
use uuid::Uuid;

use super::journal::{self, JournalEntry};
use super::keeper::{Keeper, keeper};
use super::{
    Draft, Entry, EntryError, EntryHeader, EntryKind, IdempotencyKey, InternalAccount, LedgerAccountId,
    LedgerError, Posted, is_posted, post,
};

#[derive(Debug, Error)]
pub enum ReversalError {
    #[error("there is no entry {0} in the journal, or it has left for the archive")]
    Absent(i64),
    #[error("the core keeps the accounts and reverses what it has booked")]
    KeptByCore,
    #[error("entry {0} is reversed already")]
    Reversed(i64),
    #[error(
        "entry {0} is a {1}: OPENING, TRANSFER and OUTGOING_PAYMENT of the bank's files are reversed; {way}",
        way = way_back(*.1)
    )]
    Kind(i64, EntryKind),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

impl From<StoreError> for ReversalError {
    fn from(error: StoreError) -> Self {
        Self::Ledger(error.into())
    }
}

impl From<EntryError> for ReversalError {
    fn from(error: EntryError) -> Self {
        Self::Ledger(error.into())
    }
}

/// An entry and the one that takes it back, which is not posted yet.
#[derive(Debug)]
pub struct Reversal {
    pub reversed: JournalEntry,
    entry: Entry,
}

impl Reversal {
    /// Makes the reversal of the entry with a number of the journal, with the value date of that.
    pub fn of(
        tx: &mut Tx,
        number: i64,
        reason: &str,
        author: Actor,
        (now, randomness): (Instant, &dyn Randomness),
    ) -> Result<Self, ReversalError> {
        if keeper(tx)? == Keeper::Core {
            return Err(ReversalError::KeptByCore);
        }
        let found = journal::after(tx, number.saturating_sub(1), 1)?.into_iter().next();
        let reversed = found.filter(|entry| entry.number == number).ok_or(ReversalError::Absent(number))?;
        if !is_reversed_by_hand(&reversed) {
            return Err(ReversalError::Kind(number, reversed.kind));
        }
        let key = IdempotencyKey::of_reversal(reversed.entry_id);
        if is_posted(tx, &key)? {
            return Err(ReversalError::Reversed(number));
        }
        let header = EntryHeader {
            entry_id: randomness.uuid(now),
            idempotency_key: key,
            kind: EntryKind::Correction,
            posted_at: now,
            value_date: reversed.value_date,
            description: reason.to_owned(),
            document: None,
            authors: author.into(),
        };
        let mut draft = Draft::new(header);
        for posting in &reversed.postings {
            let account = LedgerAccountId::of_row(&posting.account);
            let back = posting.amount.checked_neg().ok_or(EntryError::Amount)?;
            draft = draft.moved(account, posting.currency, back);
        }
        Ok(Self { entry: draft.balanced()?, reversed })
    }

    pub const fn entry_id(&self) -> Uuid {
        self.entry.header().entry_id
    }

    /// Posts it, last of all in its unit of work.
    pub fn post(&self, tx: &mut Tx) -> Result<(), ReversalError> {
        match post(tx, &self.entry)? {
            Posted::Now => Ok(()),
            Posted::Before => Err(ReversalError::Reversed(self.reversed.number)),
        }
    }
}

/// Says how the business of an entry that is not reversed is set right.
const fn way_back(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Payroll => {
            "the employees have what a statement has paid: what is agreed with one comes back by the bank's file \
             `payments`, as a debit of that account and a credit of the company's"
        }
        EntryKind::OutgoingPayment | EntryKind::PaymentReturn => {
            "an answer about a payment stays: money that another bank sends back is told as a return of its order, and \
             what was booked wrongly is set right by the bank's file `payments`"
        }
        EntryKind::Correction => "a reversal stays: bring the payment again, under another name",
        EntryKind::Revaluation => {
            "give the right rate (`day_rates`): the next day that is closed brings the position up"
        }
        EntryKind::Exchange | EntryKind::Opening | EntryKind::Transfer => {
            "one of several currencies is set right by the opposite one"
        }
    }
}

/// Tells whether people reverse such an entry: it was told by the bank's files, and nothing waits for an answer to it.
fn is_reversed_by_hand(entry: &JournalEntry) -> bool {
    let is_of_files =
        matches!(entry.kind, EntryKind::Opening | EntryKind::Transfer | EntryKind::OutgoingPayment);
    let is_under_way = |account: &str| {
        InternalAccount::named(account).is_some_and(|(own, _)| own == InternalAccount::OutgoingPayments)
    };
    let is_plain = |account: &str, national: bool| !national && !is_under_way(account);
    is_of_files && entry.postings.iter().all(|line| is_plain(&line.account, line.national.is_some()))
}
