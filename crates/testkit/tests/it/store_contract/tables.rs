//! The tables that the tests write to.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::task::Poll;

use futures_util::future::{Either, Ready, ready};
use store::{Migration, MigrationTree, Store, StoreError, StoreLocation, params};
use testkit::Bench;
use tokio::sync::oneshot;

pub(crate) static THINGS: MigrationTree = MigrationTree {
    area: "things",
    migrations: &[Migration {
        version: 1,
        note: "Everything a portable table can hold.",
        sql: "create table things (
                key bigint not null primary key, label text unique, payload bytea, flag boolean,
                amount bigint not null default 0 check (amount >= 0));
              create table parts (
                key bigint not null primary key,
                thing bigint not null references things (key) deferrable initially deferred);",
    }],
};

store::queries! {
    pub(crate) INSERT_THING = "insert into things (key, label, amount) values ($1, $2, $3)";
    /// Inserts a thing unless its label is taken.
    pub(crate) CLAIM_LABEL =
        "insert into things (key, label) values ($1, $2) on conflict (label) do nothing";
    /// Inserts a thing with every column.
    pub(crate) INSERT_FULL =
        "insert into things (key, label, payload, flag, amount) values ($1, $2, $3, $4, $5)";
    pub(crate) THING = "select key, label, payload, flag, amount from things where key = $1";
    pub(crate) ALL_THINGS = "select key, label, amount from things order by key";
    pub(crate) COUNT = "select count(*) as things from things";
    pub(crate) SUM = "select cast(coalesce(sum(amount), 0) as bigint) as total from things";
    /// Changes an amount; the parameters stand out of order.
    pub(crate) SET_AMOUNT = "update things set amount = $3, label = $2 where key = $1";
    pub(crate) ADD = "update things set amount = amount + $2 where key = $1";
    /// Changes a label if it is still the old one.
    pub(crate) RELABEL = "update things set label = $3 where key = $1 and label = $2";
    pub(crate) ADD_RETURNING = "update things set amount = amount + $2 where key = $1 returning amount";
    /// A part of a thing that need not exist until the commit.
    pub(crate) INSERT_PART = "insert into parts (key, thing) values ($1, $2)";
    /// A text that is no SQL.
    pub(crate) NO_SQL = "selekt 1";
    /// A mistake in a column's name.
    pub(crate) NO_COLUMN = "select nothing from things";
    /// Something to wait for on PostgreSQL.
    pub(crate) BACKEND = "select cast(pg_backend_pid() as bigint) as backend";
    /// Ends the connection it runs on.
    pub(crate) END_BACKEND = "select pg_terminate_backend(pg_backend_pid()) as ended";
}

/// Opens the database at this address, as a process of its own would.
pub(crate) async fn opened(url: String) -> Result<Store, StoreError> {
    Store::open(&StoreLocation::Postgres { url, password_file: None }, Bench::limits()).await
}

pub(crate) async fn with_tables(bench: &Bench) {
    bench.migrate(&[&THINGS]).await;
}

pub(crate) async fn insert(store: &Store, key: i64) -> Result<(), StoreError> {
    store
        .write("insert", move |tx| tx.execute_one(&INSERT_THING, params![key, format!("label {key}"), 0]))
        .await
}

pub(crate) async fn count(store: &Store) -> i64 {
    let row = store.query_optional(&COUNT, params![]).await.unwrap().unwrap();
    row.integer("things").unwrap()
}

/// A place at which a unit of work waits in its first run: the place, its news that it is reached, and the word that
/// lets it go on.
pub(crate) fn halt() -> (impl FnMut() + Send + 'static, oneshot::Receiver<()>, Sender<()>) {
    let (reached, is_reached) = oneshot::channel();
    let (release, released) = channel();
    let mut ends = Some((reached, released));
    let place = move || {
        if let Some((reached, released)) = ends.take() {
            reached.send(()).unwrap();
            released.recv().unwrap();
        }
    };
    (place, is_reached, release)
}

/// The futures, each polled once: on SQLite their units of work are queued when this returns. On PostgreSQL, where no
/// unit waits for another's connection, one may have ended by then, and its outcome is kept.
pub(crate) async fn begun<F: Future>(
    futures: impl IntoIterator<Item = F>,
) -> Vec<Either<Pin<Box<F>>, Ready<F::Output>>> {
    let mut begun = Vec::new();
    for mut future in futures.into_iter().map(Box::pin) {
        let polled = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await;
        begun.push(match polled {
            Poll::Pending => Either::Left(future),
            Poll::Ready(outcome) => Either::Right(ready(outcome)),
        });
    }
    begun
}
