//! The confirmation of a form that widens access: the second factor, or the password of a person without one.

use std::fmt;

use askama::Template;
use http::StatusCode;
use kernel::Language;

use crate::confirmation::{Confirmation, ConfirmationKind, too_many_attempts, used_code, wrong_answer};
use crate::error::PageError;
use crate::online_bank::OnlineBank;

/// Problem with the confirmation of a form.
#[derive(Clone, Copy, Debug)]
pub struct Unconfirmed {
    /// The status of the page that shows the form again.
    pub status: StatusCode,
    /// The sentence beside the answer.
    pub text: AnswerFault,
}

/// Fault of an answer, written as a sentence.
#[derive(Clone, Copy, Debug)]
pub struct AnswerFault {
    language: Language,
    kind: FaultKind,
}

#[derive(Clone, Copy, Debug)]
enum FaultKind {
    Wrong { is_password: bool },
    CodeUsed { next_in_s: i64 },
    Wait { retry_after_s: i64 },
}

impl fmt::Display for AnswerFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.kind {
            FaultKind::Wrong { is_password } => wrong_answer(self.language, is_password).to_owned(),
            FaultKind::CodeUsed { next_in_s } => used_code(self.language, next_in_s),
            FaultKind::Wait { retry_after_s } => too_many_attempts(self.language, retry_after_s),
        };
        formatter.write_str(&text)
    }
}

/// Looks at the answer that confirms a form, and returns its problem, if it has one. It comes last, because a one-time
/// code works once.
pub async fn confirm(bank: &OnlineBank, answer: &str) -> Result<Option<Unconfirmed>, PageError> {
    let (status, kind) = match bank.confirm(answer).await? {
        Confirmation::Confirmed => return Ok(None),
        Confirmation::Refused => {
            let is_password = bank.confirmation_kind().await? == ConfirmationKind::Password;
            (StatusCode::UNPROCESSABLE_ENTITY, FaultKind::Wrong { is_password })
        }
        Confirmation::CodeUsed { next_in_s } => {
            (StatusCode::UNPROCESSABLE_ENTITY, FaultKind::CodeUsed { next_in_s })
        }
        Confirmation::Wait { retry_after_s } => {
            (StatusCode::TOO_MANY_REQUESTS, FaultKind::Wait { retry_after_s })
        }
    };
    Ok(Some(Unconfirmed { status, text: AnswerFault { language: bank.language, kind } }))
}

/// Field in which a form is confirmed; [`AnswerField::shown`] puts it into the form.
#[derive(Clone, Debug)]
pub struct AnswerField {
    pub label: &'static str,
    /// True when it takes the password, because the person has no second factor.
    pub is_password: bool,
    /// The button for a passkey.
    pub passkey: String,
}

impl AnswerField {
    /// Returns the field for the person at the page.
    pub async fn load(bank: &OnlineBank) -> Result<Self, PageError> {
        let is_password = bank.confirmation_kind().await? == ConfirmationKind::Password;
        Ok(Self {
            label: label(is_password, bank.language),
            is_password,
            passkey: bank.passkey_button().await?,
        })
    }

    /// Shows the field in a form, with the sentence about an answer that was not taken. `form` begins the names of its
    /// elements; it is empty on a page with one such form.
    pub const fn shown<'a, F: fmt::Display>(
        &'a self,
        form: &'a str,
        fault: &'a Option<F>,
    ) -> ShownAnswerField<'a, F> {
        ShownAnswerField { answer: self, form, fault: fault.as_ref() }
    }
}

/// Says whose password is asked for: a page may ask for that of a key beside it.
const fn label(is_password: bool, language: Language) -> &'static str {
    match (is_password, language) {
        (false, Language::Russian) => "Код подтверждения",
        (false, Language::English) => "Confirmation code",
        (true, Language::Russian) => "Ваш пароль для входа",
        (true, Language::English) => "Your login password",
    }
}

#[derive(Debug, Template)]
#[template(path = "answer.html")]
pub struct ShownAnswerField<'a, F: fmt::Display> {
    answer: &'a AnswerField,
    form: &'a str,
    fault: Option<&'a F>,
}

impl<F: fmt::Display> ShownAnswerField<'_, F> {
    /// Names the field in its page.
    fn id(&self) -> String {
        if self.form.is_empty() { "answer".to_owned() } else { format!("{}-answer", self.form) }
    }
}

#[cfg(test)]
mod tests;
