//! Addresses of a user: the claims `email` and `phone_number` of the identity token.

use thiserror::Error;

use crate::checked_text::checked_text;

/// Error of a text that is not an address of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ContactError {
    #[error("must be an e-mail address: name@domain, at most 254 characters, without spaces")]
    Email,
    #[error("must be a telephone number: + and 7 to 15 digits")]
    PhoneNumber,
}

/// An e-mail address: a name, `@` and a domain. Whether mail arrives there is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email(String);

/// A telephone number as ITU-T E.164 has it: `+` and 7 to 15 digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneNumber(String);

/// The most characters of an address (RFC 5321, erratum 1690).
const EMAIL_CHARACTERS_MAX: usize = 254;

fn is_email(text: &str) -> bool {
    let Some((name, domain)) = text.split_once('@') else { return false };
    let printable = text.chars().all(|character| !character.is_whitespace() && !character.is_control());
    printable
        && !name.is_empty()
        && !domain.is_empty()
        && !domain.contains('@')
        && text.len() <= EMAIL_CHARACTERS_MAX
}

fn is_phone_number(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|digits| {
        (7..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

checked_text!(Email, is_email, ContactError, ContactError::Email);
checked_text!(PhoneNumber, is_phone_number, ContactError, ContactError::PhoneNumber);
