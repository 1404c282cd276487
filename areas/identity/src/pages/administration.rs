//! Shared by the rooms of a company's administrator: who may enter, the confirmation of what widens access, and the
//! page for a decision that was not carried out.

use ::pages::{Confirmation, ConfirmationKind, Language, OnlineBank, PageError, used_code};
use http::StatusCode;

use crate::work::administration::{AdministrationError, Administrator};

/// Returns the person as an administrator of the company.
///
/// # Errors
/// [`PageError::Forbidden`] for everybody else.
pub(super) fn administrator(bank: &OnlineBank) -> Result<Administrator, PageError> {
    if !bank.is_administrator {
        return Err(PageError::Forbidden);
    }
    Ok(Administrator { user: bank.user.clone(), company: bank.company.clone() })
}

/// Problem with the confirmation of a form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unconfirmed {
    pub(super) status: StatusCode,
    pub(super) text: &'static str,
}

/// Looks at the answer that confirms a form. It comes last, because a one-time code works once.
///
/// # Errors
/// The database's.
pub(super) async fn confirm(bank: &OnlineBank, answer: &str) -> Result<Result<(), Unconfirmed>, PageError> {
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
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerField {
    /// Its label.
    pub(super) label: &'static str,
    /// True when it takes the password, because the person has no second factor.
    pub(super) is_password: bool,
}

impl AnswerField {
    /// Returns the field for the person at the page.
    ///
    /// # Errors
    /// The database's.
    pub(super) async fn of(bank: &OnlineBank) -> Result<Self, PageError> {
        let is_password = bank.confirmation_kind().await? == ConfirmationKind::Password;
        let label = match (is_password, bank.language) {
            (false, Language::Russian) => "Код подтверждения",
            (false, Language::English) => "Confirmation code",
            (true, Language::Russian) => "Пароль ещё раз",
            (true, Language::English) => "Your password again",
        };
        Ok(Self { label, is_password })
    }
}

/// Chooses the page for a decision that no form explains.
impl From<AdministrationError> for PageError {
    fn from(error: AdministrationError) -> Self {
        match error {
            AdministrationError::NotAllowed | AdministrationError::Shared | AdministrationError::Own => {
                Self::Forbidden
            }
            AdministrationError::NotFound => Self::NotFound,
            AdministrationError::Changed | AdministrationError::TooMany => Self::Conflict,
            AdministrationError::Store(error) => error.into(),
        }
    }
}
