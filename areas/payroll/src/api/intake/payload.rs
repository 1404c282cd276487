//! The fields of a statement as a whole, each with the constraints of spec section 2.5.

use edge::integer_enum;
use jiff::civil::Date;
use kernel::{AccountNumber, Currency, Money};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::field_errors::{At, FieldErrors, Path};
use super::members::{self, Slot, members, optional};
use super::transfers::{ConversionCurrency, TransferSchema};
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
const ENROLLMENT_CODE_CHARACTERS_MAX: usize = 10;

members! {
    /// A statement.
    PayloadMembers, PayloadSchema = PayrollStatement {
        /// The sender's name of the statement, unique within one company.
        #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]{1,40}$")]
        external_id: String = "externalId",
        /// The account of the company that is debited.
        #[schema(min_length = 20, max_length = 20, pattern = "^[0-9]{20}$")]
        account: String = "account",
        /// The number of transfers.
        #[schema(minimum = 1)]
        transfers_count: i64 = "transfersCount",
        /// The sum of the transfers, in roubles, with at most 2 fraction digits.
        #[schema(exclusive_minimum = 0)]
        total_amount: f64 = "totalAmount",
        /// From when it may be executed; today when absent.
        #[schema(nullable = false, format = Date)]
        date: Option<String> = "date",
        /// Its number; the company's next one of the current year when absent.
        #[schema(nullable = false, minimum = 1, maximum = 999_999)]
        number: Option<i64> = "number",
        /// The rates of conversions; needed when a transfer converts.
        #[schema(nullable = false, max_items = 2)]
        conversion_rates: Option<Vec<RateSchema>> = "conversionRates",
        /// Enrollment kind: 01 salary, 02 advance, 03 sick leave, 04 bonus, 05 vacation pay, and what else the bank
        /// has.
        #[schema(min_length = 1, max_length = 10)]
        enrollment_code: String = "enrollmentCode",
        /// Income code.
        #[schema(schema_with = codes, nullable = false)]
        income_code: Option<i32> = "incomeCode",
        /// The purpose of the payment; made from the name of the enrollment kind when absent.
        #[schema(nullable = false, max_length = 118)]
        purpose: Option<String> = "purpose",
        /// Whom the bank may ask.
        #[schema(nullable = false)]
        responsible_person: Option<ResponsibleSchema> = "responsiblePerson",
        /// The month for which the money is paid.
        #[schema(nullable = false)]
        reporting_period: Option<PeriodSchema> = "reportingPeriod",
        /// The transfers.
        #[schema(min_items = 1, max_items = 10000)]
        transfers: Vec<TransferSchema> = "transfers",
    }
}

members! {
    /// Roubles for one unit of a currency.
    RateMembers, RateSchema = PayrollConversionRate {
        /// The rate.
        #[schema(exclusive_minimum = 0)]
        rate: f64 = "rate",
        /// The currency.
        currency: ConversionCurrency = "currency",
    }
}

members! {
    /// Whom the bank may ask.
    ResponsibleMembers, ResponsibleSchema = PayrollResponsiblePerson {
        /// The whole name.
        #[schema(min_length = 1, max_length = 250)]
        full_name: String = "fullName",
        /// The phone.
        #[schema(min_length = 1, max_length = 16)]
        phone: String = "phone",
    }
}

members! {
    /// A month.
    PeriodMembers, PeriodSchema = PayrollReportingPeriod {
        /// The year.
        #[schema(minimum = 1, maximum = 9999)]
        year: i64 = "year",
        /// The month.
        #[schema(minimum = 1, maximum = 12)]
        month: i64 = "month",
    }
}

fn codes() -> RefOr<Schema> {
    let codes: Vec<i32> = INCOME_CODES.filter_map(|code| i32::try_from(code).ok()).collect();
    integer_enum(
        "Income code: 1 limited deductions (229-FZ article 99), 2 periodic income not to be levied, 3 periodic income \
         with the exception of article 101, 4 one-off income not to be levied, 5 one-off income with the exception.",
        &codes,
    )
}

const fn at(field: &'static str) -> At<'static> {
    At { field, path: Path::Field }
}

const fn inside(field: &'static str, name: &'static str) -> At<'static> {
    At { field, path: Path::Member(name) }
}

pub(super) fn external_id(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<ExternalId> {
    let text = errors.required_text(slot, at("externalId"));
    errors.parsed(text, at("externalId"), |text| text.parse())
}

pub(super) fn account(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<AccountNumber> {
    let text = errors.required_text(slot, at("account"));
    errors.parsed(text, at("account"), |text| text.parse().map_err(|_| "must be exactly 20 digits"))
}

pub(super) fn transfers_count(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<i64> {
    let slot = errors.required(slot, at("transfersCount"));
    errors.ranged(slot, at("transfersCount"), 1, i64::MAX)
}

pub(super) fn total_amount(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<Money> {
    let at = at("totalAmount");
    let slot = errors.required(slot, at);
    let total = errors.number(slot, at);
    let total = errors.parsed(total, at, Money::from_double_lexeme);
    errors.parsed(total, at, |total| total.is_positive().then_some(total).ok_or("must be greater than 0"))
}

pub(super) fn date(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<Date> {
    let text = errors.text(slot, at("date"));
    errors.parsed(text, at("date"), |text| day(&text).ok_or("must be a date as YYYY-MM-DD"))
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
    let text = errors.required_text(slot, at("enrollmentCode"));
    errors.parsed(text, at("enrollmentCode"), |text| {
        let fits = (1..=ENROLLMENT_CODE_CHARACTERS_MAX).contains(&text.chars().count());
        fits.then(|| text.into_owned()).ok_or("must be a code of the dictionary, such as 01")
    })
}

/// Returns the purpose; an empty one counts as absent.
pub(super) fn purpose(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<String> {
    let text = errors.text(slot, at("purpose"));
    let purpose = errors.parsed(text, at("purpose"), |text| {
        let fits = text.chars().nth(PURPOSE_CHARACTERS_MAX).is_none();
        fits.then_some(text).ok_or_else(|| format!("must have at most {PURPOSE_CHARACTERS_MAX} characters"))
    })?;
    (!purpose.trim().is_empty()).then(|| purpose.into_owned())
}

pub(super) fn responsible_person(slot: Slot<'_>, errors: &mut FieldErrors) -> Option<ResponsiblePerson> {
    const FIELD: &str = "responsiblePerson";
    let Some(members) = members::object::<ResponsibleMembers<'_>>(slot?) else {
        errors.add(at(FIELD), "must be an object");
        return None;
    };
    let name = bounded(members.full_name, inside(FIELD, "fullName"), RESPONSIBLE_NAME_CHARACTERS_MAX, errors);
    let phone = bounded(members.phone, inside(FIELD, "phone"), RESPONSIBLE_PHONE_CHARACTERS_MAX, errors);
    Some(ResponsiblePerson { full_name: name?, phone: phone? })
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
    let rate = errors.number(slot, rate_at);
    let rate = errors.parsed(rate, rate_at, |number| {
        let rule = || format!("must be a decimal greater than 0 and less than {RATE_BOUND}");
        ConversionRate::rate_of(number).ok_or_else(rule)
    });
    let currency = errors.required_text(item.currency, currency_at);
    let currency = errors.parsed(currency, currency_at, |text| {
        let known = CONVERSION_CURRENCIES.contains(&&*text).then(|| text.parse::<Currency>().ok());
        known.flatten().ok_or("must be USD, EUR or CNY")
    });
    Some(ConversionRate { currency: currency?, rate: rate? })
}

/// Returns a required text of 1 to `characters_max` characters.
fn bounded(slot: Slot<'_>, at: At<'_>, characters_max: usize, errors: &mut FieldErrors) -> Option<String> {
    let text = errors.required_text(slot, at);
    errors.parsed(text, at, |text| {
        let fits = !text.is_empty() && text.chars().nth(characters_max).is_none();
        fits.then(|| text.into_owned()).ok_or_else(|| format!("must have 1 to {characters_max} characters"))
    })
}
