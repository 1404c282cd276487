//! `POST /v1/ctcm/correspond/client/{cnum}/correspond/future/{id}`.

use axum::extract::State;
use axum::response::Response;
use edge::{AcceptLanguage, AreaPath, EdgeError};

use super::caller::{OnlineUser, client, integer};
use super::document::RoleFailure;
use super::error::TariffError;
use super::wire::{Correspondence, TariffErrorBody};
use super::{examples, json};
use crate::state::TariffRequestsState;
use crate::wish::Wish;
use crate::work::create;

/// Send a letter about cancelling a future tariff plan change
///
/// The letter is in the online bank, and an UNSIGNED request to cancel the change is in the client's list.
#[utoipa::path(
    post,
    path = "/v1/ctcm/correspond/client/{cnum}/correspond/future/{id}",
    operation_id = "correspondAboutFutureTariff",
    tag = "Tariff requests",
    params(
        ("cnum" = String, Path, description = "Client identifier.", pattern = "^[A-Z0-9]{1,20}$", min_length = 1,
            max_length = 20, example = "C00002"),
        ("id" = i64, Path, description = "Id of the future tariff plan change.", minimum = 1, example = 1),
        AcceptLanguage,
    ),
    responses(
        (status = 200, description = "The letter was written.", body = Correspondence,
            example = json!(examples::correspondence())),
        (status = 400, description = "There is no such client or change, or a letter was sent already.",
            body = TariffErrorBody, examples(
                ("validationError" = (summary = "The id is no number", value = json!(examples::id_error()))),
                ("clientNotFound" = (summary = "No such client", value = json!(examples::client_not_found()))),
                ("futureChangeNotFound" = (summary = "No such change", value = json!(examples::future_change_not_found()))),
                ("cancelAlreadyRequested" = (summary = "A second letter", value = json!(examples::cancel_already_requested()))),
            )),
        RoleFailure,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn correspond(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaPath((cnum, id), _): AreaPath<TariffError, (String, String)>,
) -> Result<Response, TariffError> {
    let change = integer("id", &id)?;
    let cnum = client(&cnum)?;
    let wish = Wish::Cancel(change);
    let created = create::create(&state, &user.viewer(), &cnum, wish, user.language).await?;
    let letter = created.letter.ok_or_else(|| EdgeError::internal("a cancel request has no letter"))?;
    Ok(json(&Correspondence { mail_id: letter.to_string() }))
}
