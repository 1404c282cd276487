//! One request and its answer.

use bytes::Bytes;
use http::request::Builder;
use http::{HeaderValue, Method, Request, header};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Incoming};

use super::{ANSWER_BYTES_MAX, ANSWER_KEPT_MAX, Message};
use crate::address::Address;

/// The name by which deliveries introduce themselves: no version, which would help nobody but attackers.
const USER_AGENT: HeaderValue = HeaderValue::from_static("clientbank-webhooks");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

pub(super) fn request(address: &Address, message: &Message) -> http::Result<Request<Full<Bytes>>> {
    begun(address, Method::POST)
        .header(header::USER_AGENT, USER_AGENT)
        .header(header::CONTENT_TYPE, JSON)
        .header("webhook-id", &message.id)
        .header("webhook-timestamp", message.unix_s)
        .header("webhook-signature", &message.signature)
        .body(Full::new(message.body.clone()))
}

/// The request that puts a text where nothing is, with credentials where there are some.
pub(super) fn put_new(
    address: &Address,
    text: &Bytes,
    credentials: Option<&HeaderValue>,
) -> http::Result<Request<Full<Bytes>>> {
    let mut request = begun(address, Method::PUT)
        .header(header::USER_AGENT, "clientbank")
        .header(header::CONTENT_TYPE, "text/plain; charset=utf-8")
        .header(header::IF_NONE_MATCH, "*")
        .body(Full::new(text.clone()))?;
    request.headers_mut().extend(credentials.map(|value| (header::AUTHORIZATION, value.clone())));
    Ok(request)
}

fn begun(address: &Address, method: Method) -> Builder {
    let url = address.url();
    let host = url.host_str().unwrap_or_default();
    let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
    Request::builder().method(method).uri(path).header(header::HOST, host)
}

/// Reads the beginning of the body, and whether that is all of it. What cannot be read is left out.
pub(super) async fn read(mut body: Incoming) -> (String, bool) {
    let mut read = Vec::new();
    let mut is_whole = body.is_end_stream();
    while !is_whole && read.len() < ANSWER_BYTES_MAX {
        match body.frame().await {
            None => is_whole = true,
            Some(Err(_)) => return (String::new(), false),
            Some(Ok(frame)) => {
                if let Some(data) = frame.data_ref() {
                    let room = ANSWER_BYTES_MAX - read.len();
                    read.extend_from_slice(&data[..data.len().min(room)]);
                }
                is_whole = body.is_end_stream();
            }
        }
    }
    let text = String::from_utf8_lossy(&read);
    let kept = text.chars().filter(|letter| !letter.is_control()).take(ANSWER_KEPT_MAX).collect();
    (kept, is_whole)
}
