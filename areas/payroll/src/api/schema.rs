//! The request as the description shows it; it is read by `intake`, which reports every fault and not only the first.

#![expect(dead_code, reason = "for the description")]

use edge::integer_enum;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::transfer_schema::{ConversionCurrency, TransferSchema};
use crate::income::INCOME_CODES;

/// A statement to create.
#[derive(ToSchema)]
#[schema(as = PayrollStatementRequest, rename_all = "camelCase")]
pub(super) struct StatementRequest {
    /// The statement.
    payload: PayloadSchema,
    /// Base64 of detached CMS (CAdES-BES) over the 32 bytes of the digest, one for each signature of the scheme. Only
    /// for signed statements, together with `digest`.
    #[schema(nullable = false, min_items = 1, max_items = 20)]
    signatures: Option<Vec<String>>,
    /// Base64 of the SHA-256 of the canonical payload: keys sorted, no white space, numbers as they are sent, strings
    /// as RFC 8785 writes them. Only for signed statements.
    #[schema(nullable = false, min_length = 1, max_length = 256)]
    digest: Option<String>,
}

/// A statement.
#[derive(ToSchema)]
#[schema(as = PayrollStatement, rename_all = "camelCase")]
struct PayloadSchema {
    /// The sender's name of the statement, unique within one company.
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]{1,40}$")]
    external_id: String,
    /// The account of the company that is debited.
    #[schema(min_length = 20, max_length = 20, pattern = "^[0-9]{20}$")]
    account: String,
    /// The number of transfers.
    #[schema(minimum = 1)]
    transfers_count: i64,
    /// The sum of the transfers, in roubles, with at most 2 fraction digits.
    #[schema(exclusive_minimum = 0)]
    total_amount: f64,
    /// From when it may be executed; today when absent.
    #[schema(nullable = false, format = Date)]
    date: Option<String>,
    /// Its number; the company's next one of the current year when absent.
    #[schema(nullable = false, minimum = 1, maximum = 999_999)]
    number: Option<i64>,
    /// The rates of conversions; needed when a transfer converts.
    #[schema(nullable = false, max_items = 2)]
    conversion_rates: Option<Vec<RateSchema>>,
    /// Enrollment kind: 01 salary, 02 advance, 03 sick leave, 04 bonus, 05 vacation pay, and what else the bank has.
    #[schema(min_length = 1, max_length = 10)]
    enrollment_code: String,
    /// Income code.
    #[schema(schema_with = codes, nullable = false)]
    income_code: Option<i32>,
    /// The purpose of the payment; made from the name of the enrollment kind when absent.
    #[schema(nullable = false, max_length = 118)]
    purpose: Option<String>,
    /// Whom the bank may ask.
    #[schema(nullable = false)]
    responsible_person: Option<ResponsibleSchema>,
    /// The month for which the money is paid.
    #[schema(nullable = false)]
    reporting_period: Option<PeriodSchema>,
    /// The transfers.
    #[schema(min_items = 1, max_items = 10000)]
    transfers: Vec<TransferSchema>,
}

fn codes() -> RefOr<Schema> {
    let codes: Vec<i32> = INCOME_CODES.filter_map(|code| i32::try_from(code).ok()).collect();
    integer_enum(
        "Income code: 1 limited deductions (229-FZ article 99), 2 periodic income not to be levied, 3 periodic income \
         with the exception of article 101, 4 one-off income not to be levied, 5 one-off income with the exception.",
        &codes,
    )
}

/// Roubles for one unit of a currency.
#[derive(ToSchema)]
#[schema(as = PayrollConversionRate, rename_all = "camelCase")]
struct RateSchema {
    /// The rate.
    #[schema(exclusive_minimum = 0)]
    rate: f64,
    /// The currency.
    currency: ConversionCurrency,
}

/// Whom the bank may ask.
#[derive(ToSchema)]
#[schema(as = PayrollResponsiblePerson, rename_all = "camelCase")]
struct ResponsibleSchema {
    /// The whole name.
    #[schema(min_length = 1, max_length = 250)]
    full_name: String,
    /// The phone.
    #[schema(min_length = 1, max_length = 16)]
    phone: String,
}

/// A month.
#[derive(ToSchema)]
#[schema(as = PayrollReportingPeriod, rename_all = "camelCase")]
struct PeriodSchema {
    /// The year.
    #[schema(minimum = 1, maximum = 9999)]
    year: i64,
    /// The month.
    #[schema(minimum = 1, maximum = 12)]
    month: i64,
}
