//! JSON bodies (GEN-06).

use std::marker::PhantomData;

use axum::extract::{FromRequest, Request};
use http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use super::body::read_body;
use super::unique;
use crate::error::{AreaError, EdgeError};

/// The most bytes of a JSON body, unless the operation names its own limit.
pub const JSON_BYTES_MAX: usize = 64 * 1024;

/// The deepest nesting of arrays and objects (GEN-06).
pub const JSON_DEPTH_MAX: usize = 64;

/// Refuses a body that is not announced as JSON.
pub(crate) const NOT_JSON: EdgeError =
    EdgeError::UnsupportedMediaType { wanted: "`Content-Type: application/json`" };

/// The most characters of a parser's message that the caller gets to see: it may quote the caller's text.
const MESSAGE_CHARACTERS_MAX: usize = 200;

/// A JSON body as `T`, at most `BYTES_MAX` bytes.
///
/// 415 for another content type, 413 above the limit, 400 for bad UTF-8, bad syntax, nesting deeper than
/// [`JSON_DEPTH_MAX`], more than [`JSON_OBJECT_KEYS_MAX`](super::JSON_OBJECT_KEYS_MAX) keys in one object, duplicate
/// keys at any depth, U+0000, directional characters and wrong types, naming the field. Unknown fields are ignored.
/// `TAKES_ANY` leaves it to the operation what becomes of characters in texts.
#[derive(Debug)]
pub struct AreaJson<E, T, const BYTES_MAX: usize = JSON_BYTES_MAX, const TAKES_ANY: bool = false>(
    pub T,
    pub PhantomData<fn() -> E>,
);

impl<E, T, S, const BYTES_MAX: usize, const TAKES_ANY: bool> FromRequest<S>
    for AreaJson<E, T, BYTES_MAX, TAKES_ANY>
where
    E: AreaError,
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = E;

    async fn from_request(request: Request, _state: &S) -> Result<Self, E> {
        check_json(request.headers())?;
        let body = read_body(request, BYTES_MAX).await?;
        Ok(Self(parsed(&body, TAKES_ANY)?, PhantomData))
    }
}

/// Parses a JSON body, an object, under the rules of [`AreaJson`].
///
/// # Errors
/// [`EdgeError::Malformed`] with the path of the field, or the line and column.
pub fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, EdgeError> {
    parsed(body, false)
}

fn parsed<T: DeserializeOwned>(body: &[u8], takes_any: bool) -> Result<T, EdgeError> {
    let text = json_text(body)?;
    unique::check(text, JSON_DEPTH_MAX, takes_any).map_err(|error| malformed(&error.to_string()))?;
    // serde takes the items of an array for the fields of a struct, in their order.
    if !text.trim_ascii_start().starts_with('{') {
        return Err(EdgeError::malformed("The body must be an object"));
    }
    // The path of a wrong field costs time to keep track of, so it is looked for only after a failure.
    serde_json::from_str(text).or_else(|_| {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            let (path, told) = (error.path().to_string(), in_words_of_json(&error.inner().to_string()));
            let place = if path == "." { String::new() } else { format!("{path}: ") };
            malformed(&format!("{place}{told}"))
        })
    })
}

/// Says of a wrong type what is wanted and what was found, as JSON calls them; other errors stay as they are.
fn in_words_of_json(told: &str) -> String {
    let parts = told.strip_prefix("invalid type: ").and_then(|told| told.rsplit_once(", expected "));
    let Some((found, expected)) = parts else { return told.to_owned() };
    let (expected, place) = expected.split_at(expected.find(" at line ").unwrap_or(expected.len()));
    let is_integer =
        |name: &str| name.strip_prefix(['i', 'u']).is_some_and(|bits| bits.parse::<u8>().is_ok());
    let found = match found.split(' ').next().unwrap_or_default() {
        "map" => "an object",
        "sequence" => "an array",
        "integer" | "floating" => "a number",
        "string" => "a string",
        "boolean" => "a boolean",
        _ => "null",
    };
    let wanted = match expected {
        "a map" => "an object",
        "a sequence" => "an array",
        "f64" => "a number",
        _ if expected.starts_with("struct ") => "an object",
        _ if is_integer(expected) => "a whole number",
        _ => expected,
    };
    format!("must be {wanted}, not {found}{}", place.replacen(' ', ", ", 1))
}

/// Returns the text of a JSON body, without the byte order mark that some programs put before it (RFC 8259 section 8.1
/// lets readers pass over it).
pub fn json_text(body: &[u8]) -> Result<&str, EdgeError> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    match body {
        [] => return Err(EdgeError::malformed("The body is empty: send the JSON of this operation")),
        [0x1F, 0x8B, ..] => {
            return Err(EdgeError::malformed("The body is compressed: send it as plain JSON"));
        }
        [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] => {
            return Err(EdgeError::malformed("The body is UTF-16: send it as UTF-8"));
        }
        _ => {}
    }
    std::str::from_utf8(body).map_err(|error| {
        EdgeError::malformed(format!("The body is not UTF-8 at byte {}", error.valid_up_to()))
    })
}

fn malformed(message: &str) -> EdgeError {
    let message: String = message.chars().take(MESSAGE_CHARACTERS_MAX).collect();
    EdgeError::malformed(format!("The body is not valid: {message}"))
}

/// Checks that the headers announce JSON: one `application/json` or `application/*+json`, with no charset but UTF-8.
///
/// # Errors
/// [`EdgeError::UnsupportedMediaType`].
pub fn check_json(headers: &HeaderMap) -> Result<(), EdgeError> {
    if is_json(headers) { Ok(()) } else { Err(NOT_JSON) }
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return false };
    let Ok(value) = value.to_str() else { return false };
    let mut parts = value.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default().to_ascii_lowercase();
    let structured = essence.strip_prefix("application/").is_some_and(|name| name.ends_with("+json"));
    let charset_fits = parts.all(|parameter| match parameter.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
            value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
        }
        _ => true,
    });
    (essence == "application/json" || structured) && charset_fits
}
