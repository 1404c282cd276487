//! The fields of a statement as a whole, each with the constraints of spec section 2.5.

use std::borrow::Cow;

use jiff::civil::Date;
use kernel::{AccountNumber, Currency, Money};

use super::field_errors::{At, FieldErrors, Path};
use super::members::{self, Slot, members, optional};
use crate::identifier::ExternalId;
use crate::income::{CODE_FIELD, INCOME_CODES, Income};
use crate::statement::{
    CONVERSION_CURRENCIES, CONVERSION_CURRENCIES_MAX, ConversionRate, NUMBER_MAX, PURPOSE_CHARACTERS_MAX,
    RATE_BOUND, ReportingPeriod, ResponsiblePerson,
};

/// The most characters of the responsible person's name (spec section 8).
const RESPONSIBLE_NAME_CHARACTERS_MAX: usize = 250;
/// The most characters of the responsible person's phone (spec section 8).
const RESPONSIBLE_PHONE_CHARACTERS_MAX: usize = 16;
/// The most items of `conversionRates` that are read; more than two are refused.
const RATES_READ_MAX: usize = 100;
/// The most characters of an enrollment code.
const ENROLLMENT_CODE_CHARACTERS_MAX: usize = 10;

members! {
    /// The payload.
    PayloadMembers {
        external_id = "externalId",
        account = "account",
        transfers_count = "transfersCount",
        total_amount = "totalAmount",
        date = "date",
        number = "number",
        conversion_rates = "conversionRates",
        enrollment_code = "enrollmentCode",
        income_code = "incomeCode",
        purpose = "purpose",
        responsible_person = "responsiblePerson",
        reporting_period = "reportingPeriod",
        transfers = "transfers",
    }
}

members! {
    /// A conversion rate.
    RateMembers {
        rate = "rate",
        currency = "currency",
    }
}

members! {
    /// The responsible person.
    ResponsibleMembers {
        full_name = "fullName",
        phone = "phone",
    }
}

members! {
    /// The reporting period.
    PeriodMembers {
        year = "year",
        month = "month",
    }
}

const fn at(field: &'static str) -> At<'static> {
    At { field, path: Path::Field }
}

const fn inside(field: &'static str, name: &'static str) -> At<'static> {
    At { field, path: Path::Member(name) }
}

pub(super) fn external_id(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<ExternalId> {
    required_parsed(slot, at("externalId"), errors)
}

pub(super) fn account(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<AccountNumber> {
    let at = at("account");
    let slot = errors.required(slot, at);
    let text = errors.text(slot, at)?;
    let account = text.parse().ok();
    if account.is_none() {
        errors.add(at, "must be exactly 20 digits");
    }
    account
}

pub(super) fn transfers_count(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<i64> {
    let slot = errors.required(slot, at("transfersCount"));
    errors.ranged(slot, at("transfersCount"), 1, i64::MAX)
}

pub(super) fn total_amount(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<Money> {
    let at = at("totalAmount");
    let slot = errors.required(slot, at);
    match Money::from_double_lexeme(errors.number(slot, at)?) {
        Ok(money) if money.is_positive() => Some(money),
        Ok(_) => {
            errors.add(at, "must be greater than 0");
            None
        }
        Err(error) => {
            errors.add(at, error);
            None
        }
    }
}

pub(super) fn date(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<Date> {
    let text = errors.text(slot, at("date"))?;
    let date = day(&text);
    if date.is_none() {
        errors.add(at("date"), "must be a date as YYYY-MM-DD");
    }
    date
}

/// Returns a day as YYYY-MM-DD and in no other of the forms that ISO 8601 has.
fn day(text: &str) -> Option<Date> {
    let shape = |(index, byte): (usize, u8)| match index {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    (text.len() == 10 && text.bytes().enumerate().all(shape)).then(|| text.parse().ok()).flatten()
}

pub(super) fn number(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<i64> {
    errors.ranged(slot, at("number"), 1, NUMBER_MAX)
}

pub(super) fn income(payload: &PayloadMembers<'_>, errors: &mut FieldErrors) -> Option<Income> {
    let enrollment_code = enrollment_code(payload.enrollment_code, errors);
    let (first, last) = INCOME_CODES.into_inner();
    let code = errors.ranged(optional(payload.income_code), at(CODE_FIELD), first, last);
    Some(Income { enrollment_code: enrollment_code?, code })
}

fn enrollment_code(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<String> {
    let at = at("enrollmentCode");
    let slot = errors.required(slot, at);
    let text = errors.text(slot, at)?;
    if (1..=ENROLLMENT_CODE_CHARACTERS_MAX).contains(&text.chars().count()) {
        return Some(text.into_owned());
    }
    errors.add(at, "is not a code of the dictionary");
    None
}

/// Returns the purpose; an empty one counts as absent.
pub(super) fn purpose(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<String> {
    let text = errors.text(slot, at("purpose"))?;
    if text.chars().nth(PURPOSE_CHARACTERS_MAX).is_some() {
        errors.add(at("purpose"), format_args!("must have at most {PURPOSE_CHARACTERS_MAX} characters"));
        return None;
    }
    (!text.trim().is_empty()).then(|| text.into_owned())
}

pub(super) fn responsible_person(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<ResponsiblePerson> {
    const FIELD: &str = "responsiblePerson";
    let Some(members) = members::object::<ResponsibleMembers<'_>>(slot?) else {
        errors.add(at(FIELD), "must be an object");
        return None;
    };
    let name = bounded(members.full_name, inside(FIELD, "fullName"), RESPONSIBLE_NAME_CHARACTERS_MAX, errors);
    let phone = bounded(members.phone, inside(FIELD, "phone"), RESPONSIBLE_PHONE_CHARACTERS_MAX, errors);
    Some(ResponsiblePerson { full_name: name?.into_owned(), phone: phone?.into_owned() })
}

pub(super) fn reporting_period(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<ReportingPeriod> {
    const FIELD: &str = "reportingPeriod";
    let Some(members) = members::object::<PeriodMembers<'_>>(slot?) else {
        errors.add(at(FIELD), "must be an object");
        return None;
    };
    let year = errors.required(members.year, inside(FIELD, "year"));
    let year = errors.ranged(year, inside(FIELD, "year"), 1, 9999);
    let month = errors.required(members.month, inside(FIELD, "month"));
    let month = errors.ranged(month, inside(FIELD, "month"), 1, 12);
    Some(ReportingPeriod { year: year?, month: month? })
}

pub(super) fn conversion_rates(slot: Slot<'_>, errors: &mut FieldErrors) -> Vec<ConversionRate> {
    const FIELD: &str = "conversionRates";
    let Some(raw) = slot else { return Vec::new() };
    let Some(items) = members::objects::<RateMembers<'_>>(raw, RATES_READ_MAX) else {
        errors.add(at(FIELD), "must be an array");
        return Vec::new();
    };
    if items.count > CONVERSION_CURRENCIES_MAX {
        errors.add(at(FIELD), format_args!("must have at most {CONVERSION_CURRENCIES_MAX} currencies"));
    }
    let mut rates: Vec<ConversionRate> = Vec::new();
    for (index, item) in items.kept.iter().enumerate() {
        let item_at = |name| At { field: FIELD, path: Path::Item(index, name) };
        let Some(item) = item else {
            errors.add(item_at(""), "must be an object");
            continue;
        };
        let Some(rate) = rate(item, item_at("rate"), item_at("currency"), errors) else { continue };
        if rates.iter().any(|other| other.currency == rate.currency) {
            errors.add(item_at("currency"), format_args!("{} occurs twice", rate.currency));
        }
        rates.push(rate);
    }
    rates.sort_by_key(|rate| rate.currency.as_str());
    rates
}

fn rate(
    item: &RateMembers<'_>,
    rate_at: At<'_>,
    currency_at: At<'_>,
    errors: &mut FieldErrors,
) -> Option<ConversionRate> {
    let slot = errors.required(item.rate, rate_at);
    let rate = errors.number(slot, rate_at).and_then(|lexeme| {
        let rate = ConversionRate::rate_of(lexeme);
        if rate.is_none() {
            errors.add(rate_at, format_args!("must be a decimal greater than 0 and less than {RATE_BOUND}"));
        }
        rate
    });
    let slot = errors.required(item.currency, currency_at);
    let currency = errors.text(slot, currency_at).and_then(|text| {
        let known = CONVERSION_CURRENCIES.contains(&&*text);
        if !known {
            errors.add(currency_at, "must be USD, EUR or CNY");
        }
        known.then(|| text.parse::<Currency>().ok()).flatten()
    });
    Some(ConversionRate { currency: currency?, rate: rate? })
}

/// Returns a required text of 1 to `characters_max` characters.
fn bounded<'a>(
    slot: Slot<'a>,
    at: At<'_>,
    characters_max: usize,
    errors: &mut FieldErrors,
) -> Option<Cow<'a, str>> {
    let slot = errors.required(slot, at);
    let text = errors.text(slot, at)?;
    if text.is_empty() || text.chars().nth(characters_max).is_some() {
        errors.add(at, format_args!("must have 1 to {characters_max} characters"));
        return None;
    }
    Some(text)
}

fn required_parsed<T>(slot: Slot<'_>, at: At<'_>, errors: &mut FieldErrors) -> Option<T>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let slot = errors.required(slot, at);
    let text = errors.text(slot, at)?;
    text.parse().map_err(|error: T::Err| errors.add(at, error)).ok()
}
