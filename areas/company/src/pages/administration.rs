//! Shared by the rooms of a company's administrator: who may enter, and the page for a decision that was not carried
//! out.

pub(super) use ::pages::{AnswerFault, AnswerField, confirm};
use ::pages::{Language, OnlineBank, PageError};
use clients::{Right, Rights};

use crate::pages::CompanyPages;
use crate::work::administration::{AdministrationError, Administrator};

/// The last page that a list offers.
pub(super) const PAGES_MAX: i32 = 1_000;

/// Returns the person as an administrator of the company.
pub(super) fn administrator(pages: &CompanyPages, bank: &OnlineBank) -> Result<Administrator, PageError> {
    if bank.is_administrator { Ok(person(pages, bank)) } else { Err(PageError::Forbidden) }
}

/// Returns the person at the page, whose rights each use case looks at.
pub(super) fn person(pages: &CompanyPages, bank: &OnlineBank) -> Administrator {
    let identity = pages.area.identity.clone();
    Administrator { identity, user: bank.user.clone(), company: bank.company.clone() }
}

/// Names a right, beginning with a capital.
fn right_name(right: Right, language: Language) -> &'static str {
    let (russian, english) = match right {
        Right::Act => ("Работать от имени компании", "Act for the company"),
        Right::ViewAccounts => ("Видеть счета", "See the accounts"),
        Right::EditPayroll => {
            ("Создавать и исправлять зарплатные ведомости", "Make and correct payroll statements")
        }
        Right::SignFirst => ("Первая подпись", "First signature"),
        Right::SignSecond => ("Вторая подпись", "Second signature"),
        Right::CompanyAdministrator => {
            ("Управлять сотрудниками и интеграциями", "Administer people and integrations")
        }
        Right::SignTreasury => ("Подписать создание казначейства", "Sign the creation of a treasury"),
    };
    language.pick(russian, english)
}

pub(super) struct RightChoice {
    pub(super) value: &'static str,
    pub(super) name: &'static str,
    pub(super) is_ticked: bool,
}

impl RightChoice {
    pub(super) fn new(right: Right, is_ticked: bool, language: Language) -> Self {
        Self { value: right.as_str(), name: right_name(right, language), is_ticked }
    }
}

/// Names rights as one list, in which only the first begins with a capital.
pub(super) fn rights_text(rights: Rights, language: Language) -> String {
    let mut text = String::new();
    for right in rights.iter() {
        let mut letters = right_name(right, language).chars();
        if text.is_empty() {
            text.extend(letters.next());
        } else {
            text.push_str(", ");
            text.extend(letters.next().into_iter().flat_map(char::to_lowercase));
        }
        text.push_str(letters.as_str());
    }
    text
}

/// Chooses the page for a decision that no form explains.
impl From<AdministrationError> for PageError {
    fn from(error: AdministrationError) -> Self {
        match error {
            AdministrationError::NotAllowed
            | AdministrationError::Shared
            | AdministrationError::Own
            | AdministrationError::OwnInvitation => Self::Forbidden,
            AdministrationError::NotFound => Self::NotFound,
            AdministrationError::Changed | AdministrationError::TooMany => Self::Conflict,
            AdministrationError::Store(error) => error.into(),
        }
    }
}
