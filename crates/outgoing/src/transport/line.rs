//! A connection over which deliveries go one after the other.

use bytes::Bytes;
use http::Request;
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::Answered;
use super::exchange::read;
use crate::attempt::Outcome;

/// The most bytes of an answer's head.
const HEAD_BYTES_MAX: usize = 16 * 1024;

/// A connection over which one delivery goes at a time.
#[derive(Debug)]
pub(super) struct Line {
    sender: http1::SendRequest<Full<Bytes>>,
    opened_at: Instant,
    /// Ends the connection with this value, however that comes.
    _driving: JoinSet<()>,
}

impl Line {
    /// Speaks HTTP over the stream.
    pub(super) async fn open(
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    ) -> Result<Self, Outcome> {
        let (sender, connection) = http1::Builder::new()
            .max_buf_size(HEAD_BYTES_MAX)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(|_| Outcome::Broken)?;
        let mut driving = JoinSet::new();
        driving.spawn(async move {
            let _ = connection.await;
        });
        Ok(Self { sender, opened_at: Instant::now(), _driving: driving })
    }

    /// The moment at which it was made.
    pub(super) const fn opened_at(&self) -> Instant {
        self.opened_at
    }

    /// Tells whether the receiver has ended it, as far as is known.
    pub(super) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Sends the request and reads the answer; the connection comes back when another delivery may follow.
    pub(super) async fn exchange(
        mut self,
        request: http::Result<Request<Full<Bytes>>>,
    ) -> Result<(Answered, Option<Self>), Outcome> {
        let request = request.map_err(|_| Outcome::Unsent)?;
        self.sender.ready().await.map_err(|_| Outcome::Broken)?;
        let response = self.sender.send_request(request).await.map_err(|_| Outcome::Broken)?;
        let status = response.status().as_u16();
        // A receiver that says yes and then hangs up has said yes.
        let (answer, is_whole) = read(response.into_body()).await;
        let answered = Answered { outcome: Outcome::of_status(status), status: Some(status), answer };
        Ok((answered, is_whole.then_some(self)))
    }
}
