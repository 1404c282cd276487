//! Execution while operators have stopped it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::FutureExt as _;
use payroll::execution::CHUNK_LINES;
use payroll::rail::{OutgoingRail, RailAnswer, RailPayment, Submitted};
use testkit::{Bench, on_both_engines, switch};

use super::crashing::Sleepy;
use super::house::*;

/// Settles everything, and counts the payments that it was told of.
#[derive(Default)]
struct Counting(AtomicUsize);

impl OutgoingRail for Counting {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        self.0.fetch_add(payments.len(), Ordering::SeqCst);
        async move { Ok(payments.iter().map(|_| Some(RailAnswer::Settled)).collect()) }.boxed()
    }
}

on_both_engines! {
    async fn bnk_09_while_payroll_is_stopped_no_statement_is_executed(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        switch(&house.bench.store, "payroll", "", true).await;
        let (id, seen) = house.execute(&Draft::of(vec![to(1, 100)])).await;
        assert_eq!(seen.state, "AWAITING_SEND");
        later(&house.bench, 86_400);
        house.work().await;
        assert_eq!((house.seen(id).await, house.money(SETTLEMENT).await), (seen, before));
        switch(&house.bench.store, "payroll", "", false).await;
        house.work().await;
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        assert_eq!(house.money(SETTLEMENT).await.0, before.0 - 100);
        house.assert_at_rest().await;
    }

    async fn bnk_09_one_statement_waits_and_the_others_are_executed(bench: Bench) {
        let house = House::new(bench).await;
        let stopped = house.put(&Draft::of(vec![to(1, 100)])).await;
        switch(&house.bench.store, "statement", &stopped.to_string(), true).await;
        let (_, seen) = house.execute(&Draft::of(vec![to(2, 10)])).await;
        assert_eq!((seen.state.as_str(), house.seen(stopped).await.state.as_str()), ("EXECUTED", "AWAITING_SEND"));
        switch(&house.bench.store, "statement", &stopped.to_string(), false).await;
        house.work().await;
        assert_eq!(house.seen(stopped).await.state, "EXECUTED");
        house.assert_sound().await;
    }

    async fn bnk_09_a_chunk_that_begins_behind_the_switch_is_not_paid(bench: Bench) {
        let house = House::new(bench).await;
        let lines = usize::try_from(2 * CHUNK_LINES).unwrap();
        let draft = Draft::of((0..lines).map(|index| to(1 + u32::try_from(index % 5).unwrap(), 1)).collect());
        let id = house.put(&draft).await;
        let before = house.money(SETTLEMENT).await;
        // The worker stops with its second chunk in its hands.
        let sleepy = Sleepy::after(1, &house, &house.bench.store).await;
        while house.seen(id).await.done < CHUNK_LINES {
            tokio::task::yield_now().await;
        }
        switch(&house.bench.store, "payroll", "", true).await;
        sleepy.wake().await;
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.done), ("PROCESSING", CHUNK_LINES));
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - CHUNK_LINES, before.1 + CHUNK_LINES));
        switch(&house.bench.store, "payroll", "", false).await;
        house.work().await;
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        assert_eq!(house.money(SETTLEMENT).await.0, before.0 - draft.total());
        house.assert_at_rest().await;
    }

    async fn bnk_09_the_rail_is_told_of_nothing_while_it_is_stopped(bench: Bench) {
        let house = House::new(bench).await;
        let rail = Arc::new(Counting::default());
        let runner = house.runner_over(rail.clone());
        let id = house.put(&Draft::of(vec![to(1, 100), to_other(OTHER_BIC, 1, 40)])).await;
        for (name, subject) in [("rail", String::new()), ("statement", id.to_string())] {
            if name == "statement" {
                later(&house.bench, 30);
            }
            switch(&house.bench.store, "rail", "", name == "rail").await;
            switch(&house.bench.store, "statement", &id.to_string(), name == "statement").await;
            // A statement of its own is executed up to the rail; the other waits there.
            runner.drain().await.unwrap();
            assert_eq!(rail.0.load(Ordering::SeqCst), 0, "{name} {subject}");
            let seen = house.seen(id).await;
            assert_eq!((seen.state.as_str(), seen.executed), ("PROCESSING", 100), "{name}");
        }
        switch(&house.bench.store, "statement", &id.to_string(), false).await;
        later(&house.bench, 30);
        runner.drain().await.unwrap();
        assert_eq!((rail.0.load(Ordering::SeqCst), house.seen(id).await.state.as_str()), (1, "EXECUTED"));
        house.assert_at_rest().await;
    }
}
