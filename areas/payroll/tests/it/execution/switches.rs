//! Execution while operators have stopped it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use orders::{Answer, Answered, OrderState, Outcome, Role, Verdict, Wanted};
use payroll::execution::CHUNK_LINES;
use payroll::rail::{OutgoingRail, RailAnswer, RailPayment, Submitted};
use store::params;
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

store::queries! {
    /// An order to the core about the statement of a payment.
    PLACE_FOR_CORE = "insert into bank_orders (order_id, kind, role, cnum, object_id, payload, state, opened_at_us,
            deadline_at_us)
        select cast($1 as text), 'payroll.execute', 'core', cnum, cast($2 as text), payload, 'OPEN', opened_at_us,
            deadline_at_us
        from bank_orders where object_id = $3";
    /// The number of each order of a role, its state, and who has it.
    STANDING = "select seq, state || ' ' || coalesce(taken_by, 'nobody') as standing from bank_orders
        where role = $1 order by opened_at_us";
}

/// The numbers of the orders of a role, and how they stand, in the order of their changes.
async fn standing(house: &House, role: Role) -> Vec<(Option<i64>, String)> {
    house.bench.store.select(&STANDING, params![role.as_str()]).await.unwrap()
}

/// The things of the orders that a role is handed after a number.
async fn handed(house: &House, role: Role, after: i64) -> Vec<String> {
    let wanted = Wanted { role, after, kind: String::new(), limit: 1_000 };
    let orders = house.state.desk.hand_out(|_| Ok(true), wanted, "hub", Duration::ZERO).await.unwrap();
    orders.into_iter().map(|order| order.object_id).collect()
}

on_both_engines! {
    async fn bnk_09_a_switch_takes_back_the_orders_that_it_stops_and_no_others(bench: Bench) {
        let house = House::with_players(bench, "payment.send=bank").await;
        let mut ids = Vec::new();
        for minor in [10, 20, 30, 40] {
            ids.push(house.execute(&Draft::of(vec![to_other(OTHER_BIC, 1, minor)])).await.0.to_string());
            later(&house.bench, 1);
        }
        let payments: Vec<String> = ids.iter().map(|id| format!("{id}:1")).collect();
        for (name, place) in [("exe-1", 1), ("exe-2", 2)] {
            let values = params![name, ids[place].as_str(), payments[place].as_str()];
            assert_eq!(change(&house.bench, &PLACE_FOR_CORE, values).await, 1);
        }
        assert_eq!(handed(&house, Role::Payments, 0).await, payments);
        assert_eq!(handed(&house, Role::Core, 0).await, ids[1..3]);
        let last = house.orders(Role::Payments).await.into_iter().find(|order| order.object_id == payments[3]);
        let answer = Answer { outcome: Outcome::Done, reference: None, reason: None, details: serde_json::Map::new() };
        let answered = Answered { id: last.unwrap().id, answer, by: by() };
        let verdicts = house.state.desk.answer(Some(Role::Payments), vec![answered]).await.unwrap();
        assert_eq!(verdicts, [Verdict::Taken(OrderState::Answered)]);
        let (before, core) = (standing(&house, Role::Payments).await, standing(&house, Role::Core).await);
        let nobody = (None, "OPEN nobody".to_owned());

        // One statement is stopped: its payment, and not yet what the core has of it, which has not asked.
        switch(&house.bench.store, "statement", &ids[1], true).await;
        let others = [&payments[0], &payments[2], &payments[3]];
        assert_eq!(handed(&house, Role::Payments, 0).await.iter().collect::<Vec<_>>(), others);
        let mut expected = before.clone();
        expected[1] = nobody.clone();
        assert_eq!(standing(&house, Role::Payments).await, expected);
        assert_eq!(standing(&house, Role::Core).await, core);
        assert_eq!(handed(&house, Role::Core, 0).await, ids[2..3], "an order is about the statement itself");
        switch(&house.bench.store, "statement", &ids[1], false).await;
        assert_eq!(handed(&house, Role::Payments, 0).await.last(), Some(&payments[1]), "under another number");

        // A switch of something else takes nothing back.
        let before = standing(&house, Role::Payments).await;
        switch(&house.bench.store, "payroll", "", true).await;
        assert_eq!(handed(&house, Role::Payments, 0).await.len(), 4);
        assert_eq!(standing(&house, Role::Payments).await, before);
        switch(&house.bench.store, "payroll", "", false).await;

        // The rail is stopped: what the hub has seen and what has ended stay as they are.
        switch(&house.bench.store, "rail", "", true).await;
        let seen = before[0].0.unwrap();
        assert_eq!(handed(&house, Role::Payments, seen).await, payments[3..]);
        let expected = [before[0].clone(), nobody.clone(), nobody, before[3].clone()];
        assert_eq!(standing(&house, Role::Payments).await, expected);
    }

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
