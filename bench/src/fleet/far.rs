//! A way to the database on which every answer arrives later, as from another room or another town.
//!
//! The delay is a property of the way and takes nobody's time: what is sent meanwhile is on its way too. So a process
//! waits for its round trips, and neither the cores nor the server are the limit.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// Bytes of one reading.
const READ_BYTES: usize = 64 * 1024;
/// Readings that are on the way to one connection.
const ON_THE_WAY_MAX: usize = 4_096;

/// Ways to one server, each with an address of its own.
pub(super) struct FarWays {
    /// Ends with this value, and every connection with it.
    _runtime: Runtime,
    delay_us: Arc<AtomicU64>,
    /// The addresses, in the form of the server's.
    pub(super) urls: Vec<String>,
}

impl FarWays {
    /// Opens `count` ways to the server whose socket file is in the folder that `url` names.
    ///
    /// # Errors
    /// `url` names no folder, or no address is free.
    pub(super) fn open(url: &str, count: usize) -> Result<Self, Box<dyn Error>> {
        let socket = socket_of(url)?;
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let delay_us = Arc::new(AtomicU64::new(0));
        let mut urls = Vec::with_capacity(count);
        for _ in 0..count {
            let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
            urls.push(format!("postgres://postgres@{}/postgres", listener.local_addr()?));
            runtime.spawn(serve(listener, socket.clone(), Arc::clone(&delay_us)));
        }
        Ok(Self { _runtime: runtime, delay_us, urls })
    }

    /// Delays every answer by this time from now on.
    pub(super) fn delay(&self, delay: Duration) {
        self.delay_us.store(u64::try_from(delay.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// The socket file of the server.
fn socket_of(url: &str) -> Result<PathBuf, Box<dyn Error>> {
    let (_, rest) = url.split_once('@').ok_or("the database's address names no user")?;
    let (folder, _) = rest.split_once('/').ok_or("the database's address names no database")?;
    let folder = percent_encoding::percent_decode_str(folder).decode_utf8()?;
    Ok(Path::new(&*folder).join(".s.PGSQL.5432"))
}

async fn serve(listener: TcpListener, socket: PathBuf, delay_us: Arc<AtomicU64>) {
    while let Ok((client, _)) = listener.accept().await {
        let (socket, delay_us) = (socket.clone(), Arc::clone(&delay_us));
        tokio::spawn(async move {
            if let Ok(server) = UnixStream::connect(socket).await {
                carry(client, server, delay_us).await;
            }
        });
    }
}

/// Carries one connection until one side ends it.
async fn carry(client: TcpStream, server: UnixStream, delay_us: Arc<AtomicU64>) {
    let _ = client.set_nodelay(true);
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let (sender, mut receiver) = mpsc::channel::<(Instant, Vec<u8>)>(ON_THE_WAY_MAX);
    let questions = async move {
        let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
    };
    let answers = async move {
        let mut buffer = vec![0; READ_BYTES];
        while let Ok(count @ 1..) = from_server.read(&mut buffer).await {
            let due = Instant::now() + Duration::from_micros(delay_us.load(Ordering::Relaxed));
            if sender.send((due, buffer[..count].to_vec())).await.is_err() {
                break;
            }
        }
    };
    let arrivals = async move {
        while let Some((due, bytes)) = receiver.recv().await {
            if due > Instant::now() {
                sleep_until(due).await;
            }
            if to_client.write_all(&bytes).await.is_err() {
                break;
            }
        }
    };
    let answered = async {
        tokio::join!(answers, arrivals);
    };
    tokio::select! {
        () = questions => {}
        () = answered => {}
    }
}
