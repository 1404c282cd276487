//! `GET /authorize` and its twin with POST (OpenID Connect Core, 3.1.2.1).

use ::pages::{Cookies, choose_language};
use axum::body::Body;
use axum::extract::{RawQuery, Request, State};
use axum::response::Response;
use clients::{ClientStatus, OauthClient, Profile};
use edge::AcceptLanguage;
use http::{HeaderMap, StatusCode};
use kernel::{ClientId, checked_text};
use utoipa::{IntoParams, ToSchema};

use crate::authorize_request::{self, AuthorizeError, AuthorizeRequest, RefusedRequest, Strictness};
use crate::interaction::Destination;
use crate::pages::notice::Notice;
use crate::pages::steps::begin::{Beginning, begin};
use crate::pages::steps::error::{FailurePages, LoginPageError};
use crate::pages::steps::redirect::redirect_with_error;
use crate::pages::steps::submission::form;
use crate::pages::steps::view::Told;
use crate::parameters::Parameters;
use crate::state::IdentityState;
use crate::work::begin_login::find_client;

/// The most characters of `login_hint` that are put into the field.
const LOGIN_HINT_CHARACTERS_MAX: usize = 64;

/// The parameters of both methods (spec section 4.1).
#[derive(IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the parameters, which are read one by one")]
struct AuthorizeParameters {
    /// Fixed: the four scopes, in any order. Clients of the profile `STANDARD`: any of them with `openid`.
    #[param(max_length = 64, example = "openid profile email phone")]
    #[schema(max_length = 64, example = "openid profile email phone")]
    scope: String,
    /// The system identifier issued by the bank.
    #[param(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._-]+$", example = "demo-erp")]
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._-]+$", example = "demo-erp")]
    client_id: String,
    /// Fixed.
    #[param(pattern = "^code$", example = "code")]
    #[schema(pattern = "^code$", example = "code")]
    response_type: String,
    /// A URI registered at connection, byte for byte.
    #[param(max_length = 2000, example = "http://127.0.0.1:9090/callback")]
    #[schema(max_length = 2000, example = "http://127.0.0.1:9090/callback")]
    redirect_uri: String,
    /// A random value of the client, returned unchanged; at most 4096 bytes. The client must verify it.
    #[param(min_length = 1, max_length = 4096, example = "af0ifjsldkj")]
    #[schema(min_length = 1, max_length = 4096, example = "af0ifjsldkj")]
    state: String,
    /// A random value of the client, returned unchanged in the identity token.
    #[param(nullable = false, max_length = 512, example = "n-0S6_WzA2Mj")]
    #[schema(nullable = false, max_length = 512, example = "n-0S6_WzA2Mj")]
    nonce: Option<String>,
    /// Fixed, and needless: every request asks for the login. `none` answers `login_required`.
    #[param(nullable = false, pattern = "^login$", example = "login")]
    #[schema(nullable = false, pattern = "^login$", example = "login")]
    prompt: Option<String>,
    /// `BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636).
    #[param(
        min_length = 43,
        max_length = 43,
        pattern = "^[A-Za-z0-9_-]{43}$",
        example = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    )]
    #[schema(
        min_length = 43,
        max_length = 43,
        pattern = "^[A-Za-z0-9_-]{43}$",
        example = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    )]
    code_challenge: String,
    /// Fixed.
    #[param(pattern = "^S256$", example = "S256")]
    #[schema(pattern = "^S256$", example = "S256")]
    code_challenge_method: String,
    /// Seconds that the tokens are issued for.
    #[param(nullable = false, minimum = 1, maximum = 86400, example = 3600)]
    #[schema(nullable = false, minimum = 1, maximum = 86400, example = 3600)]
    max_age: Option<u32>,
    /// The languages of the pages, the preferred one first: `ru`, `en`.
    #[param(nullable = false, max_length = 256, example = "en ru")]
    #[schema(nullable = false, max_length = 256, example = "en ru")]
    ui_locales: Option<String>,
    /// What is put into the field of the login.
    #[param(nullable = false, max_length = 64, example = "ivanova")]
    #[schema(nullable = false, max_length = 64, example = "ivanova")]
    login_hint: Option<String>,
}

/// Starts the code flow: a login page for the user.
///
/// After the login the browser is sent to `redirect_uri` with `code`, `state` and `iss` (303). A request that is
/// faulty is answered in the same way with `error`, `error_description`, `state` and `iss`; when the client is
/// unknown or the redirect URI is not registered, with a page and no redirect.
#[utoipa::path(
    get,
    path = "/authorize",
    operation_id = "startLogin",
    tag = "Login",
    security(()),
    params(AuthorizeParameters, AcceptLanguage),
    responses(
        (status = 200, description = "The login page", body = String, content_type = "text/html",
            example = "<!DOCTYPE html><title>Вход в интернет-банк</title>"),
        (status = 303, description = "The request is faulty: back to the client",
            headers(("Location" = String, description = "redirect_uri with `error`, `error_description`, `state`, `iss`"))),
        (status = 400, description = "A page: the client is unknown or the redirect URI is not registered",
            body = String, content_type = "text/html", example = "<!DOCTYPE html><title>Вход невозможен</title>"),
        (status = 429, description = "A page: too many logins were begun from this address", body = String,
            content_type = "text/html", headers(("Retry-After" = u32, description = "Seconds to wait")),
            example = "<!DOCTYPE html><title>Слишком много входов</title>"),
        FailurePages,
    ),
)]
pub(super) async fn get(
    State(state): State<IdentityState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let answer = match Parameters::parse(query.unwrap_or_default().as_bytes()) {
        Ok(parameters) => authorize(&state, &headers, &parameters).await,
        Err(_) => Err(bad_client()),
    };
    answer.unwrap_or_else(|error| error.into_response(&state, &headers))
}

/// Starts the code flow with the parameters in a form (OpenID Connect Core, 3.1.2.1).
///
/// The same as with GET, for requests that are too long for an address.
#[utoipa::path(
    post,
    path = "/authorize",
    operation_id = "startLoginByPost",
    tag = "Login",
    security(()),
    params(AcceptLanguage),
    request_body(content = AuthorizeParameters, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The login page", body = String, content_type = "text/html",
            example = "<!DOCTYPE html><title>Вход в интернет-банк</title>"),
        (status = 303, description = "The request is faulty: back to the client",
            headers(("Location" = String, description = "redirect_uri with `error`, `error_description`, `state`, `iss`"))),
        (status = 400, description = "A page: the client is unknown, the redirect URI is not registered or the form cannot be read",
            body = String, content_type = "text/html", example = "<!DOCTYPE html><title>Вход невозможен</title>"),
        (status = 408, description = "A page: the form did not arrive in time", body = String,
            content_type = "text/html", example = "<!DOCTYPE html><title>Вход начинается в программе</title>"),
        (status = 413, description = "A page: more than 16 KiB", body = String, content_type = "text/html",
            example = "<!DOCTYPE html><title>Вход начинается в программе</title>"),
        (status = 415, description = "A page: not a form", body = String, content_type = "text/html",
            example = "<!DOCTYPE html><title>Вход начинается в программе</title>"),
        (status = 429, description = "A page: too many logins were begun from this address", body = String,
            content_type = "text/html", headers(("Retry-After" = u32, description = "Seconds to wait")),
            example = "<!DOCTYPE html><title>Слишком много входов</title>"),
        FailurePages,
    ),
)]
pub(super) async fn post(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    let headers = request.headers().clone();
    let answer = match form(request).await {
        Ok(parameters) => authorize(&state, &headers, &parameters).await,
        Err(error) => Err(error),
    };
    answer.unwrap_or_else(|error| error.into_response(&state, &headers))
}

/// Refuses without a redirect, until client and redirect URI are known to belong together.
fn bad_client() -> LoginPageError {
    LoginPageError::notice(Notice::BadClient, StatusCode::BAD_REQUEST)
}

async fn authorize(
    state: &IdentityState,
    headers: &HeaderMap,
    parameters: &Parameters,
) -> Result<Response, LoginPageError> {
    let (client, redirect_uri) = client(state, parameters).await?;
    let strictness = match client.profile {
        Profile::Specification => Strictness::Specification,
        Profile::Standard => Strictness::Standard,
    };
    let checked = if client.status == ClientStatus::Active {
        authorize_request::check(parameters, strictness)
    } else {
        let state = authorize_request::returned_state(parameters);
        Err(RefusedRequest { error: AuthorizeError::ClientDisabled, state })
    };
    match checked {
        // No login outlives its request, so that there is never one to answer silently from.
        Ok(request) if request.silent => {
            let error = AuthorizeError::LoginRequired;
            Ok(redirect_with_error(state, &redirect_uri, error, request.state.as_ref()))
        }
        Ok(request) => log_in(state, headers, parameters, client, redirect_uri, request),
        Err(RefusedRequest { error, state: returned }) => {
            Ok(redirect_with_error(state, &redirect_uri, error, returned.as_ref()))
        }
    }
}

/// Finds the client and its redirect URI, registered byte for byte.
async fn client(
    state: &IdentityState,
    parameters: &Parameters,
) -> Result<(OauthClient, String), LoginPageError> {
    let text = |name| parameters.text(name).ok().flatten().ok_or_else(bad_client);
    let id: ClientId = text("client_id")?.parse().map_err(|_| bad_client())?;
    let redirect_uri = text("redirect_uri")?.into_owned();
    match find_client(state, id).await? {
        Some(client) if client.may_redirect_to(&redirect_uri) => Ok((client, redirect_uri)),
        _ => Err(bad_client()),
    }
}

fn log_in(
    state: &IdentityState,
    headers: &HeaderMap,
    parameters: &Parameters,
    client: OauthClient,
    redirect_uri: String,
    request: AuthorizeRequest,
) -> Result<Response, LoginPageError> {
    let text = |name| parameters.text(name).ok().flatten().map(std::borrow::Cow::into_owned);
    let chosen = Cookies::of(&state.settings.issuer).language(headers);
    let hint = text("login_hint").filter(|hint| checked_text(hint, LOGIN_HINT_CHARACTERS_MAX).is_ok());
    let beginning = Beginning {
        destination: Destination::Client { client: client.id, redirect_uri, request: Box::new(request) },
        client_name: Some(&client.name),
        language: choose_language(text("ui_locales").as_deref(), chosen, headers),
        username: hint.as_deref().unwrap_or_default(),
        told: Told::default(),
    };
    Ok(begin(state, headers, beginning)?.into_response())
}
