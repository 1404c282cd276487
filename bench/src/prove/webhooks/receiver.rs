//! A receiver of webhooks on this machine: HTTP/1.1 over kept connections, without TLS.

use std::error::Error;
use std::io;
use std::sync::Arc;

use http::{HeaderMap, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

#[derive(Clone, Debug)]
pub(super) struct Delivery {
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

/// The behaviour of a receiver towards a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// 204.
    Take,
    /// 503.
    Refuse,
    /// The connection ends without an answer.
    Close,
    /// Nothing, for as long as the sender waits.
    Hang,
}

/// A receiver, which ends with this value.
#[derive(Debug)]
pub(super) struct Receiver {
    port: u16,
    _serving: JoinSet<()>,
}

impl Receiver {
    /// Listens on a free port; `answer` is asked about each request.
    pub(super) async fn start(
        answer: impl Fn(Delivery) -> Answer + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (answer, mut serving) = (Arc::new(answer), JoinSet::new());
        serving.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                let answer = Arc::clone(&answer);
                let service = service_fn(move |request| answered(request, Arc::clone(&answer)));
                connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
                while connections.try_join_next().is_some() {}
            }
        });
        Ok(Self { port, _serving: serving })
    }

    /// The address that a webhook names.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook", self.port)
    }
}

/// Answers a request; after an error its connection ends without a word.
async fn answered(
    request: Request<Incoming>,
    answer: Arc<impl Fn(Delivery) -> Answer>,
) -> Result<Response<Empty<Bytes>>, Box<dyn Error + Send + Sync>> {
    let (head, body) = request.into_parts();
    let body = body.collect().await?.to_bytes().to_vec();
    let mut response = Response::new(Empty::new());
    *response.status_mut() = match answer(Delivery { headers: head.headers, body }) {
        Answer::Take => StatusCode::NO_CONTENT,
        Answer::Refuse => StatusCode::SERVICE_UNAVAILABLE,
        Answer::Close => return Err("the receiver hangs up".into()),
        Answer::Hang => std::future::pending().await,
    };
    Ok(response)
}
