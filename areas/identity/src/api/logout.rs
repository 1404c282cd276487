//! `/logout`: the client sends the browser here to end the session (OpenID Connect RP-Initiated Logout).
//!
//! There is no login of the bank itself to end, because every authorization request asks for the login: what ends is
//! the session that the identity token of `id_token_hint` names. The token proves that the request comes from the
//! client of that session, so no page asks the person again. Without it nothing ends, and the browser goes back to
//! where the client has registered.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clients::{Directory, OauthClient};
use edge::{AcceptLanguage, EdgeError, PublicKey, TokenError};
use http::{HeaderMap, StatusCode};
use kernel::{ClientId, SessionId, UserId};
use serde::Deserialize;
use store::Result;

use super::error::IdentityError;
use super::form::{FORM, Form};
use super::{examples, request_parameters};
use crate::login::authorize_request::STATE_BYTES_MAX;
use crate::login::parameters::Parameters;
use crate::login::redirection::{Value, location};
use crate::pages::notice::Notice;
use crate::pages::steps::error::{LoginPageError, notice_page};
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
    answer(&state, request.headers(), parameters.ok()).await
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
    answer(&state, &headers, Some(form.into_parameters())).await
}

async fn answer(state: &IdentityState, headers: &HeaderMap, parameters: Option<Parameters>) -> Response {
    let wish = parameters.and_then(|parameters| Wish::read(state, &parameters));
    let done = match wish {
        Some(wish) => carry_out(state, wish).await,
        None => Ok(Done::Refused),
    };
    match done {
        Ok(Done::Page(notice)) => notice_page(state, headers, notice, StatusCode::OK),
        Ok(Done::Back(location)) => back(&location),
        Ok(Done::Refused) => {
            let refused = LoginPageError::notice(Notice::LogoutRefused, StatusCode::BAD_REQUEST);
            refused.with_remedy(REFUSED, REMEDY.to_owned()).into_response(state, headers)
        }
        Err(error) => {
            let status = IdentityError::from(error).into_response().status();
            notice_page(state, headers, Notice::Failed, status)
        }
    }
}

/// For the log of calls.
const REFUSED: &str =
    "the post_logout_redirect_uri is not registered, or the parameters contradict each other";
/// The change that a developer has to make.
const REMEDY: &str = "Send post_logout_redirect_uri byte for byte as it is registered for logouts of the client, \
                      with id_token_hint or client_id, and the whole identity token as id_token_hint.";

struct Wish {
    /// The session to end, and its user.
    session: Option<(SessionId, UserId)>,
    client: Option<ClientId>,
    redirect_uri: Option<String>,
    state: Option<Vec<u8>>,
}

enum Done {
    Page(Notice),
    Back(String),
    Refused,
}

impl Wish {
    /// Reads the parameters. `None` when one makes no sense or two contradict each other.
    fn read(state: &IdentityState, parameters: &Parameters) -> Option<Self> {
        let hint = match parameters.text("id_token_hint").ok()? {
            Some(hint) => Some(read_hint(&hint, &state.keys.current().public, &state.settings.issuer)?),
            None => None,
        };
        let named: Option<ClientId> = match parameters.text("client_id").ok()? {
            Some(named) => Some(named.parse().ok()?),
            None => None,
        };
        let hinted = hint.as_ref().map(|hint| hint.client.clone());
        if let (Some(named), Some(hinted)) = (&named, &hinted)
            && named != hinted
        {
            return None;
        }
        let returned = parameters.bytes("state").ok()?;
        if returned.is_some_and(|state| state.len() > STATE_BYTES_MAX) {
            return None;
        }
        Some(Self {
            session: hint.and_then(|hint| hint.session),
            client: hinted.or(named),
            redirect_uri: parameters.text("post_logout_redirect_uri").ok()?.map(std::borrow::Cow::into_owned),
            state: returned.map(<[u8]>::to_vec),
        })
    }
}

async fn carry_out(state: &IdentityState, wish: Wish) -> Result<Done> {
    let client = match &wish.client {
        Some(id) => Directory::new(state.store.clone()).find_client(id).await?,
        None => None,
    };
    let may_go_back = |uri: &String| {
        client.as_ref().is_some_and(|client: &OauthClient| client.may_redirect_after_logout_to(uri))
    };
    if wish.redirect_uri.as_ref().is_some_and(|uri| !may_go_back(uri)) {
        return Ok(Done::Refused);
    }
    let notice = match wish.session {
        Some((session, user)) => {
            log_out_by_hint(state, session, &user).await?;
            Notice::LoggedOut
        }
        None => Notice::NothingEnded,
    };
    let Some(redirect_uri) = wish.redirect_uri else { return Ok(Done::Page(notice)) };
    let returned = wish.state.as_deref().map(crate::login::parameters::encoded);
    let returned: Vec<_> = returned.iter().map(|state| ("state", Value::Encoded(state))).collect();
    Ok(Done::Back(location(&redirect_uri, &returned)))
}

fn back(location: &str) -> Response {
    let response = Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(http::header::LOCATION, location)
        .header(http::header::CACHE_CONTROL, "no-store")
        .header(http::header::REFERRER_POLICY, "no-referrer")
        .body(Body::empty());
    response.unwrap_or_else(|_| {
        IdentityError::from(EdgeError::internal("a registered URI is no header")).into_response()
    })
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
