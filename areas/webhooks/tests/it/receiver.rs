//! A receiver of webhooks on this machine, which does what a test tells it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;

/// The behaviour of a receiver towards a request.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// And the connection ends.
    Status(u16),
    /// And the connection stays for the next delivery.
    Kept(u16),
    Redirect(String),
    /// And this body.
    Body(String),
    /// More than anybody reads, and it never ends.
    Endless,
    /// Nothing, while the connection stays.
    Hang,
    /// Nothing until the gate is closed, and then the connection ends.
    HangBehind(Arc<Semaphore>),
    /// The connection ends before a byte was answered.
    Close,
    /// The head says more than comes.
    CloseEarly,
}

/// A request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) text: String,
}

impl Received {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub(crate) fn id(&self) -> String {
        self.headers["webhook-id"].clone()
    }

    /// The member of the event's facts.
    pub(crate) fn fact(&self, name: &str) -> Value {
        self.json()["data"][name].clone()
    }
}

type Behaviour = Arc<Mutex<Box<dyn FnMut(&Received) -> Answer + Send>>>;

#[derive(Clone)]
pub(crate) struct Receiver {
    pub(crate) port: u16,
    received: Arc<Mutex<Vec<Received>>>,
    behaviour: Behaviour,
    /// The most requests that waited for their answer at once.
    pub(crate) at_once_max: Arc<AtomicUsize>,
    /// The connections that were made.
    pub(crate) connections: Arc<AtomicUsize>,
    /// Ends the connections that are open.
    hanging_up: Arc<Notify>,
    _serving: Arc<JoinSet<()>>,
}

impl Receiver {
    pub(crate) async fn start(behaviour: impl FnMut(&Received) -> Answer + Send + 'static) -> Self {
        Self::start_at("127.0.0.1:0", behaviour).await
    }

    /// A receiver at this address of the machine.
    pub(crate) async fn start_at(
        address: &str,
        behaviour: impl FnMut(&Received) -> Answer + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let behaviour: Behaviour = Arc::new(Mutex::new(Box::new(behaviour)));
        let (open, at_once_max) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (connections, hanging_up) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        let (made, ending) = (Arc::clone(&connections), Arc::clone(&hanging_up));
        let mut serving = JoinSet::new();
        let (log, does, most) = (Arc::clone(&received), Arc::clone(&behaviour), Arc::clone(&at_once_max));
        serving.spawn(async move {
            let mut open_ones = JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                made.fetch_add(1, Ordering::SeqCst);
                let ending = Arc::clone(&ending);
                let (log, does, open) = (Arc::clone(&log), Arc::clone(&does), Arc::clone(&open));
                let most = Arc::clone(&most);
                open_ones.spawn(async move {
                    tokio::select! {
                        () = serve(stream, &log, &does, (&open, &most)) => {}
                        () = ending.notified() => {}
                    }
                });
            }
        });
        Self { port, received, behaviour, at_once_max, connections, hanging_up, _serving: Arc::new(serving) }
    }

    /// A receiver that takes everything.
    pub(crate) async fn willing() -> Self {
        Self::start(|_| Answer::Status(204)).await
    }

    pub(crate) fn now(&self, behaviour: impl FnMut(&Received) -> Answer + Send + 'static) {
        *self.behaviour.lock().unwrap() = Box::new(behaviour);
    }

    /// Ends the connections that are open.
    pub(crate) fn hang_up(&self) {
        self.hanging_up.notify_waiters();
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook?of=bank", self.port)
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    pub(crate) fn forget(&self) {
        self.received.lock().unwrap().clear();
    }

    /// The facts of what arrived, in its order.
    pub(crate) fn facts(&self, name: &str) -> Vec<Value> {
        self.received().iter().map(|received| received.fact(name)).collect()
    }
}

async fn serve(
    mut stream: TcpStream,
    log: &Mutex<Vec<Received>>,
    behaviour: &Behaviour,
    (open, most): (&AtomicUsize, &AtomicUsize),
) {
    while let Some(received) = read(&mut stream).await {
        if !answer_one(&mut stream, received, log, behaviour, (open, most)).await {
            break;
        }
    }
    let _ = stream.shutdown().await;
}

/// Answers one request; tells whether another may follow.
async fn answer_one(
    stream: &mut TcpStream,
    received: Received,
    log: &Mutex<Vec<Received>>,
    behaviour: &Behaviour,
    (open, most): (&AtomicUsize, &AtomicUsize),
) -> bool {
    most.fetch_max(open.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
    let answer = (behaviour.lock().unwrap())(&received);
    log.lock().unwrap().push(received);
    tokio::task::yield_now().await;
    open.fetch_sub(1, Ordering::SeqCst);
    let text = match answer {
        Answer::Status(status) => format!("HTTP/1.1 {status} Told\r\ncontent-length: 4\r\n\r\ntold"),
        Answer::Kept(status) => {
            let text = format!("HTTP/1.1 {status} Told\r\n\r\n");
            return stream.write_all(text.as_bytes()).await.is_ok();
        }
        Answer::Redirect(to) => {
            format!("HTTP/1.1 307 Elsewhere\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n")
        }
        Answer::Body(body) => format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()),
        Answer::CloseEarly => "HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\nonly this".to_owned(),
        Answer::Close => return false,
        Answer::Hang => {
            let _ = stream.read(&mut [0; 1]).await;
            return false;
        }
        Answer::HangBehind(gate) => {
            let _ = gate.acquire().await;
            return false;
        }
        Answer::Endless => {
            let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
            let mut sent = stream.write_all(head.as_bytes()).await;
            while sent.is_ok() {
                sent = stream.write_all(format!("400\r\n{}\r\n", "x".repeat(1024)).as_bytes()).await;
            }
            return false;
        }
    };
    let _ = stream.write_all(text.as_bytes()).await;
    false
}

async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        let mut buffer = [0; 4096];
        let count = stream.read(&mut buffer).await.ok()?;
        if count == 0 {
            return None;
        }
        bytes.extend_from_slice(&buffer[..count]);
        // The first byte of a handshake: this receiver knows no TLS.
        if bytes.first() == Some(&0x16) {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..head_end].to_vec()).ok()?;
    let mut lines = head.split("\r\n");
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let header = |line: &str| {
        let (name, value) = line.split_once(':').unwrap();
        (name.to_ascii_lowercase(), value.trim().to_owned())
    };
    let headers: BTreeMap<String, String> = lines.map(header).collect();
    let length: usize = headers["content-length"].parse().ok()?;
    let mut body = bytes[head_end + 4..].to_vec();
    while body.len() < length {
        let mut buffer = [0; 4096];
        let count = stream.read(&mut buffer).await.ok()?;
        if count == 0 {
            return None;
        }
        body.extend_from_slice(&buffer[..count]);
    }
    Some(Received { path, headers, text: String::from_utf8(body).ok()? })
}
