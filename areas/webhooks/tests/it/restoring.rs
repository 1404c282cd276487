//! Events of a database that was put back from a copy.

use http::Method;
use kernel::Clock as _;
use serde_json::json;
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::house::{House, id_of, petrov};

store::queries! {
    /// The events of a copy that was made at this number.
    LOSE_EVENTS = "delete from events where seq > $1";
    /// The counter of a copy that was made at this number.
    LOSE_NUMBERS = "update event_counter set last_seq = $1 where counter_id = 1";
}

/// Puts the copy back that was made when one event had a number.
async fn restore(house: &House) {
    let now = house.bench.clock.now();
    let lose = move |tx: &mut Tx| {
        tx.execute(&LOSE_EVENTS, params![1])?;
        tx.execute_one(&LOSE_NUMBERS, params![1])?;
        jobs::stand_still(tx, now)
    };
    assert!(house.bench.store.write::<_, StoreError>("lose", lose).await.unwrap());
}

async fn go_on(house: &House) {
    let now = house.bench.clock.now();
    let go_on = move |tx: &mut Tx| {
        jobs::go_on(tx)?;
        events::begin_epoch(tx, now)
    };
    house.bench.store.write::<_, StoreError>("go on", go_on).await.unwrap();
}

on_both_engines! {
    async fn money_h04_a_cursor_of_before_a_restore_is_told_the_way_on(bench: Bench) {
        let house = House::open(bench).await;
        for state in ["CHECKING", "PROCESSING", "EXECUTED"] {
            house.statement("s1", state).await;
        }
        house.dispatch().await;
        let told = house.get(&petrov(), "/v1/events").await.json();
        let path = format!("/v1/events?after={}", told["nextCursor"].as_str().unwrap());
        restore(&house).await;
        for is_after in [false, true] {
            if is_after {
                go_on(&house).await;
                // More than the lost database had: its numbers are not given again.
                for number in 0..5 {
                    house.statement(&format!("n{number}"), "EXECUTED").await;
                }
                house.dispatch().await;
            }
            let gone = house.get(&petrov(), &path).await;
            assert_eq!((gone.status.as_u16(), gone.json()["code"].clone()), (410, "RESTORED".into()));
            let after = gone.json()["after"].as_str().unwrap().to_owned();
            assert_eq!(after, "0000000000000001");
            let page = house.get(&petrov(), &format!("/v1/events?after={after}")).await;
            assert_eq!(page.status, 200, "{}", page.text());
            let found = page.json()["events"].as_array().unwrap().len();
            assert_eq!(found, if is_after { 5 } else { 0 });
        }
        assert_eq!(house.get(&petrov(), "/v1/events").await.json()["events"].as_array().unwrap().len(), 6);
    }

    async fn money_h04_a_cursor_holds_in_an_epoch_that_has_no_event_yet(bench: Bench) {
        let house = House::open(bench).await;
        for state in ["CHECKING", "EXECUTED"] {
            house.statement("s1", state).await;
        }
        house.dispatch().await;
        restore(&house).await;
        go_on(&house).await;
        let mut after = "0000000000000001".to_owned();
        for (state, count) in [(None, 0), (None, 0), (Some("EXECUTED"), 1), (None, 0)] {
            if let Some(state) = state {
                house.statement("s1", state).await;
                house.dispatch().await;
            }
            let page = house.get(&petrov(), &format!("/v1/events?after={after}")).await;
            assert_eq!(page.status, 200, "{after}: {}", page.text());
            let page = page.json();
            assert_eq!(page["events"].as_array().unwrap().len(), count, "{page}");
            page["nextCursor"].as_str().unwrap().clone_into(&mut after);
        }
    }

    async fn money_h04_the_first_event_of_an_epoch_moves_the_cursor_of_a_company_that_has_none(bench: Bench) {
        let house = House::open(bench).await;
        for state in ["CHECKING", "EXECUTED"] {
            house.statement("s1", state).await;
        }
        house.dispatch().await;
        restore(&house).await;
        go_on(&house).await;
        house.statement_at(house.bench.clock.now(), "C00003", "s3", "EXECUTED").await;
        house.dispatch().await;
        let page = house.get(&petrov(), "/v1/events?after=0000000000000001").await.json();
        assert_eq!(page["events"], json!([]));
        assert_ne!(page["nextCursor"], "0000000000000001", "or it would be forgotten with the events of others");
    }

    async fn operator_19_a_restored_database_tells_nobody_until_it_goes_on(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("http://127.0.0.1:1024/hook").await);
        house.statement("s1", "CHECKING").await;
        house.dispatch().await;
        restore(&house).await;
        house.statement("s1", "EXECUTED").await;
        assert_eq!(house.dispatcher.dispatch().await.unwrap(), 0);
        assert_eq!(house.runner().drain().await.unwrap(), 0, "the delivery of before waits");
        let tried = house.request(&petrov(), Method::POST, &format!("/v1/webhooks/{id}/test")).send().await;
        assert_eq!((tried.status.as_u16(), tried.header("retry-after").is_some()), (503, true));
        assert_eq!(house.get(&petrov(), "/v1/events").await.json()["events"].as_array().unwrap().len(), 1);
        go_on(&house).await;
        assert_eq!(house.dispatcher.dispatch().await.unwrap(), 1);
        let states: Vec<_> = house.log(&id).await.iter().map(|one| one["type"].clone()).collect();
        assert_eq!(states, [json!("payroll.statement.executed"), json!("payroll.statement.checking")]);
    }
}
