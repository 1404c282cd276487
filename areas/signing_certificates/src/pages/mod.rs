//! The room "Signing keys" of the online bank: the own certificates, requests, registration, revocation.

mod files;
mod list;
mod prove;
mod register;
mod request;
mod revoke;
mod words;

pub(crate) use list::SignatureGuide;

use ::pages::{
    AnswerFault, AreaPages, OWN_CERTIFICATES_PATH, OnlineBank, OnlineBankForm, PageError, Unconfirmed,
    see_done,
};
use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use clients::SignatureType;
use clients::signatures::CertificateId;
use cms::CmsError;
use http::StatusCode;

use self::words::Words;
use crate::refusal::Refusal;
use crate::state::CertificatesState;
use crate::work::Signer;
use crate::work::error::CertificateError;
use crate::work::present::{Own, present};

/// The first page of the room.
const OVERVIEW: &str = "/bank/signature";

pub type CertificatesPages = AreaPages<CertificatesState>;

pub fn routes(pages: CertificatesPages) -> Router {
    Router::new()
        .route(OVERVIEW, get(list::get))
        .route(OWN_CERTIFICATES_PATH, get(files::own))
        .route("/bank/signature/request", get(request::get).post(request::post))
        .route("/bank/signature/request/withdraw", post(request::withdraw))
        .route("/bank/signature/register", get(register::get).post(register::post))
        .route("/bank/signature/register/proof", get(prove::get).post(prove::post))
        .route("/bank/signature/register/document.json", get(prove::document))
        .route("/bank/signature/register/digest.bin", get(prove::digest))
        .route("/bank/signature/register/certificate.pem", get(prove::certificate))
        .route("/bank/signature/{id}/certificate.pem", get(files::one))
        .route("/bank/signature/{id}/revoke", get(revoke::get).post(revoke::post))
        .with_state(pages)
}

/// Leads back to the first page, which says what was done.
fn see_overview(done: &str) -> Response {
    see_done(&format!("{OVERVIEW}?done={done}"))
}

fn signer(bank: &OnlineBank) -> Signer {
    Signer::of_request(bank.user.clone(), bank.company.clone())
}

/// Reads the identifier of a path; a text that is none names no certificate.
fn certificate_id(text: &str) -> Result<CertificateId, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

/// Chooses the page for an error that no form explains.
impl From<CertificateError> for PageError {
    fn from(error: CertificateError) -> Self {
        match error {
            CertificateError::NotFound => Self::NotFound,
            CertificateError::NoRight => Self::Forbidden,
            CertificateError::Refused(_) => Self::Conflict,
            CertificateError::Store(error) => error.into(),
        }
    }
}

/// Reads who the person is that signs.
async fn own(pages: &CertificatesPages, bank: &OnlineBank) -> Result<Own, PageError> {
    let own = present(&pages.area, &bank.user, &bank.company).await?;
    if own.types.is_empty() { Err(PageError::Forbidden) } else { Ok(own) }
}

/// Reads a form with a type of signatures and a pasted PEM; the fault beside the text when one of them is none.
fn pasted<T>(form: &OnlineBankForm, pem: Result<T, CmsError>) -> Result<(SignatureType, T), String> {
    let words = Words::of(form.bank.language);
    let kind = form.field("type").parse().map_err(|_| words.no_type.to_owned())?;
    let read = pem.map_err(|error| words.refusal(&Refusal::Unreadable(error), form.bank.language))?;
    Ok((kind, read))
}

/// A choice of the type of signatures: value and name.
type TypeChoice = (&'static str, &'static str);

fn choices(types: &[SignatureType], words: &'static Words) -> Vec<TypeChoice> {
    types.iter().map(|kind| (kind.as_str(), words.signature_type(*kind))).collect()
}

/// Faults of a form, each beside its field, and what was typed.
#[derive(Default)]
struct Faults {
    status: StatusCode,
    /// With what was pasted.
    text: Option<String>,
    /// With the answer that confirms.
    answer: Option<AnswerFault>,
    typed: String,
}

impl Faults {
    fn text(fault: String, typed: &str) -> Self {
        let (status, typed) = (StatusCode::UNPROCESSABLE_ENTITY, typed.to_owned());
        Self { status, text: Some(fault), answer: None, typed }
    }

    fn answer(Unconfirmed { status, text }: Unconfirmed, typed: &str) -> Self {
        Self { status, text: None, answer: Some(text), typed: typed.to_owned() }
    }
}
