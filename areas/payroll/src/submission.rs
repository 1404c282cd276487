//! A request to create a statement, read and within the constraints that are answered at once (PAY-02).

use jiff::civil::Date;

use crate::sent_transfers::SentTransfers;
use crate::statement::{Digests, StatementTerms};

pub const SIGNATURES_MAX: usize = 20;
/// The most characters of one signature, in Base64.
pub const SIGNATURE_CHARACTERS_MAX: usize = 131_072;
/// The most characters of a digest as it is sent; SHA-256 in Base64 has 44.
pub const DIGEST_CHARACTERS_MAX: usize = 256;

/// The part that the sender of a signed statement adds to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedPart {
    pub digests: Digests,
    /// Base64 of detached CMS, one per signature.
    pub signatures: Vec<String>,
}

/// A statement that was asked for. Its terms may be absent where it is only looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission<T = StatementTerms> {
    pub terms: T,
    /// Its date; today when absent.
    pub date: Option<Date>,
    /// Its number; the next one when absent.
    pub number: Option<i64>,
    /// The purpose of the money; made from the enrollment kind when absent.
    pub purpose: Option<String>,
    /// Its transfers, lines 1, 2, … in the order of the request.
    pub transfers: SentTransfers,
    pub signed: Option<SignedPart>,
    /// SHA-256 of the canonical payload; none for a statement that is not sent as one.
    pub content: Option<[u8; 32]>,
    /// SHA-256 of accounts and amounts.
    pub rows: [u8; 32],
}

/// The comparison of a statement that exists with one of the same name that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// It is the same, so the statement has arrived.
    Same,
    /// It is another, so the name was given twice.
    Other,
    /// The bank has not kept what it would take to tell.
    Unknown,
}

/// The digests by which contents are compared. A signed statement has the one that is signed, so that the same payload
/// without signatures is another content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContentDigests {
    /// Of a statement with signatures.
    pub signed: Option<[u8; 32]>,
    /// Of one without.
    pub unsigned: Option<[u8; 32]>,
}

impl ContentDigests {
    /// Compares what is there with what is sent.
    pub fn compared_with(self, sent: Self) -> Likeness {
        let none = Self::default();
        match (self == none || sent == none, self == sent) {
            (true, _) => Likeness::Unknown,
            (false, true) => Likeness::Same,
            (false, false) => Likeness::Other,
        }
    }
}

impl<T> Submission<T> {
    pub fn content_digests(&self) -> ContentDigests {
        let signed = self.signed.as_ref().map(|signed| signed.digests.computed);
        ContentDigests { signed, unsigned: self.content.filter(|_| signed.is_none()) }
    }
}

impl Submission<Option<StatementTerms>> {
    /// Returns the same statement, if it has terms.
    pub fn complete(self) -> Option<Submission> {
        let Self { terms, date, number, purpose, transfers, signed, content, rows } = self;
        Some(Submission { terms: terms?, date, number, purpose, transfers, signed, content, rows })
    }
}

/// A field that is answered with 400: its name at the level of the statement, and what is wrong inside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field's name: the code of the error.
    pub field: &'static str,
    /// The rule that is broken, and where.
    pub message: String,
}

impl FieldError {
    /// Makes the error of `field`; `message` says where and why.
    pub fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}
