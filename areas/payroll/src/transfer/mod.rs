//! A transfer as its sender wrote it, and the table of its fields.
//!
//! What the checks look at is kept as it came, right or wrong: a wrong length or digit is shown in the statement's
//! status and in the online bank, where it can be corrected.
//!
//! A field occurs once, in the table below. The struct [`Transfer`] is made from it, and everybody who goes through the
//! fields takes them from [`FIELDS`]: the reader of requests, the packed list, the columns, the document that is
//! signed, the form of correction, the checks of single values and the description of the API. To add a field, add
//! its entry here, its column in a migration, its label in `pages::words` and its column of files in `roll::column`.

#[cfg(test)]
pub(crate) mod example;
#[macro_use]
mod field;
mod value;

use crate::catalogue::Code;

pub use field::{Field, Kind, Sort};
pub use value::{BorrowedValue, FieldType, FieldValue, SentAmount, Text};

/// The most characters of each part of a name (spec section 8).
const NAME_CHARACTERS_MAX: usize = 50;
/// The most characters of a personnel number (spec section 8).
const PERSONNEL_NUMBER_CHARACTERS_MAX: usize = 60;

// An entry: its description, then NAME: TYPE = "NAME IN REQUESTS", KIND WITH ITS LIMITS, CODE OF A WRONG VALUE;
//
// `T` is a text and `C` the conversions; an `Option` may be absent. The name is also that of the column and of the
// input in the online bank. A field without a code has rules that look at more than its value, in `checks::transfer`.
transfer_fields! {
    /// Surname.
    last_name: T = "lastName", Kind::Text { min: 1, max: NAME_CHARACTERS_MAX }, Some(Code::T01);
    /// Given name.
    first_name: T = "firstName", Kind::Text { min: 1, max: NAME_CHARACTERS_MAX }, Some(Code::T02);
    /// Patronymic.
    middle_name: Option<T> = "middleName", Kind::Text { min: 0, max: NAME_CHARACTERS_MAX }, Some(Code::T03);
    /// Its number in the statement.
    order_number: i64 = "orderNumber", Kind::Integer { min: 1 }, Some(Code::T04);
    /// The amount in roubles, with at most 2 fraction digits.
    amount: SentAmount<T> = "amount", Kind::Amount, Some(Code::T08);
    /// The employee's account.
    account: T = "account", Kind::Account, None;
    /// The currency.
    currency: T = "currency", Kind::Currency, Some(Code::T09);
    /// Personnel number.
    personnel_number: Option<T> = "personnelNumber", Kind::Text { min: 0, max: PERSONNEL_NUMBER_CHARACTERS_MAX },
        Some(Code::T10);
    /// Date of birth.
    birth_date: Option<T> = "birthDate", Kind::PastDay, Some(Code::T11);
    /// The BIC of the employee's bank; required for transfers to another bank.
    bic: Option<T> = "bic", Kind::Digits { min: 9, max: 9 }, None;
    /// Card number.
    card_number: Option<T> = "cardNumber", Kind::Digits { min: 14, max: 20 }, Some(Code::T12);
    /// Parts that are paid in other currencies, together at most 100 percent.
    conversion: C = "conversion", Kind::Conversions, None;
    /// The deduction, in roubles, with at most 2 fraction digits.
    deduction: Option<SentAmount<T>> = "deductionAmount", Kind::Amount, Some(Code::T17);
}

/// A part of the amount that is to be paid in another currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The percentage of the amount; 1 to 100 when right.
    pub percent: i64,
    /// USD, EUR or CNY when right.
    pub currency: String,
}

#[cfg(test)]
mod tests;
