//! A database whose answers arrive 200 ms late: another room's, or another town's.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clientbank::application::{Surroundings, build};
use store::{Store, StoreLimits, StoreLocation};
use testkit::{Bench, Engine, run};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use crate::wired::{addresses, application_with, configuration, surroundings};

/// The longest look at the feed; later, revocations count as not known.
const LOOK_MAX: Duration = Duration::from_secs(1);
/// The time of every answer on its way.
const WAY: Duration = Duration::from_millis(200);

/// A way to the server on which answers are late; the address of its end here.
async fn far_way(url: &str, delay_us: Arc<AtomicU64>) -> String {
    let (account, rest) = url.split_once('@').expect("an account in the URL");
    let (folder, database) = rest.split_once('/').expect("a database in the URL");
    let folder = percent_encoding::percent_decode_str(folder).decode_utf8().expect("a folder").into_owned();
    let socket = Path::new(&folder).join(".s.PGSQL.5432");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let near = format!("{account}@{}/{database}", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(carry(client, socket.clone(), Arc::clone(&delay_us)));
        }
    });
    if near.contains('?') { format!("{near}&sslmode=disable") } else { format!("{near}?sslmode=disable") }
}

async fn carry(client: TcpStream, socket: PathBuf, delay_us: Arc<AtomicU64>) {
    let server = UnixStream::connect(socket).await.expect("the server answers");
    client.set_nodelay(true).expect("a socket");
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let (sender, mut receiver) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    let answers = async move {
        let mut buffer = vec![0; 65_536];
        while let Ok(count @ 1..) = from_server.read(&mut buffer).await {
            let due = Instant::now() + Duration::from_micros(delay_us.load(Ordering::Relaxed));
            drop(sender.send((due, buffer[..count].to_vec())));
        }
    };
    let arrivals = async move {
        while let Some((due, bytes)) = receiver.recv().await {
            sleep_until(due).await;
            if to_client.write_all(&bytes).await.is_err() {
                break;
            }
        }
    };
    tokio::select! {
        _ = tokio::io::copy(&mut from_client, &mut to_server) => {}
        ((), ()) = async { tokio::join!(answers, arrivals) } => {}
    }
}

async fn serves_from_afar(bench: Bench) {
    let configuration = configuration();
    drop(application_with(&bench, &configuration).await);
    let StoreLocation::Postgres { url, .. } = &bench.location else { panic!("another engine") };
    let delay_us = Arc::new(AtomicU64::new(0));
    let url = far_way(url, Arc::clone(&delay_us)).await;
    let location = StoreLocation::Postgres { url, password_file: None };
    let store = Store::open(&location, StoreLimits::default()).await.expect("the database opens");
    let surroundings = Surroundings { store, ..surroundings(&bench) };
    let mut application = build(&configuration, &surroundings, &addresses()).await.expect("it is wired");
    let client = bench.client(application.administration.clone());
    // Connections are open and statements prepared.
    for _ in 0..8 {
        application.workers.look_at_feed().await.expect("the feed is read");
    }
    assert_eq!(client.get("/health/ready").send().await.status.as_u16(), 200);

    delay_us.store(u64::try_from(WAY.as_micros()).expect("a number"), Ordering::Relaxed);
    for _ in 0..3 {
        bench.clock.advance_seconds(1);
        let look = timeout(LOOK_MAX, application.workers.look_at_feed()).await;
        look.expect("the look fits into its time").expect("the feed is read");
        let answer = client.get("/health/ready").send().await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
    }
}

#[test]
fn operator_12_answers_that_are_200_ms_late_leave_a_process_ready_on_postgres() {
    run(Engine::Postgres, serves_from_afar);
}
