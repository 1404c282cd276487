//! OPS-03: callers who take every connection they can get leave the rest of the program its own.

use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use clientbank::descriptors;
use sdk::Login;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::time::timeout;

use crate::browser::{IVANOVA, settings, tokens};
use crate::program::{Server, clientbank, folder, get};

/// Connections that one address opens and leaves idle.
const IDLE: usize = 5_000;
/// Descriptors of the program, soft and hard.
const DESCRIPTORS: &str = "1024";
/// Descriptors that the test itself needs for other things.
const OWN: usize = 500;
const PATIENCE: Duration = Duration::from_secs(20);

/// The demo with few descriptors, its log lines in a file.
fn demo_with_few_descriptors(folder: &std::path::Path, log: &std::path::Path) -> Server {
    let program = clientbank();
    let mut command = std::process::Command::new("sh");
    command.args(["-c", r#"ulimit -n "$1" && shift && exec "$@""#, "sh", DESCRIPTORS]);
    command.arg(program.get_program()).arg("demo").arg("--data").arg(folder);
    command.args(["--json", "--api-port", "0", "--identity-port", "0", "--administration-port", "0"]);
    // Idle connections stay for longer than the test lasts.
    command.args(["--set", "head_time_s_max=60"]);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CLIENTBANK_")) {
        command.env_remove(name);
    }
    Server::start(command.stderr(std::fs::File::create(log).expect("a file")))
}

/// The answer to a GET from another address of this machine.
async fn get_from(own: &str, address: &str, path: &str, headers: &str) -> String {
    let host = address.trim_start_matches("http://");
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::new(own.parse().expect("an address"), 0)).expect("an address of this machine");
    let mut stream = socket.connect(host.parse().expect("an address")).await.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("written");
    let mut answer = String::new();
    let read = timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
    read.expect("an answer in time").expect("an answer");
    answer
}

#[test]
fn ops_03_five_thousand_idle_connections_leave_health_login_and_others_alone() {
    descriptors::raise();
    let idle = IDLE.min(descriptors::allowed().map_or(IDLE, |allowed| allowed.saturating_sub(OWN)));
    let folder = folder();
    let log = folder.path().join("log");
    let server = demo_with_few_descriptors(&folder.path().join("demo"), &log);
    let told = std::fs::read_to_string(&log).expect("the log");
    assert!(told.contains("connections_max 1000 does not fit"), "{told}");

    let settings = settings(&server);
    let tokens = tokens(&settings, IVANOVA);
    let page = Login::begin(&settings, &kernel::SystemRandomness).expect("a login");
    let page = page.authorization_url();
    let login_page = format!("{}?{}", page.path(), page.query().expect("a query"));

    let listeners: Vec<SocketAddr> = [&server.api, &server.identity]
        .map(|address| address.trim_start_matches("http://").parse().expect("an address"))
        .to_vec();
    let held: Vec<TcpStream> = (0..idle)
        .filter_map(|number| TcpStream::connect_timeout(&listeners[number % listeners.len()], PATIENCE).ok())
        .collect();
    assert!(held.len() > idle / 2, "{} connections", held.len());

    let (live, ready) = (get(&format!("{}/health/live", server.administration), &[]), readiness(&server));
    assert_eq!((live.0, ready.0), (200, 200), "{live:?} {ready:?}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        for own in ["127.0.0.2", "127.0.0.3"] {
            let login = get_from(own, &server.identity, &login_page, "").await;
            assert!(login.starts_with("HTTP/1.1 200") || login.starts_with("HTTP/1.1 303"), "{login}");
            let headers =
                format!("Authorization: Bearer {}\r\nId-Token: {}\r\n", tokens.access_token, tokens.id_token);
            let read = get_from(own, &server.api, "/v1/accounts?fields=Number", &headers).await;
            assert!(read.starts_with("HTTP/1.1 200"), "{read}");
        }
    });
    let (_, metrics) = get(&format!("{}/metrics", server.administration), &[]);
    let value = |name: &str| -> f64 {
        let shown = metrics.lines().find_map(|row| row.strip_prefix(name)?.strip_prefix(' '));
        shown.unwrap_or_else(|| panic!("{name} in {metrics}")).parse().expect("a number")
    };
    assert!(value("clientbank_http_connections_refused_total") > 0.0);
    assert!(value("process_open_fds") < value("process_max_fds"));
    assert!(value("process_max_fds") <= 1_024.0);
    drop(held);
    assert!(server.stop().success());
}

fn readiness(server: &Server) -> (u16, String) {
    get(&format!("{}/health/ready", server.administration), &[])
}
