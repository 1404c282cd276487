//! Values of a message as people read them.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::{BankZone, Language, Money};

/// Characters of a date without offset.
const DATE_CHARACTERS: usize = 10;

/// An amount with its currency. The schema allows five fraction digits, which no currency has: such an amount is shown
/// as it stands in the message.
pub(super) fn amount(text: &str, currency: &str, language: Language) -> String {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    match Money::from_lexeme(unsigned) {
        Ok(money) => pages::money(money, currency, language),
        Err(_) => format!("{text} {currency}"),
    }
}

/// A date; as it stands in the message when the calendar does not have it.
pub(super) fn day(text: &str, language: Language) -> String {
    match text.get(..DATE_CHARACTERS).map(str::parse::<Date>) {
        Some(Ok(date)) => pages::date(date, language),
        _ => text.to_owned(),
    }
}

/// A moment; as it stands in the message when it has no offset.
pub(super) fn moment(text: &str, zone: &BankZone, language: Language) -> String {
    match text.parse::<Timestamp>() {
        Ok(moment) => pages::moment(moment.into(), zone, language),
        Err(_) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
