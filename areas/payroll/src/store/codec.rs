//! Small values that are one text in a column.

use kernel::{Currency, Money};
use rust_decimal::Decimal;
use store::{Row, StoreError};

use crate::catalogue::{Code, Reason};
use crate::statement::ConversionRate;
use crate::transfer::{Conversion, SentAmount};

/// Writes the parameters of a message: a JSON array of texts.
pub(crate) fn parameters_text(parameters: &[String]) -> String {
    if parameters.is_empty() {
        return "[]".to_owned();
    }
    serde_json::Value::from(parameters).to_string()
}

/// Reads the parameters of a message out of `column`.
pub(crate) fn parameters(row: &Row, column: &str) -> Result<Vec<String>, StoreError> {
    match row.text(column)? {
        "[]" => Ok(Vec::new()),
        text => serde_json::from_str(text).map_err(|error| row.inconsistency(column, error)),
    }
}

/// Reads the reason out of the columns `reason_code` and `reason_parameters`; `None` where there is no code.
pub(crate) fn optional_reason(row: &Row) -> Result<Option<Reason>, StoreError> {
    let Some(code) = row.optional_parse::<Code>("reason_code")? else { return Ok(None) };
    Ok(Some(Reason { code, parameters: parameters(row, "reason_parameters")? }))
}

/// Writes conversions as `[[30,"USD"]]`; `None` when there is none.
pub(crate) fn conversions_text(conversions: &[Conversion]) -> Option<String> {
    let pairs: Vec<(i64, &str)> =
        conversions.iter().map(|conversion| (conversion.percent, conversion.currency.as_str())).collect();
    if pairs.is_empty() { None } else { serde_json::to_string(&pairs).ok() }
}

/// Reads conversions out of `column`.
pub(crate) fn conversions(row: &Row, column: &str) -> Result<Vec<Conversion>, StoreError> {
    let Some(text) = row.optional_text(column)? else { return Ok(Vec::new()) };
    let pairs: Vec<(i64, String)> =
        serde_json::from_str(text).map_err(|error| row.inconsistency(column, error))?;
    Ok(pairs.into_iter().map(|(percent, currency)| Conversion { percent, currency }).collect())
}

/// Writes rates as `EUR=100.1,USD=92.5`; `None` when there is none.
pub(crate) fn rates_text(rates: &[ConversionRate]) -> Option<String> {
    let texts: Vec<String> = rates.iter().map(|rate| format!("{}={}", rate.currency, rate.rate)).collect();
    (!texts.is_empty()).then(|| texts.join(","))
}

/// Reads rates out of `column`.
pub(crate) fn rates(row: &Row, column: &str) -> Result<Vec<ConversionRate>, StoreError> {
    let Some(text) = row.optional_text(column)? else { return Ok(Vec::new()) };
    let rate = |item: &str| {
        let (currency, rate) = item.split_once('=')?;
        Some(ConversionRate {
            currency: currency.parse::<Currency>().ok()?,
            rate: rate.parse::<Decimal>().ok()?,
        })
    };
    let rates: Option<Vec<ConversionRate>> = text.split(',').map(rate).collect();
    rates.ok_or_else(|| row.inconsistency(column, "is no list of rates"))
}

/// Reads an amount out of its two columns, of which at most one has a value.
pub(crate) fn amount<'r, T: From<&'r str>>(
    row: &'r Row,
    minor: &str,
    text: &str,
) -> Result<Option<SentAmount<T>>, StoreError> {
    if let Some(minor) = row.optional_integer(minor)? {
        return Ok(Some(SentAmount::Exact(Money::from_minor(minor))));
    }
    Ok(row.optional_text(text)?.map(|text| SentAmount::Other(text.into())))
}
