//! Schemas of the values of an account and of its operations for the OpenAPI description. Nothing is written through
//! them: `wire` writes; the tests read every answer and every example back through them.

use edge::integer_enum;
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use crate::ledger::EntryKind;

pub(super) fn type_numbers() -> RefOr<Schema> {
    integer_enum("1 settlement, 2 transit, 4 deposit, 5 overdraft.", &[1, 2, 4, 5])
}

pub(super) fn status_numbers() -> RefOr<Schema> {
    integer_enum("1 open, 0 closed.", &[0, 1])
}

pub(super) fn mode_numbers() -> RefOr<Schema> {
    integer_enum(
        "0 blocked, 1 interim statements, 2 statements being prepared, 3 document intake.",
        &[0, 1, 2, 3],
    )
}

/// Describes amounts: exact decimals with two fraction digits. OpenAPI has no stricter word than number.
macro_rules! amounts {
    ($($visibility:vis $name:ident = $description:literal;)+) => {$(
        $visibility fn $name() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(Type::Number)
                .description(Some(concat!($description, " An exact decimal with two fraction digits.")))
                .into()
        }
    )+};
}

amounts! {
    pub(super) balance = "Current balance including card holds and credit lines: own funds, less holds, plus what is \
        unused of the credit limits.";
    pub(super) rest = "Balance from the closing statement, own funds only, no credit lines. 0.00 before the first \
        closing.";
    pub(super) balance_in_national_currency = "Current balance in national currency at the day's rate, rounded to the \
        nearest hundredth, a half away from zero.";
}

/// A page of the operations of an account, with the balances and totals of the whole period.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(examples(super::examples::operations))]
pub struct OperationsResponse {
    /// Account number.
    #[schema(pattern = "^[0-9]{20}$", min_length = 20, max_length = 20)]
    pub number: String,
    /// ISO currency code of the account; `RUR` for roubles.
    #[schema(pattern = "^[A-Z]{3}$", min_length = 3, max_length = 3)]
    pub currency: String,
    /// The first day of the period, when one was asked for.
    #[schema(format = Date, nullable = false)]
    pub from: Option<String>,
    /// The last day of the period, when one was asked for.
    #[schema(format = Date, nullable = false)]
    pub to: Option<String>,
    /// Own funds before the first operation of the period.
    #[schema(schema_with = opening_balance)]
    pub opening_balance: Box<RawValue>,
    /// Own funds after the last operation of the period.
    #[schema(schema_with = closing_balance)]
    pub closing_balance: Box<RawValue>,
    /// The sum of the debits of the period.
    #[schema(schema_with = debits)]
    pub debits: Box<RawValue>,
    /// The sum of the credits of the period.
    #[schema(schema_with = credits)]
    pub credits: Box<RawValue>,
    /// The number of operations of the period.
    #[schema(minimum = 0)]
    pub operations_count: i64,
    /// The operations of the page, the newest first.
    pub operations: Vec<OperationResponse>,
    /// The `cursor` of the next page; absent at the end.
    #[schema(pattern = "^[0-9]{1,18}$", min_length = 1, max_length = 18, nullable = false)]
    pub next_cursor: Option<String>,
}

/// One posting of the account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountOperation)]
pub struct OperationResponse {
    /// Its number on the account: from 1, without a gap, in the order of booking.
    #[schema(minimum = 1)]
    pub number: i64,
    /// The moment of booking.
    #[schema(format = DateTime)]
    pub booked_at: String,
    /// The day from which the money counts.
    #[schema(format = Date)]
    pub value_date: String,
    /// The event behind it.
    #[schema(schema_with = kind)]
    pub kind: String,
    /// The number of the document behind it. Absent where there is none, or nobody told it.
    #[schema(min_length = 1, max_length = 20, nullable = false)]
    pub document_number: Option<String>,
    /// `DEBIT` when the account gave the amount, `CREDIT` when it got it.
    #[schema(schema_with = side)]
    pub side: String,
    /// The amount, above zero.
    #[schema(schema_with = operation_amount)]
    pub amount: Box<RawValue>,
    /// Own funds after it.
    #[schema(schema_with = balance_after)]
    pub balance: Box<RawValue>,
    /// The purpose in words.
    #[schema(min_length = 1, max_length = 512)]
    pub purpose: String,
    /// The other side; absent where no document names it.
    #[schema(nullable = false)]
    pub counterparty: Option<CounterpartyResponse>,
}

/// The other side of an operation, as its document names it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = OperationCounterparty)]
pub struct CounterpartyResponse {
    /// Its name.
    #[schema(min_length = 1, max_length = 160)]
    pub name: String,
    /// Its account.
    #[schema(pattern = "^[0-9]{20}$", min_length = 20, max_length = 20, nullable = false)]
    pub account: Option<String>,
    /// Its taxpayer number.
    #[schema(pattern = "^([0-9]{10}|[0-9]{12})$", min_length = 10, max_length = 12, nullable = false)]
    pub inn: Option<String>,
    /// The reason code of its tax registration.
    #[schema(pattern = "^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$", min_length = 9, max_length = 9, nullable = false)]
    pub kpp: Option<String>,
    /// Its bank.
    #[schema(pattern = "^[0-9]{9}$", min_length = 9, max_length = 9, nullable = false)]
    pub bic: Option<String>,
}

amounts! {
    opening_balance = "Own funds before the first operation of the period.";
    closing_balance = "Own funds after the last operation of the period.";
    debits = "The sum of the debits of the period.";
    credits = "The sum of the credits of the period.";
    operation_amount = "The amount, above zero.";
    balance_after = "Own funds after the operation.";
}

fn kind() -> RefOr<Schema> {
    // Customers have no positions.
    let shown = EntryKind::ALL.into_iter().filter(|kind| *kind != EntryKind::Revaluation);
    let shown: Vec<&str> = shown.map(EntryKind::as_str).collect();
    edge::text_enum("The event behind it.", &shown)
}

fn side() -> RefOr<Schema> {
    edge::text_enum(
        "`DEBIT` when the account gave the amount, `CREDIT` when it got it.",
        &["DEBIT", "CREDIT"],
    )
}
