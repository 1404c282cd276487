//! SBX-01: a moved clock and receivers that do not answer.

use testkit::{Bench, on_both_engines};
use tokio::time::timeout;

use crate::house::{ATTEMPT_TIME_MAX, House, id_of};
use crate::receiver::{Answer, Receiver};

/// Attempts of 72 hours, as the pauses are drawn.
const ATTEMPTS: std::ops::RangeInclusive<usize> = 15..=19;

/// Moves the clock for hours until the webhook is switched off; the attempts that arrived.
async fn until_switched_off(house: &House, id: &str, receiver: &Receiver) -> usize {
    while house.state_of(id).await == "ON" {
        // An attempt at a receiver that hangs lasts so long itself, unless it is cut short.
        timeout(ATTEMPT_TIME_MAX, house.work_after(3_600)).await.unwrap();
        assert!(receiver.received().len() <= *ATTEMPTS.end(), "pauses grow");
    }
    receiver.received().len()
}

on_both_engines! {
    async fn sbx_01_a_move_asks_a_silent_receiver_as_often_as_life_and_waits_once(bench: Bench) {
        let (house, receiver) = (House::of_sandbox(bench).await, Receiver::start(|_| Answer::Close).await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        let moving = house.state.sandbox.as_ref().unwrap().begin_move();
        house.statement("s1", "EXECUTED").await;
        house.work().await;
        // It was silent at once; from now on it would be waited for.
        receiver.now(|_| Answer::Hang);
        let attempts = until_switched_off(&house, &id, &receiver).await;
        assert!(ATTEMPTS.contains(&attempts), "{attempts}");
        assert_eq!(house.state_of(&id).await, "UNREACHABLE");
        assert!(house.trail().await.contains(&"webhook.unreachable".to_owned()));
        let log = house.log(&id).await;
        let told = house.attempts(&id, log[0]["eventId"].as_str().unwrap()).await;
        assert_eq!(told.len(), attempts);
        assert!(told[..attempts - 1].iter().all(|one| one["outcome"] == "TIMED_OUT"), "{told:?}");
        drop(moving);
        assert_eq!(house.state.sandbox.as_ref().unwrap().move_under_way(), None);
    }

    async fn sbx_01_a_receiver_that_answers_again_in_a_move_gets_everything(bench: Bench) {
        let (house, receiver) = (House::of_sandbox(bench).await, Receiver::start(|_| Answer::Close).await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        let _moving = house.state.sandbox.as_ref().unwrap().begin_move();
        house.statement("s1", "EXECUTED").await;
        house.work().await;
        receiver.now(|_| Answer::Status(204));
        // Had the machine been slow, the next attempt brings it.
        for _ in 0..3 {
            house.work_after(36_000).await;
        }
        assert_eq!(house.log(&id).await[0]["state"], "DELIVERED");
        assert_eq!(house.state_of(&id).await, "ON");
    }
}
