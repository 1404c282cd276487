//! `POST /v1/ctcm/request/create`.

use axum::extract::State;
use axum::response::Response;
use edge::AcceptLanguage;
use http::StatusCode;
use idempotency::{Answered, KeyedJson};

use super::caller::{OnlineUser, client};
use super::error::TariffError;
use super::wire::{BodyView, Params};
use super::{BODY_BYTES_MAX, examples};
use crate::state::TariffRequestsState;
use crate::wish::Wish;
use crate::work::create::{Created, create_keeping};

/// Create a request
///
/// The request is UNSIGNED; its document is made now and never changes. A client has one open request at a time.
#[utoipa::path(
    post,
    path = "/v1/ctcm/request/create",
    responses((status = 200, description = "The request.", body = BodyView, example = json!(examples::body()))),
)]
pub(super) async fn create_tariff_request(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AcceptLanguage(language): AcceptLanguage,
    KeyedJson(params, keyed): KeyedJson<TariffError, Params, BODY_BYTES_MAX>,
) -> Result<Response, TariffError> {
    let (cnum, plan) = params.read()?;
    let cnum = client(&cnum)?;
    let wish = Wish::Change(plan.parse().ok());
    let render = |created: &Created| {
        Answered::json(StatusCode::OK, &BodyView::new(&created.request, created.html.clone()))
    };
    let work = async |keep| Ok(create_keeping(&state, &user.viewer(), &cnum, wish, language, keep).await?);
    state.idempotency.answer(keyed, user.caller(), render, work).await
}
