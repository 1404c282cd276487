//! Numbers in JSON that are never a binary fraction on their way (GEN-05).

use std::borrow::Cow;
use std::fmt;

use kernel::Money;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The most characters of a number that are looked at.
const LEXEME_CHARACTERS_MAX: usize = 64;

/// An amount of money as a JSON number with two fraction digits: `1500000.00`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactAmount(pub Money);

/// A decimal as a JSON number with the digits it was written with: `12.50`. For rates and percentages, which have no
/// smallest unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactDecimal(pub Decimal);

impl Serialize for ExactAmount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        number(self.0.to_json_number(), serializer)
    }
}

impl Serialize for ExactDecimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        number(self.0.to_string(), serializer)
    }
}

impl<'de> Deserialize<'de> for ExactAmount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let lexeme = Box::<RawValue>::deserialize(deserializer)?;
        Money::from_double_lexeme(lexeme.get()).map(Self).map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for ExactDecimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let lexeme = Box::<RawValue>::deserialize(deserializer)?;
        decimal(lexeme.get())
            .map(Self)
            .ok_or_else(|| de::Error::custom("must be a decimal of at most 28 digits"))
    }
}

/// A number whose text is `lexeme`. Only `serde_json` can write it; nothing else serialises an answer.
fn number<S: Serializer>(lexeme: String, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::from_string(lexeme).map_err(ser::Error::custom)?.serialize(serializer)
}

/// The exact value of the text of a JSON number; `None` when it is none, or has more digits than a decimal holds.
fn decimal(lexeme: &str) -> Option<Decimal> {
    let is_number = lexeme.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    if !is_number || lexeme.len() > LEXEME_CHARACTERS_MAX {
        return None;
    }
    match lexeme.split_once(['e', 'E']) {
        None => Decimal::from_str_exact(lexeme).ok(),
        Some((coefficient, _)) => {
            // `from_scientific` rounds a coefficient that is too long; `from_str_exact` refuses it.
            Decimal::from_str_exact(coefficient).ok()?;
            Decimal::from_scientific(lexeme).ok()
        }
    }
}

macro_rules! number_schemas {
    ($($type:ty = $name:literal, $description:literal;)+) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().schema_type(Type::Number).description(Some($description)).into()
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                $name.into()
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    )+};
}

number_schemas! {
    ExactAmount = "Amount", "An amount of money, exact, with two fraction digits.";
    ExactDecimal = "Decimal", "A decimal, exact.";
}

#[cfg(test)]
mod tests;
