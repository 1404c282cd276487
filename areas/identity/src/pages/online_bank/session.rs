//! `/bank/session`: the end of the session for the script of a page, and a form that keeps it alive.

use ::pages::{ONLINE_BANK_PATH, OnlineBank, OnlineBankForm, see_other};
use axum::Json;
use axum::response::Response;
use serde::Serialize;

/// The session at hand, for a page that was open for a while.
#[derive(Serialize)]
pub(super) struct Told {
    /// Seconds until it ends when nobody uses it.
    left_s: i64,
    /// The person and the company of the session.
    owner: String,
    /// The token that its forms carry. A page of an older session of the same owner goes on with it.
    csrf: String,
}

pub(super) async fn get(bank: OnlineBank) -> Json<Told> {
    Json(Told { left_s: bank.session_left_s(), owner: bank.owner(), csrf: bank.csrf })
}

/// Every form is a use of the session: there is nothing else to do.
pub(super) async fn post(_form: OnlineBankForm) -> Response {
    see_other(ONLINE_BANK_PATH)
}
