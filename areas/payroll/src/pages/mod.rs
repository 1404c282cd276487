//! Payroll statements in the online bank (PAY-15): the list, one statement with its errors first, corrections,
//! signatures, deletion, and the faulty transfers as a file.
//!
//! What a person may see and do is decided by [`work`](crate::work); a page shows what it is told. Every form carries
//! the version that its page showed, so that nobody signs what has become something else. While the program works at a
//! statement, its page updates itself where scripts run, and by a link where they do not.

mod complete;
mod correct;
mod corrections;
mod delete;
mod detail;
mod faulty;
mod figures;
mod inputs;
mod list;
mod paper;
mod rolls;
mod sign;
mod sign_many;
mod terms;
mod transfers;
mod words;
mod words_many;

use std::str::FromStr;

use axum::Router;
use axum::extract::{FromRef, State};
use axum::routing::{get, post};
use edge::EdgeError;
use pages::{OnlineBank, OnlineBankForm, PageError, Site};

use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::work::{self, Detail, Origin, StatementError};

pub use list::PayrollGuide;

#[derive(Clone, Debug)]
pub struct PayrollPages {
    pub site: Site,
    pub payroll: PayrollState,
}

pub(crate) type Pages = State<PayrollPages>;

impl FromRef<PayrollPages> for Site {
    fn from_ref(pages: &PayrollPages) -> Self {
        pages.site.clone()
    }
}

/// Returns the pages, for [`Site::routes`].
pub fn routes(pages: PayrollPages) -> Router {
    Router::new()
        .route("/bank/payroll", get(list::get))
        .route("/bank/payroll/sign", get(sign_many::get).post(sign_many::post))
        .route("/bank/payroll/{id}", get(detail::get))
        .route("/bank/payroll/{id}/statement.pdf", get(paper::get))
        .route("/bank/payroll/{id}/faulty.csv", get(faulty::csv))
        .route("/bank/payroll/{id}/faulty.xlsx", get(faulty::xlsx))
        .route("/bank/payroll/{id}/corrections", get(corrections::get).post(corrections::post))
        .route("/bank/payroll/{id}/terms", get(terms::get).post(terms::post))
        .route("/bank/payroll/{id}/transfers/{line}", get(correct::get).post(correct::post))
        .route("/bank/payroll/{id}/sign", get(sign::get).post(sign::post))
        .route("/bank/payroll/{id}/complete", get(complete::get).post(complete::post))
        .route("/bank/payroll/{id}/document.json", get(sign::document))
        .route("/bank/payroll/{id}/digest.bin", get(sign::digest))
        .route("/bank/payroll/{id}/delete", post(delete::post))
        .merge(rolls::routes())
        .with_state(pages)
}

/// Returns the statement or roll that an address names; what is no identifier is none of either.
fn identifier<T: FromStr>(text: &str) -> Result<T, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

async fn detail_of(pages: &PayrollPages, bank: &OnlineBank, id: StatementId) -> Result<Detail, PageError> {
    Ok(work::detail(&pages.payroll, &origin_of(bank), id).await?)
}

/// Refuses an act before its person is asked to confirm it, as the use case would: a refusal spends no one-time code,
/// and nothing is done that nobody was asked about.
fn check_act(detail: &Detail, version: i64, has_right: bool, is_possible: bool) -> Result<(), PageError> {
    match (has_right, is_possible && detail.header.version == version) {
        (false, _) => Err(PageError::Forbidden),
        (true, false) => Err(PageError::Conflict),
        (true, true) => Ok(()),
    }
}

fn version(form: &OnlineBankForm) -> Result<i64, PageError> {
    form.field("version").parse().map_err(|_| EdgeError::malformed("The field `version` is no number").into())
}

fn origin_of(bank: &OnlineBank) -> Origin {
    Origin::of_request(bank.user.clone(), bank.company.clone())
}

/// A form tells of some errors itself, before it comes to this.
impl From<StatementError> for PageError {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::NotFound => Self::NotFound,
            StatementError::NoRight => Self::Forbidden,
            StatementError::Changed
            | StatementError::NotInThisState(_)
            | StatementError::SignatureNotNeeded
            | StatementError::RowsChanged(_)
            | StatementError::TooManyRolls
            | StatementError::SignatureRefused(_) => Self::Conflict,
            StatementError::FaultyCells(_) => EdgeError::malformed("Cells of the roll are wrong").into(),
            StatementError::Crowded => EdgeError::Unavailable.into(),
            StatementError::Failed(why) => EdgeError::internal(why).into(),
            StatementError::Fields(_) => EdgeError::malformed("A field of the correction is wrong").into(),
            StatementError::Store(error) => error.into(),
        }
    }
}
