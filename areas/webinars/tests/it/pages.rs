//! Order and pages.

use serde_json::json;
use testkit::Bench;

use crate::bank::{Bank, LIST, changed, ids, row};

testkit::on_both_engines! {
    async fn web_01_the_newest_start_comes_first_and_equal_ones_by_id(bench: Bench) {
        let at = |id: &str, start: &str| changed(row(id), json!({"start_at": start}));
        let rows = [
            at("middle-b", "2026-11-09T11:00:00+03:00"),
            at("oldest", "2026-11-08T11:00:00+03:00"),
            // The same moment as the other two, written with another offset.
            at("middle-a", "2026-11-09T08:00:00Z"),
            at("newest", "2026-11-10T11:00:00+03:00"),
            at("middle-c", "2026-11-09T11:00:00+03:00"),
        ];
        let bank = Bank::with(bench, &rows).await;
        let order = ["newest", "middle-a", "middle-b", "middle-c", "oldest"];
        assert_eq!(ids(&bank.list(0, 100).await), order);

        let mut collected = Vec::new();
        for offset in 0..3 {
            let page = bank.list(offset * 2, 2).await;
            assert_eq!((&page["offset"], &page["limit"]), (&json!(offset * 2), &json!(2)));
            assert_eq!(page["totalCount"], 5);
            collected.extend(ids(&page).into_iter().map(str::to_owned));
        }
        assert_eq!(collected, order);
        let beyond = bank.list(i32::MAX, 100).await;
        assert_eq!(beyond, json!({"content": [], "offset": i32::MAX, "limit": 100, "totalCount": 5}));
    }

    async fn web_01_a_bank_without_webinars_has_an_empty_page(bench: Bench) {
        let rows = [changed(row("later"), json!({"publish_at": "2027-01-01T00:00:00Z"}))];
        let bank = Bank::with(bench, &rows).await;
        assert_eq!(bank.list(0, 1).await, json!({"content": [], "offset": 0, "limit": 1, "totalCount": 0}));
    }

    async fn web_03_offset_and_limit_are_required_and_bounded(bench: Bench) {
        let bank = Bank::with(bench, &[row("a")]).await;
        let wrong = [
            ("", "`offset`"),
            ("?offset=0", "`limit`"),
            ("?limit=1", "`offset`"),
            ("?offset=-1&limit=1", "`offset`"),
            ("?offset=2147483648&limit=1", "`offset`"),
            ("?offset=x&limit=1", "`offset`"),
            ("?offset=&limit=1", "`offset`"),
            ("?offset=0&limit=0", "`limit`"),
            ("?offset=0&limit=101", "`limit`"),
            ("?offset=0&limit=1.0", "`limit`"),
            ("?offset=0&limit=1&limit=2", "`limit`"),
        ];
        for (query, named) in wrong {
            let answer = bank.get(&format!("{LIST}{query}")).send().await;
            assert_eq!(answer.status, 400, "{query}");
            let body = answer.json();
            assert_eq!((&body["code"], &body["error"]), (&json!(400), &json!("Bad Request")), "{query}");
            assert!(body["message"].as_str().unwrap().contains(named), "{query}: {body}");
        }
    }
}
