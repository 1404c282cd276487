//! Answers to a step of a login: the next page, or the way back to the client (RFC 6749, 4.1.2; `iss`: RFC 9207) or
//! into the online bank.

use ::pages::{Cookies, see_other};
use axum::response::Response;
use edge::ToldError;
use http::{HeaderValue, header};

use super::error::{LoginPageError, Result};
use super::submission::Submission;
use super::view::{Notices, client_name, company_page, login_page, new_password_page, second_factor_page};
use crate::login::authorize_request::{AuthorizeError, ReturnedState};
use crate::login::interaction::{Destination, Stage};
use crate::login::redirection::{Value, location};
use crate::pages::notice::Notice;
use crate::state::IdentityState;
use crate::token::session::Session;
use crate::work::finish_login::Arrival;
use crate::work::issue_tokens::issue_online_bank_token;
use crate::work::login_under_way::{find_client, present_login};

/// Answers a step that was taken.
pub(super) async fn answer(
    state: &IdentityState,
    submission: &Submission,
    arrival: Arrival,
) -> Result<Response> {
    let view = submission.view(state);
    match (arrival, &submission.interaction.destination) {
        (Arrival::Overtaken, _) => present(state, submission).await,
        (Arrival::SecondFactor, _) => Ok(second_factor_page(&view, false, None)?.into_response()),
        (Arrival::NewPassword, _) => Ok(new_password_page(&view, None)?.into_response()),
        (Arrival::Choose(companies), _) => Ok(company_page(&view, &companies, None)?.into_response()),
        (Arrival::Refused(error), Destination::Client { client, redirect_uri, request }) => {
            // The address may have been taken from the client since the login began.
            let client = find_client(state, client.clone()).await?;
            if client.is_none_or(|client| !client.may_redirect_to(redirect_uri)) {
                return Err(LoginPageError::notice(Notice::BadClient, http::StatusCode::BAD_REQUEST));
            }
            Ok(redirect_with_error(state, redirect_uri, error, request.state.as_ref()))
        }
        (Arrival::Code(code), Destination::Client { redirect_uri, request, .. }) => {
            count_success();
            Ok(redirect_with_code(state, redirect_uri, &code, request.state.as_ref()))
        }
        (Arrival::OnlineBank(session), Destination::OnlineBank { next }) => {
            count_success();
            open_online_bank(state, &session, next)
        }
        (Arrival::Refused(AuthorizeError::NoCompany), Destination::OnlineBank { .. }) => {
            Err(LoginPageError::notice(Notice::NoCompany, http::StatusCode::FORBIDDEN))
        }
        (Arrival::Refused(_), Destination::OnlineBank { .. }) => Ok(see_other(::pages::LOGIN_PATH)),
        (Arrival::Code(_), Destination::OnlineBank { .. })
        | (Arrival::OnlineBank(_), Destination::Client { .. }) => {
            Err(LoginPageError::internal("a login has led elsewhere than it was begun for"))
        }
    }
}

fn count_success() {
    metrics::counter!("clientbank_identity_logins_total", "outcome" => "SUCCEEDED").increment(1);
}

/// Shows the page of the stage that the login is at now, whatever form was sent.
pub(super) async fn present(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let (now, companies) = present_login(state, submission.interaction.hash.clone()).await?;
    let view = submission.view(state);
    let page = match now {
        Stage::Password => {
            let name = client_name(state, view.destination).await?;
            login_page(&view, name.as_deref(), "", Notices::default())?
        }
        Stage::SecondFactor { .. } => second_factor_page(&view, false, None)?,
        Stage::Company(_) => company_page(&view, &companies, None)?,
        Stage::NewPassword(_) => new_password_page(&view, None)?,
        Stage::Finished => return Err(LoginPageError::notice(Notice::Used, http::StatusCode::CONFLICT)),
    };
    Ok(page.into_response())
}

/// Sends the browser back with a code.
pub(super) fn redirect_with_code(
    state: &IdentityState,
    redirect_uri: &str,
    code: &str,
    returned: Option<&ReturnedState>,
) -> Response {
    redirect(state, redirect_uri, vec![("code", Value::Plain(code))], returned)
}

/// Sends the browser back with an error (RFC 6749, 4.1.2.1).
pub(crate) fn redirect_with_error(
    state: &IdentityState,
    redirect_uri: &str,
    error: AuthorizeError,
    returned: Option<&ReturnedState>,
) -> Response {
    let description = error.description();
    let parameters =
        vec![("error", Value::Plain(error.code())), ("error_description", Value::Plain(&description))];
    let mut response = redirect(state, redirect_uri, parameters, returned);
    let told = ToldError { code: error.code().to_owned(), message: description.clone() };
    response.extensions_mut().insert(told);
    response
}

fn redirect<'a>(
    state: &'a IdentityState,
    redirect_uri: &str,
    mut parameters: Vec<(&str, Value<'a>)>,
    returned: Option<&'a ReturnedState>,
) -> Response {
    if let Some(returned) = returned {
        parameters.push(("state", Value::Encoded(returned.encoded())));
    }
    parameters.push(("iss", Value::Plain(&state.settings.issuer)));
    see_other(&location(redirect_uri, &parameters))
}

/// Sends the browser to `next` with the cookie of a session that has begun.
pub(crate) fn open_online_bank(state: &IdentityState, session: &Session, next: &str) -> Result<Response> {
    let token = issue_online_bank_token(state, session)
        .map_err(|error| LoginPageError::internal(format!("a session token cannot be signed: {error}")))?;
    let mut response = see_other(next);
    let cookie = Cookies::at(&state.settings.issuer).set_session(&token);
    let cookie =
        HeaderValue::try_from(cookie).map_err(|error| LoginPageError::internal(error.to_string()))?;
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}
