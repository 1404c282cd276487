//! Certificates with which people sign, as their owners look after them in the online bank (ONL-05): the own
//! certificates, requests for new ones, registration with proof of possession, revocation.
//!
//! The bank's authority issues certificates outside of this program; the bank imports them, and a request that one
//! answers is then done. A bank that issues by itself, as the demo does, brings an [`Issuer`]. The registry keeps
//! certificates and requests (crate `clients`); this area keeps what people sign to show that a key is theirs.
//!
//! To refuse certificates for another reason, add it to [`refusal::Refusal`] and to the words of the pages.

pub mod challenge;
pub mod issuer;
mod pages;
pub mod refusal;
pub mod standing;
mod state;
mod store;
mod work;

pub use crate::issuer::Issuer;
pub use crate::pages::{CertificatesPages, routes as pages};
pub use crate::state::CertificatesState;
pub use crate::store::MIGRATIONS;

use std::sync::Arc;

use ::pages::Section;
use area::{Area, Given, Opened};
use axum::Router;
use clients::signatures::MissingList;

/// The area as the program lists it. It has pages and no operations.
pub static AREA: Area = Area {
    sections: &[Section::Signature],
    queries: &[store::QUERIES],
    orders: &[&work::take_decision::DECIDE],
    ..Area::of_pages("signing-certificates", &MIGRATIONS)
};

/// Takes the answers that come to the desk of this state.
pub fn take_answers(state: &CertificatesState) {
    state.desk.register(|desk| work::take_decision::Decisions(CertificatesState { desk, ..state.clone() }));
}

pub fn open(given: &Given, missing_list: MissingList, issuer: Option<Arc<dyn Issuer>>) -> Opened {
    let state = CertificatesState {
        store: given.store.clone(),
        clock: Arc::clone(&given.clock),
        randomness: Arc::clone(&given.randomness),
        missing_list,
        desk: given.desk.clone(),
        issuer,
    };
    take_answers(&state);
    let guide = pages::SignatureGuide(state.clone());
    Opened::of(Router::new())
        .with_guide(guide)
        .with_pages(|site| pages::routes(CertificatesPages { site, area: state }))
}
