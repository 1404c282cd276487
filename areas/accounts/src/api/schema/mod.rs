//! Types of an account for the OpenAPI description. Nothing is written through them: `wire` writes; the tests
//! read every answer and every example back through them.

use std::borrow::Cow;

use edge::integer_enum;
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::field::Field;

mod operation;

pub use operation::{CounterpartyResponse, OperationResponse, OperationsResponse};

/// An account with the fields that were asked for. `id` is always there; the other fields are required in the sense of
/// spec section 2.2 when they were chosen, except `balanceDate` and `restDate`, which are left out while not known.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(examples(super::examples::account))]
pub struct AccountResponse {
    /// Document identifier. Deprecated: use `number`.
    #[schema(deprecated, min_length = 1, max_length = 64)]
    pub id: String,
    /// Account number.
    #[schema(pattern = "^[0-9]{20}$", min_length = 20, max_length = 20, nullable = false)]
    pub number: Option<String>,
    /// 1 settlement, 2 transit, 4 deposit, 5 overdraft.
    #[schema(schema_with = type_numbers, nullable = false)]
    pub r#type: Option<i32>,
    /// 1 open, 0 closed.
    #[schema(schema_with = status_numbers, nullable = false)]
    pub status: Option<i32>,
    /// 0 blocked, 1 interim statements, 2 statements being prepared, 3 document intake.
    #[schema(schema_with = mode_numbers, nullable = false)]
    pub mode: Option<i32>,
    /// Account name.
    #[schema(min_length = 1, max_length = 250, nullable = false)]
    pub name: Option<String>,
    /// International account name.
    #[schema(min_length = 1, max_length = 250, nullable = false)]
    pub international_name: Option<String>,
    /// Client number.
    #[schema(pattern = "^[A-Z0-9]{1,20}$", min_length = 1, max_length = 20, nullable = false)]
    pub cnum: Option<String>,
    /// Organization id.
    #[schema(min_length = 1, max_length = 64, nullable = false)]
    pub organization_id: Option<String>,
    /// Organization name.
    #[schema(min_length = 1, max_length = 250, nullable = false)]
    pub organization_name: Option<String>,
    /// ISO currency code of the account; `RUR` for roubles.
    #[schema(pattern = "^[A-Z]{3}$", min_length = 3, max_length = 3, nullable = false)]
    pub currency: Option<String>,
    /// Numeric currency code; 810 for roubles.
    #[schema(minimum = 1, maximum = 999, nullable = false)]
    pub currency_code: Option<i32>,
    /// ISO code of operation currency; `RUR` for roubles.
    #[schema(pattern = "^[A-Z]{3}$", min_length = 3, max_length = 3, nullable = false)]
    pub operation_currency: Option<String>,
    /// Numeric code of operation currency; 810 for roubles.
    #[schema(minimum = 1, maximum = 999, nullable = false)]
    pub operation_currency_code: Option<i32>,
    /// Current balance.
    #[schema(schema_with = balance, nullable = false)]
    pub balance: Option<Box<RawValue>>,
    /// Moment the balance refers to: the last movement, hold or limit. Absent before the first.
    #[schema(format = DateTime, nullable = false)]
    pub balance_date: Option<String>,
    /// Balance from the closing statement.
    #[schema(schema_with = rest, nullable = false)]
    pub rest: Option<Box<RawValue>>,
    /// Moment the rest refers to. Absent before the first closing.
    #[schema(format = DateTime, nullable = false)]
    pub rest_date: Option<String>,
    /// Current balance in national currency.
    #[schema(schema_with = balance_in_national_currency, nullable = false)]
    pub balance_in_national_currency: Option<Box<RawValue>>,
    /// Branch id.
    #[schema(min_length = 1, max_length = 64, nullable = false)]
    pub branch_id: Option<String>,
    /// Branch name.
    #[schema(min_length = 1, max_length = 250, nullable = false)]
    pub branch_name: Option<String>,
    /// Branch bank identification code.
    #[schema(pattern = "^[0-9]{9}$", min_length = 9, max_length = 9, nullable = false)]
    pub branch_bic: Option<String>,
    /// Branch correspondent account.
    #[schema(pattern = "^[0-9]{20}$", min_length = 20, max_length = 20, nullable = false)]
    pub branch_correspondent_account: Option<String>,
    /// Branch city.
    #[schema(min_length = 1, max_length = 100, nullable = false)]
    pub branch_city: Option<String>,
    /// Trust management flag.
    #[schema(nullable = false)]
    pub trust_management: Option<bool>,
    /// Trust management account name; empty without trust management.
    #[schema(max_length = 250, nullable = false)]
    pub trust_management_name: Option<String>,
    /// International name of the trust management account; empty without trust management.
    #[schema(max_length = 250, nullable = false)]
    pub trust_management_international_name: Option<String>,
}

/// The name of a field in the parameter `fields`.
impl PartialSchema for Field {
    fn schema() -> RefOr<Schema> {
        let names: Vec<&str> = Self::ALL.iter().map(|field| field.name()).collect();
        edge::text_enum("The name of a field, capitals included.", &names)
    }
}

impl ToSchema for Field {
    fn name() -> Cow<'static, str> {
        "FieldName".into()
    }
}

fn type_numbers() -> RefOr<Schema> {
    integer_enum("1 settlement, 2 transit, 4 deposit, 5 overdraft.", &[1, 2, 4, 5])
}

fn status_numbers() -> RefOr<Schema> {
    integer_enum("1 open, 0 closed.", &[0, 1])
}

fn mode_numbers() -> RefOr<Schema> {
    integer_enum(
        "0 blocked, 1 interim statements, 2 statements being prepared, 3 document intake.",
        &[0, 1, 2, 3],
    )
}

/// An exact decimal with two fraction digits; OpenAPI has no stricter word than number.
fn amount(description: &str) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::Number))
        .description(Some(format!("{description} An exact decimal with two fraction digits.")))
        .into()
}

fn balance() -> RefOr<Schema> {
    amount(
        "Current balance including card holds and credit lines: own funds, less holds, plus what is unused of the \
         credit limits.",
    )
}

fn rest() -> RefOr<Schema> {
    amount(
        "Balance from the closing statement, own funds only, no credit lines. 0.00 before the first closing.",
    )
}

fn balance_in_national_currency() -> RefOr<Schema> {
    amount(
        "Current balance in national currency at the day's rate, rounded to the nearest hundredth, a half away \
            from zero.",
    )
}
