//! The parameters of `GET /authorize` (spec section 4.1; OpenID Connect Core, 3.1.2.1), checked.
//!
//! `client_id` and `redirect_uri` are checked first and elsewhere: until both are known to belong together, nobody
//! may be redirected anywhere. Everything in this file may be told to the client by redirect.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clients::Profile;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};

use crate::login::parameters::{Duplicate, Parameters, encoded};

/// The scopes of the specification, in its order.
pub const SCOPES: [&str; 4] = ["openid", "profile", "email", "phone"];
/// The longest life of a token that a client may ask for, in seconds (spec section 4.1, `max_age`).
pub const MAX_AGE_S_MAX: u32 = 86_400;
/// The longest `state`, in bytes before encoding.
pub const STATE_BYTES_MAX: usize = 4_096;
/// The longest `nonce`, in characters.
pub const NONCE_CHARACTERS_MAX: usize = 512;
/// The length of `BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636, 4.2).
const CODE_CHALLENGE_CHARACTERS: usize = 43;

/// The `state` of the client, percent-encoded, so that every byte of it survives storage and comes back unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ReturnedState(String);

impl ReturnedState {
    /// Returns the state as a query carries it.
    pub fn encoded(&self) -> &str {
        &self.0
    }

    pub const fn from_stored(encoded: String) -> Self {
        Self(encoded)
    }
}

/// Writes it as the form of a login carries it: base64url of its bytes, which is shorter.
impl From<ReturnedState> for String {
    fn from(state: ReturnedState) -> Self {
        URL_SAFE_NO_PAD.encode(percent_decode_str(&state.0).collect::<Vec<u8>>())
    }
}

impl TryFrom<String> for ReturnedState {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, base64::DecodeError> {
        Ok(Self(encoded(&URL_SAFE_NO_PAD.decode(text)?)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthorizeRequest {
    /// The scopes asked for, in the order of [`SCOPES`], separated by one space.
    pub scope: String,
    /// Always present for [`Profile::Specification`].
    pub state: Option<ReturnedState>,
    /// Returned unchanged in the identity token.
    pub nonce: Option<String>,
    /// 43 characters of base64url.
    pub code_challenge: String,
    /// 1 to [`MAX_AGE_S_MAX`]; 0 in addition for [`Profile::Standard`].
    pub max_age_s: Option<u32>,
}

/// Error for an authorization request, which the client is told by redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorizeError {
    /// A parameter was sent more than once.
    Duplicated(&'static str),
    Missing(&'static str),
    /// A value that is not allowed.
    Invalid(&'static str),
    /// `response_type` is something else than `code`.
    ResponseType,
    /// The scopes are not those that the client may ask for.
    Scope,
    /// `request` was sent (OpenID Connect Core, 6.1).
    RequestObject,
    /// `request_uri` was sent (OpenID Connect Core, 6.2).
    RequestUri,
    /// `registration` was sent (OpenID Connect Core, 7.2.1).
    Registration,
    /// `prompt=none`, but a person has to log in.
    LoginRequired,
    ClientDisabled,
    /// The person may act for no company that the client is registered for.
    NoCompany,
    Cancelled,
}

impl AuthorizeError {
    /// Returns the `error` of RFC 6749, 4.1.2.1, or of OpenID Connect Core, 3.1.2.6.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Duplicated(_) | Self::Missing(_) | Self::Invalid(_) => "invalid_request",
            Self::ResponseType => "unsupported_response_type",
            Self::Scope => "invalid_scope",
            Self::RequestObject => "request_not_supported",
            Self::RequestUri => "request_uri_not_supported",
            Self::Registration => "registration_not_supported",
            Self::LoginRequired => "login_required",
            Self::ClientDisabled => "unauthorized_client",
            Self::NoCompany | Self::Cancelled => "access_denied",
        }
    }

    /// Returns the `error_description`: for the developer of the client, in ASCII.
    pub fn description(self) -> String {
        match self {
            Self::Duplicated(name) => format!("{name} was sent more than once"),
            Self::Missing(name) => format!("{name} is required"),
            Self::Invalid("code_challenge") => {
                "code_challenge must be BASE64URL(SHA256(ASCII(code_verifier))): 43 characters".to_owned()
            }
            Self::Invalid("code_challenge_method") => "code_challenge_method must be S256".to_owned(),
            Self::Invalid("max_age") => format!(
                "max_age must be a whole number of seconds from 1 to {MAX_AGE_S_MAX}; 0 is for clients of the profile \
                 STANDARD"
            ),
            Self::Invalid(name @ ("prompt" | "response_mode")) => {
                format!("{name} has a value that is not allowed: leave it out")
            }
            Self::Invalid(name) => format!("{name} is too long or has characters that are not allowed"),
            Self::ResponseType => "response_type must be code".to_owned(),
            Self::Scope => {
                let all = SCOPES.join(" ");
                format!(
                    "scope must be: {all} (of a client of the profile STANDARD: openid and any of the others)"
                )
            }
            Self::RequestObject => {
                "request objects are not supported: send the parameters themselves".to_owned()
            }
            Self::RequestUri => "request_uri is not supported: send the parameters themselves".to_owned(),
            Self::Registration => "registration is not supported".to_owned(),
            Self::LoginRequired => "the user has to log in".to_owned(),
            Self::ClientDisabled => {
                "the client is not in service: the bank or an administrator of the company switches it on"
                    .to_owned()
            }
            Self::NoCompany => {
                "the user may act for no company that this client is registered for: log in as another"
                    .to_owned()
            }
            Self::Cancelled => "the user cancelled the login".to_owned(),
        }
    }
}

/// Error for a request that is refused, and the state to send back with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedRequest {
    pub error: AuthorizeError,
    /// Absent when no single usable state was sent.
    pub state: Option<ReturnedState>,
}

/// Returns the state to send back, whatever else is wrong: absent when it is missing, duplicated or too long.
pub fn returned_state(parameters: &Parameters) -> Option<ReturnedState> {
    let state = parameters.bytes("state").ok().flatten()?;
    (state.len() <= STATE_BYTES_MAX).then(|| ReturnedState(encoded(state)))
}

/// Checks everything but `client_id` and `redirect_uri`.
pub fn check(parameters: &Parameters, profile: Profile) -> Result<AuthorizeRequest, RefusedRequest> {
    checked(parameters, profile).map_err(|error| RefusedRequest { error, state: returned_state(parameters) })
}

fn checked(parameters: &Parameters, profile: Profile) -> Result<AuthorizeRequest, AuthorizeError> {
    let standard = profile == Profile::Standard;
    refuse_duplicates(parameters)?;
    refuse_unsupported(parameters)?;
    match optional(parameters, "response_type")?.as_deref() {
        Some("code") => {}
        Some(_) => return Err(AuthorizeError::ResponseType),
        None => return Err(AuthorizeError::Missing("response_type")),
    }
    if optional(parameters, "response_mode")?.is_some_and(|mode| mode != "query") {
        return Err(AuthorizeError::Invalid("response_mode"));
    }
    let sent_state = parameters.bytes("state").map_err(|Duplicate| AuthorizeError::Duplicated("state"))?;
    let state = match (sent_state, returned_state(parameters)) {
        (Some(_), None) => return Err(AuthorizeError::Invalid("state")),
        (None, _) if !standard => return Err(AuthorizeError::Missing("state")),
        (_, state) => state,
    };
    let scope = optional(parameters, "scope")?.and_then(|scope| ordered_scope(&scope, profile));
    let nonce = optional(parameters, "nonce")?;
    if nonce.as_deref().is_some_and(|nonce| !is_nonce(nonce)) {
        return Err(AuthorizeError::Invalid("nonce"));
    }
    let request = AuthorizeRequest {
        scope: scope.ok_or(AuthorizeError::Scope)?,
        state,
        nonce,
        code_challenge: code_challenge(parameters)?,
        max_age_s: max_age_s(parameters, standard)?,
    };
    check_prompt(parameters, standard)?;
    Ok(request)
}

fn optional(parameters: &Parameters, name: &'static str) -> Result<Option<String>, AuthorizeError> {
    match parameters.text(name) {
        Ok(value) => Ok(value.map(std::borrow::Cow::into_owned)),
        Err(Duplicate) => Err(AuthorizeError::Duplicated(name)),
    }
}

/// Refuses parameters that come twice, of those that mean something here.
fn refuse_duplicates(parameters: &Parameters) -> Result<(), AuthorizeError> {
    const KNOWN: [&str; 10] = [
        "state",
        "scope",
        "response_type",
        "response_mode",
        "nonce",
        "prompt",
        "code_challenge",
        "code_challenge_method",
        "max_age",
        "ui_locales",
    ];
    for name in KNOWN {
        optional(parameters, name)?;
    }
    Ok(())
}

fn refuse_unsupported(parameters: &Parameters) -> Result<(), AuthorizeError> {
    let unsupported = [
        ("request", AuthorizeError::RequestObject),
        ("request_uri", AuthorizeError::RequestUri),
        ("registration", AuthorizeError::Registration),
    ];
    for (name, error) in unsupported {
        if optional(parameters, name)?.is_some() {
            return Err(error);
        }
    }
    Ok(())
}

/// Puts the scopes into the order of the specification; `None` when they are not those that may be asked for.
pub fn ordered_scope(sent: &str, profile: Profile) -> Option<String> {
    let sent: Vec<&str> = sent.split(' ').collect();
    let known: Vec<&str> = SCOPES.into_iter().filter(|scope| sent.contains(scope)).collect();
    let complete = match profile {
        Profile::Specification => known.len() == SCOPES.len(),
        Profile::Standard => known.contains(&"openid"),
    };
    (complete && known.len() == sent.len()).then(|| known.join(" "))
}

/// Tells that a nonce can go into a token and, before that, into a database that cannot hold U+0000, and into the forms
/// of a login, which have room for characters of four bytes and write each control character as six.
fn is_nonce(nonce: &str) -> bool {
    let written = |byte: u8| if byte.is_ascii_control() { 6 } else { 1 };
    kernel::checked_text(nonce, NONCE_CHARACTERS_MAX).is_ok()
        && !nonce.contains('\u{fffd}')
        && nonce.bytes().map(written).sum::<usize>() <= 4 * NONCE_CHARACTERS_MAX
}

/// Reads the parameters of PKCE. Both are required of everybody: a request without them is the start of a downgrade.
fn code_challenge(parameters: &Parameters) -> Result<String, AuthorizeError> {
    let challenge =
        optional(parameters, "code_challenge")?.ok_or(AuthorizeError::Missing("code_challenge"))?;
    let is_base64url = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if challenge.len() != CODE_CHALLENGE_CHARACTERS || !challenge.bytes().all(is_base64url) {
        return Err(AuthorizeError::Invalid("code_challenge"));
    }
    match optional(parameters, "code_challenge_method")?.as_deref() {
        Some("S256") => Ok(challenge),
        Some(_) => Err(AuthorizeError::Invalid("code_challenge_method")),
        None => Err(AuthorizeError::Missing("code_challenge_method")),
    }
}

fn max_age_s(parameters: &Parameters, standard: bool) -> Result<Option<u32>, AuthorizeError> {
    let Some(text) = optional(parameters, "max_age")? else { return Ok(None) };
    let digits = (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let least = u32::from(!standard);
    match text.parse::<u32>() {
        Ok(seconds) if digits && (least..=MAX_AGE_S_MAX).contains(&seconds) => Ok(Some(seconds)),
        _ => Err(AuthorizeError::Invalid("max_age")),
    }
}

/// Checks which pages the client asks for. No login outlives its request, so that each leads to one: `login` changes
/// nothing, and `none` can only be refused.
fn check_prompt(parameters: &Parameters, standard: bool) -> Result<(), AuthorizeError> {
    match optional(parameters, "prompt")?.as_deref() {
        None | Some("login") => Ok(()),
        Some("none") => Err(AuthorizeError::LoginRequired),
        Some(prompts) if standard && prompts.split(' ').all(is_page_prompt) => Ok(()),
        Some(_) => Err(AuthorizeError::Invalid("prompt")),
    }
}

/// Tells that a value of OpenID Connect Core, 3.1.2.1, asks for a page.
fn is_page_prompt(prompt: &str) -> bool {
    matches!(prompt, "login" | "consent" | "select_account")
}

#[cfg(test)]
mod tests;
