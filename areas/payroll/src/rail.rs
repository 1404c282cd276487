//! The way to other banks: a port, and the rule of the adapter that comes with the program.
//!
//! Payments are written down in the unit of work that debits their payer; the rail is told of them afterwards and as
//! often as it takes, so it knows each by its [`PaymentId`] and pays it once. A bank with a payment system of its own
//! implements [`OutgoingRail`] for it.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::BoxFuture;
use kernel::{AccountNumber, Bic, Cnum, Instant, Money, Translated};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::identifier::ExternalId;
use crate::statement::StatementHeader;

/// The most payments that the rail is told of at once.
pub const PAYMENTS_AT_ONCE_MAX: usize = 1_000;
/// The longest wait for an answer of a rail that names no other time.
pub const ANSWER_WAIT_MAX: Duration = Duration::from_secs(10);
pub const RETURN_REASON_CHARACTERS_MAX: usize = 250;

/// The name of a payment on the rail. It is what its sender called it, so that it is the same when the bank has lost
/// the statement with its database, and the company sends it again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PaymentId {
    pub company: Cnum,
    pub statement: ExternalId,
    /// The transfer's line, from 1.
    pub line: i64,
}

/// The letters of [`PaymentId::text`], five bits each.
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/// The letters of a name: 160 bits, which fit the 35 characters of `EndToEndId` in messages of ISO 20022.
const NAME_LETTERS: usize = 32;

impl PaymentId {
    /// Returns the name of the payment for the transfer at this line of a statement.
    pub fn of(statement: &StatementHeader, line: i64) -> Self {
        Self { company: statement.cnum.clone(), statement: statement.terms.external_id.clone(), line }
    }

    /// Returns the name as one word of 32 capital letters and digits for messages between banks, always the same.
    pub fn text(&self) -> String {
        // A separator that none of the three can have, so that no two names run together.
        word(&format!("{}\n{}\n{}", self.company, self.statement, self.line))
    }
}

/// Returns the name of a statement for the bank's systems as one word like that of a payment. It is the same when the
/// bank has lost the statement with its database, and the company sends it again.
pub fn statement_text(company: &Cnum, statement: &ExternalId) -> String {
    word(&format!("{company}\n{statement}"))
}

/// Makes a word of [`NAME_LETTERS`] letters out of a text, always the same.
fn word(text: &str) -> String {
    let digest = Sha256::digest(text);
    let bits = digest.iter().flat_map(|byte| (0..8).rev().map(move |bit| (byte >> bit) & 1));
    let mut letters = [0_usize; NAME_LETTERS];
    for (place, bit) in bits.take(NAME_LETTERS * 5).enumerate() {
        if let Some(letter) = letters.get_mut(place / 5) {
            *letter = (*letter << 1) | usize::from(bit);
        }
    }
    letters.iter().filter_map(|letter| LETTERS.get(*letter)).map(|letter| char::from(*letter)).collect()
}

/// A payment to another bank, in roubles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RailPayment {
    /// Its name: one that was told before is not paid again, by whichever life of the bank's database. One that comes
    /// again for another account or amount is another payment under a name that is taken, and is returned.
    pub id: PaymentId,
    pub bic: Bic,
    pub account: AccountNumber,
    /// The amount, above zero.
    pub amount: Money,
    /// The moment at which the bank handed it to the rail, however often it is told of it.
    pub handed_at: Instant,
}

/// The final answer to a payment. It never changes again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RailAnswer {
    /// The other bank has the money.
    Settled,
    /// The money is back.
    Returned {
        /// The reason for the sender of the statement: 1 to [`RETURN_REASON_CHARACTERS_MAX`] characters in each
        /// language.
        reason: Translated,
    },
}

impl RailAnswer {
    /// Returns the reason of a return in Russian and English, within bounds because the rail is another system; nothing
    /// for a settled payment.
    pub fn return_reason(&self) -> [String; 2] {
        let Self::Returned { reason } = self else { return [String::new(), String::new()] };
        [&reason.russian, &reason.english].map(|text| {
            text.chars().filter(|letter| !letter.is_control()).take(RETURN_REASON_CHARACTERS_MAX).collect()
        })
    }
}

/// The rail cannot be asked now; a later attempt may succeed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the outgoing rail does not answer: {0}")]
pub struct RailError(pub String);

/// The answers to payments so far, in their order.
pub type Submitted<'a> = BoxFuture<'a, Result<Vec<Option<RailAnswer>>, RailError>>;

/// The bank's way to other banks.
pub trait OutgoingRail: Send + Sync {
    /// Takes payments, each of them once however often it is told, and tells what has become of each so far, in their
    /// order: `None` while it is on its way. The call must not block its thread. It is dropped after
    /// [`answer_wait_max`](Self::answer_wait_max), and the payments are told again later; so a slow rail takes them and
    /// answers `None`.
    ///
    /// # Errors
    /// The rail cannot be asked; what was taken is taken.
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a>;

    /// Returns the moment at which there will be an answer to the payment, where the rail knows it. Without it the rail
    /// is asked again after pauses that grow.
    fn answers_at(&self, _payment: &RailPayment) -> Option<Instant> {
        None
    }

    /// Returns the longest wait for one answer to [`submit`](Self::submit).
    fn answer_wait_max(&self) -> Duration {
        ANSWER_WAIT_MAX
    }
}

/// Answers as the embedded rail does, which moves no money anywhere: a payment settles when its bank is in the list of
/// banks and the account's control key is right for the bank; else it comes back. The same payment has the same answer.
pub fn embedded_answer(payment: &RailPayment, banks: &BTreeSet<Bic>) -> RailAnswer {
    let returned =
        |russian: String, english: String| RailAnswer::Returned { reason: Translated { russian, english } };
    if !banks.contains(&payment.bic) {
        let bic = &payment.bic;
        return returned(format!("банк с БИК {bic} не найден"), format!("there is no bank with BIC {bic}"));
    }
    if !payment.account.control_key_is_valid(&payment.bic) {
        let account = &payment.account;
        return returned(
            format!("у банка нет счёта {account}"),
            format!("the bank has no account {account}"),
        );
    }
    RailAnswer::Settled
}
