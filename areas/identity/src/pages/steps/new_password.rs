//! `POST /login/new-password`: the password in the place of a one-time one.

use axum::response::Response;

use super::error::Result;
use super::outcome::{answer, present};
use super::submission::Submission;
use super::view::new_password_page;
use crate::login::interaction::Stage;
use crate::pages::security::rule_text;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::replace_one_time_password::{PasswordReplaced, replace_one_time_password};

pub(super) async fn take(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let interaction = &submission.interaction;
    let Stage::NewPassword(known) = interaction.stage.clone() else {
        return present(state, submission).await;
    };
    let words = Words::of(interaction.language);
    let again =
        |problem: &str| Ok(new_password_page(&submission.view(state), Some(problem))?.into_response());
    let new = submission.field("new");
    if new != submission.field("repeated") {
        return again(words.new_password_differs);
    }
    match replace_one_time_password(state, interaction, known, new).await? {
        PasswordReplaced::Replaced(arrival) => answer(state, submission, arrival).await,
        PasswordReplaced::Rule(rule) => again(rule_text(interaction.language, rule)),
        PasswordReplaced::Same => again(words.new_password_same),
    }
}
