//! The errors of the area and their one body (spec section 7, row Accounts).

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::EdgeError;
use http::StatusCode;
use jiff::civil::Date;
use kernel::AccountNumber;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::UNLIMITED_ROWS_MAX;
use super::field::FieldsError;

#[derive(Debug)]
pub enum AccountsError {
    Edge(EdgeError),
    /// 400: the parameter `fields` is missing, empty or names something else.
    Fields(FieldsError),
    /// 400: the period ends before it begins.
    PeriodBackwards,
    /// 400: the whole list has more accounts than this.
    ListTooLong(i32),
    /// 400: the period has operations in the bank's archive, which go through this day.
    PeriodArchived(Date),
    /// 404: there is no such account, or it belongs to somebody else.
    AccountNotFound,
    /// 500: the amounts of the account do not fit into 64 bits of hundredths.
    AmountRange(AccountNumber),
}

/// The same for an absent account and one of others.
const ACCOUNT_NOT_FOUND: &str = "Account not found: GET /v1/accounts lists those that the user may see";

edge::area_error!(AccountsError, ErrorBody);

edge::error_examples! { AccountsError:
    UNKNOWN_FIELD "unknownField": "`fields` has a name that is no field."
        => Self::Fields(FieldsError::Unknown("Numbr".to_owned()));
    MISSING_FIELDS "missingFields": "`fields` is missing." => Self::Fields(FieldsError::Missing);
    PERIOD_BACKWARDS "periodBackwards": "`to` is a day before `from`." => Self::PeriodBackwards;
    PERIOD_ARCHIVED "periodArchived": "Operations of the period are in the archive of the bank."
        => Self::PeriodArchived(jiff::civil::date(2020, 12, 31));
    DAY_MALFORMED "dayMalformed": "`from` or `to` is no day." => wrong_day("from");
    LIST_TOO_LONG "listTooLong": "The whole list has more than a million accounts."
        => Self::ListTooLong(UNLIMITED_ROWS_MAX);
    NOT_FOUND "notFound": "There is no such account, or the user may not see it." => Self::AccountNotFound;
}

impl From<FieldsError> for AccountsError {
    fn from(error: FieldsError) -> Self {
        Self::Fields(error)
    }
}

/// The body of every error of the accounts operations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AccountsErrorBody)]
pub struct ErrorBody {
    /// The HTTP status code.
    #[schema(format = Int32, minimum = 400, maximum = 599, examples(404))]
    pub status: u16,
    /// The name of the HTTP status code.
    #[schema(min_length = 1, examples("Not Found"))]
    pub error: String,
    /// The error in words, for the person who integrates.
    #[schema(
        min_length = 1,
        examples("Account not found: GET /v1/accounts lists those that the user may see")
    )]
    pub message: String,
}

pub(super) fn wrong_day(name: &str) -> AccountsError {
    EdgeError::malformed(format!("The query parameter `{name}` must be a day such as 2026-11-20")).into()
}

fn body(status: StatusCode, message: &str) -> Json<ErrorBody> {
    let error = status.canonical_reason().unwrap_or("Error").to_owned();
    Json(ErrorBody { status: status.as_u16(), error, message: message.to_owned() })
}

impl IntoResponse for AccountsError {
    fn into_response(self) -> Response {
        let fault = match self {
            Self::Edge(fault) => fault,
            Self::Fields(error) => EdgeError::malformed(error.to_string()),
            Self::PeriodBackwards => {
                EdgeError::malformed("The query parameter `to` must not be a day before `from`".to_owned())
            }
            Self::ListTooLong(most) => {
                EdgeError::malformed(format!("More than {most} accounts: use `limit`"))
            }
            Self::PeriodArchived(through) => EdgeError::malformed(format!(
                "Operations through {through} are in the archive of the bank: ask for later days alone"
            )),
            Self::AccountNotFound => {
                return EdgeError::NotFound.respond(|status, _| body(status, ACCOUNT_NOT_FOUND));
            }
            Self::AmountRange(number) => {
                EdgeError::internal(format!("the amounts of account {number} leave their range"))
            }
        };
        fault.respond(body)
    }
}
