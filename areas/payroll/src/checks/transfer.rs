//! Checks of one transfer.

use jiff::civil::Date;
use kernel::{AccountNumber, Bic};

use super::facts::Facts;
use crate::catalogue::{Code, Reason};
use crate::execution::{ConversionError, split};
use crate::statement::{CONVERSION_CURRENCIES, CONVERSION_CURRENCIES_MAX, ConversionRate};
use crate::transfer::{Conversion, SentTransfer};

/// The most characters of each part of a name (spec section 8).
const NAME_CHARACTERS_MAX: usize = 50;
/// The most characters of a personnel number (spec section 8).
const PERSONNEL_NUMBER_CHARACTERS_MAX: usize = 60;
/// Digits of a card number (spec section 2.5).
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 14..=20;
/// The currency digits of an employee's account (spec section 2.5).
const ROUBLE_DIGITS: &str = "810";
/// The only currency of transfers (spec section 2.5).
const CURRENCY: &str = "RUR";

/// Adds what is wrong with the transfer.
pub(super) fn check(transfer: &SentTransfer<'_>, facts: &Facts, found: &mut Vec<Reason>) {
    let mut rule = |holds: bool, code: Code| {
        if !holds {
            found.push(Reason::new(code));
        }
    };
    let named = |name: &str| !name.trim().is_empty() && fits(name, NAME_CHARACTERS_MAX);
    rule(named(transfer.last_name), Code::T01);
    rule(named(transfer.first_name), Code::T02);
    rule(transfer.middle_name.is_none_or(|name| fits(name, NAME_CHARACTERS_MAX)), Code::T03);
    rule(transfer.order_number >= 1, Code::T04);
    rule(transfer.amount.positive().is_some(), Code::T08);
    rule(transfer.currency == CURRENCY, Code::T09);
    let personnel_number = transfer.personnel_number;
    rule(personnel_number.is_none_or(|number| fits(number, PERSONNEL_NUMBER_CHARACTERS_MAX)), Code::T10);
    rule(transfer.birth_date.is_none_or(|date| is_past(date, facts.today)), Code::T11);
    rule(transfer.card_number.is_none_or(is_card), Code::T12);
    rule(transfer.deduction.as_ref().is_none_or(|amount| amount.positive().is_some()), Code::T17);
    conversions(transfer, found);
    account(transfer, facts, found);
}

/// Checks the account and the bank that keeps it.
fn account(transfer: &SentTransfer<'_>, facts: &Facts, found: &mut Vec<Reason>) {
    let bic = match transfer.bic.map(str::parse::<Bic>) {
        Some(Ok(bic)) => Some(bic),
        Some(Err(_)) => {
            found.push(Reason::new(Code::P20));
            None
        }
        None => Some(facts.own_bic.clone()),
    };
    if transfer.account.trim().is_empty() {
        found.push(Reason::new(Code::T06));
        return;
    }
    let account = transfer.account.parse::<AccountNumber>();
    let Some(account) = account.ok().filter(|account| account.currency_digits() == ROUBLE_DIGITS) else {
        found.push(Reason::new(Code::T07));
        return;
    };
    let Some(bic) = bic else { return };
    if bic == facts.own_bic {
        own_account(transfer, &account, facts, found);
    } else {
        foreign_account(transfer, &account, &bic, facts, found);
    }
}

/// Checks an account that should be at this bank.
fn own_account(transfer: &SentTransfer<'_>, account: &AccountNumber, facts: &Facts, found: &mut Vec<Reason>) {
    if !facts.unattached_lines.contains(&transfer.line) {
        return;
    }
    if !account.control_key_is_valid(&facts.own_bic) {
        // The key tells whose account it is when it fits a bank that is known.
        let is_foreign = facts.other_banks.iter().any(|bic| account.control_key_is_valid(bic));
        if is_foreign && transfer.bic.is_none() {
            found.push(Reason::new(Code::P21));
            return;
        }
        found.push(Reason::with(Code::T15, [account.as_str(), facts.own_bic.as_str()]));
    }
    found.push(Reason::new(Code::T16));
}

/// Checks an account at another bank.
fn foreign_account(
    transfer: &SentTransfer<'_>,
    account: &AccountNumber,
    bic: &Bic,
    facts: &Facts,
    found: &mut Vec<Reason>,
) {
    if !account.control_key_is_valid(bic) {
        found.push(Reason::with(Code::T15, [account.as_str(), bic.as_str()]));
    }
    if !facts.other_banks.contains(bic) {
        found.push(Reason::with(Code::P22, [bic.as_str()]));
    }
    if !transfer.conversion.is_empty() {
        found.push(Reason::new(Code::T18));
    }
}

/// Divides the amount as execution will, and adds why that cannot be.
pub(super) fn convert(transfer: &SentTransfer<'_>, rates: &[ConversionRate], found: &mut Vec<Reason>) {
    let has_rate = |currency: &str| rates.iter().any(|rate| rate.currency.as_str() == currency);
    let mut is_complete = true;
    for (index, Conversion { currency, .. }) in transfer.conversion.iter().enumerate() {
        let is_known = CONVERSION_CURRENCIES.contains(&currency.as_str());
        let is_first = !transfer.conversion.iter().take(index).any(|earlier| earlier.currency == *currency);
        if is_known && is_first && !has_rate(currency) {
            found.push(Reason::with(Code::P08, [currency.as_str()]));
        }
        is_complete &= has_rate(currency);
    }
    let Some(amount) = transfer.amount.positive().filter(|_| is_complete) else { return };
    match split(amount, transfer.conversion, rates) {
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

fn conversions(transfer: &SentTransfer<'_>, found: &mut Vec<Reason>) {
    let conversions = transfer.conversion;
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

fn fits(text: &str, characters_max: usize) -> bool {
    text.chars().nth(characters_max).is_none()
}

fn is_card(number: &str) -> bool {
    CARD_DIGITS.contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` for a day as YYYY-MM-DD before today.
fn is_past(text: &str, today: Date) -> bool {
    text.len() == 10 && text.parse::<Date>().is_ok_and(|date| date < today)
}
