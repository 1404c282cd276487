//! EVT-02: the events of one object arrive in their order, whatever fails.

use std::collections::BTreeMap;

use testkit::{Bench, on_both_engines};

use crate::house::{House, id_of};
use crate::receiver::{Answer, Receiver};

const STATES: [&str; 5] = ["DRAFT", "CHECKING", "AWAITING_SIGN", "PROCESSING", "EXECUTED"];

on_both_engines! {
    async fn evt_02_what_comes_behind_a_failure_of_its_object_waits_and_others_do_not(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        receiver.now(|one| if one.fact("statementId") == "a" { Answer::Status(503) } else { Answer::Status(200) });
        let id = id_of(&house.webhook(&receiver.url()).await);
        for state in STATES {
            house.statement("a", state).await;
            house.statement("b", state).await;
        }
        house.work().await;
        let of = |statement: &str| -> Vec<String> {
            let own = receiver.received().into_iter().filter(|one| one.fact("statementId") == statement);
            own.map(|one| one.fact("state").as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(of("b"), STATES);
        assert_eq!(of("a"), ["DRAFT"], "the first failed, and no other was sent");
        house.work_after(10).await;
        assert_eq!(of("a"), ["DRAFT", "DRAFT"]);
        house.statement("a", "DELETED").await;
        house.work().await;
        assert_eq!(of("a").len(), 2, "a new one does not overtake");
        receiver.now(|_| Answer::Status(200));
        house.work_after(3_600).await;
        assert_eq!(of("a")[2..], ["DRAFT", "CHECKING", "AWAITING_SIGN", "PROCESSING", "EXECUTED", "DELETED"]);
        assert!(house.log(&id).await.iter().all(|entry| entry["state"] == "DELIVERED"));
    }

    async fn evt_02_a_receiver_that_fails_now_and_then_gets_every_object_in_order(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let mut number = 0_u32;
        receiver.now(move |_| {
            number += 1;
            match number % 7 {
                2 => Answer::Status(500),
                5 => Answer::Close,
                _ => Answer::Status(200),
            }
        });
        let id = id_of(&house.webhook(&receiver.url()).await);
        for state in STATES {
            for statement in 0..20 {
                house.statement(&format!("s{statement}"), state).await;
            }
        }
        for _ in 0..60 {
            house.work_after(3_600).await;
            if house.log(&id).await.iter().all(|entry| entry["state"] == "DELIVERED") {
                break;
            }
        }
        let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for one in receiver.received() {
            let states = seen.entry(one.fact("statementId").to_string()).or_default();
            let state = one.fact("state").as_str().unwrap().to_owned();
            if states.last() != Some(&state) {
                states.push(state);
            }
        }
        assert_eq!(seen.len(), 20);
        assert!(seen.values().all(|states| *states == STATES), "{seen:?}");
    }

    async fn ops_05_two_processes_deliver_each_event_once_and_in_order(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        house.webhook(&receiver.url()).await;
        for state in STATES {
            for statement in 0..10 {
                house.statement(&format!("s{statement}"), state).await;
            }
        }
        let (one, two) = (house.runner(), house.runner());
        house.dispatch().await;
        let (first, second) = tokio::join!(one.drain(), two.drain());
        first.unwrap();
        second.unwrap();
        assert_eq!(receiver.received().len(), 50);
    }
}
