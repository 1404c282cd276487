//! `POST /login/company`: which company the person acts for; the tokens carry it (IDN-03).

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;

use super::fault::PageFault;
use super::outcome::{View, arrived, circumstances, company_page, present};
use super::submission::Submission;
use crate::authorize_request::AuthorizeFault;
use crate::interaction::Stage;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::store::arrival::{self, Arrival};
use crate::store::user_access;

pub(super) async fn post(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    let headers = request.headers().clone();
    let answer = match Submission::read(&state, &headers, request).await {
        Ok(submission) => take(&state, &submission).await,
        Err(fault) => Err(fault),
    };
    answer.unwrap_or_else(|fault| fault.into_response(&state, &headers))
}

async fn take(state: &IdentityState, submission: &Submission) -> Result<Response, PageFault> {
    let Stage::Company { user, authenticated_at } = submission.interaction.stage.clone() else {
        return present(state, submission).await;
    };
    let picked = submission.field("cnum");
    let interaction = submission.interaction.clone();
    let told = circumstances(state);
    let arrival = state
        .store
        .write_guarded("login.company", move |tx| {
            // What may be picked is looked up again: the page may have been open for a quarter of an hour.
            let companies = match user_access::admitted(tx, &user)? {
                Some(_) => arrival::companies(tx, &interaction, &user)?,
                None => Vec::new(),
            };
            match companies.iter().find(|company| company.cnum.as_str() == picked) {
                Some(company) => {
                    arrival::issue(tx, &interaction, &user, &company.cnum, authenticated_at, &told)
                }
                None if companies.is_empty() => {
                    arrival::refuse(tx, &interaction, Some(&user), AuthorizeFault::NoCompany, &told)
                }
                None => Ok(Arrival::Choose(companies)),
            }
        })
        .await?;
    match arrival {
        Arrival::Choose(companies) => {
            let problem = Words::of(submission.interaction.language).no_company_chosen;
            let page = company_page(&View::of(state, submission), &companies, Some(problem))?;
            Ok(page.into_response())
        }
        other => arrived(state, submission, other).await,
    }
}
