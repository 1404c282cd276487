//! The peer of a read on PostgreSQL: the statement it runs, by tokio-postgres, prepared once, in a loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use store::Query;
use tokio_postgres::NoTls;
use tokio_postgres::types::ToSql;

use crate::outcome::Outcome;

const DURATION: Duration = Duration::from_millis(1_500);
/// Callers at once, as many as the requests have connections.
const CALLERS: usize = 32;

pub(crate) type Parameters = &'static [&'static (dyn ToSql + Sync)];

/// Executions per second of the statement called `name` out of `queries`.
pub(crate) fn per_second(
    url: &str,
    queries: &[&'static Query],
    name: &str,
    parameters: Parameters,
) -> Outcome<f64> {
    let query = queries.iter().find(|query| query.name() == name).ok_or("no statement of that name")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(url, query.sql(), parameters))
}

#[expect(clippy::float_arithmetic, reason = "a rate is no money")]
async fn run(url: &str, sql: &'static str, parameters: Parameters) -> Outcome<f64> {
    let (stop, count) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let mut callers = Vec::with_capacity(CALLERS);
    for _ in 0..CALLERS {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        let statement = client.prepare(sql).await?;
        let (stop, count) = (Arc::clone(&stop), Arc::clone(&count));
        callers.push(tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                assert!(
                    !client.query(&statement, parameters).await?.is_empty(),
                    "the statement finds something"
                );
                count.fetch_add(1, Ordering::Relaxed);
            }
            Ok::<(), tokio_postgres::Error>(())
        }));
    }
    let (measured_from, before) = (Instant::now(), count.load(Ordering::Relaxed));
    tokio::time::sleep(DURATION).await;
    let rate = f64::from(count.load(Ordering::Relaxed) - before) / measured_from.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    for caller in callers {
        caller.await??;
    }
    Ok(rate)
}
