//! `POST /v1/ctcm/request/generate`.

use axum::extract::State;
use axum::response::Response;
use edge::{AcceptLanguage, AreaJson};

use super::caller::{OnlineUser, client};
use super::error::{TariffError, Violation};
use super::wire::{Params, Template};
use super::{BODY_BYTES_MAX, examples, json};
use crate::plan::PlanCode;
use crate::state::TariffRequestsState;
use crate::work::create;

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
    let cnum = client(&cnum)?;
    // A text that is no code names no plan; the client is looked up first.
    let plan: Option<PlanCode> = plan.parse().ok();
    let viewer = user.viewer();
    let (version, body) = create::generate(&state, &viewer, &cnum, plan, language).await?;
    Ok(json(&Template { version, body }))
}

impl Params {
    /// Both fields, or all that is wrong with them.
    pub(super) fn read(self) -> Result<(String, String), TariffError> {
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        match (given(self.cnum), given(self.tariff_plan)) {
            (Some(cnum), Some(plan)) => Ok((cnum, plan)),
            (cnum, plan) => {
                let missing = [("cnum", cnum.is_none()), ("tariffPlan", plan.is_none())];
                let violations = missing.into_iter().filter(|(_, is_missing)| *is_missing);
                let violations = violations.map(|(field, _)| Violation::new(field, "must not be empty"));
                Err(TariffError::Violations(violations.collect()))
            }
        }
    }
}
