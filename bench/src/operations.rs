//! `GET /v1/accounts/{number}/operations` of an account with a million operations: a page costs what it shows, wherever
//! it lies. The postings are lines of one entry, so the journal itself is small.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use store::{Store, StoreError, Tx, params};
use tokio::runtime::Runtime;

use crate::call::Call;
use crate::rsql_lists::store_of;
use crate::server::Demo;
use crate::statistics::{median, milliseconds};

/// An account of the demo's first user.
const NUMBER: &str = "40702810600000000001";
/// Operations beside the one that the demo has, and how many are written at once.
const OPERATIONS: i64 = 1_000_000;
const CHUNK: i64 = 25_000;
/// Measurements of each page.
const SAMPLES: usize = 15;

/// The pages: a name and the query.
const PAGES: [(&str, &str); 5] = [
    ("first page", "?limit=100"),
    ("a page in the middle", "?limit=100&cursor=500000"),
    ("the last page", "?limit=100&cursor=101"),
    ("a day in the middle", "?limit=100&from=2026-01-10&to=2026-01-10"),
    ("a search in vain", "?search=nobody"),
];

store::queries! {
    /// Postings $2 to $3 of the account $1, a second after each other.
    FILL_POSTINGS = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us)
        with recursive numbers (i) as (
            select cast($2 as bigint) union all select i + 1 from numbers where i < cast($3 as bigint))
        select o.entry_id, 10 + i, o.ledger_account_id, 'RUR', 100, 1767225600000000 + i * 1000000
        from numbers, operations o where o.ledger_account_id = $1 and o.number = 1";
    /// The operations of these postings.
    FILL_OPERATIONS = "insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, balance_minor,
            debits_high, debits_low, counterparty_name, counterparty_account, counterparty_inn)
        with recursive numbers (i) as (
            select cast($2 as bigint) union all select i + 1 from numbers where i < cast($3 as bigint))
        select o.ledger_account_id, 1 + i, o.entry_id, 10 + i, 1767225600000000 + i * 1000000,
            o.balance_minor + 100 * i, 0, 0, 'Counterparty', '40702810700000000011', '7707083893'
        from numbers, operations o where o.ledger_account_id = $1 and o.number = 1";
    /// The account behind them.
    FILL_ACCOUNT = "update ledger_accounts set balance_minor = balance_minor + 100 * $2, operations_count = 1 + $2,
        operations_booked_at_us = 1767225600000000 + $2 * 1000000 where ledger_account_id = $1";
}

/// Prints milliseconds for each page on SQLite and on PostgreSQL.
///
/// # Errors
/// A process does not start or answers with an error.
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    pages(&Demo::start(program, None)?, "SQLite", None)?;
    let cluster = testkit::postgres::Cluster::start()?;
    pages(&Demo::start(program, Some(cluster.url()))?, "PostgreSQL", Some(cluster.url()))
}

#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
fn pages(demo: &Demo, engine: &str, analyze: Option<&str>) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    runtime.block_on(async {
        let store = store_of(demo).await?;
        fill(&store).await?;
        store.close().await;
        if let Some(url) = analyze {
            testkit::postgres::execute(url, "vacuum analyze operations, postings").await;
        }
        Ok::<_, Box<dyn Error>>(())
    })?;
    for (name, query) in PAGES {
        let mut samples = Vec::with_capacity(SAMPLES);
        let call = Call::prepare(demo, &format!("/v1/accounts/{NUMBER}/operations{query}"))?;
        for _ in 0..SAMPLES {
            let start = Instant::now();
            let mut request = ureq::get(&call.url);
            for (header, value) in call.headers() {
                request = request.header(header, value);
            }
            request.call()?.body_mut().read_to_vec()?;
            samples.push(milliseconds(start));
        }
        println!("{OPERATIONS} operations of one account, {engine}, {name}: {:.2} ms", median(&samples));
    }
    Ok(())
}

async fn fill(store: &Store) -> Result<(), StoreError> {
    let mut first = 1;
    while first <= OPERATIONS {
        let last = (first + CHUNK - 1).min(OPERATIONS);
        let work = move |tx: &mut Tx| {
            tx.execute(&FILL_POSTINGS, params![NUMBER, first, last])?;
            tx.execute(&FILL_OPERATIONS, params![NUMBER, first, last])
        };
        store.write("fill", work).await?;
        first = last + 1;
    }
    store.write("fill", |tx: &mut Tx| tx.execute_one(&FILL_ACCOUNT, params![NUMBER, OPERATIONS])).await
}
