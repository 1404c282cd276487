//! A receiver of webhooks on this machine: HTTP/1.1 over kept connections, without TLS, and no more than that.

use std::io;
use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

const REQUEST_BYTES_MAX: usize = 64 * 1024;
const READ_BYTES: usize = 8 * 1024;
const HEAD_END: &[u8] = b"\r\n\r\n";

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
                let answer = Arc::clone(&answer);
                connections.spawn(async move { serve(stream, &*answer).await });
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

/// Answers the requests of a connection until it ends.
async fn serve(mut stream: TcpStream, answer: &(dyn Fn(Delivery) -> Answer + Send + Sync)) {
    let _ = stream.set_nodelay(true);
    let mut bytes = Vec::new();
    while let Some(delivery) = read(&mut stream, &mut bytes).await {
        let text: &[u8] = match answer(delivery) {
            Answer::Take => b"HTTP/1.1 204 No Content\r\n\r\n",
            Answer::Refuse => b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n",
            Answer::Close => return,
            Answer::Hang => {
                let _ = stream.read(&mut [0; 1]).await;
                return;
            }
        };
        if stream.write_all(text).await.is_err() {
            return;
        }
    }
}

/// Reads a request; what comes after it stays in `bytes`.
async fn read(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<Delivery> {
    loop {
        if let Some((delivery, length)) = parse(bytes) {
            bytes.drain(..length);
            return Some(delivery);
        }
        if bytes.len() > REQUEST_BYTES_MAX {
            return None;
        }
        let mut buffer = [0; READ_BYTES];
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return None,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
        }
    }
}

/// The request at the beginning of `bytes` and its length, when it is all there.
fn parse(bytes: &[u8]) -> Option<(Delivery, usize)> {
    let head_end = bytes.windows(HEAD_END.len()).position(|window| window == HEAD_END)?;
    let head = std::str::from_utf8(&bytes[..head_end]).ok()?;
    let mut headers = HeaderMap::new();
    for line in head.split("\r\n").skip(1) {
        let (name, value) = line.split_once(':')?;
        headers
            .insert(HeaderName::from_bytes(name.as_bytes()).ok()?, HeaderValue::from_str(value.trim()).ok()?);
    }
    let length: usize = headers.get("content-length")?.to_str().ok()?.parse().ok()?;
    let (begin, end) = (head_end + HEAD_END.len(), head_end + HEAD_END.len() + length);
    let body = bytes.get(begin..end)?.to_vec();
    Some((Delivery { headers, body }, end))
}
