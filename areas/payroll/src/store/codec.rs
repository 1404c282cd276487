//! Small values that are one text in a column.

use kernel::{Currency, Money};
use rust_decimal::Decimal;
use store::{Joined, Result, Row};

use crate::catalogue::{Code, Reason, Severity};
use crate::statement::ConversionRate;
use crate::transfer::{Conversion, SentAmount};

/// Writes the parameters of a message: a JSON array of texts.
pub(crate) fn parameters_text(parameters: &[String]) -> String {
    if parameters.is_empty() {
        return "[]".to_owned();
    }
    serde_json::Value::from(parameters).to_string()
}

pub(crate) fn parameters(text: &str) -> serde_json::Result<Vec<String>> {
    if text == "[]" { Ok(Vec::new()) } else { serde_json::from_str(text) }
}

store::text_columns! { Code Severity }

store::selected! {
    Reason { code: "reason_code", parameters: "reason_parameters" via parameters }
}

pub(crate) type JoinedReason = Joined<Reason>;

/// Writes conversions as `[[30,"USD"]]`; `None` when there is none.
pub(crate) fn conversions_text(conversions: &[Conversion]) -> Option<String> {
    let pairs: Vec<(i64, &str)> =
        conversions.iter().map(|conversion| (conversion.percent, conversion.currency.as_str())).collect();
    if pairs.is_empty() { None } else { serde_json::to_string(&pairs).ok() }
}

pub(crate) fn conversions(text: Option<&str>) -> serde_json::Result<Vec<Conversion>> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let pairs: Vec<(i64, String)> = serde_json::from_str(text)?;
    Ok(pairs.into_iter().map(|(percent, currency)| Conversion { percent, currency }).collect())
}

/// Writes rates as `EUR=100.1,USD=92.5`; `None` when there is none.
pub(crate) fn rates_text(rates: &[ConversionRate]) -> Option<String> {
    let texts: Vec<String> = rates.iter().map(|rate| format!("{}={}", rate.currency, rate.rate)).collect();
    (!texts.is_empty()).then(|| texts.join(","))
}

pub(crate) fn rates(text: Option<&str>) -> Result<Vec<ConversionRate>, &'static str> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let rate = |item: &str| {
        let (currency, rate) = item.split_once('=')?;
        Some(ConversionRate {
            currency: currency.parse::<Currency>().ok()?,
            rate: rate.parse::<Decimal>().ok()?,
        })
    };
    let rates: Option<Vec<ConversionRate>> = text.split(',').map(rate).collect();
    rates.ok_or("is no list of rates")
}

/// Reads an amount out of its two columns, of which at most one has a value.
pub(crate) fn amount<'r, T: From<&'r str>>(
    row: &'r Row,
    minor: &str,
    text: &str,
) -> Result<Option<SentAmount<T>>> {
    if let Some(minor) = row.optional_integer(minor)? {
        return Ok(Some(SentAmount::Exact(Money::from_minor(minor))));
    }
    Ok(row.optional_text(text)?.map(|text| SentAmount::Other(text.into())))
}
