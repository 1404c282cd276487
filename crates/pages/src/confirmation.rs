//! Confirms before a signature that the person at the page is still the user.

use std::fmt;

use kernel::{Cnum, Language, SessionId, UserId};

use crate::error::Reply;
use crate::figures::counted;

/// The proof that a person has to give to sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfirmationKind {
    /// The one-time code of the second factor.
    Code,
    /// The password again: the person has no second factor, or a passkey alone and the bank asks for none.
    Password,
    /// A passkey and nothing else: the bank asks for a second factor, and it is the one that the person has.
    Passkey,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    Confirmed,
    Refused,
    /// It is the one-time code of this half minute, which was used before: at the login, for example. It does not
    /// count as wrong; [`used_code`] tells the person to wait.
    CodeUsed {
        /// Seconds until the device shows another one; zero when it does already.
        next_in_s: i64,
    },
    /// Too many attempts: it was not looked at.
    Wait {
        /// Seconds until the next one.
        retry_after_s: i64,
    },
}

/// An answer of somebody who signs.
#[derive(Clone, Copy, Debug)]
pub struct Proof<'a> {
    pub user: &'a UserId,
    pub company: &'a Cnum,
    pub session: &'a SessionId,
    /// The answer that was typed, or that a passkey gave.
    pub answer: &'a str,
}

/// Takes second factors and passwords where something is signed.
pub trait SignatureConfirmation: Send + Sync + fmt::Debug {
    fn kind<'a>(&'a self, user: &'a UserId) -> Reply<'a, ConfirmationKind>;

    /// Tells whether the user can confirm with a passkey as well.
    fn takes_passkeys<'a>(&'a self, user: &'a UserId) -> Reply<'a, bool>;

    /// Tells whether the user lacks a second factor that the bank asks for where something is signed or administered.
    fn lacks_factor<'a>(&'a self, _user: &'a UserId) -> Reply<'a, bool> {
        Box::pin(async { Ok(false) })
    }

    /// Tells whether the answer is right. Wrong answers count in the session that they are given in.
    fn confirm<'a>(&'a self, proof: Proof<'a>) -> Reply<'a, Confirmation>;
}

/// Tells the person to wait for the next one-time code, which the device shows in `next_in_s` seconds; zero when it
/// does already.
pub fn used_code(language: Language, next_in_s: i64) -> String {
    match (language, next_in_s) {
        (Language::Russian, ..=0) => "Этот код уже использован. Введите тот, что показан сейчас.".to_owned(),
        (Language::English, ..=0) => "This code has been used already. Enter the one shown now.".to_owned(),
        (Language::Russian, wait) => {
            let wait = seconds(wait, language);
            format!("Этот код уже использован. Подождите следующего: он появится через {wait}.")
        }
        (Language::English, wait) => {
            let wait = seconds(wait, language);
            format!("This code has been used already. Wait for the next one: it comes in {wait}.")
        }
    }
}

pub fn wrong_answer(language: Language, kind: ConfirmationKind) -> &'static str {
    let (russian, english) = match kind {
        ConfirmationKind::Password => (
            "Неверный пароль. После десяти неверных попыток подряд придётся ждать полчаса.",
            "Wrong password. After ten wrong attempts in a row you have to wait for half an hour.",
        ),
        ConfirmationKind::Code => (
            "Неверный код. После десяти неверных попыток подряд придётся ждать полчаса.",
            "Wrong code. After ten wrong attempts in a row you have to wait for half an hour.",
        ),
        ConfirmationKind::Passkey => (
            "Не подтверждено: нужен ваш ключ доступа. Попробуйте ещё раз.",
            "Not confirmed: your passkey is needed. Try again.",
        ),
    };
    language.pick(russian, english)
}

/// Tells the person when another answer is looked at.
pub fn too_many_attempts(language: Language, retry_after_s: i64) -> String {
    let wait = if retry_after_s < 60 {
        seconds(retry_after_s, language)
    } else {
        let minutes = retry_after_s.saturating_add(59).div_euclid(60);
        counted(minutes, language, ["минуту", "минуты", "минут"], ["minute", "minutes"])
    };
    match language {
        Language::Russian => format!("Слишком много попыток. Повторите через {wait}."),
        Language::English => format!("Too many attempts. Try again in {wait}."),
    }
}

fn seconds(count: i64, language: Language) -> String {
    counted(count, language, ["секунду", "секунды", "секунд"], ["second", "seconds"])
}

#[cfg(test)]
mod tests;
