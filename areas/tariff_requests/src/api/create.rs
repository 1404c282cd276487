//! `POST /v1/ctcm/request/create`.

use axum::extract::State;
use axum::response::Response;
use edge::{AcceptLanguage, AreaJson};

use super::caller::{OnlineUser, client};
use super::document::RoleFailure;
use super::error::TariffError;
use super::wire::{BodyView, Params, TariffErrorBody};
use super::{BODY_BYTES_MAX, examples, json};
use crate::state::TariffRequestsState;
use crate::wish::Wish;
use crate::work::create;

/// Create a request
///
/// The request is UNSIGNED; its document is made now and never changes. A client has one open request at a time.
#[utoipa::path(
    post,
    path = "/v1/ctcm/request/create",
    operation_id = "createTariffRequest",
    tag = "Tariff requests",
    params(AcceptLanguage),
    request_body = Params,
    responses(
        (status = 200, description = "The request.", body = BodyView, example = json!(examples::body())),
        (status = 400, description = "A field is missing, there is no such client or plan, or a request is open already.",
            body = TariffErrorBody, examples(
                ("validationError" = (summary = "A field is missing", value = json!(examples::validation_error()))),
                ("clientNotFound" = (summary = "No such client", value = json!(examples::client_not_found()))),
                ("tariffPlanNotFound" = (summary = "No such plan", value = json!(examples::tariff_plan_not_found()))),
                ("requestAlreadyExists" = (summary = "One is open", value = json!(examples::request_already_exists()))),
            )),
        RoleFailure,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn create(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaJson(params, _): AreaJson<TariffError, Params, BODY_BYTES_MAX>,
) -> Result<Response, TariffError> {
    let (cnum, plan) = params.read()?;
    let cnum = client(&cnum)?;
    let wish = Wish::Change(plan.parse().ok());
    let created = create::create(&state, &user.viewer(), &cnum, wish, user.language).await?;
    Ok(json(&BodyView::new(&created.request, created.html)))
}
