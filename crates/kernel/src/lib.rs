//! Values that every area shares, each valid by construction: money, currencies, the identifiers of
//! the Russian payment system, the bank's calendar, and the two things a program must be handed
//! from outside, time and randomness.
//!
//! Nothing here performs I/O and nothing is async. A value is parsed once, at the edge of the
//! program; from then on its type is the proof that it is valid.

mod account_number;
mod calendar;
mod clock;
mod codes;
mod currency;
mod debug_shows;
mod epoch;
mod hexadecimal;
mod identifier;
mod instant;
mod internal_error;
mod language;
mod money;
mod randomness;
mod text;
mod text_enum;
mod text_value;
mod token_key;
mod translated;
mod words;

pub use account_number::{AccountNumber, AccountNumberError};
pub use calendar::{BankZone, BankZoneError};
pub use clock::{Clock, MovableClock, SystemClock};
pub use codes::{Bic, BicError, Cnum, CnumError, Inn, InnError, Kpp, KppError};
pub use currency::{Currency, CurrencyError};
pub use epoch::first_of_epoch;
pub use hexadecimal::{from_hexadecimal, hexadecimal};
pub use identifier::{ClientId, CompanyGroupId, IdentifierError, ONLINE_BANK_CLIENT, SessionId, UserId};
pub use instant::Instant;
pub use internal_error::InternalError;
pub use language::{Language, LanguageError};
pub use money::{Money, MoneyError};
pub use randomness::{Randomness, SeededRandomness, SystemRandomness};
pub use text::{
    TextError, check_characters, checked_text, folded, with_unseen_escaped, without_refused_characters,
};
pub use text_enum::UnknownText;
pub use token_key::{PublicKey, SigningAlgorithm};
pub use translated::Translated;
