//! The proof that it is still the same person who signs something.

use std::fmt;

use kernel::{Cnum, UserId};

use crate::desk::Reply;

/// What a person has to give to sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfirmationKind {
    /// The one-time code of the second factor.
    Code,
    /// The password again: the person has no second factor.
    Password,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It was right.
    Confirmed,
    /// It was wrong, or used before.
    Refused,
    /// Too many attempts: it was not looked at.
    Wait {
        /// Seconds until the next one.
        retry_after_s: i64,
    },
}

/// Takes second factors and passwords where something is signed.
pub trait SignatureConfirmation: Send + Sync + fmt::Debug {
    /// What the user has to give.
    fn kind<'a>(&'a self, user: &'a UserId) -> Reply<'a, ConfirmationKind>;

    /// Whether `answer` is right. Wrong answers count like wrong passwords of the login, in the same counters.
    fn confirm<'a>(&'a self, user: &'a UserId, company: &'a Cnum, answer: &'a str)
    -> Reply<'a, Confirmation>;
}
