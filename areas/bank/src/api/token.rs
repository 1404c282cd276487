//! `POST /bank/v1/token`: an assertion against a token (RFC 6749 section 4.4, RFC 7523).

use axum::Json;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, FORM, QueryList, read_form};
use http::{HeaderValue, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::BankError;
use super::examples;
use crate::state::BankState;
use crate::work::log_in::{TOKEN_LIFETIME_S, log_in, log_in_by_directory};

const CLIENT_CREDENTIALS: &str = "client_credentials";
const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// The most bytes of the form.
const FORM_BYTES_MAX: usize = 24 * 1024;

/// The form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form, which is read parameter by parameter")]
pub(super) struct BankTokenRequest {
    /// `client_credentials` with an assertion of one's own key; `urn:ietf:params:oauth:grant-type:jwt-bearer` with an
    /// identity token of the bank's directory.
    #[schema(
        pattern = "^(client_credentials|urn:ietf:params:oauth:grant-type:jwt-bearer)$",
        example = "client_credentials"
    )]
    grant_type: String,
    /// With `client_credentials`, always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.
    #[schema(
        pattern = "^urn:ietf:params:oauth:client-assertion-type:jwt-bearer$",
        example = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        nullable = false
    )]
    client_assertion_type: Option<String>,
    /// With `client_credentials`, a JWT signed with ES256: `iss` and `sub` are the system's name (`operator:` and the
    /// name of a person), `aud` the address of this API, `exp` at most five minutes ahead, `jti` never used before.
    #[schema(
        min_length = 1,
        max_length = 4096,
        example = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJodWIiLCJzdWIiOiJodWIifQ.c2lnbmF0dXJl",
        nullable = false
    )]
    client_assertion: Option<String>,
    /// With the other grant (RFC 7523 section 2.1), an identity token of the bank's directory for this program, issued
    /// at most ten minutes ago. It works once.
    #[schema(
        min_length = 1,
        max_length = 16384,
        example = "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJwIn0.c2lnbmF0dXJl",
        nullable = false
    )]
    assertion: Option<String>,
}

/// A token.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BankToken {
    /// For `Authorization: Bearer`.
    #[schema(
        min_length = 43,
        max_length = 43,
        pattern = "^[A-Za-z0-9_-]{43}$",
        example = "kq6Xb0Rk0pPpqk2m7B9dQv5Zt3xA1cYwL8uNfH4sJgE"
    )]
    pub(super) access_token: String,
    /// Always `Bearer`.
    #[schema(pattern = "^Bearer$", example = "Bearer")]
    pub(super) token_type: &'static str,
    /// Seconds until it expires.
    #[schema(minimum = 1, maximum = 900, example = 900)]
    pub(super) expires_in: i64,
}

/// Get a token
///
/// A system, or a person of the bank, proves with a signed assertion that it has its key; a person may bring an
/// identity token of the bank's directory instead. Both work once.
#[utoipa::path(
    post,
    path = "/bank/v1/token",
    tag = "Tokens",
    request_body(content = BankTokenRequest, content_type = FORM),
    responses((status = 200, description = "The token.", body = BankToken, example = json!(examples::token()))),
)]
pub(super) async fn create_token(
    State(state): State<BankState>,
    request: Request,
) -> Result<Response, BankError> {
    let body = read_form(request, FORM_BYTES_MAX).await?;
    let text = std::str::from_utf8(&body).map_err(|_| EdgeError::malformed("The form is not UTF-8"))?;
    let form = QueryList::<BankError>::parse(text)?;
    let access_token = match form.single("grant_type")? {
        Some(CLIENT_CREDENTIALS) => {
            if form.single("client_assertion_type")? != Some(ASSERTION_TYPE) {
                let wanted = format!("`client_assertion_type` must be `{ASSERTION_TYPE}`");
                return Err(EdgeError::malformed(wanted).into());
            }
            log_in(&state, required(&form, "client_assertion")?).await?
        }
        Some(JWT_BEARER) => log_in_by_directory(&state, required(&form, "assertion")?).await?,
        _ => {
            let wanted = format!("`grant_type` must be `{CLIENT_CREDENTIALS}` or `{JWT_BEARER}`");
            return Err(EdgeError::malformed(wanted).into());
        }
    };
    let token = BankToken { access_token, token_type: "Bearer", expires_in: TOKEN_LIFETIME_S };
    Ok(([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(token)).into_response())
}

fn required<'a>(form: &'a QueryList<BankError>, name: &str) -> Result<&'a str, BankError> {
    Ok(form.single(name)?.ok_or_else(|| EdgeError::malformed(format!("`{name}` is required")))?)
}
