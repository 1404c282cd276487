//! The companies that a request names.

use std::collections::BTreeSet;

use edge::{Description, FromQuery, QueryList};
use utoipa::IntoParams;

use super::CNUMS_MAX;
use super::error::AgreementsError;

/// The companies of a request, each once: at least one.
#[derive(Debug, IntoParams)]
pub(crate) struct CompaniesAsked {
    /// Client numbers of the companies, repeated; values divided by commas are accepted.
    #[param(value_type = Vec<String>, min_items = 1, max_items = 100, style = Form, explode,
        example = json!(["C00001", "C00002"]))]
    pub(super) cnums: BTreeSet<String>,
}

impl FromQuery<AgreementsError> for CompaniesAsked {
    fn from_query(query: &QueryList<AgreementsError>) -> Result<Self, AgreementsError> {
        let cnums = query.list("cnums");
        match cnums.len() {
            1..=CNUMS_MAX if cnums.iter().all(|cnum| !cnum.is_empty()) => {
                Ok(Self { cnums: cnums.into_iter().map(str::to_owned).collect() })
            }
            _ => Err(AgreementsError::CnumsMalformed),
        }
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
        description.error(AgreementsError::CNUMS_MALFORMED);
    }
}
