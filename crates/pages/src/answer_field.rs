//! The confirmation of a form that widens access: the second factor, or the password of a person without one. Whoever
//! has a passkey may take it instead, and has to where it is the factor that the bank asks for.

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
    Wrong { kind: ConfirmationKind },
    CodeUsed { next_in_s: i64 },
    Wait { retry_after_s: i64 },
}

impl fmt::Display for AnswerFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.kind {
            FaultKind::Wrong { kind } => wrong_answer(self.language, kind).to_owned(),
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
            let kind = given(answer, bank.confirmation_kind().await?);
            (StatusCode::UNPROCESSABLE_ENTITY, FaultKind::Wrong { kind })
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

/// Returns the kind of proof that an answer is, where `own` is the kind that the person types.
fn given(answer: &str, own: ConfirmationKind) -> ConfirmationKind {
    // The script of the passkey begins its answer so.
    if answer.starts_with("passkey.") { ConfirmationKind::Passkey } else { own }
}

/// Field in which a form is confirmed; [`AnswerField::shown`] puts it into the form.
#[derive(Clone, Debug)]
pub struct AnswerField {
    pub kind: ConfirmationKind,
    /// The label of what is typed; with a passkey alone, the sentence in its place.
    pub label: &'static str,
    pub passkey: String,
}

impl AnswerField {
    /// Returns the field for the person at the page.
    pub async fn load(bank: &OnlineBank) -> Result<Self, PageError> {
        let kind = bank.confirmation_kind().await?;
        Ok(Self { kind, label: label(kind, bank.language), passkey: bank.passkey_button(kind).await? })
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
fn label(kind: ConfirmationKind, language: Language) -> &'static str {
    let (russian, english) = match kind {
        ConfirmationKind::Code => ("Код подтверждения", "Confirmation code"),
        ConfirmationKind::Password => ("Ваш пароль для входа", "Your login password"),
        ConfirmationKind::Passkey => (
            "Подтвердите ключом доступа: банк требует второй фактор, и пароля здесь недостаточно. Браузер должен \
             поддерживать ключи доступа.",
            "Confirm with your passkey: the bank asks for a second factor, and a password is not enough here. The \
             browser has to support passkeys.",
        ),
    };
    language.pick(russian, english)
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
