//! One message to the collector.

use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use outgoing::tls_to;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use super::Endpoint;

/// The most bytes of an answer's head. Of its body nothing is read.
const HEAD_BYTES_MAX: usize = 16 * 1_024;

/// Sends the spans over a connection of their own, which ends with the head of the answer.
pub(super) async fn post(endpoint: &Endpoint, body: Bytes) -> Result<(), String> {
    let stream = TcpStream::connect((endpoint.host.as_str(), endpoint.port)).await;
    let stream = stream.map_err(|error| format!("it cannot be reached: {}", error.kind()))?;
    if !endpoint.is_https {
        return exchange(stream, endpoint, body).await;
    }
    let stream = tls_to(&endpoint.host, stream).await.map_err(|error| format!("TLS fails: {error}"))?;
    exchange(stream, endpoint, body).await
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + 'static,
    endpoint: &Endpoint,
    body: Bytes,
) -> Result<(), String> {
    let broken = |_| "the connection broke".to_owned();
    let client = http1::Builder::new().max_buf_size(HEAD_BYTES_MAX).handshake(TokioIo::new(stream));
    let (mut sender, connection) = client.await.map_err(broken)?;
    let request = Request::post(&endpoint.path)
        .header(header::HOST, &endpoint.authority)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONNECTION, "close")
        .body(Full::new(body))
        .map_err(|error| error.to_string())?;
    let answer = sender.send_request(request);
    tokio::pin!(answer, connection);
    let status = tokio::select! {
        biased;
        answered = &mut answer => answered.map_err(broken)?.status(),
        // The answer may have come before the connection ended.
        _ = &mut connection => answer.await.map_err(broken)?.status(),
    };
    if status.is_success() { Ok(()) } else { Err(format!("it answered {}", status.as_u16())) }
}
