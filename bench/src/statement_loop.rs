//! The peer of a read on PostgreSQL: the same statement by tokio-postgres, prepared once, in a loop.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tokio_postgres::NoTls;

/// How long one measurement takes.
const DURATION: Duration = Duration::from_secs(4);
/// Callers at once, as many as the requests have connections.
const CALLERS: usize = 32;

/// Executions per second of the statement that reads one account.
///
/// # Errors
/// The server is not reached or refuses the statement.
pub(crate) fn per_second(url: &str, account: &'static str) -> Result<f64, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(url, account))
}

#[expect(clippy::float_arithmetic, reason = "a rate is no money")]
async fn run(url: &str, account: &'static str) -> Result<f64, Box<dyn Error>> {
    let query = accounts::QUERIES
        .iter()
        .find(|query| query.name() == "ACCOUNT_BY_NUMBER")
        .ok_or("accounts has no statement of that name")?;
    let (stop, count) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let started = Instant::now();
    let mut callers = Vec::with_capacity(CALLERS);
    for _ in 0..CALLERS {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        let statement = client.prepare(query.sql()).await?;
        let (stop, count) = (Arc::clone(&stop), Arc::clone(&count));
        callers.push(tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                let rows =
                    client.query(&statement, &[&"U00001", &"C00001", &TODAY, &"demo-erp", &account]).await?;
                assert_eq!(rows.len(), 1, "the statement finds the account");
                count.fetch_add(1, Ordering::Relaxed);
            }
            Ok::<(), tokio_postgres::Error>(())
        }));
    }
    let measured_from = Instant::now();
    let before = count.load(Ordering::Relaxed);
    tokio::time::sleep(DURATION).await;
    let rate = f64::from(count.load(Ordering::Relaxed) - before) / measured_from.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    for caller in callers {
        caller.await??;
    }
    debug_assert!(started.elapsed() >= DURATION);
    Ok(rate)
}

/// The day whose rate counts, as the area writes it.
const TODAY: &str = "2026-11-21";
