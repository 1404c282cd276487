//! The cost of the list when a client has many requests (TAR-06): every order walks along an index.

use kernel::Cnum;
use store::{StoreError, Tx, params};
use tariff_requests::plan_of_page;
use tariff_requests::request_query::{FIELDS, RequestQuery};
use testkit::{Bench, Engine, on_both_engines};

store::queries! {
    /// A test has few rows, for which PostgreSQL would rather read and sort all of them: whether an index could serve
    /// shows when it may not. Only for that engine.
    NO_SCAN = "select set_config('enable_seqscan', 'off', true) as value";
    /// The same for sorting.
    NO_SORT = "select set_config('enable_sort', 'off', true) as value";
    /// The same for bitmaps, which have no order.
    NO_BITMAP = "select set_config('enable_bitmapscan', 'off', true) as value";
}

async fn migrate(bench: &Bench) {
    let first = [&audit::MIGRATIONS, &import::MIGRATIONS, &events::MIGRATIONS, &clients::MIGRATIONS];
    let then = [&switches::MIGRATIONS, &jobs::MIGRATIONS, &tariff_requests::MIGRATIONS];
    bench.migrate(&[&first[..], &then].concat()).await;
}

/// The lines of the plan of a page.
async fn plan(bench: &Bench, filter: Option<&'static str>, sort: &str) -> Vec<String> {
    let query = RequestQuery::new(filter, &[sort], 3, 10).unwrap();
    let (engine, sort) = (bench.engine, sort.to_owned());
    let work = move |tx: &mut Tx| -> Result<Vec<String>, StoreError> {
        let cnum: Cnum = "C00001".parse().unwrap();
        let (explain, column) = match engine {
            Engine::Sqlite => ("explain query plan ", "detail"),
            Engine::Postgres => {
                for query in [&NO_SCAN, &NO_SORT, &NO_BITMAP] {
                    tx.query_one(query, params![])?;
                }
                ("explain ", "QUERY PLAN")
            }
        };
        let rows = tx.query_dynamic(&plan_of_page(explain, &cnum, &query))?;
        rows.iter().map(|row| Ok(row.text(column)?.to_owned())).collect()
    };
    let lines = bench.store.read("plan", work).await.unwrap();
    assert!(!lines.is_empty(), "{sort}");
    lines
}

/// An index of the client's requests is walked along in its order, and nothing is sorted.
fn assert_walks(lines: &[String], what: &str) {
    let text = lines.join("\n");
    assert!(text.contains("tariff_requests_") && text.to_lowercase().contains("index"), "{what}: {text}");
    for word in ["TEMP B-TREE", "Sort", "Seq Scan", "SCAN r"] {
        assert!(!text.contains(word), "{what}: {text}");
    }
}

on_both_engines! {
    async fn tar_06_every_order_of_the_list_has_its_index(bench: Bench) {
        migrate(&bench).await;
        for field in FIELDS.names() {
            for direction in ["asc", "desc"] {
                let sort = format!("{field},{direction}");
                assert_walks(&plan(&bench, None, &sort).await, &sort);
            }
        }
    }

    async fn tar_06_what_one_filter_picks_comes_in_the_usual_order_from_an_index(bench: Bench) {
        migrate(&bench).await;
        for filter in [
            "state==DONE", "documentType==CLIENT_TARIFF_PLAN_CHANGE_REQUEST", "targetTariffPlanName==PRO",
            "targetTariffPlanPublicName==Про", "createdAt=lt=2026-01-01T00:00:00Z",
        ] {
            assert_walks(&plan(&bench, Some(filter), "createdAt,desc").await, filter);
        }
    }
}
