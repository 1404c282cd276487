//! `GET /v1/ctcm/request/dvr/{uid}/client/{cnum}/body`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;

use super::caller::{OnlineUser, client};
use super::document::RoleFailure;
use super::error::TariffError;
use super::wire::{BodyView, TariffErrorBody};
use super::{examples, json};
use crate::broken_rule::BrokenRule;
use crate::state::TariffRequestsState;
use crate::store::requests::{self, Named};
use uuid::Uuid;

/// Client view of a request by the UID of its document
///
/// The same view as by the id of the request.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/dvr/{uid}/client/{cnum}/body",
    operation_id = "getTariffRequestBodyByDocument",
    tag = "Tariff requests",
    params(
        ("uid" = String, Path, description = "`documentUID` of the pre-sign view.", min_length = 1, max_length = 64,
            example = "019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10"),
        ("cnum" = String, Path, description = "Client identifier.", pattern = "^[A-Z0-9]{1,20}$", min_length = 1,
            max_length = 20, example = "C00001"),
    ),
    responses(
        (status = 200, description = "The request.", body = BodyView, example = json!(examples::body())),
        (status = 400, description = "There is no such client or document.", body = TariffErrorBody, examples(
            ("clientNotFound" = (summary = "No such client", value = json!(examples::client_not_found()))),
            ("requestNotFound" = (summary = "No such document", value = json!(examples::request_not_found()))),
        )),
        RoleFailure,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn body_by_uid(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaPath((uid, cnum), _): AreaPath<TariffError, (String, String)>,
) -> Result<Response, TariffError> {
    let cnum = client(&cnum)?;
    // What is no UID names no document.
    let uid: Uuid = uid.parse().map_err(|_| BrokenRule::RequestNotFound)?;
    let store = &state.store;
    let request = requests::find(store, &user.viewer(), &cnum, Named::Uid(uid)).await??;
    let html = requests::html(store, request.id).await?;
    Ok(json(&BodyView::new(&request, html)))
}
