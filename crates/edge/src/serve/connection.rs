//! One connection from its first byte to its last.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use http::uri::PathAndQuery;
use http::{HeaderValue, Request, Uri, header};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::body::TimedBody;
use super::head::HEADERS_MAX;
use super::progress::Progress;
use super::remains::{RequestBody, is_last, say_last};
use super::stream::GuardedStream;
use super::{Answers, Common, HeadError, Mode, ServeLimits};
use crate::proxy::Peer;

/// Bytes of hyper's buffer beyond the largest head: hyper refuses a head that fills the buffer, and refusing
/// is done before.
const BUFFER_SPARE_BYTES: usize = 8 * 1024;

pub(super) async fn run<S: Answers>(stream: TcpStream, peer: Peer, common: Common<S>) {
    let Common { service, limits, proxies, addresses, mut mode } = common;
    let is_proxy = proxies.holds(peer.0.ip());
    let _open = OpenConnection::count();
    let progress = Arc::new(Progress::default());
    let io = TokioIo::new(GuardedStream::new(stream, limits, Arc::clone(&progress)));
    let called_in = mode.clone();
    let answering = service_fn(|request: Request<Incoming>| {
        let caller = is_proxy.then(|| proxies.caller(peer.0.ip(), request.headers()));
        let slot = caller.map(|caller| addresses.take(caller));
        let crowd = matches!(slot, Some(None)).then_some(HeadError::TooManyAtOnce);
        let refusal = progress.request_called().or(crowd);
        let (request, body) = prepare(request, peer, refusal, &limits);
        // Without asking whether the service is ready, which it always is.
        let answering = service.clone().call(request);
        let finished = finished(answering, refusal, body, &limits, &called_in, &progress);
        // Boxed, so that the connection can be taken apart at its end.
        Box::pin(finished.map(|answer| {
            drop(slot);
            answer
        }))
    });
    let mut connection = http1::Builder::new()
        // A caller may shut its side down after the request and still wait for the answer.
        .half_close(true)
        .max_headers(HEADERS_MAX)
        .max_buf_size(limits.head_bytes_max.saturating_add(BUFFER_SPARE_BYTES))
        // The stream keeps the time of heads.
        .header_read_timeout(None)
        .serve_connection(io, answering);
    let closing = async {
        // A dropped sender means the same: the listener has ended.
        let _ = mode.wait_for(|mode| *mode == Mode::Closing).await;
    };
    let outcome = tokio::select! {
        // The connection first: a request that has arrived is not idleness.
        biased;
        outcome = &mut connection => outcome,
        () = closing => {
            std::pin::Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    // hyper leaves a broken connection open, for example when the rest of a body was not wanted; the answer is on its
    // way all the same. A second shutdown does no harm.
    let mut stream = connection.into_parts().io.into_inner();
    let _ = stream.shutdown().await;
    if let Err(error) = outcome {
        tracing::debug!(client.address = %peer.0.ip(), "a connection broke off: {error}");
    }
}

fn prepare(
    request: Request<Incoming>,
    peer: Peer,
    refusal: Option<HeadError>,
    limits: &ServeLimits,
) -> (Request<Body>, Option<RequestBody>) {
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(peer);
    if let Some(refusal) = refusal {
        parts.extensions.insert(refusal);
    }
    to_origin_form(&mut parts);
    // Most requests have no body, and nothing to wait for.
    if body.is_end_stream() {
        return (Request::from_parts(parts, Body::empty()), None);
    }
    let (body, remains) = TimedBody::new(body, limits);
    let seen_from_here = RequestBody::new(remains, &parts.headers);
    (Request::from_parts(parts, Body::new(body)), Some(seen_from_here))
}

/// RFC 9112 section 3.2.2: the host of a target in absolute form takes the place of the `Host` header.
fn to_origin_form(parts: &mut http::request::Parts) {
    let Some(authority) = parts.uri.authority() else { return };
    if let Ok(host) = HeaderValue::try_from(authority.as_str()) {
        parts.headers.insert(header::HOST, host);
    }
    let path = parts.uri.path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
    parts.uri = Uri::from(path);
}

async fn finished(
    answering: impl Future<Output = Result<Response, Infallible>>,
    refusal: Option<HeadError>,
    body: Option<RequestBody>,
    limits: &ServeLimits,
    mode: &watch::Receiver<Mode>,
    progress: &Progress,
) -> Result<Response, Infallible> {
    let mut response = answering.await?;
    if let Some(refusal) = refusal
        && response.status() != refusal.status()
    {
        // A service without the frame does not know refusals.
        response = refusal.into_response();
    }
    if let Some(body) = body
        && !is_last(response.headers())
        && !body.read_to_end(limits).await
    {
        say_last(response.headers_mut());
    }
    if *mode.borrow() != Mode::Open {
        say_last(response.headers_mut());
    }
    progress.request_answered();
    Ok(response)
}

/// Counts a connection as open while it lives: `clientbank_http_connections`.
struct OpenConnection;

impl OpenConnection {
    fn count() -> Self {
        metrics::gauge!("clientbank_http_connections").increment(1);
        Self
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        metrics::gauge!("clientbank_http_connections").decrement(1);
    }
}
