//! Schemas of the values of an account and of its operations for the OpenAPI description. Nothing is written through
//! them: `wire` writes; the tests read every answer and every example back through them.

use edge::integer_enum;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

mod operation;

pub use operation::{CounterpartyResponse, OperationResponse, OperationsResponse};

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
use amounts;

amounts! {
    pub(super) balance = "Current balance including card holds and credit lines: own funds, less holds, plus what is \
        unused of the credit limits.";
    pub(super) rest = "Balance from the closing statement, own funds only, no credit lines. 0.00 before the first \
        closing.";
    pub(super) balance_in_national_currency = "Current balance in national currency at the day's rate, rounded to the \
        nearest hundredth, a half away from zero.";
}
