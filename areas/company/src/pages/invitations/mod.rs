//! Invitations (ONL-06): the administrator's page, the pages behind the link for a person who is new to the bank, and
//! the consent of one who is not.

mod consent;
pub(super) mod link;
mod list;
mod words;

use axum::Router;
use axum::routing::{get, post};

use crate::pages::CompanyPages;

pub(super) fn routes() -> Router<CompanyPages> {
    Router::new()
        .route(list::PATH, get(list::get).post(list::invite))
        .route("/bank/invitations/revoke", post(list::revoke))
        .route("/bank/invitation/{token}", get(consent::get).post(consent::post))
}
