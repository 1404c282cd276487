//! The life with which a demo begins, on both engines: as its people meet it.

use std::collections::BTreeMap;

use clientbank::demo::begin_life;
use http::StatusCode;
use testkit::{Bench, TestCaller, TestClient, on_both_engines};

use crate::wired::{configuration, demo_application, surroundings};

store::queries! {
    STATEMENT_STATES = "select state, cast(count(1) as bigint) as things from payroll_statements group by state";
    /// Counts the tariff requests in each state.
    REQUEST_STATES = "select state, cast(count(1) as bigint) as things from tariff_requests group by state";
    /// Counts the messages in each state.
    TASK_STATES = "select state, cast(count(1) as bigint) as things from certificate_tasks group by state";
    /// Jobs that were given up.
    JOBS_LOST = "select count(1) as things from jobs where is_given_up";
    /// Things that a user of the demo did, as the trail tells it.
    ACTS = "select count(1) as things from audit_entries where actor_id = $1";
}

async fn states(bench: &Bench, query: &'static store::Query) -> BTreeMap<String, i64> {
    let rows = bench.store.query(query, store::params![]).await.expect("the states");
    let state = |row: &store::Row| Ok((row.text("state")?.to_owned(), row.integer("things")?));
    rows.iter().map(state).collect::<Result<_, store::StoreError>>().expect("the states")
}

fn expected(states: &[(&str, i64)]) -> BTreeMap<String, i64> {
    states.iter().map(|(state, count)| ((*state).to_owned(), *count)).collect()
}

/// The numbers of the menu, by the path of the section.
fn menu(page: &str) -> BTreeMap<String, String> {
    let (_, menu) = page.split_once("<nav class=\"menu\"").expect("a menu");
    let (menu, _) = menu.split_once("</nav>").expect("the end of the menu");
    let entry = |item: &str| {
        let path = item.split_once("href=\"")?.1.split('"').next()?.to_owned();
        let count =
            item.split_once("menu-count\">")?.1.split_once("</span>")?.1.split('<').next()?.to_owned();
        Some((path, count))
    };
    menu.split("<li>").filter_map(entry).collect()
}

fn counts(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
    entries.iter().map(|(path, count)| ((*path).to_owned(), (*count).to_owned())).collect()
}

on_both_engines! {
    async fn onl_07_a_demo_begins_with_a_life(bench: Bench) {
        let application = demo_application(&bench).await;
        let files = tempfile::tempdir().expect("a temporary folder");
        let (configuration, surroundings) = (configuration(), surroundings(&bench));
        begin_life(&configuration, &surroundings, files.path()).await.expect("a life");
        assert_eq!(states(&bench, &STATEMENT_STATES).await, expected(&[
            ("AWAITING_SIGN", 1), ("AWAITING_SIGN_WITH_WARNINGS", 2), ("DECLINED", 1), ("DELETED", 1), ("ERROR", 1),
            ("ERROR_SIGN", 1), ("EXECUTED", 1), ("PARTLY_EXECUTED", 1), ("PARTLY_SIGNED", 2), ("SCHEDULED", 1),
        ]));
        assert_eq!(states(&bench, &REQUEST_STATES).await, expected(&[
            ("CANCELLED", 1), ("DECLINED", 1), ("DONE", 1), ("PARTIALLY_SIGNED", 1), ("UNSIGNED", 1),
        ]));
        assert_eq!(states(&bench, &TASK_STATES).await, expected(&[
            ("ACCEPTED", 1), ("PARTLY_ACCEPTED", 1), ("REJECTED", 1),
        ]));
        let number = |query, values| {
            let store = bench.store.clone();
            async move { store.query(query, values).await.expect("a number")[0].integer("things").expect("a number") }
        };
        assert_eq!(number(&JOBS_LOST, store::params![]).await, 0);
        for user in ["U00001", "U00002", "U00003"] {
            assert!(number(&ACTS, store::params![user]).await >= 5, "{user} did everything under the own name");
        }

        let client = TestClient::new(application.identity);
        let page = async |user: &str, cnum: &str, path: &str| {
            let page = client.get(path).online_bank(&bench.tokens, &TestCaller::new(user, cnum)).send().await;
            assert_eq!(page.status, StatusCode::OK, "{path}: {}", page.text());
            page.text().to_owned()
        };
        let first = page("U00001", "C00001", "/bank").await;
        assert!(first.contains("5\u{a0}000\u{a0}000\u{a0}000,00\u{a0}₽"), "what was paid has come in again: {first}");
        // Everybody has something to do.
        let ivanova = [("/bank/certificates", "2"), ("/bank/letters", "2"), ("/bank/payroll", "4")];
        assert_eq!(menu(&first), counts(&ivanova));
        let petrov = menu(&page("U00002", "C00001", "/bank").await);
        assert_eq!(petrov, counts(&[
            ("/bank/certificates", "2"), ("/bank/letters", "2"), ("/bank/payroll", "4"), ("/bank/tariffs", "1"),
        ]));
        let sidorov = menu(&page("U00003", "C00003", "/bank").await);
        assert_eq!(sidorov, counts(&[("/bank/letters", "2"), ("/bank/payroll", "1"), ("/bank/tariffs", "1")]));
        let letters = page("U00001", "C00001", "/bank/letters").await;
        assert!(letters.contains("Курс покупки юаней") && letters.contains(">Новое<"), "{letters}");
        let operations = page("U00001", "C00001", "/bank/accounts/40702810600000000001/operations").await;
        assert!(operations.contains("ООО «Лютик»"), "{operations}");
        for path in ["/bank/treasury", "/bank/agreements", "/bank/webinars", "/bank/certificates"] {
            assert!(!page("U00001", "C00001", path).await.contains("class=\"empty\""), "{path}");
        }
    }
}
