//! The ways in which people reach the bank.

use kernel::{Language, Translated, checked_text};
use thiserror::Error;

/// The most characters of each of them.
pub const CONTACT_CHARACTERS_MAX: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ContactError {
    /// A telephone number has digits, and spaces, hyphens, brackets or a plus sign between them.
    #[error(
        "must be a telephone number: 3 to 20 digits with spaces, hyphens, brackets or a plus sign, or empty"
    )]
    Phone,
    /// An e-mail address has one `@` and no white space.
    #[error("must be an e-mail address, or empty")]
    Email,
    /// A text has 1 to 100 characters that people see.
    #[error("must have 1 to 100 characters, or be empty")]
    Text,
}

/// The ways in which people reach the bank; each may be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contacts {
    phone: Option<String>,
    email: Option<String>,
    hours: Option<Translated>,
}

impl Contacts {
    /// Checks the contacts; an empty text stands for none, and hours need both languages.
    pub fn new(phone: &str, email: &str, hours: [&str; 2]) -> Result<Self, ContactError> {
        let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let (phone, email) = (given(phone), given(email));
        if phone.as_deref().is_some_and(|phone| !is_phone(phone)) {
            return Err(ContactError::Phone);
        }
        if email.as_deref().is_some_and(|email| !is_email(email)) {
            return Err(ContactError::Email);
        }
        let hours = match hours.map(given) {
            [Some(russian), Some(english)] => {
                let fits = |text: &String| checked_text(text, CONTACT_CHARACTERS_MAX).is_ok();
                if !fits(&russian) || !fits(&english) {
                    return Err(ContactError::Text);
                }
                Some(Translated { russian, english })
            }
            [None, None] => None,
            _ => return Err(ContactError::Text),
        };
        Ok(Self { phone, email, hours })
    }

    /// The telephone number as people read it, and as a link has it.
    pub fn phone(&self) -> Option<(&str, String)> {
        let phone = self.phone.as_deref()?;
        Some((phone, phone.chars().filter(|letter| letter.is_ascii_digit() || *letter == '+').collect()))
    }

    pub fn email(&self) -> Option<&str> {
        self.email.as_deref()
    }

    /// The hours in which somebody answers.
    pub fn hours(&self, language: Language) -> Option<&str> {
        self.hours.as_ref().map(|hours| hours.in_language(language))
    }
}

fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let fits = |letter: char| letter.is_ascii_digit() || " -()+".contains(letter);
    (3..=20).contains(&digits) && text.len() <= CONTACT_CHARACTERS_MAX && text.chars().all(fits)
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let fits = |letter: char| letter.is_ascii_alphanumeric() || ".-_+".contains(letter);
    text.len() <= CONTACT_CHARACTERS_MAX
        && [name, host].iter().all(|part| !part.is_empty() && part.chars().all(fits))
}

#[cfg(test)]
mod tests;
