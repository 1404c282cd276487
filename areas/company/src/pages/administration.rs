//! Shared by the rooms of a company's administrator: who may enter, and the page for a decision that was not carried
//! out.

pub(super) use ::pages::{AnswerFault, AnswerField, confirm};
use ::pages::{OnlineBank, PageError};

use crate::work::administration::{AdministrationError, Administrator};

/// Returns the person as an administrator of the company.
pub(super) fn administrator(bank: &OnlineBank) -> Result<Administrator, PageError> {
    if !bank.is_administrator {
        return Err(PageError::Forbidden);
    }
    Ok(Administrator { user: bank.user.clone(), company: bank.company.clone() })
}

/// Writes names that begin with a capital as one list, in which only the first does.
pub(super) fn listed(names: impl Iterator<Item = &'static str>) -> String {
    let mut text = String::new();
    for name in names {
        let mut letters = name.chars();
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
