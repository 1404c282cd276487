//! Checks of one transfer.

use jiff::civil::Date;
use kernel::{AccountNumber, Bic, Money};

use super::{CheckFacts, Reach};
use crate::catalogue::{Code, Reason};
use crate::execution::{ConversionError, split};
use crate::statement::{CONVERSION_CURRENCIES, CONVERSION_CURRENCIES_MAX, ConversionRate};
use crate::transfer::{BorrowedValue, Conversion, FIELDS, FieldType, FieldValue, Kind, Text, Transfer};

/// The currency digits of an employee's account (spec section 2.5).
const ROUBLE_DIGITS: &str = "810";
/// The only currency of transfers (spec section 2.5).
const CURRENCY: &str = "RUR";

/// The employee's account, and what decides whether it may be paid to.
struct Destination<'t> {
    line: i64,
    account: &'t str,
    bic: Option<&'t str>,
    has_conversions: bool,
}

pub(super) fn check<T: Text, C>(transfer: &Transfer<T, C>, facts: &CheckFacts, found: &mut Vec<Reason>)
where
    C: FieldType<T, C> + AsRef<[Conversion]>,
{
    for (field, value) in FIELDS.iter().zip(transfer.values()) {
        if let Some(code) = field.wrong
            && !is_right(field.kind, value, facts.today)
        {
            found.push(Reason::new(code));
        }
    }
    let conversions = transfer.conversion.as_ref();
    check_conversions(conversions, found);
    let destination = Destination {
        line: transfer.line,
        account: transfer.account.as_ref(),
        bic: transfer.bic.as_ref().map(T::as_ref),
        has_conversions: !conversions.is_empty(),
    };
    account(&destination, facts, found);
}

/// Tells whether a value by itself is as its kind has it. One that is absent is.
fn is_right(kind: Kind, value: BorrowedValue<'_>, today: Date) -> bool {
    match (kind, value) {
        (_, FieldValue::Absent) | (Kind::Conversions, FieldValue::Conversions(_)) => true,
        (Kind::Text { min, max }, FieldValue::Text(text)) => {
            let is_long_enough = min == 0 || text.trim().chars().nth(min - 1).is_some();
            is_long_enough && text.chars().nth(max).is_none() && !text.contains(char::is_control)
        }
        (Kind::Digits { min, max }, FieldValue::Text(text)) => {
            (min..=max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        }
        (Kind::Account, FieldValue::Text(text)) => rouble_account(text).is_some(),
        (Kind::PastDay, FieldValue::Text(text)) => is_past(text, today),
        (Kind::Currency, FieldValue::Text(text)) => text == CURRENCY,
        (Kind::Integer { min }, FieldValue::Integer(integer)) => integer >= min,
        (Kind::Amount, FieldValue::Amount(amount)) => amount.positive().is_some(),
        _ => false,
    }
}

fn rouble_account(number: &str) -> Option<AccountNumber> {
    number.parse().ok().filter(|account: &AccountNumber| account.currency_digits() == ROUBLE_DIGITS)
}

fn account(destination: &Destination<'_>, facts: &CheckFacts, found: &mut Vec<Reason>) {
    let bic = match destination.bic.map(str::parse::<Bic>) {
        Some(Ok(bic)) => Some(bic),
        Some(Err(_)) => {
            found.push(Reason::new(Code::P20));
            None
        }
        None => Some(facts.own_bic.clone()),
    };
    if destination.account.trim().is_empty() {
        found.push(Reason::new(Code::T06));
        return;
    }
    let Some(account) = rouble_account(destination.account) else {
        found.push(Reason::new(Code::T07));
        return;
    };
    let Some(bic) = bic else { return };
    if bic == facts.own_bic {
        own_account(destination, &account, facts, found);
    } else {
        foreign_account(destination, &account, &bic, facts, found);
    }
}

fn own_account(
    destination: &Destination<'_>,
    account: &AccountNumber,
    facts: &CheckFacts,
    found: &mut Vec<Reason>,
) {
    if !facts.unattached_lines.contains(&destination.line) {
        return;
    }
    if !account.control_key_is_valid(&facts.own_bic) {
        // The key tells whose account it is when it fits a bank that is known.
        let is_foreign = facts.other_banks.iter().any(|bic| account.control_key_is_valid(bic));
        if is_foreign && destination.bic.is_none() {
            found.push(Reason::new(Code::P21));
            return;
        }
        found.push(Reason::with(Code::T15, [account.as_str(), facts.own_bic.as_str()]));
    }
    found.push(Reason::new(Code::T16));
}

fn foreign_account(
    destination: &Destination<'_>,
    account: &AccountNumber,
    bic: &Bic,
    facts: &CheckFacts,
    found: &mut Vec<Reason>,
) {
    if !account.control_key_is_valid(bic) {
        found.push(Reason::with(Code::T15, [account.as_str(), bic.as_str()]));
    }
    if facts.reach != Reach::EveryBank {
        found.push(Reason::new(Code::T22));
    }
    if !facts.other_banks.contains(bic) {
        found.push(Reason::with(Code::P22, [bic.as_str()]));
    }
    if destination.has_conversions {
        found.push(Reason::new(Code::T18));
    }
}

/// Divides the amount, when it is one, as execution will, and adds why that cannot be.
pub(super) fn convert(
    amount: Option<Money>,
    conversions: &[Conversion],
    rates: &[ConversionRate],
    found: &mut Vec<Reason>,
) {
    let has_rate = |currency: &str| rates.iter().any(|rate| rate.currency.as_str() == currency);
    let mut is_complete = true;
    for (index, Conversion { currency, .. }) in conversions.iter().enumerate() {
        let is_known = CONVERSION_CURRENCIES.contains(&currency.as_str());
        let is_first = !conversions.iter().take(index).any(|earlier| earlier.currency == *currency);
        if is_known && is_first && !has_rate(currency) {
            found.push(Reason::with(Code::P08, [currency.as_str()]));
        }
        is_complete &= has_rate(currency);
    }
    let Some(amount) = amount.filter(|_| is_complete) else { return };
    match split(amount, conversions, rates) {
        Err(ConversionError::Nothing(currency)) => {
            found.push(Reason::with(Code::T19, [currency.as_str()]));
        }
        Err(ConversionError::Range(currency)) => {
            found.push(Reason::with(Code::T20, [currency.as_str()]));
        }
        // Rates that are missing are told above, and percents by their own rule.
        Err(ConversionError::Rate | ConversionError::Percents) | Ok(_) => {}
    }
}

fn check_conversions(conversions: &[Conversion], found: &mut Vec<Reason>) {
    let is_wrong = |percent: i64, currency: &str| {
        !(1..=100).contains(&percent) || !CONVERSION_CURRENCIES.contains(&currency)
    };
    if conversions.iter().any(|conversion| is_wrong(conversion.percent, &conversion.currency)) {
        found.push(Reason::new(Code::T13));
    }
    let percents = conversions.iter().fold(0_i64, |sum, conversion| sum.saturating_add(conversion.percent));
    let is_repeated = conversions.iter().enumerate().any(|(index, conversion)| {
        conversions.iter().take(index).any(|earlier| earlier.currency == conversion.currency)
    });
    if conversions.len() > CONVERSION_CURRENCIES_MAX || percents > 100 || is_repeated {
        found.push(Reason::new(Code::T14));
    }
}

/// Returns `true` for a day as YYYY-MM-DD before today.
fn is_past(text: &str, today: Date) -> bool {
    text.len() == 10 && text.parse::<Date>().is_ok_and(|date| date < today)
}
