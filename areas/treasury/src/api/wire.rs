//! Bodies of spec sections 2.7 and 7.

use serde::Serialize;
use utoipa::ToSchema;

use super::CompaniesAsked;
use crate::eligibility::Company;

/// A company that may be included.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TreasuryCompany {
    /// Client identifier.
    #[schema(example = "C00001", min_length = 1, max_length = 20, pattern = "^[A-Z0-9]+$")]
    cnum: String,
    /// Name of the company.
    #[schema(example = "ООО «Ромашка»", min_length = 1, max_length = 250)]
    company_name: String,
    /// Tax number.
    #[schema(example = "7707123458", pattern = "^([0-9]{10}|[0-9]{12})$")]
    inn: String,
    /// Reason code of the tax registration; entrepreneurs have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "770701001", pattern = "^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$", nullable = false)]
    kpp: Option<String>,
}

impl From<Company> for TreasuryCompany {
    fn from(eligible: Company) -> Self {
        Self {
            cnum: eligible.cnum,
            company_name: eligible.name.russian,
            inn: eligible.inn,
            kpp: eligible.kpp,
        }
    }
}

/// A company that may be included, with what the user may do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserTreasuryCompany {
    #[serde(flatten)]
    company: TreasuryCompany,
    /// True when the user may sign the document creating the treasury with this company as head.
    #[schema(example = true)]
    can_sign_treasury_agreement_document: bool,
}

impl From<Company> for UserTreasuryCompany {
    fn from(eligible: Company) -> Self {
        Self { can_sign_treasury_agreement_document: eligible.can_sign, company: eligible.into() }
    }
}

/// A part of the list, ordered by `cnum`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompaniesPage<T> {
    /// The companies.
    companies: Vec<T>,
    /// The number of companies that were passed over, as asked.
    #[schema(example = 0, minimum = 0)]
    offset: i32,
    /// The number of companies of this part.
    #[schema(example = 1, minimum = 0, maximum = 1000)]
    limit: i32,
    /// The number of companies in all.
    #[schema(example = 1, minimum = 0)]
    total_count: i32,
}

impl<T: From<Company>> CompaniesPage<T> {
    /// The part of `all` that was asked for.
    pub(super) fn of(all: Vec<Company>, asked: &CompaniesAsked) -> Self {
        let total = all.len();
        let rows = |number: i32| usize::try_from(number).unwrap_or_default();
        let part = all.into_iter().skip(rows(asked.start)).take(rows(asked.most));
        let companies: Vec<T> = part.map(T::from).collect();
        // Both are bounded by the companies of one user, far below the range.
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        Self { offset: asked.start, limit: count(companies.len()), total_count: count(total), companies }
    }
}

/// The code of an error.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum TreasuryErrorCode {
    /// The request is wrong.
    BadRequest,
    /// A token is missing or not valid.
    UnauthorizedError,
    /// The bank's side failed.
    InternalServerError,
}

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TreasuryErrorBody {
    /// The kind of the error.
    pub(crate) code: TreasuryErrorCode,
    /// A sentence for people.
    #[schema(example = "The query parameter `inn` must have 10 or 12 digits")]
    pub(crate) message: String,
}
