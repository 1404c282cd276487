//! The accept loop on a socket, and a caller who writes bytes.

use std::net::SocketAddr;
use std::time::Duration;

use edge::{Drained, ServeLimits, serve_behind};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// No answer takes longer, on the busiest machine, or the test has failed.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);
pub(crate) const SHORT: Duration = Duration::from_secs(1);
/// The longest that a server which stops waits for what is in flight.
const DRAIN: Duration = Duration::from_mins(1);

/// The accept loop over a router, on a free port.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) stop: oneshot::Sender<()>,
    pub(crate) running: JoinHandle<Drained>,
}

pub(crate) fn short_limits() -> ServeLimits {
    ServeLimits {
        head_time_max: SHORT,
        idle_time_max: SHORT,
        body_stall_max: SHORT,
        body_time_max: SHORT * 3,
        write_stall_max: SHORT,
        farewell_time: Duration::ZERO,
        drain_time_max: DRAIN,
        ..ServeLimits::default()
    }
}

impl Server {
    pub(crate) async fn start(router: impl edge::Answers, limits: ServeLimits) -> Self {
        Self::start_behind("", router, limits).await
    }

    /// Behind the proxies of these networks.
    pub(crate) async fn start_behind(proxies: &str, router: impl edge::Answers, limits: ServeLimits) -> Self {
        let proxies = proxies.parse().expect("networks");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(serve_behind(proxies, listener, router, limits, async {
            let _ = stopped.await;
        }));
        Self { address, stop, running }
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("a connection")
    }

    /// A connection from another address of this machine.
    pub(crate) async fn connect_from(&self, address: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket
            .bind(SocketAddr::new(address.parse().expect("an address"), 0))
            .expect("an address of this machine");
        socket.connect(self.address).await.expect("a connection")
    }

    /// Reads until the server closes.
    pub(crate) async fn exchange(&self, bytes: impl AsRef<[u8]>) -> String {
        let mut stream = self.connect().await;
        // The server may have refused and closed in the middle of it.
        let _ = stream.write_all(bytes.as_ref()).await;
        read_to_end(&mut stream).await
    }

    pub(crate) async fn assert_good_traffic(&self) {
        let answer = self.exchange("GET /v1/notes/5 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    pub(crate) async fn stop(self) -> Drained {
        self.stop.send(()).expect("the server runs");
        timeout(PATIENCE, self.running).await.expect("the server stops").expect("without a panic")
    }
}

pub(crate) async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    // A reset ends the connection as well.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("the server closes in time");
    String::from_utf8_lossy(&answer).into_owned()
}

pub(crate) async fn read_until(stream: &mut TcpStream, part: &str) -> String {
    let mut answer = String::new();
    let mut bytes = [0_u8; 4096];
    while !answer.contains(part) {
        let count = timeout(PATIENCE, stream.read(&mut bytes)).await.expect("in time").expect("an answer");
        assert!(count > 0, "closed before {part:?}: {answer}");
        answer.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    answer
}
