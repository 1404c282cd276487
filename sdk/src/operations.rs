//! The operations of an account: an extension of the specification by this bank.

use kernel::{AccountNumber, Money};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::bank::Bank;
use crate::error::SdkError;

/// A page of operations that is asked for. Days are written as `2026-11-20`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationsQuery {
    /// The first day in the bank's zone; from the first operation when absent.
    pub from: Option<String>,
    /// The last day, included; up to now when absent.
    pub to: Option<String>,
    /// Part of the purpose, document number or counterparty, or an amount.
    pub search: Option<String>,
    /// The most operations, 1 to 1000; 100 when absent.
    pub limit: Option<u32>,
    /// [`OperationsPage::next_cursor`] of the page before.
    pub cursor: Option<String>,
}

/// A page of operations, with the balances and totals of the whole period.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationsPage {
    /// Account number, 20 digits.
    pub number: String,
    /// Currency code of the account; roubles are `RUR`.
    pub currency: String,
    /// Own funds before the first operation, exact.
    #[serde(deserialize_with = "exact")]
    pub opening_balance: Money,
    /// Own funds after the last operation, exact.
    #[serde(deserialize_with = "exact")]
    pub closing_balance: Money,
    /// The sum of the debits as it was written: it may leave the range of an amount.
    #[serde(deserialize_with = "written")]
    pub debits: String,
    /// The sum of the credits as it was written.
    #[serde(deserialize_with = "written")]
    pub credits: String,
    /// The number of operations of the period.
    pub operations_count: i64,
    /// The operations of the page, the newest first.
    pub operations: Vec<Operation>,
    /// The beginning of the next page; `None` at the end.
    pub next_cursor: Option<String>,
}

/// One posting of an account.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Operation {
    /// Its number on the account, from 1.
    pub number: i64,
    /// The moment of booking, ISO 8601 with offset.
    pub booked_at: String,
    /// The day from which the money counts.
    pub value_date: String,
    /// The event behind it, such as `PAYROLL`.
    pub kind: String,
    /// The number of the document behind it.
    pub document_number: Option<String>,
    /// `DEBIT` or `CREDIT`.
    pub side: String,
    /// The amount, above zero, exact.
    #[serde(deserialize_with = "exact")]
    pub amount: Money,
    /// Own funds after it, exact.
    #[serde(deserialize_with = "exact")]
    pub balance: Money,
    /// The purpose in words.
    pub purpose: String,
    /// The other side, where the document names it.
    pub counterparty: Option<Counterparty>,
}

/// The other side of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Counterparty {
    /// Its name.
    pub name: String,
    /// Its account.
    pub account: Option<String>,
    /// Its taxpayer number.
    pub inn: Option<String>,
    /// The reason code of its tax registration.
    pub kpp: Option<String>,
    /// Its bank.
    pub bic: Option<String>,
}

impl Bank {
    /// A page of the operations of an account, the newest first. An account of somebody else is absent:
    /// [`SdkError::Refused`] with status 404.
    pub fn operations(
        &mut self,
        number: &AccountNumber,
        query: &OperationsQuery,
    ) -> Result<OperationsPage, SdkError> {
        let texts =
            [("from", &query.from), ("to", &query.to), ("search", &query.search), ("cursor", &query.cursor)];
        let mut sent: Vec<(&'static str, String)> =
            texts.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))).collect();
        sent.extend(query.limit.map(|limit| ("limit", limit.to_string())));
        self.get(&["v1", "accounts", number.as_str(), "operations"], &sent)
    }
}

/// An amount from the text of the JSON number.
fn exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    Money::from_lexeme(raw.get()).map_err(serde::de::Error::custom)
}

fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Box::<RawValue>::deserialize(deserializer)?.get().to_owned())
}
