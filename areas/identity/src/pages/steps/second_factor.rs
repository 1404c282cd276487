//! `POST /login/code`: the one-time code, or a recovery code.

use ::pages::{too_many_attempts, used_code};
use axum::response::Response;
use http::StatusCode;

use super::error::{LoginPageError, Result};
use super::outcome::{answer, present};
use super::submission::Submission;
use super::view::{second_factor_page, too_early};
use crate::login::interaction::Stage;
use crate::pages::notice::Notice;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::check_code::{CodeChecked, check_code};

pub(super) async fn take(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let interaction = &submission.interaction;
    let Stage::SecondFactor { user } = &interaction.stage else {
        return present(state, submission).await;
    };
    let words = Words::of(interaction.language);
    // One form has this field, the other that one; both kinds of codes are known by their length.
    let (code, recovery_code) = (submission.field("code"), submission.field("recovery"));
    let by_recovery_code = code.is_empty() && !recovery_code.is_empty();
    let typed = if by_recovery_code { &recovery_code } else { &code };
    let wrong = if by_recovery_code { words.wrong_recovery_code } else { words.wrong_code };
    let again = |problem: &str| second_factor_page(&submission.view(state), by_recovery_code, Some(problem));
    let page = match check_code(state, interaction, user, typed).await? {
        CodeChecked::Right(arrival) => return answer(state, submission, arrival).await,
        CodeChecked::Wrong => again(wrong)?,
        CodeChecked::Used { next_in_s } => again(&used_code(interaction.language, next_in_s))?,
        CodeChecked::TooEarly { retry_after_s } => {
            too_early(again(&too_many_attempts(interaction.language, retry_after_s))?, retry_after_s)
        }
        CodeChecked::Expired => {
            return Err(LoginPageError::notice(Notice::Expired, StatusCode::BAD_REQUEST));
        }
    };
    Ok(page.into_response())
}
