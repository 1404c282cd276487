//! `POST /login/company`: the company that the person acts for.

use axum::response::Response;

use super::error::Result;
use super::outcome::{answer, present};
use super::submission::Submission;
use super::view::company_page;
use crate::login::interaction::Stage;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::choose_company::choose_company;
use crate::work::finish_login::Arrival;

pub(super) async fn take(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let interaction = &submission.interaction;
    let Stage::Company(known) = interaction.stage.clone() else {
        return present(state, submission).await;
    };
    let picked = submission.field("cnum");
    match choose_company(state, interaction, known, picked).await? {
        Arrival::Choose(companies) => {
            let problem = Words::of(interaction.language).no_company_chosen;
            Ok(company_page(&submission.view(state), &companies, Some(problem))?.into_response())
        }
        other => answer(state, submission, other).await,
    }
}
