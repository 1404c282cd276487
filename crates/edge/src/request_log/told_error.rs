//! The error of an answer in the words of its body.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream;
use http_body::Body as _;
use serde_json::{Map, Value};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// The most characters of a code and of a message that are kept.
const CODE_CHARACTERS_MAX: usize = 60;
const MESSAGE_CHARACTERS_MAX: usize = 240;
/// The most bytes of a body that is looked into: payroll tells up to 200 faults at once.
const BODY_BYTES_MAX: u64 = 128 * 1024;
/// Digits in a row from which on they may be somebody's account, tax number or telephone.
const DIGITS_SHOWN_MAX: usize = 4;
/// Stands where something was left out.
const LEFT_OUT: &str = "…";
/// The names under which the areas tell code and message (spec section 7), the first one that is there wins.
const CODES: [&str; 3] = ["code", "errorCode", "error"];
const MESSAGES: [&str; 4] = ["message", "error_description", "errorMessage", "detail"];

/// An error as its body tells it, without what the caller has sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToldError {
    /// The code; empty when the body has none.
    pub code: String,
    /// The message; empty when the body has none. Runs of digits and quoted texts are left out of it: they are
    /// values of the request.
    pub message: String,
}

/// Takes code and message out of the body of an error, and gives the answer back as it was. A page says them in an
/// extension of the answer.
pub(super) fn of_answer(mut response: Response) -> (Response, Option<ToldError>) {
    if let Some(told) = response.extensions_mut().remove::<ToldError>() {
        return (response, Some(told));
    }
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    let length = response.body().size_hint().exact();
    if !is_error || !length.is_some_and(|length| (1..=BODY_BYTES_MAX).contains(&length)) {
        return (response, None);
    }
    let (parts, mut body) = response.into_parts();
    // Errors are written in one piece that is at hand. What is not at hand goes on as it is.
    let mut context = Context::from_waker(Waker::noop());
    let Poll::Ready(Some(Ok(frame))) = Pin::new(&mut body).poll_frame(&mut context) else {
        return (Response::from_parts(parts, body), None);
    };
    let Ok(bytes) = frame.into_data() else { return (Response::from_parts(parts, body), None) };
    let told = read(&bytes);
    let body = if u64::try_from(bytes.len()).ok() == length {
        Body::from(bytes)
    } else {
        let first = stream::iter([Ok::<Bytes, axum::Error>(bytes)]);
        Body::from_stream(first.chain(body.into_data_stream()))
    };
    (Response::from_parts(parts, body), told)
}

fn read(body: &[u8]) -> Option<ToldError> {
    let Value::Object(object) = serde_json::from_slice(body).ok()? else { return None };
    let first = |name| object.get(name)?.as_array()?.first()?.as_object();
    let inner = first("errors").or_else(|| object.get("error").and_then(Value::as_object));
    let of = |object: &Map<String, Value>| ToldError {
        code: shortened(&text(object, &CODES), CODE_CHARACTERS_MAX),
        message: shortened(&without_values(&text(object, &MESSAGES)), MESSAGE_CHARACTERS_MAX),
    };
    let told = inner.map_or_else(|| of(&object), of);
    (told != ToldError::default()).then_some(told)
}

fn text(object: &Map<String, Value>, names: &[&str]) -> String {
    let found = names.iter().find_map(|name| match object.get(*name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    found.unwrap_or_default()
}

fn shortened(text: &str, characters_max: usize) -> String {
    let shown = text.chars().filter(|letter| !letter.is_control()).take(characters_max);
    shown.collect()
}

/// Leaves out what may be a value of the request: long runs of digits, and what is in quotes.
fn without_values(text: &str) -> String {
    let (mut shown, mut digits, mut closing) = (String::new(), String::new(), None);
    for letter in text.chars() {
        if let Some(end) = closing {
            if letter == end {
                closing = None;
                shown.push(letter);
            }
            continue;
        }
        if letter.is_numeric() {
            digits.push(letter);
            continue;
        }
        flush(&mut shown, &mut digits);
        shown.push(letter);
        closing = match letter {
            '"' | '\'' | '`' => Some(letter),
            '«' => Some('»'),
            '“' => Some('”'),
            '‘' => Some('’'),
            _ => None,
        };
        if closing.is_some() {
            shown.push_str(LEFT_OUT);
        }
    }
    flush(&mut shown, &mut digits);
    shown
}

fn flush(shown: &mut String, digits: &mut String) {
    if digits.chars().count() > DIGITS_SHOWN_MAX {
        shown.push_str(LEFT_OUT);
    } else {
        shown.push_str(digits);
    }
    digits.clear();
}

#[cfg(test)]
mod tests;
