//! Deliveries while operators have stopped them.

use testkit::{Bench, on_both_engines, switch};

use crate::house::{House, id_of};
use crate::receiver::{Answer, Receiver};

on_both_engines! {
    async fn bnk_09_no_delivery_is_tried_while_they_are_stopped_and_none_is_lost(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        switch(&house.bench.store, "webhooks", "", true).await;
        for number in 0..3 {
            house.statement(&format!("s{number}"), "EXECUTED").await;
            house.work_after(86_400).await;
        }
        assert!(receiver.received().is_empty());
        assert_eq!(house.log(&id).await[0]["state"], "WAITING");
        switch(&house.bench.store, "webhooks", "", false).await;
        house.work().await;
        assert_eq!(receiver.received().len(), 3);
        assert_eq!(house.state_of(&id).await, "ON");
    }

    async fn bnk_09_a_delivery_that_is_under_way_is_written_down_and_the_next_waits(bench: Bench) {
        let house = House::open(bench).await;
        let store = house.bench.store.clone();
        let switching = move |_: &_| {
            let store = store.clone();
            tokio::task::block_in_place(|| {
                tokio::runtime::Handle::current().block_on(switch(&store, "webhooks", "", true));
            });
            Answer::Status(200)
        };
        let receiver = Receiver::start(switching).await;
        let id = id_of(&house.webhook(&receiver.url()).await);
        for state in ["PROCESSING", "EXECUTED"] {
            house.statement("s1", state).await;
        }
        house.work().await;
        let log = house.log(&id).await;
        assert_eq!((&log[0]["state"], &log[1]["state"]), (&"WAITING".into(), &"DELIVERED".into()));
        assert_eq!(receiver.received().len(), 1);
    }
}
