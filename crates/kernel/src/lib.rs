//! Values that every area shares, each valid by construction: money, currencies, the identifiers of
//! the Russian payment system, the bank's calendar, and the two things a program must be handed
//! from outside, time and randomness.
//!
//! Nothing here performs I/O and nothing is async. A value is parsed once, at the edge of the
//! program; from then on its type is the proof that it is valid.

mod account_number;
mod bic;
mod calendar;
mod clock;
mod cnum;
mod currency;
mod debug_shows;
mod epoch;
mod hexadecimal;
mod identifier;
mod inn;
mod instant;
mod internal_error;
mod kpp;
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
pub use bic::{Bic, BicError};
pub use calendar::{BankZone, BankZoneError};
pub use clock::{Clock, MovableClock, SystemClock};
pub use cnum::{Cnum, CnumError};
pub use currency::{Currency, CurrencyError};
pub use epoch::first_of_epoch;
pub use hexadecimal::{from_hexadecimal, hexadecimal};
pub use identifier::{ClientId, CompanyGroupId, IdentifierError, ONLINE_BANK_CLIENT, SessionId, UserId};
pub use inn::{Inn, InnError};
pub use instant::Instant;
pub use internal_error::InternalError;
pub use kpp::{Kpp, KppError};
pub use language::{Language, LanguageError};
pub use money::{Money, MoneyError};
pub use randomness::{Randomness, SeededRandomness, SystemRandomness};
pub use text::{TextError, check_characters, checked_text, with_unseen_escaped};
pub use text_enum::UnknownText;
pub use token_key::{PublicKey, SigningAlgorithm};
pub use translated::Translated;
