//! `/logout`: the client sends the browser here to end the session (OpenID Connect RP-Initiated Logout).
//!
//! There is no login of the bank itself to end, because every authorization request asks for the login: what ends is
//! the session that the identity token of `id_token_hint` names. The token proves that the request comes from the
//! client of that session, so no page asks the person again. Without it nothing ends, and the browser goes back to
//! where the client has registered.

use std::borrow::Cow;

use ::pages::see_other;
use axum::extract::{Request, State};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clients::Directory;
use edge::{AcceptLanguage, PublicKey, TokenError};
use http::{HeaderMap, StatusCode};
use kernel::{ClientId, SessionId, UserId};
use serde::Deserialize;

use super::form::{FORM, Form};
use super::{examples, request_parameters};
use crate::login::authorize_request::STATE_BYTES_MAX;
use crate::login::parameters::{BYTES_MAX, Duplicate, PARAMETERS_MAX, Parameters, encoded};
use crate::login::redirection::{Value, location};
use crate::pages::notice::Notice;
use crate::pages::steps::error::LoginPageError;
use crate::state::IdentityState;
use crate::work::end_access::log_out_by_hint;

request_parameters! {
    /// The parameters of both methods.
    LogoutRequest {
        /// The identity token of the session to end; it may have expired. Send that of the last refresh: one whose key
        /// was retired more than a day ago ends nothing.
        id_token_hint: Option<String> [
            nullable = false,
            max_length = 8192,
            example = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJVMDAwMDEifQ.c2lnbmF0dXJl"
        ],
        /// The client; needed when there is no `id_token_hint`, otherwise the same.
        client_id: Option<String> [nullable = false, max_length = 64, example = "demo-erp"],
        /// The page to which the browser is sent afterwards: one of the URIs registered for this, byte for byte.
        post_logout_redirect_uri: Option<String> [
            nullable = false,
            max_length = 2000,
            example = "http://127.0.0.1:9090/"
        ],
        /// Returned unchanged with the redirect.
        state: Option<String> [nullable = false, max_length = 4096, example = "af0ifjsldkj"],
    }
}

/// Ends the session of an identity token.
///
/// Nobody is asked: the identity token proves that the request comes from the client of the session. Without one
/// nothing ends, and the browser is sent back.
#[utoipa::path(
    get,
    path = "/logout",
    tag = "Login",
    params(LogoutRequest, AcceptLanguage),
    responses(
        (status = 200, description = "A page that says so, when the browser is to be sent nowhere", body = String,
            content_type = "text/html", example = "<!doctype html><title>Вы вышли</title>"),
        (status = 303, description = "Back to the client",
            headers(("Location" = String, description = "post_logout_redirect_uri with `state`"))),
    ),
)]
pub(super) async fn end_session(State(state): State<IdentityState>, request: Request) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let parameters = Parameters::parse(query.as_bytes());
    answer(&state, request.headers(), parameters.map_err(|_| TOO_MUCH)).await
}

/// Ends the session of an identity token, asked with a form.
///
/// The same as with GET; the identity token then is in no address and no log of addresses.
#[utoipa::path(
    post,
    path = "/logout",
    tag = "Login",
    params(AcceptLanguage),
    request_body(content = LogoutRequest, content_type = FORM, example = json!(examples::logout())),
    responses(
        (status = 200, description = "A page that says so, when the browser is to be sent nowhere", body = String,
            content_type = "text/html", example = "<!doctype html><title>Вы вышли</title>"),
        (status = 303, description = "Back to the client",
            headers(("Location" = String, description = "post_logout_redirect_uri with `state`"))),
    ),
)]
pub(super) async fn end_session_by_post(
    State(state): State<IdentityState>,
    headers: HeaderMap,
    form: Form,
) -> Response {
    answer(&state, &headers, Ok(form.into_parameters())).await
}

/// Names what a developer has to change: for the log of calls, and for the page in a sandbox.
type Fault = &'static str;

const TOO_MUCH: Fault = "a logout has at most 16384 bytes and 64 parameters";
const TWICE: Fault = "each parameter may be sent once";
const NO_HINT: Fault = "id_token_hint must be a whole identity token of this provider";
const NO_CLIENT: Fault = "client_id must be the client_id as it is registered";
const ANOTHER_CLIENT: Fault = "client_id must be the client that id_token_hint was issued to";
const LONG_STATE: Fault = "state must have at most 4096 bytes";
const NOT_REGISTERED: Fault = "post_logout_redirect_uri must come byte for byte as it is registered for logouts of \
                               the client, which id_token_hint or client_id names";
const _: () = assert!(STATE_BYTES_MAX == 4_096 && BYTES_MAX == 16_384 && PARAMETERS_MAX == 64);

async fn answer(
    state: &IdentityState,
    headers: &HeaderMap,
    parameters: Result<Parameters, Fault>,
) -> Response {
    let done = match parameters.and_then(|parameters| Wish::read(state, &parameters)) {
        Ok(wish) => carry_out(state, headers, wish).await,
        Err(fault) => Err(refused(fault)),
    };
    done.unwrap_or_else(|error| error.into_response(state, headers))
}

fn refused(fault: Fault) -> LoginPageError {
    let refused = LoginPageError::notice(Notice::LogoutRefused, StatusCode::BAD_REQUEST);
    refused.with_remedy(fault, format!("{fault}."))
}

struct Wish {
    session: Option<(SessionId, UserId)>,
    client: Option<ClientId>,
    redirect_uri: Option<String>,
    state: Option<Vec<u8>>,
}

impl Wish {
    fn read(state: &IdentityState, parameters: &Parameters) -> Result<Self, Fault> {
        let text = |name| parameters.text(name).map_err(|Duplicate| TWICE);
        let read =
            |hint: Cow<'_, str>| read_hint(&hint, &state.keys.current().public, &state.settings.issuer);
        let hint = text("id_token_hint")?.map(|hint| read(hint).ok_or(NO_HINT)).transpose()?;
        let named =
            text("client_id")?.map(|named| named.parse::<ClientId>().map_err(|_| NO_CLIENT)).transpose()?;
        let hinted = hint.as_ref().map(|hint| hint.client.clone());
        if named.is_some() && hinted.is_some() && named != hinted {
            return Err(ANOTHER_CLIENT);
        }
        let returned = parameters.bytes("state").map_err(|Duplicate| TWICE)?;
        if returned.is_some_and(|state| state.len() > STATE_BYTES_MAX) {
            return Err(LONG_STATE);
        }
        Ok(Self {
            session: hint.and_then(|hint| hint.session),
            client: hinted.or(named),
            redirect_uri: text("post_logout_redirect_uri")?.map(Cow::into_owned),
            state: returned.map(<[u8]>::to_vec),
        })
    }
}

async fn carry_out(
    state: &IdentityState,
    headers: &HeaderMap,
    wish: Wish,
) -> Result<Response, LoginPageError> {
    if let Some(uri) = &wish.redirect_uri {
        let client = match &wish.client {
            Some(id) => Directory::new(state.store.clone()).find_client(id).await?,
            None => None,
        };
        if !client.is_some_and(|client| client.may_redirect_after_logout_to(uri)) {
            return Err(refused(NOT_REGISTERED));
        }
    }
    let notice = match wish.session {
        Some((session, user)) => {
            log_out_by_hint(state, session, &user).await?;
            Notice::LoggedOut
        }
        None => Notice::NothingEnded,
    };
    let Some(redirect_uri) = wish.redirect_uri else {
        return Ok(LoginPageError::notice(notice, StatusCode::OK).into_response(state, headers));
    };
    let returned = wish.state.as_deref().map(encoded);
    let returned: Vec<_> = returned.iter().map(|state| ("state", Value::Encoded(state))).collect();
    Ok(see_other(&location(&redirect_uri, &returned)))
}

/// The client that sends the hint, and the session that it means, with its user.
#[derive(Debug)]
struct Hint {
    client: ClientId,
    /// None when the key of the token is forgotten, a day after it was retired: anybody may have written it.
    session: Option<(SessionId, UserId)>,
}

#[derive(Debug, Deserialize)]
struct Claims {
    iss: String,
    sub: UserId,
    aud: ClientId,
    sid: SessionId,
}

/// Reads the hint; nothing when it is no identity token of this provider. How old it is does not matter: it is no
/// permission, it tells which session the client means.
fn read_hint(token: &str, keys: &[PublicKey], issuer: &str) -> Option<Hint> {
    let (claims, is_signed) = match edge::open_identity::<Claims>(token, keys.to_vec()) {
        Ok(claims) => (claims, true),
        Err(TokenError::UnknownKey) => (unverified(token)?, false),
        Err(_) => return None,
    };
    let Claims { iss, sub, aud, sid } = claims;
    (iss == issuer).then(|| Hint { client: aud, session: is_signed.then_some((sid, sub)) })
}

fn unverified(token: &str) -> Option<Claims> {
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    serde_json::from_slice(&claims).ok()
}
