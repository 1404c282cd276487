//! The room "Security" of the online bank: what a person sees and changes of the own login.

mod overview;
mod passkeys;
mod password;
mod second_factor;
mod sessions;
mod words;

use ::pages::{ConfirmationKind, OnlineBank, OnlineBankForm, PageError, Proof, see_done, wrong_answer};
use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use edge::QueryList;
use http::StatusCode;

pub use self::second_factor::QrPicture;
use self::words::Words;
use super::OnlineBankPages;
use crate::work::prove::Unproven;

/// The first page of the room.
const OVERVIEW: &str = "/bank/security";

pub(super) fn routes() -> Router<OnlineBankPages> {
    Router::new()
        .route(OVERVIEW, get(overview::get))
        .route("/bank/security/password", get(password::get).post(password::post))
        .route("/bank/security/second-factor", get(second_factor::get).post(second_factor::offer))
        .route("/bank/security/second-factor/new", get(second_factor::show_new).post(second_factor::set))
        .route("/bank/security/recovery-codes", post(second_factor::renew_codes))
        .route(passkeys::PATH, get(passkeys::get).post(passkeys::offer))
        .route(passkeys::NEW, get(passkeys::show_new).post(passkeys::register))
        .route("/bank/security/passkeys/remove", post(passkeys::remove))
        .route("/bank/security/passkeys/rename", post(passkeys::rename))
        .route("/bank/security/logins", get(overview::logins))
        .route("/bank/security/sessions", get(sessions::get))
        .route("/bank/security/sessions/end", post(sessions::end))
        .route("/bank/security/sessions/end-others", post(sessions::end_others))
}

pub const fn rule_text(
    language: ::pages::Language,
    rule: crate::person::password_rule::PasswordRuleError,
) -> &'static str {
    Words::of(language).rule(rule)
}

/// Sends the person to `path` with a note about what was done.
fn done(path: &str, what: &str) -> Response {
    see_done(&format!("{path}?done={what}"))
}

/// Reads the note about what was done; nothing for a page that was opened by hand.
fn note(query: &QueryList<PageError>, words: &'static Words) -> Option<&'static str> {
    words.done(query.single("done").ok().flatten()?)
}

/// Returns a field as it was typed, white space included: a password may have some. Empty when it is absent or was
/// sent more than once.
fn exact<'f>(form: &'f OnlineBankForm, name: &str) -> &'f str {
    match form.all(name).as_slice() {
        [value] => value,
        _ => "",
    }
}

/// Returns what the person proves with the field `name`.
fn proof<'f>(form: &'f OnlineBankForm, name: &str) -> Proof<'f> {
    let bank = &form.bank;
    Proof { user: &bank.user, company: &bank.company, session: &bank.session, answer: exact(form, name) }
}

/// Returns the sentence for a proof of the strongest kind that is wrong.
async fn wrong_proof(bank: &OnlineBank) -> Result<&'static str, PageError> {
    Ok(match bank.confirmation_kind().await? {
        kind @ ConfirmationKind::Passkey => wrong_answer(bank.language, kind),
        ConfirmationKind::Code | ConfirmationKind::Password => Words::of(bank.language).factor_wrong_answer,
    })
}

/// Tells why a proof was not taken: the status and the sentence.
///
/// # Errors
/// [`PageError::Forbidden`] for somebody who cannot prove anything any more.
fn refusal(
    unproven: Unproven,
    language: ::pages::Language,
    wrong: &str,
) -> Result<(StatusCode, String), PageError> {
    Ok(match unproven {
        Unproven::Refused => (StatusCode::UNPROCESSABLE_ENTITY, wrong.to_owned()),
        Unproven::CodeUsed { next_in_s } => {
            (StatusCode::UNPROCESSABLE_ENTITY, ::pages::used_code(language, next_in_s))
        }
        Unproven::Wait { retry_after_s } => {
            (StatusCode::TOO_MANY_REQUESTS, ::pages::too_many_attempts(language, retry_after_s))
        }
        Unproven::Gone => return Err(PageError::Forbidden),
        Unproven::Failed(error) => return Err(error.into()),
    })
}
