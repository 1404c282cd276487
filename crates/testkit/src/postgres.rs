//! The PostgreSQL server of the tests: the one named by the environment, or one that is started here.

#![expect(clippy::expect_used, reason = "test code: what fails here is the machine, not the program")]

use std::sync::OnceLock;

pub use cluster::{Cluster, URL_VARIABLE};
use tokio_postgres::NoTls;

/// Returns the server of this process's tests.
///
/// # Panics
/// When none is named and none can be started.
pub fn shared_url() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    URL.get_or_init(|| {
        std::env::var(URL_VARIABLE).unwrap_or_else(|_| {
            CLUSTER.get_or_init(|| Cluster::start().expect("a PostgreSQL server starts")).url().to_owned()
        })
    })
}

/// Runs statements on a connection of their own.
///
/// # Panics
/// When they fail.
pub async fn execute(url: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the server answers");
    let connection = tokio::spawn(connection);
    client.batch_execute(sql).await.expect("the statements run");
    drop(client);
    connection.await.expect("no panic").expect("the connection ends in order");
}
