//! Users of the online bank, and their addresses: the claims `email` and `phone_number` of the identity token.

use kernel::{UserId, text_enum};
use thiserror::Error;

/// Gives a struct around a private `String` its text, and reads it with `$is_one`, which tells the texts that it may
/// have.
macro_rules! checked_text {
    ($name:ident, $is_one:ident, $error:ty, $refusal:expr) => {
        kernel::text_newtype!($name);

        impl std::str::FromStr for $name {
            type Err = $error;
            fn from_str(text: &str) -> Result<Self, $error> {
                if $is_one(text) { Ok(Self(text.to_owned())) } else { Err($refusal) }
            }
        }
    };
}

text_enum! {
    /// The standing of a user: one who may log in, or may not.
    pub enum UserStatus {
        Active = "ACTIVE",
        /// The bank has stopped the user for a time.
        Locked = "LOCKED",
        /// The user is gone for good; the identifier is never given again.
        Closed = "CLOSED",
    }
}

/// The text is not a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a login has 1 to 64 characters out of a-z, 0-9, '.', '-', '_' and '@'")]
pub struct LoginError;

/// The name a user logs in with: 1 to 64 characters out of small Latin letters, digits, `.`, `-`, `_` and `@`. It may
/// change; the [`UserId`] does not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Login(String);

const LOGIN_CHARACTERS_MAX: usize = 64;

fn is_login(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-_@".contains(&byte);
    (1..=LOGIN_CHARACTERS_MAX).contains(&text.len()) && text.bytes().all(fits)
}

/// The text is not a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a role has 1 to 40 characters out of A-Z, 0-9 and '-'")]
pub struct RoleError;

/// A role that tokens carry under `roles`, such as ONLINE-USER (spec section 4.4): 1 to 40 characters out of capital
/// Latin letters, digits and `-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role(String);

const ROLE_CHARACTERS_MAX: usize = 40;

fn is_role(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=ROLE_CHARACTERS_MAX).contains(&text.len()) && text.bytes().all(fits)
}

impl Role {
    /// The role that the tariff operations ask for.
    pub const ONLINE_USER: &'static str = "ONLINE-USER";
}

checked_text!(Login, is_login, LoginError, LoginError);
checked_text!(Role, is_role, RoleError, RoleError);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The identifier, the `sub` of tokens.
    pub id: UserId,
    pub login: Login,
    pub full_name: String,
    pub email: Option<Email>,
    pub phone_number: Option<PhoneNumber>,
    /// The roles, ordered.
    pub roles: Vec<Role>,
    pub status: UserStatus,
}

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
