//! OPS-02: the trail tells how often a session was refreshed on a day, by a number.

use kernel::Clock as _;
use serde_json::Value;
use testkit::{Bench, on_both_engines};

use crate::house::{ERP, House, Tokens, parts, tokens};

/// Refreshes a session so many times, a minute apart.
async fn refreshed(bench: &Bench, house: &House, mut last: Tokens, times: usize) -> Tokens {
    for _ in 0..times {
        last = tokens(&house.refresh(ERP, &last.refresh).await);
        bench.clock.advance_seconds(60);
    }
    last
}

/// The entries about refreshes of a session, oldest first: action, and number of refreshes where one is told.
async fn told(house: &House, own: &Tokens) -> Vec<(String, Option<i64>)> {
    let object_id = parts(&own.access).1["sid"].as_str().map(str::to_owned);
    let filter = audit::Filter { object_id, ..audit::Filter::default() };
    let mut entries = audit::list(&house.store, &filter, 100).await.unwrap();
    entries.retain(|entry| entry.action.starts_with("token.refresh"));
    entries.sort_by_key(|entry| (entry.at, entry.id));
    for entry in &entries {
        assert_eq!((entry.actor_id.as_deref(), entry.company.is_some()), (Some("erp"), true), "{entry:?}");
    }
    let number = |detail: &str| serde_json::from_str::<Value>(detail).unwrap()["refreshes"].as_i64();
    entries.iter().map(|entry| (entry.action.clone(), number(&entry.detail))).collect()
}

fn entry(action: &str, refreshes: Option<i64>) -> (String, Option<i64>) {
    (action.to_owned(), refreshes)
}

on_both_engines! {
    async fn ops_02_each_session_of_a_day_is_told_of_once(bench: Bench) {
        let house = House::build(&bench).await;
        let (own, other) = (house.log_in(ERP).await, house.log_in(ERP).await);
        refreshed(&bench, &house, own.clone(), 2).await;
        refreshed(&bench, &house, other.clone(), 3).await;
        bench.clock.advance_seconds(86_400);
        for _ in 0..2 {
            house.state.tidy_up().await.unwrap();
        }
        for (session, refreshes) in [(&own, 2), (&other, 3)] {
            let expected =
                [entry("token.refreshed", None), entry("token.refreshes_counted", Some(refreshes))];
            assert_eq!(told(&house, session).await, expected);
        }
    }

    async fn ops_02_refreshes_are_counted_by_session_and_day(bench: Bench) {
        let house = House::build(&bench).await;
        let (own, other) = (house.log_in(ERP).await, house.log_in(ERP).await);
        let first = entry("token.refreshed", None);
        let last = refreshed(&bench, &house, own.clone(), 5).await;
        refreshed(&bench, &house, other.clone(), 1).await;
        house.state.tidy_up().await.unwrap();
        assert_eq!(told(&house, &own).await, std::slice::from_ref(&first), "the day goes on");

        // Whoever comes first on another day tells of the one before: here a refresh.
        bench.clock.advance_seconds(86_400);
        let last = refreshed(&bench, &house, last, 3).await;
        let counted = |refreshes| entry("token.refreshes_counted", Some(refreshes));
        let mut expected = vec![first.clone(), counted(5), first.clone()];
        let mut found = told(&house, &own).await;
        found[1..].sort();
        expected[1..].sort();
        assert_eq!(found, expected);

        // Here the housekeeping, once, however many processes do it.
        bench.clock.advance_seconds(86_400);
        let another = House::process(&bench, bench.store.clone()).await;
        let (one, two) = tokio::join!(house.state.tidy_up(), another.state.tidy_up());
        one.and(two).unwrap();
        house.state.tidy_up().await.unwrap();
        expected.push(counted(3));
        found = told(&house, &own).await;
        found[1..3].sort();
        assert_eq!(found, expected);
        // A single refresh has its own entry, and no number.
        assert_eq!(told(&house, &other).await, std::slice::from_ref(&first));
        bench.clock.advance_seconds(60);

        // A day that was told of does not begin again, and a repeated refresh has its own entry.
        let next = refreshed(&bench, &house, last.clone(), 1).await;
        house.refresh(ERP, &last.refresh).await;
        refreshed(&bench, &house, next, 1).await;
        expected.extend([first, entry("token.refresh_repeated", None)]);
        found = told(&house, &own).await;
        found[1..3].sort();
        assert_eq!(found, expected);
        // A day lasts from midnight to midnight in UTC, as in the trail.
        let now = bench.clock.now();
        let began = identity::token::refresh::CountedDay::began(now);
        assert!(began <= now && began.to_string().ends_with("T00:00:00Z"), "{began}");
    }
}
