//! `GET /authorize` and its twin with POST (OpenID Connect Core, 3.1.2.1): the operations that begin a login. The pages
//! that follow them are in [`crate::pages::steps`].

use ::pages::{Cookies, choose_language};
use axum::body::Body;
use axum::extract::{RawQuery, Request, State};
use axum::response::Response;
use clients::{ClientStatus, OauthClient};
use edge::{AcceptLanguage, EdgeError, FORM, RequestContext};
use http::{HeaderMap, StatusCode};
use kernel::{ClientId, checked_text};

use super::request_parameters;
use crate::login::authorize_request::{self, AuthorizeError, AuthorizeRequest, RefusedRequest};
use crate::login::interaction::Destination;
use crate::login::parameters::{BYTES_MAX, PARAMETERS_MAX, Parameters};
use crate::pages::notice::Notice;
use crate::pages::steps::begin::{Beginning, begin};
use crate::pages::steps::error::{LoginPageError, Result};
use crate::pages::steps::outcome::redirect_with_error;
use crate::pages::steps::submission::form;
use crate::pages::steps::view::Notices;
use crate::state::IdentityState;
use crate::work::login_under_way::find_client;

/// The most characters of `login_hint` that are put into the field.
const LOGIN_HINT_CHARACTERS_MAX: usize = 64;

request_parameters! {
    /// The parameters of both methods (spec section 4.1).
    AuthorizeParameters {
        /// Fixed: the four scopes, in any order. Clients of the profile `STANDARD`: any of them with `openid`.
        scope: String [max_length = 64, example = "openid profile email phone"],
        /// The system identifier issued by the bank.
        client_id: String [min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._-]+$", example = "demo-erp"],
        /// Fixed.
        response_type: String [pattern = "^code$", example = "code"],
        /// A URI registered at connection, byte for byte.
        redirect_uri: String [max_length = 2000, example = "http://127.0.0.1:9090/callback"],
        /// A random value of the client, returned unchanged; at most 4096 bytes. The client must verify it.
        state: String [min_length = 1, max_length = 4096, example = "af0ifjsldkj"],
        /// A random value of the client, returned unchanged in the identity token.
        nonce: Option<String> [nullable = false, max_length = 512, example = "n-0S6_WzA2Mj"],
        /// Fixed, and needless: every request asks for the login. `none` answers `login_required`.
        prompt: Option<String> [nullable = false, pattern = "^login$", example = "login"],
        /// `BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636).
        code_challenge: String [
            min_length = 43,
            max_length = 43,
            pattern = "^[A-Za-z0-9_-]{43}$",
            example = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        ],
        /// Fixed.
        code_challenge_method: String [pattern = "^S256$", example = "S256"],
        /// Seconds that the tokens are issued for.
        max_age: Option<u32> [nullable = false, minimum = 1, maximum = 86400, example = 3600],
        /// The languages of the pages, the preferred one first: `ru`, `en`.
        ui_locales: Option<String> [nullable = false, max_length = 256, example = "en ru"],
        /// Text that is put into the field of the login.
        login_hint: Option<String> [nullable = false, max_length = 64, example = "ivanova"],
    }
}

/// Starts the code flow: a login page for the user.
///
/// After the login the browser is sent to `redirect_uri` with `code`, `state` and `iss` (303). A request that is
/// faulty is answered in the same way with `error`, `error_description`, `state` and `iss`; when the client is
/// unknown or the redirect URI is not registered, with a page and no redirect.
#[utoipa::path(
    get,
    path = "/authorize",
    tag = "Login",
    params(AuthorizeParameters, AcceptLanguage),
    responses(
        (status = 200, description = "The login page", body = String, content_type = "text/html",
            example = "<!DOCTYPE html><title>Вход в интернет-банк</title>"),
        (status = 303, description = "The request is faulty: back to the client",
            headers(("Location" = String,
                description = "redirect_uri with `error`, `error_description`, `state`, `iss`"))),
    ),
)]
pub(super) async fn start_login(
    State(state): State<IdentityState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let answer = match Parameters::parse(query.unwrap_or_default().as_bytes()) {
        Ok(parameters) => authorize(&state, &headers, &parameters).await,
        Err(_) => Err(too_much()),
    };
    answer.unwrap_or_else(|error| error.into_response(&state, &headers))
}

/// Starts the code flow with the parameters in a form (OpenID Connect Core, 3.1.2.1).
///
/// The same as with GET, for requests that are too long for an address.
#[utoipa::path(
    post,
    path = "/authorize",
    tag = "Login",
    params(AcceptLanguage),
    request_body(content = AuthorizeParameters, content_type = FORM),
    responses(
        (status = 200, description = "The login page", body = String, content_type = "text/html",
            example = "<!DOCTYPE html><title>Вход в интернет-банк</title>"),
        (status = 303, description = "The request is faulty: back to the client",
            headers(("Location" = String,
                description = "redirect_uri with `error`, `error_description`, `state`, `iss`"))),
    ),
)]
pub(super) async fn start_login_by_post(
    State(state): State<IdentityState>,
    request: Request<Body>,
) -> Response {
    let headers = request.headers().clone();
    let answer = match form(request).await {
        Ok(parameters) => authorize(&state, &headers, &parameters).await,
        Err(EdgeError::Malformed { .. }) => Err(too_much()),
        Err(error) => Err(error.into()),
    };
    answer.unwrap_or_else(|error| error.into_response(&state, &headers))
}

/// Refuses without a redirect, until client and redirect URI are known to belong together.
fn bad_client() -> LoginPageError {
    LoginPageError::notice(Notice::BadClient, StatusCode::BAD_REQUEST)
}

/// Refuses parameters that are too long or too many to be read.
fn too_much() -> LoginPageError {
    let remedy = format!("A login has at most {BYTES_MAX} bytes and {PARAMETERS_MAX} parameters.");
    bad_client().with_remedy("the parameters are too long or too many", remedy)
}

async fn authorize(state: &IdentityState, headers: &HeaderMap, parameters: &Parameters) -> Result<Response> {
    let (client, redirect_uri) = client(state, parameters).await?;
    let checked = if client.status == ClientStatus::Active {
        authorize_request::check(parameters, client.profile)
    } else {
        let state = authorize_request::returned_state(parameters);
        Err(RefusedRequest { error: AuthorizeError::ClientDisabled, state })
    };
    match checked {
        Ok(request) => log_in(state, headers, parameters, client, redirect_uri, request),
        Err(RefusedRequest { error, state: returned }) => {
            Ok(redirect_with_error(state, &redirect_uri, error, returned.as_ref()))
        }
    }
}

/// Finds the client and its redirect URI, registered byte for byte.
async fn client(state: &IdentityState, parameters: &Parameters) -> Result<(OauthClient, String)> {
    let missing = |name| {
        let fault = "client_id or redirect_uri is missing or was sent twice";
        bad_client().with_remedy(fault, format!("{name} is missing or was sent twice."))
    };
    let text = |name| parameters.text(name).ok().flatten().ok_or_else(|| missing(name));
    let (named, redirect_uri) = (text("client_id")?, text("redirect_uri")?.into_owned());
    let unknown = || {
        let remedy = format!("No client {named} is registered.");
        bad_client().with_remedy("the client is not registered", remedy)
    };
    let id: ClientId = named.parse().map_err(|_| unknown())?;
    let client = find_client(state, id.clone()).await?.ok_or_else(unknown)?;
    if state.settings.is_sandbox {
        // For the log of its calls; in a bank anybody could fill that of others.
        RequestContext::note_client(&client.id);
    }
    if client.may_redirect_to(&redirect_uri) {
        return Ok((client, redirect_uri));
    }
    let registered: Vec<String> = client.redirect_uris.iter().map(ToString::to_string).collect();
    let registered = registered.join(", ");
    let remedy = format!(
        "The redirect_uri {redirect_uri} is not registered for {id}. Registered, byte for byte: {registered}"
    );
    Err(bad_client().with_remedy("the redirect_uri is not registered for the client", remedy))
}

fn log_in(
    state: &IdentityState,
    headers: &HeaderMap,
    parameters: &Parameters,
    client: OauthClient,
    redirect_uri: String,
    request: AuthorizeRequest,
) -> Result<Response> {
    let cookies = Cookies::at(&state.settings.issuer);
    let hint =
        parameters.single("login_hint").filter(|hint| checked_text(hint, LOGIN_HINT_CHARACTERS_MAX).is_ok());
    let beginning = Beginning {
        destination: Destination::Client { client: client.id, redirect_uri, request: Box::new(request) },
        client_name: Some(&client.name),
        language: choose_language(parameters.single("ui_locales").as_deref(), cookies, headers),
        username: hint.as_deref().unwrap_or_default(),
        told: Notices::default(),
    };
    Ok(begin(state, headers, beginning)?.into_response())
}
