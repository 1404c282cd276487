//! The clock and the zone of the books, as the program refuses and tells them.

use crate::wired::ORDERS;
use std::net::TcpListener;

use clientbank::application::areas;
use kernel::Clock as _;
use store::{Store, StoreError, StoreLimits, Tx, params};
use testkit::Bench;

use crate::demo::postgres_database;
use crate::program::{folder, run, said, text};
use crate::wired::application;

store::queries! {
    /// A posting of a moment.
    POSTING = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us) \
        values ($1, 1, 'CASH.RUR', 'RUR', 1, $2)";
}

/// Makes a bank's database whose days are those of Moscow.
fn database_of_moscow(url: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(&url.parse().expect("a database"), StoreLimits::default()).await;
        let store = store.expect("a database");
        store.migrate(&areas::migrations()).await.expect("tables");
        sandbox::claim(&store, sandbox::DatabaseKind::Live).await.expect("a mark");
        let zone = "Europe/Moscow".parse().expect("a zone");
        assert_eq!(accounts::settle_zone(&store, &zone).await, Ok(None));
        store.close().await;
    });
}

#[test]
fn money_m04_a_server_refuses_another_zone_than_that_of_its_database() {
    let folder = folder();
    let file = format!("sqlite:{}", folder.path().join("live.db").display());
    let key = format!("master_key={}", said(&["keys", "master-key"]).trim());
    // Whatever starts in the right zone ends at a port that is taken.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = listener.local_addr().expect("an address").to_string();
    for url in [file, postgres_database("zone")] {
        database_of_moscow(&url);
        let database = format!("database={url}");
        let serve = |zone: &str, api: &str| {
            let listen = format!("api_listen={api}");
            let zone = format!("time_zone={zone}");
            let output = run(&[
                "serve", "--set", ORDERS, "--set", &database, "--set", &key, "--set", &listen, "--set", &zone,
            ]);
            assert!(!output.status.success());
            text(&output.stderr)
        };
        let refused = serve("Asia/Vladivostok", "127.0.0.1:0");
        assert!(refused.contains("are those of Europe/Moscow, not of Asia/Vladivostok"), "{refused}");
        let elsewhere = serve("Europe/Moscow", &taken);
        assert!(!elsewhere.contains("time_zone"), "{elsewhere}");
    }
}

testkit::on_both_engines! {
    async fn money_m03_a_process_whose_clock_went_back_is_not_ready(bench: Bench) {
        let application = application(&bench).await;
        let client = bench.client(application.administration.clone());
        let post = async |name: &'static str, ahead_s: i64| {
            let at = bench.clock.now().plus_seconds(ahead_s);
            let post = move |tx: &mut Tx| tx.execute_one(&POSTING, params![name.as_bytes(), at]);
            bench.store.write::<_, StoreError>("test.post", post).await.expect("a posting");
        };
        post("near", 120).await;
        assert_eq!(client.get("/health/ready").send().await.status.as_u16(), 200);
        // The next look at the database is a second later.
        bench.clock.advance_seconds(2);
        post("far", 121).await;
        let answer = client.get("/health/ready").send().await;
        assert_eq!(answer.status.as_u16(), 503);
        let words = "nothing is posted: the clock is behind the newest posting";
        assert!(answer.text().contains(words), "{}", answer.text());
        let metrics = client.get("/metrics").send().await;
        for row in ["clientbank_unready{reason=\"clock\"} 1", "clientbank_unready{reason=\"database\"} 0"] {
            assert!(metrics.text().lines().any(|line| line == row), "{row}");
        }
    }
}
