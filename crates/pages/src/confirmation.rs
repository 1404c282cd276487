//! Confirms before a signature that the person at the page is still the user.

use std::fmt;

use kernel::{Cnum, Language, SessionId, UserId};

use crate::reply::Reply;

/// The proof that a person has to give to sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfirmationKind {
    /// The one-time code of the second factor.
    Code,
    /// The password again: the person has no second factor.
    Password,
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It was right.
    Confirmed,
    /// It was wrong.
    Refused,
    /// It is the one-time code of this half minute, which was used before: at the login, for example. It does not
    /// count as wrong; [`used_code`] tells the person to wait.
    CodeUsed,
    /// Too many attempts: it was not looked at.
    Wait {
        /// Seconds until the next one.
        retry_after_s: i64,
    },
}

/// An answer of somebody who signs.
#[derive(Clone, Copy, Debug)]
pub struct Proof<'a> {
    /// The user.
    pub user: &'a UserId,
    /// For which company.
    pub company: &'a Cnum,
    /// In which session.
    pub session: &'a SessionId,
    /// The answer that was typed, or that a passkey gave.
    pub answer: &'a str,
}

/// Takes second factors and passwords where something is signed.
pub trait SignatureConfirmation: Send + Sync + fmt::Debug {
    /// Returns the kind of proof that the user has to give.
    fn kind<'a>(&'a self, user: &'a UserId) -> Reply<'a, ConfirmationKind>;

    /// Tells whether the user can confirm with a passkey as well.
    fn takes_passkeys<'a>(&'a self, user: &'a UserId) -> Reply<'a, bool>;

    /// Tells whether the answer is right. Wrong answers count in the session that they are given in.
    fn confirm<'a>(&'a self, proof: Proof<'a>) -> Reply<'a, Confirmation>;
}

/// Tells the person to wait for the next one-time code.
#[must_use]
pub const fn used_code(language: Language) -> &'static str {
    match language {
        Language::Russian => "Этот код уже использован. Подождите следующего и введите его.",
        Language::English => "This code has been used already. Wait for the next one and enter it.",
    }
}
