//! The fields that a request asks for.

use edge::{Description, FromQuery, QueryList};
use utoipa::IntoParams;

use super::error::AccountsError;
use super::field::{Field, Fields};

/// The fields of a request.
#[derive(Debug, IntoParams)]
pub(super) struct FieldsAsked {
    /// The fields to answer with: repeated (`fields=Number&fields=Type`) or with commas between them
    /// (`fields=Number,Type`).
    #[param(value_type = Vec<Field>, min_items = 1, explode, example = json!(["Number", "Currency", "Balance"]))]
    pub(super) fields: Fields,
}

impl FromQuery<AccountsError> for FieldsAsked {
    fn from_query(query: &QueryList<AccountsError>) -> Result<Self, AccountsError> {
        Ok(Self { fields: Fields::from_names(query.list("fields"))? })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
        description.schema::<Field>();
        description.error(AccountsError::UNKNOWN_FIELD);
        description.error(AccountsError::MISSING_FIELDS);
    }
}
