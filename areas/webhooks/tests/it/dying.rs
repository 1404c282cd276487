//! OPS-05: processes that die while they deliver lose nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use testkit::{Bench, on_both_engines};
use tokio::sync::Notify;
use tokio::sync::watch;

use crate::house::{House, id_of};
use crate::receiver::{Answer, Receiver};

/// Deaths of each test.
const DEATHS: usize = 20;
const STATES: [&str; 5] = ["DRAFT", "CHECKING", "AWAITING_SIGN", "PROCESSING", "EXECUTED"];

on_both_engines! {
    async fn ops_05_workers_that_die_lose_nothing_keep_the_order_and_repeat_under_the_same_identifier(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        for state in STATES {
            for statement in 0..100 {
                house.statement(&format!("s{statement}"), state).await;
            }
        }
        house.dispatch().await;
        for death in 0..DEATHS {
            // The process dies when it has sent a few: some of them settled, some answered, some not.
            let few = Arc::new(Notify::new());
            let (told, mut left) = (Arc::clone(&few), 1 + death * 7 % 37);
            receiver.now(move |_| {
                left = left.saturating_sub(1);
                if left == 0 {
                    told.notify_one();
                }
                if death % 3 == 0 && left == 0 { Answer::Hang } else { Answer::Status(200) }
            });
            let (_stop, stopped) = watch::channel(false);
            let process = tokio::spawn(house.runner().run(stopped));
            tokio::select! {
                () = few.notified() => {}
                () = tokio::time::sleep(std::time::Duration::from_secs(2)) => {}
            }
            process.abort();
            assert!(process.await.is_err());
            // Its lease ends, and so does the rest after a death.
            house.bench.clock.advance_seconds(700);
        }
        receiver.now(|_| Answer::Status(200));
        // A job whose processes died too often is given up, and taken up again by the next tidying.
        for _ in 0..5 {
            house.dispatcher.tidy_up().await.unwrap();
            house.work_after(30_000).await;
        }
        let log = house.log(&id).await;
        assert!(log.iter().all(|entry| entry["state"] == "DELIVERED"), "{:?}", log.first());
        let (mut states, mut bodies): (BTreeMap<String, Vec<String>>, BTreeMap<String, String>) = Default::default();
        for one in receiver.received() {
            let body = bodies.entry(one.id()).or_insert_with(|| one.text.clone());
            assert_eq!(*body, one.text, "a repeat is the same");
            let seen = states.entry(one.fact("statementId").to_string()).or_default();
            let state = one.fact("state").as_str().unwrap().to_owned();
            if seen.last() != Some(&state) {
                seen.push(state);
            }
        }
        assert_eq!((bodies.len(), states.len()), (500, 100), "nothing is lost, nothing made up");
        assert!(states.values().all(|seen| *seen == STATES), "{states:?}");
    }
}
