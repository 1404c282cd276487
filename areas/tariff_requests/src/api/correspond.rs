//! `POST /v1/ctcm/correspond/client/{cnum}/correspond/future/{id}`.

use axum::extract::State;
use axum::response::Response;
use edge::{AcceptLanguage, EdgeError};

use super::caller::OnlineUser;
use super::error::TariffError;
use super::path::{NamedChange, NamedClient};
use super::wire::Correspondence;
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
    responses((status = 200, description = "The letter was written.", body = Correspondence,
        example = json!(examples::correspondence()))),
)]
pub(super) async fn correspond_about_future_tariff(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    NamedChange(change): NamedChange,
    NamedClient(cnum): NamedClient,
    AcceptLanguage(language): AcceptLanguage,
) -> Result<Response, TariffError> {
    let wish = Wish::Cancel(change);
    let created = create::create(&state, &user.viewer(), &cnum, wish, language).await?;
    let letter = created.letter.ok_or_else(|| EdgeError::internal("a cancel request has no letter"))?;
    Ok(json(&Correspondence { mail_id: letter.to_string() }))
}
