//! Filters and sorts of a list of requests (TAR-06).

use rsql::{Field, Fields, Filter, Sort};

use crate::request::DocumentType;
use crate::request_state::RequestState;

pub static FIELDS: Fields = Fields::new(&[
    Field::integer("id", "r.request_id"),
    Field::enumeration("documentType", "r.document_type", DocumentType::TEXTS),
    Field::enumeration("state", "r.state", RequestState::TEXTS),
    Field::text("targetTariffPlanName", "r.target_plan_name"),
    Field::text("targetTariffPlanPublicName", "r.target_plan_public_name"),
    Field::moment("createdAt", "r.created_at_us"),
    Field::moment("updatedAt", "r.updated_at_us"),
]);

/// The column that makes every order total.
const TIE_BREAKER: &str = "r.request_id";

/// The order of a list when nobody asks for another.
const NEWEST_FIRST: &[&str] = &["createdAt,desc"];

#[derive(Clone, Debug)]
pub struct RequestQuery {
    pub filter: Filter,
    /// Their order, total.
    pub sort: Sort,
    /// The number of the page, from 0.
    pub page: i32,
    /// The most requests of a page, at least 1.
    pub size: i32,
}

impl RequestQuery {
    /// The page of what the two texts ask for: everything without a filter, newest first without a sort.
    pub fn new(filter: Option<&str>, sort: &[&str], page: i32, size: i32) -> Result<Self, RequestQueryError> {
        let filter = match filter {
            Some(text) => Filter::parse(text, &FIELDS).map_err(RequestQueryError::Filter)?,
            None => Filter::everything(),
        };
        let sort = if sort.is_empty() { NEWEST_FIRST } else { sort };
        let sort = Sort::parse(sort, &FIELDS).map_err(RequestQueryError::Sort)?;
        Ok(Self { filter, sort: sort.then(TIE_BREAKER), page, size })
    }

    pub fn offset(&self) -> i64 {
        i64::from(self.page) * i64::from(self.size)
    }
}

/// A filter or a sort that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestQueryError {
    Filter(rsql::RsqlError),
    Sort(rsql::RsqlError),
}
