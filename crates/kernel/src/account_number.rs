//! Account numbers of the Russian payment system.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text_value::{is_digits, text_value};
use crate::{Bic, Currency};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an account number is exactly 20 digits")]
pub struct AccountNumberError;

/// The number of an account: exactly 20 ASCII digits (spec section 2.5). Digits 1 to 5 are the balance
/// account, 6 to 8 the currency, 9 the control key, 10 to 13 the branch, 14 to 20 the serial number.
///
/// A number whose control key is wrong is still an account number: numbers come from other systems, and
/// a wrong key is for the caller to hear about, not for the type to hide.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AccountNumber(ArrayString<DIGITS>);

const DIGITS: usize = 20;
/// The position of the control key, counted from 0.
const KEY_POSITION: usize = 8;
/// The weights that repeat over the digits (Bank of Russia, procedure 515 of 8 September 1997).
const WEIGHTS: [u8; 3] = [7, 1, 3];

fn check(text: &str) -> Result<(), AccountNumberError> {
    if is_digits(text, DIGITS) { Ok(()) } else { Err(AccountNumberError) }
}

text_value!(AccountNumber, AccountNumberError, check, AccountNumberError);

impl AccountNumber {
    /// Digits 6 to 8: the numeric currency code, `810` for roubles.
    pub fn currency_digits(&self) -> &str {
        self.0.get(5..KEY_POSITION).unwrap_or_default()
    }

    /// Returns the currency of digits 6 to 8; `None` when no currency has that number.
    pub fn currency(&self) -> Option<Currency> {
        self.currency_digits().parse().ok().and_then(Currency::from_numeric)
    }

    /// Tells whether the control key is right for an account held at the bank `bic`.
    ///
    /// The rule is that of procedure 515 for accounts at credit institutions: the last three digits of the
    /// BIC and the 20 digits of the number are weighted 7, 1, 3, 7, 1, 3, …, and the last digits of the
    /// products add up to a multiple of 10. Accounts at the Bank of Russia itself follow another rule.
    pub fn control_key_is_valid(&self, bic: &Bic) -> bool {
        self.weighted_sum(bic).is_multiple_of(10)
    }

    /// The same number with the control key that is right at the bank `bic`.
    pub fn with_control_key(&self, bic: &Bic) -> Self {
        let without_key = self.with_digit(KEY_POSITION, 0);
        // The key's own weight is 3, and 3 × 3 = 9 ≡ -1: three times the sum cancels the sum.
        let key = without_key.weighted_sum(bic) % 10 * 3 % 10;
        without_key.with_digit(KEY_POSITION, u8::try_from(key).unwrap_or(0))
    }

    fn weighted_sum(&self, bic: &Bic) -> u32 {
        bic.last_three_digits()
            .bytes()
            .chain(self.0.bytes())
            .zip(WEIGHTS.into_iter().cycle())
            .map(|(digit, weight)| u32::from((digit - b'0') * weight % 10))
            .sum()
    }

    fn with_digit(&self, position: usize, digit: u8) -> Self {
        let replaced = char::from(b'0' + digit);
        let mut digits = ArrayString::new();
        for (at, old) in self.0.chars().enumerate() {
            digits.push(if at == position { replaced } else { old });
        }
        Self(digits)
    }
}
