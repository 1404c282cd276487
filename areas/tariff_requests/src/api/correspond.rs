//! `POST /v1/ctcm/correspond/client/{cnum}/correspond/future/{id}`.

use axum::extract::State;
use axum::response::Response;
use edge::{AcceptLanguage, EdgeError};
use http::StatusCode;
use idempotency::{Answered, Keyed};

use super::caller::OnlineUser;
use super::error::TariffError;
use super::examples;
use super::path::{NamedChange, NamedClient};
use super::wire::Correspondence;
use crate::state::TariffRequestsState;
use crate::wish::Wish;
use crate::work::create::{Created, create_keeping};

/// Send a letter about cancelling a future tariff plan change
///
/// The letter is in the online bank, and an UNSIGNED request to cancel the change is in the client's list.
#[utoipa::path(
    post,
    path = "/v1/ctcm/correspond/client/{cnum}/correspond/future/{id}",
    responses((status = 200, description = "The letter was written.", body = Correspondence,
        example = json!(examples::correspondence()))),
)]
pub(super) async fn correspond_about_future_tariff(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    NamedChange(change): NamedChange,
    NamedClient(cnum): NamedClient,
    AcceptLanguage(language): AcceptLanguage,
    keyed: Keyed<TariffError>,
) -> Result<Response, TariffError> {
    let wish = Wish::Cancel(change);
    let render = |created: &Created| {
        let letter = created.letter.ok_or_else(|| EdgeError::internal("a cancel request has no letter"))?;
        Answered::json(StatusCode::OK, &Correspondence { mail_id: letter.to_string() })
    };
    let work = async |keep| Ok(create_keeping(&state, &user.viewer(), &cnum, wish, language, keep).await?);
    state.idempotency.answer(keyed, user.caller(), render, work).await
}
