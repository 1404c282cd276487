//! Identifiers that the project mints itself or that a bank gives to its clients and users.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text_value::text_value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an identifier has 1 to 64 characters out of A-Z, a-z, 0-9, '-', '_' and '.'")]
pub struct IdentifierError;

const CHARACTERS_MAX: usize = 64;

fn check(text: &str) -> Result<(), IdentifierError> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_identifier = (1..=CHARACTERS_MAX).contains(&text.len()) && text.bytes().all(fits);
    if is_identifier { Ok(()) } else { Err(IdentifierError) }
}

macro_rules! identifiers {
    ($($(#[$documentation:meta])* $name:ident)+) => {$(
        $(#[$documentation])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        text_value!($name, IdentifierError, check);
    )+};
}

/// The identifier of the online bank where others have their client's: no client may be registered under it.
pub const ONLINE_BANK_CLIENT: &str = "online-bank";

identifiers! {
    /// A user of the online bank: the `sub` of every token. Given by the bank, never reused.
    UserId
    /// An OAuth client, the software that calls: the `client_id` of spec section 4.1.
    ClientId
    /// One login of one user through one client: the `sid` of every token issued from it.
    SessionId
    /// Companies that belong together and may see each other's accounts.
    CompanyGroupId
}
