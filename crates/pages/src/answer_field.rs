//! The confirmation of a form that widens access: the second factor, or the password of a person without one.

use http::StatusCode;
use kernel::Language;

use crate::confirmation::{Confirmation, ConfirmationKind, used_code};
use crate::error::PageError;
use crate::online_bank::OnlineBank;

/// Problem with the confirmation of a form.
#[derive(Clone, Copy, Debug)]
pub struct Unconfirmed {
    /// The status of the page that shows the form again.
    pub status: StatusCode,
    /// The sentence beside the answer.
    pub text: &'static str,
}

/// Looks at the answer that confirms a form. It comes last, because a one-time code works once.
///
/// # Errors
/// The database's.
pub async fn confirm(bank: &OnlineBank, answer: &str) -> Result<Result<(), Unconfirmed>, PageError> {
    let (status, text) = match bank.confirm(answer).await? {
        Confirmation::Confirmed => return Ok(Ok(())),
        Confirmation::Refused => (StatusCode::UNPROCESSABLE_ENTITY, wrong_answer(bank.language)),
        Confirmation::CodeUsed => (StatusCode::UNPROCESSABLE_ENTITY, used_code(bank.language)),
        Confirmation::Wait { .. } => (StatusCode::TOO_MANY_REQUESTS, wait(bank.language)),
    };
    Ok(Err(Unconfirmed { status, text }))
}

const fn wrong_answer(language: Language) -> &'static str {
    match language {
        Language::Russian => "Подтверждение не подошло. Проверьте и введите ещё раз.",
        Language::English => "The confirmation does not match. Check it and enter it again.",
    }
}

const fn wait(language: Language) -> &'static str {
    match language {
        Language::Russian => "Слишком много попыток. Подождите несколько минут.",
        Language::English => "Too many attempts. Wait a few minutes.",
    }
}

/// Field in which a form is confirmed.
#[derive(Clone, Debug)]
pub struct AnswerField {
    /// Its label.
    pub label: &'static str,
    /// True when it takes the password, because the person has no second factor.
    pub is_password: bool,
    /// The button for a passkey.
    pub passkey: String,
}

impl AnswerField {
    /// Returns the field for the person at the page.
    ///
    /// # Errors
    /// The database's.
    pub async fn of(bank: &OnlineBank) -> Result<Self, PageError> {
        let is_password = bank.confirmation_kind().await? == ConfirmationKind::Password;
        let label = match (is_password, bank.language) {
            (false, Language::Russian) => "Код подтверждения",
            (false, Language::English) => "Confirmation code",
            (true, Language::Russian) => "Пароль ещё раз",
            (true, Language::English) => "Your password again",
        };
        Ok(Self { label, is_password, passkey: bank.passkey_button().await? })
    }
}
