//! EVT-01: the list of events.

use kernel::Clock as _;
use serde_json::Value;
use testkit::{Bench, TestCaller, on_both_engines};

use crate::house::{EVENTS_KEPT_S, House, id_of, ivanova, petrov, sidorov};

fn states(page: &Value) -> Vec<&str> {
    page["events"].as_array().unwrap().iter().map(|event| event["data"]["state"].as_str().unwrap()).collect()
}

on_both_engines! {
    async fn evt_01_a_reader_goes_on_behind_what_it_has_seen(bench: Bench) {
        let house = House::open(bench).await;
        for state in ["DRAFT", "CHECKING", "AWAITING_SIGN"] {
            house.statement("s1", state).await;
        }
        house.dispatch().await;
        let first = house.get(&petrov(), "/v1/events?limit=2").await;
        assert_eq!(first.status, 200, "{}", first.text());
        assert_eq!(first.header("cache-control"), Some("no-store"));
        let first = first.json();
        assert_eq!((states(&first), &first["hasMore"]), (vec!["DRAFT", "CHECKING"], &Value::Bool(true)));
        let cursor = first["nextCursor"].as_str().unwrap();
        let path = format!("/v1/events?after={cursor}");
        let second = house.get(&petrov(), &path).await.json();
        assert_eq!((states(&second), &second["hasMore"]), (vec!["AWAITING_SIGN"], &Value::Bool(false)));
        // A last page that is full is the last one, and its cursor is that of the end.
        let full = house.get(&petrov(), &format!("{path}&limit=1")).await.json();
        assert_eq!((states(&full), &full["hasMore"]), (vec!["AWAITING_SIGN"], &Value::Bool(false)));
        assert_eq!(full["nextCursor"], second["nextCursor"]);
        let cursor = second["nextCursor"].as_str().unwrap().to_owned();
        let third = house.get(&petrov(), &format!("/v1/events?after={cursor}")).await.json();
        assert_eq!((states(&third).len(), third["nextCursor"].as_str()), (0, Some(cursor.as_str())));
        house.statement("s1", "EXECUTED").await;
        house.dispatch().await;
        let fourth = house.get(&petrov(), &format!("/v1/events?after={cursor}")).await.json();
        assert_eq!(states(&fourth), ["EXECUTED"]);
    }

    async fn evt_01_events_are_of_the_tokens_company_and_of_what_its_user_may_see(bench: Bench) {
        let house = House::open(bench).await;
        house.statement("s1", "DRAFT").await;
        house.statement_at(house.bench.clock.now(), "C00003", "s3", "EXECUTED").await;
        house.dispatch().await;
        assert_eq!(states(&house.get(&petrov(), "/v1/events").await.json()), ["DRAFT"]);
        assert_eq!(states(&house.get(&ivanova(), "/v1/events").await.json()), ["DRAFT"]);
        assert_eq!(states(&house.get(&sidorov(), "/v1/events").await.json()), ["EXECUTED"]);
        // Somebody with a token for a company that the person has no rights for.
        let stranger = TestCaller::new("U00003", "C00001");
        assert_eq!(house.get(&stranger, "/v1/events").await.status, 403);
        assert_eq!(house.api.get("/v1/events").send().await.status, 401);
    }

    async fn evt_02_a_page_of_a_log_names_another_only_where_one_follows(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/hook").await);
        for statement in ["s1", "s2"] {
            house.statement(statement, "DRAFT").await;
        }
        house.dispatch().await;
        let page = async |asked: &str| {
            let page = house.get(&petrov(), &format!("/v1/webhooks/{id}/deliveries?{asked}")).await.json();
            (page["deliveries"].as_array().unwrap().len(), page["nextCursor"].as_str().map(str::to_owned))
        };
        let (shown, cursor) = page("limit=1").await;
        assert_eq!(shown, 1);
        assert_eq!(page(&format!("limit=1&before={}", cursor.unwrap())).await, (1, None));
        assert_eq!(page("limit=2").await, (2, None), "a full page may be the last");
    }

    async fn evt_01_one_type_can_be_asked_for(bench: Bench) {
        let house = House::open(bench).await;
        for (id, state) in [("a", "DRAFT"), ("a", "EXECUTED"), ("b", "DRAFT"), ("b", "EXECUTED")] {
            house.statement(id, state).await;
        }
        house.dispatch().await;
        let page = house.get(&petrov(), "/v1/events?type=payroll.statement.executed&limit=1").await.json();
        assert_eq!((states(&page), &page["hasMore"]), (vec!["EXECUTED"], &Value::Bool(true)));
        let cursor = page["nextCursor"].as_str().unwrap();
        let path = format!("/v1/events?type=payroll.statement.executed&after={cursor}");
        let next = house.get(&petrov(), &path).await.json();
        assert_eq!(next["events"][0]["data"]["statementId"], "b");
        assert_eq!(states(&next).len(), 1);
    }

    async fn evt_01_a_page_of_one_type_that_fills_up_halfway_leaves_nothing_out(bench: Bench) {
        let house = House::open(bench).await;
        for (id, state) in [("a", "DRAFT"), ("a", "EXECUTED"), ("b", "EXECUTED"), ("c", "EXECUTED")] {
            house.statement(id, state).await;
        }
        house.dispatch().await;
        let ids = |page: &Value| -> Vec<String> {
            let events = page["events"].as_array().unwrap().iter();
            events.map(|event| event["data"]["statementId"].as_str().unwrap().to_owned()).collect()
        };
        let path = "/v1/events?type=payroll.statement.executed&limit=2";
        let first = house.get(&petrov(), path).await.json();
        assert_eq!((ids(&first), &first["hasMore"]), (vec!["a".to_owned(), "b".to_owned()], &Value::Bool(true)));
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = house.get(&petrov(), &format!("{path}&after={cursor}")).await.json();
        assert_eq!((ids(&second), &second["hasMore"]), (vec!["c".to_owned()], &Value::Bool(false)));
    }

    async fn evt_01_a_cursor_of_forgotten_events_is_told_apart(bench: Bench) {
        let house = House::open(bench).await;
        house.statement("s1", "DRAFT").await;
        house.statement("s1", "CHECKING").await;
        house.dispatch().await;
        let page = house.get(&petrov(), "/v1/events?limit=1").await.json();
        let cursor = page["nextCursor"].as_str().unwrap();
        house.bench.clock.advance_seconds(EVENTS_KEPT_S);
        house.dispatcher.tidy_up().await.unwrap();
        assert_eq!(house.get(&petrov(), &format!("/v1/events?after={cursor}")).await.status, 200, "to the day");
        house.bench.clock.advance_seconds(1);
        house.dispatcher.tidy_up().await.unwrap();
        let gone = house.get(&petrov(), &format!("/v1/events?after={cursor}")).await;
        assert_eq!((gone.status.as_u16(), gone.json()["code"].clone()), (410, "FORGOTTEN".into()));
        assert_eq!(house.get(&petrov(), "/v1/events").await.status, 200, "the beginning is never forgotten");
    }

    async fn evt_01_who_reads_on_is_never_told_that_something_is_forgotten(bench: Bench) {
        let house = House::open(bench).await;
        let read = async |path: &str| {
            let page = house.get(&petrov(), path).await;
            assert_eq!(page.status, 200, "{path}: {}", page.text());
            let page = page.json();
            let next = format!("/v1/events?after={}", page["nextCursor"].as_str().unwrap());
            (states(&page).len(), next)
        };
        house.statement("s1", "DRAFT").await;
        house.dispatch().await;
        let (count, mut next) = read("/v1/events").await;
        assert_eq!(count, 1);
        // Events of another company come and go, and this one has none.
        for number in 0..3 {
            house.statement_at(house.bench.clock.now(), "C00003", &format!("n{number}"), "DRAFT").await;
            house.dispatch().await;
            let (count, on) = read(&next).await;
            assert_eq!(count, 0);
            next = on;
            house.bench.clock.advance_seconds(EVENTS_KEPT_S + 1);
            house.dispatcher.tidy_up().await.unwrap();
        }
        // Whoever begins anew goes on from there too.
        let (_, begun) = read("/v1/events").await;
        house.statement("s1", "EXECUTED").await;
        house.dispatch().await;
        assert_eq!((read(&next).await.0, read(&begun).await.0), (1, 1));
    }

    async fn evt_01_wrong_parameters_are_refused(bench: Bench) {
        let house = House::open(bench).await;
        for query in [
            "after=1", "after=00000000000000zz", "after=000000000000000A", "after=ffffffffffffffff",
            "after=0000000000000001&after=0000000000000001", "limit=0", "limit=1001", "limit=x", "type=letter",
            "type=PAYROLL.STATEMENT.EXECUTED", "after=%00",
        ] {
            let refused = house.get(&petrov(), &format!("/v1/events?{query}")).await;
            assert_eq!(refused.status, 400, "{query}: {}", refused.text());
            assert_eq!(refused.json()["code"], "MALFORMED", "{query}");
        }
        for query in ["limit=1000", "after=&limit=&type="] {
            assert_eq!(house.get(&petrov(), &format!("/v1/events?{query}")).await.status, 200, "{query}");
        }
    }
}
