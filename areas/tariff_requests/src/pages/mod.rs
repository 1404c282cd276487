//! Requests and letters in the online bank: a client's requests with their documents and histories, their signatures,
//! and the bank's answers.

mod acts;
mod choose;
mod detail;
mod letters;
mod list;
mod waiting;
mod words;
mod words_choosing;

pub use waiting::{LettersGuide, TariffsGuide};

use axum::Router;
use axum::extract::{FromRef, State};
use axum::routing::{get, post};
use clients::Role;
use edge::EdgeError;
use pages::{OnlineBank, PageError, Site};

use self::letters::Places;
use crate::broken_rule::BrokenRule;
use crate::request::RequestId;
use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::viewer::Viewer;
use crate::work::failure::Failure;

#[derive(Clone, Debug)]
pub struct TariffPages {
    pub site: Site,
    pub tariffs: TariffRequestsState,
    /// Bounds the forms with files that are read at once.
    places: Places,
}

impl TariffPages {
    pub fn new(site: Site, tariffs: TariffRequestsState) -> Self {
        Self { site, tariffs, places: Places::default() }
    }
}

pub(crate) type Pages = State<TariffPages>;

impl FromRef<TariffPages> for Site {
    fn from_ref(pages: &TariffPages) -> Self {
        pages.site.clone()
    }
}

pub fn pages(pages: TariffPages) -> Router {
    Router::new()
        .route("/bank/tariffs", get(list::get))
        .route("/bank/tariffs/new", get(choose::get).post(choose::post))
        .route("/bank/tariffs/cancel", post(acts::cancel_change))
        .route("/bank/tariffs/{id}", get(detail::get))
        .route("/bank/tariffs/{id}/pdf", get(detail::pdf))
        .route("/bank/tariffs/{id}/sign", post(acts::confirm))
        .route("/bank/tariffs/{id}/signature", post(acts::hand_in))
        .route("/bank/tariffs/{id}/delete", post(acts::delete_request))
        .route("/bank/tariffs/{id}/withdraw", post(acts::withdraw_request))
        .merge(letters::routes())
        .with_state(pages)
}

/// Takes the person as the use cases know it. The role of the API is needed here as well: the same things are shown and
/// done.
fn viewer(bank: &OnlineBank) -> Result<Viewer, PageError> {
    if !bank.roles.iter().any(|role| role == Role::ONLINE_USER) {
        return Err(PageError::Forbidden);
    }
    Ok(Viewer { user: bank.user.clone(), company: bank.company.clone(), client: None })
}

/// Reads the request of a path; a text that is no number names none.
fn request_id(text: &str) -> Result<RequestId, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

/// Chooses the page for a rule that no page explains.
impl From<BrokenRule> for PageError {
    fn from(rule: BrokenRule) -> Self {
        match rule {
            BrokenRule::ClientNotFound
            | BrokenRule::TariffPlanNotFound
            | BrokenRule::RequestNotFound
            | BrokenRule::FutureChangeNotFound
            | BrokenRule::LetterNotFound
            | BrokenRule::AttachmentNotFound => Self::NotFound,
            BrokenRule::NoSignatureToGive => Self::Forbidden,
            BrokenRule::RequestNotUnsigned(_)
            | BrokenRule::RequestAlreadyExists(_)
            | BrokenRule::CancelAlreadyRequested(_)
            | BrokenRule::NotAwaitingSignature(_)
            | BrokenRule::TooLateToWithdraw(_)
            | BrokenRule::AlreadySigned
            | BrokenRule::LetterFull
            | BrokenRule::TooManyLetters => Self::Conflict,
        }
    }
}

impl From<Failure> for PageError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Rule(rule) => rule.into(),
            Failure::Store(error) => error.into(),
            Failure::Document(reason) => EdgeError::internal(reason).into(),
            Failure::Signature(fault) => EdgeError::malformed(fault.code()).into(),
        }
    }
}

const fn badge(state: RequestState) -> &'static str {
    match state {
        RequestState::Unsigned | RequestState::PartiallySigned => "warning",
        RequestState::Signed | RequestState::Processing => "busy",
        RequestState::Declined => "bad",
        RequestState::Done => "good",
        RequestState::Cancelled => "",
    }
}
