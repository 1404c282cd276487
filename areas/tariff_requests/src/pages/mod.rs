//! Requests and letters in the online bank: what a client has asked for, its document and history, the signature, and
//! what the bank writes about it.

mod delete;
mod detail;
mod letter;
mod letters;
mod list;
mod pdf;
mod sign;
mod withdraw;
mod words;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::{get, post};
use clients::Role;
use edge::Fault;
use pages::{Desk, OnlineBank, PageError};

use crate::refusal::Refusal;
use crate::request::RequestId;
use crate::request_state::RequestState;
use crate::state::TariffOffice;
use crate::store::access::Viewer;
use crate::store::failure::Failure;

/// What the pages work with.
#[derive(Clone, Debug)]
pub struct TariffPages {
    /// The frame of the online bank.
    pub desk: Desk,
    /// The office.
    pub office: TariffOffice,
}

impl FromRef<TariffPages> for Desk {
    fn from_ref(pages: &TariffPages) -> Self {
        pages.desk.clone()
    }
}

/// The pages, for [`Desk::routes`].
pub fn pages(pages: TariffPages) -> Router {
    Router::new()
        .route("/bank/tariffs", get(list::get))
        .route("/bank/tariffs/{id}", get(detail::get))
        .route("/bank/tariffs/{id}/pdf", get(pdf::get))
        .route("/bank/tariffs/{id}/sign", post(sign::confirm))
        .route("/bank/tariffs/{id}/signature", post(sign::hand_in))
        .route("/bank/tariffs/{id}/delete", post(delete::post))
        .route("/bank/tariffs/{id}/withdraw", post(withdraw::post))
        .route("/bank/letters", get(letters::get))
        .route("/bank/letters/{id}", get(letter::get))
        .route("/bank/letters/{id}/answer", post(letter::answer))
        .with_state(pages)
}

/// The person as the tables know it.
///
/// # Errors
/// The role of the API is needed here as well: the same things are shown and done.
fn viewer(bank: &OnlineBank) -> Result<Viewer, PageError> {
    if !bank.roles.iter().any(|role| role == Role::ONLINE_USER) {
        return Err(PageError::Forbidden);
    }
    Ok(Viewer { user: bank.user.clone(), company: bank.company.clone(), client: None })
}

/// The request of a path; what is no number names none.
fn request_id(text: &str) -> Result<RequestId, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

/// What becomes of a failure that no page explains.
fn page_error(failure: Failure) -> PageError {
    match failure {
        Failure::Refused(
            Refusal::ClientNotFound
            | Refusal::TariffPlanNotFound
            | Refusal::RequestNotFound
            | Refusal::FutureChangeNotFound
            | Refusal::LetterNotFound,
        ) => PageError::NotFound,
        Failure::Refused(Refusal::NoSignatureToGive) => PageError::Forbidden,
        Failure::Refused(
            Refusal::RequestNotUnsigned(_)
            | Refusal::RequestAlreadyExists(_)
            | Refusal::CancelAlreadyRequested(_)
            | Refusal::NotAwaitingSignature(_)
            | Refusal::TooLateToWithdraw(_)
            | Refusal::AlreadySigned
            | Refusal::LetterFull,
        ) => PageError::Conflict,
        Failure::Store(error) => error.into(),
        Failure::Document(reason) => Fault::internal(reason).into(),
        Failure::Signature(fault) => Fault::malformed(fault.code()).into(),
    }
}

/// The class of the badge of a state.
const fn badge(state: RequestState) -> &'static str {
    match state {
        RequestState::Unsigned | RequestState::PartiallySigned => "warning",
        RequestState::Signed | RequestState::Processing => "busy",
        RequestState::Declined => "bad",
        RequestState::Done => "good",
        RequestState::Cancelled => "",
    }
}
