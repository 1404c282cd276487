//! Measures small reads and small durable writes: `cargo run --release -p store --example throughput`.
//!
//! With a PostgreSQL URL as its argument it measures that server, next to the bare driver. The file of
//! SQLite lies in the folder that `TMPDIR` names: a folder in memory flatters the writes.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the developer's eyes")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use store::{Migration, MigrationTree, Store, StoreError, StoreLimits, StoreLocation, params};

/// Columns of the row that is read, its key included.
const COLUMNS: i64 = 26;
const ROWS: i64 = 10_000;
const CALLERS: i64 = 64;
const LASTS: Duration = Duration::from_secs(3);

static TREE: MigrationTree = MigrationTree {
    area: "throughput",
    migrations: &[Migration {
        version: 1,
        note: "A wide row and a narrow one.",
        sql: "create table wide (key bigint not null primary key,
                a text, b text, c text, d text, e text, f text, g text, h text, i text, j text, k text, l text, m text,
                n bigint, o bigint, p bigint, q bigint, r bigint, s bigint, t bigint, u bigint, v bigint, w bigint,
                x bigint, y bigint);
              create table narrow (key bigint not null primary key, amount bigint not null);",
    }],
};

store::queries! {
    WIDE = "select key, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y
        from wide where key = $1";
    /// Fills the wide table.
    INSERT_WIDE = "insert into wide (key, a, b, c, d, e, f, g, h, i, j, k, l, m,
        n, o, p, q, r, s, t, u, v, w, x, y)
        values ($1, $2, $2, $2, $2, $2, $2, $2, $2, $2, $2, $2, $2, $2,
        $1, $1, $1, $1, $1, $1, $1, $1, $1, $1, $1, $1) on conflict (key) do nothing";
    /// One narrow row more.
    INSERT_NARROW = "insert into narrow (key, amount) values ($1, $2)";
    HIGHEST = "select coalesce(max(key), 0) as highest from narrow";
}

#[tokio::main(flavor = "multi_thread")]
async fn main() {
    let url = std::env::args().nth(1);
    let path = std::env::temp_dir().join(format!("throughput-{}.db", std::process::id()));
    let location =
        url.map_or_else(|| StoreLocation::Sqlite { path: path.clone() }, |url| url.parse().unwrap());
    let store = Store::open(&location, StoreLimits::default()).await.unwrap();
    store.migrate(&[&TREE]).await.unwrap();
    let fill = |tx: &mut store::Tx| {
        let rows = (0..ROWS).map(|key| params![key, "a text of some length"]).collect();
        tx.execute_many(&INSERT_WIDE, rows)
    };
    store.write("fill", fill).await.map_err(|error: StoreError| error.to_string()).unwrap();
    assert_eq!(QUERIES.len(), 4);

    let reads = measure(&store, 2, |store, number| async move {
        let row = store.query_optional(&WIDE, params![number % ROWS]).await.unwrap().unwrap();
        assert_eq!(row.integer("y"), Ok(number % ROWS));
    });
    println!("reads of a row of {COLUMNS} columns, 2 callers: {} per second", reads.await);
    let reads = measure(&store, 1, |store, number| async move {
        assert!(store.query_optional(&WIDE, params![number % ROWS]).await.unwrap().is_some());
    });
    println!("the same, 1 caller: {} per second", reads.await);
    let reads = measure(&store, CALLERS, |store, number| async move {
        assert!(store.query_optional(&WIDE, params![number % ROWS]).await.unwrap().is_some());
    });
    println!("the same, {CALLERS} callers: {} per second", reads.await);

    let highest = store.query_optional(&HIGHEST, params![]).await.unwrap().unwrap();
    let first = highest.integer("highest").unwrap() + 1;
    let before = store.statistics();
    let writes = measure(&store, CALLERS, move |store, number| async move {
        let key = first + number;
        store.write("insert", move |tx| tx.execute_one(&INSERT_NARROW, params![key, 1])).await.unwrap();
    });
    println!("small durable units, {CALLERS} callers: {} per second", writes.await);
    let after = store.statistics();
    println!("units per commit: {}", (after.units - before.units) / (after.commits - before.commits));
    store.close().await;
    if let StoreLocation::Postgres { url, .. } = &location {
        println!("the bare driver, one connection, one read after the other: {} per second", bare(url).await);
    } else {
        std::fs::remove_file(path).unwrap();
    }
}

/// Calls per second of `callers` that call again as soon as they are answered.
async fn measure<F: Future<Output = ()> + Send + 'static>(
    store: &Store,
    callers: i64,
    call: impl Fn(Store, i64) -> F + Clone + Send + 'static,
) -> u128 {
    let number = Arc::new(AtomicI64::new(0));
    let start = Instant::now();
    let callers = (0..callers).map(|_| {
        let (store, number, call) = (store.clone(), Arc::clone(&number), call.clone());
        tokio::spawn(async move {
            while start.elapsed() < LASTS {
                call(store.clone(), number.fetch_add(1, Ordering::Relaxed)).await;
                tokio::task::consume_budget().await;
            }
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await.unwrap();
    }
    per_second(number.load(Ordering::Relaxed), start)
}

async fn bare(url: &str) -> u128 {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let statement = client.prepare(WIDE.sql()).await.unwrap();
    let (start, mut number) = (Instant::now(), 0_i64);
    while start.elapsed() < LASTS {
        let row = client.query_one(&statement, &[&(number % ROWS)]).await.unwrap();
        assert_eq!(row.get::<_, i64>("y"), number % ROWS);
        number += 1;
    }
    per_second(number, start)
}

fn per_second(calls: i64, start: Instant) -> u128 {
    u128::from(calls.unsigned_abs()) * 1_000 / start.elapsed().as_millis()
}
