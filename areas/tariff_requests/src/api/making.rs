//! Requests that are made: `POST /v1/ctcm/request/generate`, `POST /v1/ctcm/request/create`, and
//! `POST /v1/ctcm/correspond/client/{cnum}/correspond/future/{id}`.

use axum::extract::State;
use axum::response::Response;
use edge::{AcceptLanguage, AreaJson, EdgeError};
use http::StatusCode;
use idempotency::{Answered, Keyed, KeyedJson};
use kernel::Cnum;

use super::caller::{OnlineUser, client};
use super::error::{TariffError, Violation};
use super::path::{NamedChange, NamedClient};
use super::wire::{BodyView, Correspondence, Params, Template};
use super::{BODY_BYTES_MAX, examples, json};
use crate::plan::PlanCode;
use crate::state::TariffRequestsState;
use crate::wish::Wish;
use crate::work::create::{Created, create_keeping, generate};

/// Generate the HTML template of a request for a client and a target plan
///
/// Nothing is kept. The document of a request that is made afterwards has a number and the date of its making.
#[utoipa::path(
    post,
    path = "/v1/ctcm/request/generate",
    responses((status = 200, description = "The filled template.", body = Template,
        example = json!(examples::template()))),
)]
pub(super) async fn generate_tariff_request(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AcceptLanguage(language): AcceptLanguage,
    AreaJson(params, _): AreaJson<TariffError, Params, BODY_BYTES_MAX>,
) -> Result<Response, TariffError> {
    let (cnum, plan) = params.read()?;
    let viewer = user.viewer();
    let (version, body) = generate(&state, &viewer, &cnum, plan, language).await?;
    Ok(json(&Template { version, body }))
}

impl Params {
    /// Reads both fields, or tells all that is wrong with them. A text that is no code names no plan: the client is
    /// looked up first.
    fn read(self) -> Result<(Cnum, Option<PlanCode>), TariffError> {
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        match (given(self.cnum), given(self.tariff_plan)) {
            (Some(cnum), Some(plan)) => Ok((client(&cnum)?, plan.parse().ok())),
            (cnum, plan) => {
                let missing = [("cnum", cnum.is_none()), ("tariffPlan", plan.is_none())];
                let violations = missing.into_iter().filter(|(_, is_missing)| *is_missing);
                let violations = violations.map(|(field, _)| Violation::new(field, "must not be empty"));
                Err(TariffError::Violations(violations.collect()))
            }
        }
    }
}

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
    let wish = Wish::Change(plan);
    let render = |created: &Created| {
        Answered::json(StatusCode::OK, &BodyView::new(&created.request, created.html.clone()))
    };
    let work = async |keep| Ok(create_keeping(&state, &user.viewer(), &cnum, wish, language, keep).await?);
    state.idempotency.answer(keyed, user.caller(), render, work).await
}

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
