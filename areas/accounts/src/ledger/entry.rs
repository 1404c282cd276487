//! Journal entries that cannot exist unbalanced.
//!
//! An [`Entry`] comes out of [`Draft::balanced`] alone, which refuses every sum that is not zero. What the
//! ledger posts is therefore zero by construction; [`super::check`] proves the same of what is stored.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::{Currency, Instant, Money, text_enum};
use sha2::{Digest, Sha256};
use thiserror::Error;
use uuid::Uuid;

use super::{Authors, Counterparty, DocumentNumber, IdempotencyKey, LedgerAccountId};

/// The most postings of one entry: a statement of 10,000 transfers with two conversions each fits in one.
pub const POSTINGS_OF_ENTRY_MAX: usize = 65_536;
/// The largest amount of one posting, in hundredths. Together with the bound of a balance it keeps every
/// intermediate sum of the database inside 64 bits.
pub const POSTING_MINOR_MAX: i64 = 9_000_000_000_000_000;
pub const DESCRIPTION_CHARACTERS_MAX: usize = 512;

text_enum! {
    pub enum EntryKind {
        /// The balance an account brings along when it is loaded.
        Opening = "OPENING",
        Transfer = "TRANSFER",
        Payroll = "PAYROLL",
        OutgoingPayment = "OUTGOING_PAYMENT",
        PaymentReturn = "PAYMENT_RETURN",
        /// One currency for another, through position accounts.
        Exchange = "EXCHANGE",
        /// The reverse of an entry that was wrong.
        Correction = "CORRECTION",
        /// The change of what a position in a foreign currency is worth in roubles.
        Revaluation = "REVALUATION",
    }
}

impl EntryKind {
    /// Tells the holder of an account what a posting of `amount` is. Several payments are answered in one entry, some
    /// of which settled and some came back: money that an entry of outgoing payments credits to a customer is a return.
    pub const fn seen_from(self, amount: Money) -> Self {
        match self {
            Self::OutgoingPayment if amount.is_positive() => Self::PaymentReturn,
            kind => kind,
        }
    }
}

/// Everything of an entry but its postings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryHeader {
    /// Time-ordered, minted by the caller, so that a repeated unit of work writes the same row.
    pub entry_id: Uuid,
    /// Names the business event; unique in the ledger.
    pub idempotency_key: IdempotencyKey,
    pub kind: EntryKind,
    pub posted_at: Instant,
    /// The bank's day from which the money counts.
    pub value_date: Date,
    /// Text for people, at most [`DESCRIPTION_CHARACTERS_MAX`] characters.
    pub description: String,
    pub document: Option<DocumentNumber>,
    pub authors: Authors,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    pub account: LedgerAccountId,
    /// The currency, which has to be the account's.
    pub currency: Currency,
    /// Positive for a credit, negative for a debit, never zero.
    pub amount: Money,
    /// The equivalent in the national currency, with the same sign; only in entries of several currencies.
    pub national: Option<Money>,
    /// The other side, as the holder of the account is shown it; `None` where no document names it.
    pub counterparty: Option<Counterparty>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryError {
    /// An entry moves money between two lines at least.
    #[error("an entry has 2 to {POSTINGS_OF_ENTRY_MAX} postings, not {0}")]
    PostingsCount(usize),
    #[error("the amount of a posting is 0.01 to 90000000000000.00")]
    Amount,
    /// The currency has no such fraction, or finer ones than amounts can tell.
    #[error(
        "{0} has no such amount: amounts are kept in hundredths, and in whole units where there are none"
    )]
    Digits(Currency),
    #[error("the postings in {currency} add up to {difference_minor} hundredths instead of zero")]
    Unbalanced { currency: Currency, difference_minor: i128 },
    /// An entry of several currencies names the national equivalent of every posting, with the posting's sign.
    #[error("a posting of an entry with several currencies lacks a national equivalent of its sign")]
    NationalMissing,
    #[error("the national equivalents add up to {0} hundredths instead of zero")]
    NationalUnbalanced(i128),
    #[error("the description has 1 to {DESCRIPTION_CHARACTERS_MAX} characters and no U+0000")]
    Description,
}

#[derive(Clone, Debug)]
pub struct Draft {
    header: EntryHeader,
    postings: Vec<Posting>,
    wrong_amount: Option<EntryError>,
}

impl Draft {
    pub const fn new(header: EntryHeader) -> Self {
        Self { header, postings: Vec::new(), wrong_amount: None }
    }

    /// An entry without postings yet, which will have so many.
    pub(super) fn with_room_for(header: EntryHeader, postings: usize) -> Self {
        Self { header, postings: Vec::with_capacity(postings), wrong_amount: None }
    }

    /// Adds `amount`, which is positive, to the account.
    pub fn credit(self, account: LedgerAccountId, currency: Currency, amount: Money) -> Self {
        self.line(account, currency, amount, 1)
    }

    /// Takes `amount`, which is positive, from the account.
    pub fn debit(self, account: LedgerAccountId, currency: Currency, amount: Money) -> Self {
        self.line(account, currency, amount, -1)
    }

    /// Changes the account by `amount`: a credit above zero, a debit below.
    pub fn moved(self, account: LedgerAccountId, currency: Currency, amount: Money) -> Self {
        match amount.checked_neg() {
            Some(taken) if amount.is_negative() => self.debit(account, currency, taken),
            _ => self.credit(account, currency, amount),
        }
    }

    /// Tells the equivalent in roubles, above zero, of the line that was added last: in an entry of several currencies
    /// every line has one.
    pub fn valued(mut self, national: Money) -> Self {
        if !is_in_range(national) {
            self.wrong_amount = Some(EntryError::Amount);
        } else if let Some(posting) = self.postings.last_mut() {
            posting.national =
                if posting.amount.is_negative() { national.checked_neg() } else { Some(national) };
        }
        self
    }

    /// Names the other side of the line that was added last.
    pub fn with_counterparty(mut self, counterparty: Counterparty) -> Self {
        if let Some(posting) = self.postings.last_mut() {
            posting.counterparty = Some(counterparty);
        }
        self
    }

    fn line(mut self, account: LedgerAccountId, currency: Currency, amount: Money, sign: i64) -> Self {
        if !is_in_range(amount) {
            self.wrong_amount = Some(EntryError::Amount);
            return self;
        }
        if !currency.has_amount(amount) {
            self.wrong_amount = Some(EntryError::Digits(currency));
            return self;
        }
        self.postings.push(Posting {
            account,
            currency,
            amount: Money::from_minor(amount.minor() * sign),
            national: None,
            counterparty: None,
        });
        self
    }

    pub fn balanced(self) -> Result<Entry, EntryError> {
        if let Some(error) = self.wrong_amount {
            return Err(error);
        }
        if kernel::checked_text(&self.header.description, DESCRIPTION_CHARACTERS_MAX).is_err() {
            return Err(EntryError::Description);
        }
        if !(2..=POSTINGS_OF_ENTRY_MAX).contains(&self.postings.len()) {
            return Err(EntryError::PostingsCount(self.postings.len()));
        }
        let sums = sums_by_currency(&self.postings);
        if let Some((currency, difference_minor)) = sums.iter().find(|(_, sum)| **sum != 0) {
            return Err(EntryError::Unbalanced { currency: *currency, difference_minor: *difference_minor });
        }
        if sums.len() > 1 {
            check_national(&self.postings)?;
        }
        Ok(Entry { header: self.header, postings: self.postings, core_posted_at: None })
    }
}

fn is_in_range(amount: Money) -> bool {
    (1..=POSTING_MINOR_MAX).contains(&amount.minor())
}

fn sums_by_currency(postings: &[Posting]) -> BTreeMap<Currency, i128> {
    let mut sums = BTreeMap::new();
    for posting in postings {
        *sums.entry(posting.currency).or_insert(0_i128) += i128::from(posting.amount.minor());
    }
    sums
}

fn check_national(postings: &[Posting]) -> Result<(), EntryError> {
    let mut sum = 0_i128;
    for posting in postings {
        sum += i128::from(posting.national.ok_or(EntryError::NationalMissing)?.minor());
    }
    if sum == 0 { Ok(()) } else { Err(EntryError::NationalUnbalanced(sum)) }
}

/// An entry whose postings add up to zero in every currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    header: EntryHeader,
    postings: Vec<Posting>,
    core_posted_at: Option<Instant>,
}

impl Entry {
    pub const fn header(&self) -> &EntryHeader {
        &self.header
    }

    /// The postings, in the order they were written down.
    pub fn postings(&self) -> &[Posting] {
        &self.postings
    }

    /// The moment that the core told, where the entry is booked at another.
    pub(super) const fn core_posted_at(&self) -> Option<Instant> {
        self.core_posted_at
    }

    /// The same entry of the core, booked at another moment where that is not its own.
    pub(super) fn booked_at(mut self, posted_at: Instant) -> Self {
        if self.header.posted_at != posted_at {
            self.core_posted_at = Some(std::mem::replace(&mut self.header.posted_at, posted_at));
        }
        self
    }

    /// SHA-256 of what the entry moves: kind, accounts, currencies and amounts, not of when and in which words.
    /// A retry of the same event has the same fingerprint, however much later it comes.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.header.kind.as_str());
        for posting in &self.postings {
            hash.update([0]);
            hash.update(posting.account.as_str());
            hash.update([0]);
            hash.update(posting.currency.as_str());
            hash.update(posting.amount.minor().to_be_bytes());
            hash.update(posting.national.map_or(0, Money::minor).to_be_bytes());
        }
        hash.finalize().into()
    }
}
