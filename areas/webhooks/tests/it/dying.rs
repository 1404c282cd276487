//! OPS-05: processes that die while they deliver lose nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};
use tokio::sync::Notify;
use tokio::sync::watch;

use crate::house::{House, id_of};
use crate::receiver::{Answer, Receiver};

/// Deaths of each test.
const DEATHS: usize = 20;
const STATES: [&str; 5] = ["DRAFT", "CHECKING", "AWAITING_SIGN", "PROCESSING", "EXECUTED"];

store::queries! {
    GIVE_UP = "update jobs set is_given_up = true where kind = $1";

    /// A job of another kind that was given up.
    GIVEN_UP = "insert into jobs (kind, job_key, run_at_us, is_given_up) values ('payroll.rail', $1, 0, true)";
}

on_both_engines! {
    async fn ops_05_deliveries_go_on_however_many_other_jobs_were_given_up(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "DRAFT").await;
        house.dispatch().await;
        let give_up = |tx: &mut Tx| {
            tx.execute_one(&GIVE_UP, params!["webhooks.deliver"])?;
            (0..jobs::GIVEN_UP_MAX).try_for_each(|number| tx.execute_one(&GIVEN_UP, params![format!("s{number}")]))
        };
        house.bench.store.write::<_, StoreError>("test.give_up", give_up).await.unwrap();
        house.work_after(60).await;
        assert_eq!(house.log(&id).await[0]["state"], "WAITING");
        house.dispatcher.tidy_up().await.unwrap();
        house.work().await;
        assert_eq!(house.log(&id).await[0]["state"], "DELIVERED");
    }

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
