//! Users of the online bank.

use kernel::{UserId, text_enum};
use thiserror::Error;

use crate::checked_text::checked_text;
use crate::{Email, PhoneNumber};

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

/// The most characters of a login.
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

/// The most characters of a role.
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
    /// The name to log in with.
    pub login: Login,
    pub full_name: String,
    pub email: Option<Email>,
    /// The number for calls and messages.
    pub phone_number: Option<PhoneNumber>,
    /// The roles, ordered.
    pub roles: Vec<Role>,
    /// The standing: a user who may log in, or may not.
    pub status: UserStatus,
}
