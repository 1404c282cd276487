//! The PostgreSQL server of the tests: the one named by the environment, or one that is started here.

use std::sync::OnceLock;

pub use cluster::pooler::Pooler;
pub use cluster::{Cluster, URL_VARIABLE};
use tokio_postgres::config::Host;
use tokio_postgres::{Config, Error, NoTls};

/// Returns the server of this process's tests.
pub fn shared_url() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    URL.get_or_init(|| {
        std::env::var(URL_VARIABLE).unwrap_or_else(|_| {
            let start =
                || Cluster::start_with(cluster::SETTINGS_OF_TESTS).expect("a PostgreSQL server starts");
            CLUSTER.get_or_init(start).url().to_owned()
        })
    })
}

/// The sessions that the pooler of the tests has of each role: fewer than a test has connections, so that they change
/// hands.
const SESSIONS_MAX: u32 = 4;

/// Returns the pooler in front of the server of this process's tests.
pub fn shared_pooler() -> &'static Pooler {
    static POOLER: OnceLock<Pooler> = OnceLock::new();
    POOLER.get_or_init(|| {
        let address: Config = shared_url().parse().expect("the server's address can be read");
        match address.get_hosts() {
            [Host::Unix(folder)] => {
                Pooler::start(&folder.display().to_string(), SESSIONS_MAX).expect("a pooler starts")
            }
            hosts => panic!("a pooler is tried on one server with a socket file, not on {hosts:?}"),
        }
    })
}

/// Runs statements on a connection of their own.
pub async fn execute(url: &str, sql: &str) {
    run(url, sql).await.expect("the statements run");
}

/// Tries statements on a connection of their own; returns the code of what is wrong.
pub async fn attempt(url: &str, sql: &str) -> Result<(), String> {
    let code = |error: Error| error.code().map_or_else(String::new, |code| code.code().to_owned());
    run(url, sql).await.map_err(code)
}

async fn run(url: &str, sql: &str) -> Result<(), Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the server answers");
    let connection = tokio::spawn(connection);
    let outcome = client.batch_execute(sql).await;
    drop(client);
    connection.await.expect("no panic").expect("the connection ends in order");
    outcome
}
