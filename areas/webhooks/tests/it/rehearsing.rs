//! SBX-02: addresses that ask a sandbox for failures of deliveries.

use serde_json::json;
use testkit::{Bench, on_both_engines};

use crate::house::{House, id_of};
use crate::receiver::Receiver;

on_both_engines! {
    async fn sbx_02_an_answer_is_lost_once_and_the_event_comes_again(bench: Bench) {
        let (house, receiver) = (House::of_sandbox(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&format!("{}&sandbox-trigger=webhook-lost", receiver.url())).await);
        house.statement("a", "DRAFT").await;
        house.statement("a", "CHECKING").await;
        house.work().await;
        assert_eq!(receiver.facts("state"), ["DRAFT"], "the next of its thing waits");
        assert_eq!(house.log(&id).await[1]["state"], "WAITING");
        house.work_after(6).await;
        house.work_after(6).await;
        assert_eq!(receiver.facts("state"), ["DRAFT", "DRAFT", "CHECKING", "CHECKING"]);
        let received = receiver.received();
        assert_eq!((received[0].id(), &received[0].text), (received[1].id(), &received[1].text));
        let attempts = house.attempts(&id, &received[0].id()).await;
        assert_eq!((&attempts[1]["outcome"], &attempts[0]["outcome"]), (&json!("REHEARSED"), &json!("DELIVERED")));
    }

    async fn sbx_02_a_first_sending_fails_and_events_of_other_things_overtake(bench: Bench) {
        let (house, receiver) = (House::of_sandbox(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&format!("{}&sandbox-trigger=webhook-late", receiver.url())).await);
        house.statement("a", "DRAFT").await;
        house.work().await;
        assert!(receiver.received().is_empty());
        house.statement("b", "DRAFT").await;
        house.work_after(6).await;
        assert_eq!(receiver.facts("statementId"), ["a"], "that of b fails for the first time");
        house.work_after(6).await;
        assert_eq!(receiver.facts("statementId"), ["a", "b"]);
        assert!(house.log(&id).await.iter().all(|entry| entry["attempts"] == 2));
    }

    async fn sbx_02_a_live_program_does_not_know_these_addresses(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        house.webhook(&format!("{}&sandbox-trigger=webhook-lost", receiver.url())).await;
        house.statement("a", "DRAFT").await;
        house.work().await;
        house.work_after(60).await;
        assert_eq!(receiver.received().len(), 1);
    }
}
