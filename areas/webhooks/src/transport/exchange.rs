//! One request and its answer.

use http::{HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;

use super::{ANSWER_BYTES_MAX, ANSWER_KEPT_MAX, Answered, Message};
use crate::address::Address;
use crate::delivery::Outcome;

/// The name by which deliveries introduce themselves: no version, which would help nobody but attackers.
const USER_AGENT: HeaderValue = HeaderValue::from_static("clientbank-webhooks");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// The most bytes of an answer's head.
const HEAD_BYTES_MAX: usize = 16 * 1024;

/// Sends the message over the connection and reads the answer.
pub(super) async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: &Address,
    message: &Message,
) -> Result<Answered, Outcome> {
    let request = request(address, message).map_err(|_| Outcome::Unsent)?;
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(HEAD_BYTES_MAX)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|_| Outcome::Broken)?;
    // The set ends the connection when this attempt ends, however it does.
    let mut driving = JoinSet::new();
    driving.spawn(async move {
        let _ = connection.await;
    });
    let response = sender.send_request(request).await.map_err(|_| Outcome::Broken)?;
    let status = response.status();
    let outcome = outcome_of(status);
    // A receiver that says yes and then hangs up has said yes.
    let answer = read(response.into_body()).await.unwrap_or_default();
    Ok(Answered { outcome, status: Some(status.as_u16()), answer })
}

fn outcome_of(status: StatusCode) -> Outcome {
    if status.is_success() {
        Outcome::Delivered
    } else if status.is_redirection() {
        Outcome::Redirected
    } else {
        Outcome::Refused
    }
}

fn request(address: &Address, message: &Message) -> http::Result<Request<Full<bytes::Bytes>>> {
    let url = address.url();
    let host = url.host_str().unwrap_or_default();
    let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
    Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(header::HOST, host)
        .header(header::USER_AGENT, USER_AGENT)
        .header(header::CONTENT_TYPE, JSON)
        .header(header::CONNECTION, HeaderValue::from_static("close"))
        .header("webhook-id", &message.id)
        .header("webhook-timestamp", message.unix_s)
        .header("webhook-signature", &message.signature)
        .body(Full::new(message.body.clone()))
}

/// Reads the beginning of the body.
async fn read(mut body: Incoming) -> Result<String, ()> {
    let mut read = Vec::new();
    while !body.is_end_stream() && read.len() < ANSWER_BYTES_MAX {
        let Some(frame) = body.frame().await else { break };
        let frame = frame.map_err(|_| ())?;
        if let Some(data) = frame.data_ref() {
            let room = ANSWER_BYTES_MAX - read.len();
            read.extend_from_slice(&data[..data.len().min(room)]);
        }
    }
    let text = String::from_utf8_lossy(&read);
    Ok(text.chars().filter(|letter| !letter.is_control()).take(ANSWER_KEPT_MAX).collect())
}
