//! Takes the forms of a login: one function for each.

use ::pages::{Cookies, Page, add_cookie, too_many_attempts, used_code};
use axum::response::Response;
use http::StatusCode;

use super::error::{LoginPageError, Result};
use super::outcome::{answer, present};
use super::submission::Submission;
use super::view::{
    Notices, client_name, company_page, login_page, new_password_page, second_factor_page, too_early,
};
use crate::login::candidate::is_shown;
use crate::login::interaction::Stage;
use crate::pages::notice::Notice;
use crate::pages::passkey_request::passkey_request;
use crate::pages::security::rule_text;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::WorkError;
use crate::work::change_password::{PasswordFault, Replaced, replace_one_time_password};
use crate::work::check_code::{CodeChecked, check_code};
use crate::work::check_password::check_password;
use crate::work::finish_login::{Arrival, Checked};
use crate::work::login_under_way::{cancel_login, choose_company, switch_language};
use crate::work::passkeys::ask::ask_at_login;
use crate::work::passkeys::log_in::log_in_with_passkey;

/// Seconds after which a person may try again when the queue of the password hashes is full.
const QUEUE_RETRY_AFTER_S: i64 = 5;

/// `POST /login`: login and password.
pub(super) async fn password(state: &IdentityState, submission: &Submission) -> Result<Response> {
    if submission.interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    let words = Words::of(submission.interaction.language);
    let (login, password) = (submission.field("username"), submission.field("password"));
    match check_password(state, &submission.interaction, &login, password).await {
        Err(WorkError::QueueFull(_)) => {
            let page = again(state, submission, words.overloaded).await?;
            let (status, retry_after_s) = (StatusCode::SERVICE_UNAVAILABLE, Some(QUEUE_RETRY_AFTER_S));
            Ok(Page { status, retry_after_s, ..page }.into_response())
        }
        checked => tried(state, submission, checked?, words.wrong_password).await,
    }
}

/// Answers an attempt to log in: with what follows, or with the same page and what was wrong.
async fn tried(
    state: &IdentityState,
    submission: &Submission,
    checked: Checked,
    wrong: &str,
) -> Result<Response> {
    let page = match checked {
        Checked::Right(arrival) => return answer(state, submission, arrival).await,
        Checked::Wrong => again(state, submission, wrong).await?,
        Checked::TooEarly { retry_after_s } => {
            let told = too_many_attempts(submission.interaction.language, retry_after_s);
            too_early(again(state, submission, &told).await?, retry_after_s)
        }
    };
    Ok(page.into_response())
}

/// Shows the same page with what was wrong; the login stays in its field, the password does not.
async fn again(state: &IdentityState, submission: &Submission, problem: &str) -> Result<Page> {
    let name = client_name(state, &submission.interaction.destination).await?;
    let username = Some(submission.field("username")).filter(|typed| is_shown(typed)).unwrap_or_default();
    login_page(
        &submission.view(state),
        name.as_deref(),
        &username,
        Notices { note: None, problem: Some(problem) },
    )
}

/// `POST /login/passkey/challenge`: the challenge for [`passkey`].
pub(super) async fn challenge(state: &IdentityState, submission: &Submission) -> Result<Response> {
    if submission.interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    if state.relying_party.is_some() {
        // Bounded like logins that begin, because strangers ask too.
        state.guards.check_begun()?;
    }
    let request = ask_at_login(state, &submission.interaction).await?;
    let absent = || LoginPageError::notice(Notice::Start, StatusCode::NOT_FOUND);
    request.map(passkey_request).ok_or_else(absent)
}

/// `POST /login/passkey`: the answer of an authenticator, in the place of login, password and code.
pub(super) async fn passkey(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let interaction = &submission.interaction;
    if interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    let checked = log_in_with_passkey(state, interaction, &submission.field("answer")).await?;
    tried(state, submission, checked, Words::of(interaction.language).wrong_passkey).await
}

/// `POST /login/code`: the one-time code, or a recovery code.
pub(super) async fn code(state: &IdentityState, submission: &Submission) -> Result<Response> {
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

/// `POST /login/new-password`: the password in the place of a one-time one.
pub(super) async fn new_password(state: &IdentityState, submission: &Submission) -> Result<Response> {
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
        Replaced::Arrived(arrival) => answer(state, submission, arrival).await,
        Replaced::Fault(PasswordFault::Rule(rule)) => again(rule_text(interaction.language, rule)),
        Replaced::Fault(PasswordFault::Same) => again(words.new_password_same),
    }
}

/// `POST /login/company`: the company that the person acts for.
pub(super) async fn company(state: &IdentityState, submission: &Submission) -> Result<Response> {
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

/// `POST /login/cancel`: leads back to the client without a login.
pub(super) async fn cancel(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let arrival = cancel_login(state, &submission.interaction).await?;
    answer(state, submission, arrival).await
}

/// `POST /login/language`: shows the same page in another language, which the browser keeps.
pub(super) async fn language(state: &IdentityState, submission: &mut Submission) -> Result<Response> {
    let language = submission.field("language").parse().unwrap_or(submission.interaction.language);
    switch_language(state, &submission.interaction, language).await?;
    submission.switch_to(state, language)?;
    let mut response = present(state, submission).await?;
    let cookie = Cookies::at(&state.settings.issuer).set_language(language);
    add_cookie(response.headers_mut(), &cookie);
    Ok(response)
}
