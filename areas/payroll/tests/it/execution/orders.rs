//! Payments to other banks that the bank makes: orders, and its answers.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Clock as _, Randomness};
use orders::{Answer, Answered, OrderId, OrderState, Outcome, Refusal, Role, Verdict, Wanted};
use payroll::StuckId;
use payroll::rail::RailAnswer;
use testkit::{Bench, on_both_engines};

use super::house::*;
use super::stuck::decide;

/// The payment hub answers about payments to other banks.
pub(crate) const HUB: &str = "payment.send=bank";

fn done() -> Answer {
    Answer { outcome: Outcome::Done, reference: None, reason: None, details: serde_json::Map::new() }
}

fn refused() -> Answer {
    Answer { outcome: Outcome::Refused, reason: Some(no_account()), ..done() }
}

async fn answer(house: &House, answers: &[(&OrderId, Answer)]) -> Vec<Verdict> {
    let answers =
        answers.iter().map(|(id, answer)| Answered { id: (*id).clone(), answer: answer.clone(), by: by() });
    house.state.desk.answer(Some(Role::Payments), answers.collect()).await.unwrap()
}

store::queries! {
    /// Orders of which people were told.
    OVERDUE_TOLD = "select object_id from audit_entries where action = 'bank_orders.overdue'";
    /// An order to the core about a thing of the same name.
    PLACE_ORDER = "insert into bank_orders (order_id, kind, role, cnum, object_id, payload, state, opened_at_us,
            deadline_at_us)
        values ($1, $2, 'core', 'C00001', $1, '{}', 'OPEN', $3, $4)";
    END_ORDER = "update bank_orders set state = 'ANSWERED', ended_at_us = $2, ended_by = 'core', answer = '{}'
        where order_id = $1";
    /// The same order once more, without its end.
    COPY_ORDER = "insert into bank_orders (order_id, kind, role, cnum, object_id, payload, state, opened_at_us,
            deadline_at_us)
        select 'pay-again', kind, role, cnum, object_id, payload, 'OPEN', opened_at_us, deadline_at_us
        from bank_orders where order_id = $1";
}

const TAKEN: Verdict = Verdict::Taken(OrderState::Answered);

on_both_engines! {
    async fn bnk_01_payments_to_other_banks_are_orders_that_end_once(bench: Bench) {
        let house = House::with_players(bench, HUB).await;
        let before = house.money(SETTLEMENT).await;
        let others = [(1, 40), (2, 30), (3, 20)].map(|(serial, minor)| to_other(OTHER_BIC, serial, minor));
        let lines = [to(1, 100)].into_iter().chain(others).collect();
        let (id, seen) = house.execute(&Draft::of(lines)).await;
        // Nobody outside has said anything, so nothing is executed but what this bank did itself.
        assert_eq!((seen.state.as_str(), seen.executed, house.outgoing().await), ("PROCESSING", 100, 90));
        let orders = house.orders(Role::Payments).await;
        assert_eq!(orders.len(), 3);
        let payload: serde_json::Value = serde_json::from_str(&orders[0].payload).unwrap();
        assert_eq!((&payload["amount"], &payload["line"]), (&"0.40".into(), &2.into()));
        assert_eq!(payload["payer"]["inn"], "7707123458");
        assert_eq!(payload["purpose"], "Salary", "as people have signed it");
        assert_eq!(payload["payee"]["name"], "Иванов Иван");
        assert_eq!(orders[0].id.as_str(), format!("pay-{}", payload["endToEndId"].as_str().unwrap()));
        // Again under the same names and numbers.
        assert_eq!(house.orders(Role::Payments).await, orders);
        let id_of = |place: usize| &orders[place].id;
        assert_eq!(answer(&house, &[(id_of(2), refused()), (id_of(0), done())]).await, [TAKEN, TAKEN]);
        house.work().await;
        assert_eq!((house.seen(id).await.state.as_str(), house.outgoing().await), ("PROCESSING", 30));
        house.assert_sound().await;
        // The same again changes nothing, another one is refused, and so is one for an order that nobody has.
        let unknown: OrderId = "pay-NOBODY".parse().unwrap();
        let again = [(id_of(0), done()), (id_of(2), done()), (&unknown, done())];
        assert_eq!(answer(&house, &again).await, [
            Verdict::Same,
            Verdict::Refused(Refusal::Contradicts),
            Verdict::Refused(Refusal::Unknown),
        ]);
        // The same order twice in one bunch is answered once.
        assert_eq!(answer(&house, &[(id_of(1), done()), (id_of(1), refused())]).await, [
            TAKEN,
            Verdict::Refused(Refusal::Contradicts),
        ]);
        house.work().await;
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 170, 1));
        assert_eq!((house.money(SETTLEMENT).await, house.outgoing().await), ((before.0 - 170, before.1), 0));
        house.assert_at_rest().await;
    }

    async fn bnk_01_another_role_learns_nothing_of_an_order(bench: Bench) {
        let house = House::with_players(bench, HUB).await;
        house.execute(&Draft::of(vec![to_other(OTHER_BIC, 1, 40)])).await;
        let orders = house.orders(Role::Payments).await;
        let wanted = Wanted { role: Role::Letters, after: 0, kind: String::new(), limit: 1_000 };
        assert_eq!(house.state.desk.hand_out(|_| Ok(true), wanted, "letters", Duration::ZERO).await.unwrap(), []);
        assert_eq!(house.state.desk.find(Some(Role::Letters), &orders[0].id).await.unwrap(), None);
        let answers = vec![Answered { id: orders[0].id.clone(), answer: done(), by: by() }];
        let verdicts = house.state.desk.answer(Some(Role::Letters), answers).await.unwrap();
        assert_eq!(verdicts, [Verdict::Refused(Refusal::Unknown)]);
        assert_eq!(house.outgoing().await, 40);
    }

    async fn bnk_08_what_an_operator_decides_is_not_answered_by_the_bank(bench: Bench) {
        let house = House::with_players(bench, HUB).await;
        let (id, _) = house.execute(&Draft::of(vec![to_other(OTHER_BIC, 1, 40)])).await;
        let orders = house.orders(Role::Payments).await;
        let operating = house.operating();
        let payment = StuckId { statement: id, line: 1 };
        decide(&house, &operating, payment, RailAnswer::Settled, "the hub is silent").await.unwrap();
        assert_eq!(answer(&house, &[(&orders[0].id, refused())]).await, [Verdict::Refused(Refusal::Withdrawn)]);
        house.work().await;
        assert_eq!((house.seen(id).await.state.as_str(), house.outgoing().await), ("EXECUTED", 0));
        house.assert_sound().await;
    }

    async fn bnk_08_people_are_told_once_of_an_order_past_its_deadline(bench: Bench) {
        let house = House::with_players(bench, HUB).await;
        house.execute(&Draft::of(vec![to_other(OTHER_BIC, 1, 40), to_other(OTHER_BIC, 2, 5)])).await;
        let randomness: Arc<dyn Randomness> = house.bench.randomness.clone();
        let told = async || {
            let now = house.bench.clock.now();
            orders::tell_overdue(&house.bench.store, now, &randomness).await.unwrap();
            house.bench.store.query(&OVERDUE_TOLD, store::params![]).await.unwrap().len()
        };
        let listed = async || {
            let now = house.bench.clock.now();
            orders::open_orders(&house.bench.store, now).await.unwrap().len()
        };
        later(&house.bench, payroll::SEND.deadline_s - 1);
        assert_eq!((told().await, listed().await), (0, 0));
        later(&house.bench, 1);
        for _ in 0..2 {
            assert_eq!(told().await, 2);
        }
        let open = orders::open_sums(&house.bench.store, house.bench.clock.now()).await.unwrap();
        assert_eq!((open[0].open, open[0].overdue), (2, 2));
        assert_eq!(listed().await, 2, "as many are listed as are counted");
        // An answer is taken all the same.
        let orders = house.orders(Role::Payments).await;
        assert_eq!(answer(&house, &[(&orders[0].id, done()), (&orders[1].id, done())]).await, [TAKEN, TAKEN]);
        assert_eq!((told().await, listed().await), (2, 0));
    }

    async fn bnk_06_orders_that_the_bank_may_have_answered_in_a_time_are_found_once(bench: Bench) {
        let house = House::with_players(bench, "payment.send=none,payroll.execute=bank").await;
        let now = house.bench.clock.now();
        // The order of their changes is not that of their names.
        let placed = [
            ("exe-d", &payroll::EXECUTE_STATEMENT, 0),
            ("unc-a", &payroll::SETTLE_UNCLAIMED, 1),
            ("exe-c", &payroll::EXECUTE_STATEMENT, 5),
            ("exe-b", &payroll::EXECUTE_STATEMENT, 10),
            ("exe-a", &payroll::EXECUTE_STATEMENT, 11),
        ];
        for (id, kind, after_s) in placed {
            let opened = now.plus_seconds(after_s);
            let due = opened.plus_seconds(payroll::EXECUTE_STATEMENT.deadline_s);
            assert_eq!(change(&house.bench, &PLACE_ORDER, store::params![id, kind.name, opened, due]).await, 1);
        }
        change(&house.bench, &END_ORDER, store::params!["exe-c", now.plus_seconds(20)]).await;
        let time = (now, now.plus_seconds(10));
        let found = house.state.desk.answered(Role::Core, time, 10).await.unwrap();
        let names: Vec<&str> = found.iter().map(|order| order.id.as_str()).collect();
        assert_eq!(names, ["exe-d", "exe-b", "exe-c"], "open at its end, and ended later");
    }

    async fn bnk_01_a_check_finds_work_that_nobody_is_asked_for(bench: Bench) {
        let house = House::with_players(bench, HUB).await;
        let (id, _) = house.execute(&Draft::of(vec![to_other(OTHER_BIC, 1, 40)])).await;
        let orders = house.orders(Role::Payments).await;
        house.assert_sound().await;
        // The payment ends by another way, and its order is left.
        let payment = StuckId { statement: id, line: 1 };
        let operating = house.operating();
        decide(&house, &operating, payment, RailAnswer::Settled, "x").await.unwrap();
        house.assert_sound().await;
        change(&house.bench, &COPY_ORDER, store::params![orders[0].id.as_str()]).await;
        house.work().await;
        house.assert_sound_but("the order waits for an answer that its payment or statement has").await;
    }

    async fn bnk_10_after_a_restore_open_orders_come_again_under_their_names(bench: Bench) {
        let house = House::with_players(bench, HUB).await;
        house.execute(&Draft::of(vec![to_other(OTHER_BIC, 1, 40), to_other(OTHER_BIC, 2, 5)])).await;
        let orders = house.orders(Role::Payments).await;
        assert_eq!(answer(&house, &[(&orders[0].id, done())]).await, [TAKEN]);
        let now = house.bench.clock.now();
        let begin = move |tx: &mut store::Tx| orders::begin_epoch(tx, now);
        assert_eq!(house.bench.store.write("test.epoch", begin).await.unwrap(), 1);
        // A reader whose cursor is of the database that was lost goes on after it and misses nothing.
        let lost = orders.iter().filter_map(|order| order.seq).max().unwrap() + 1_000;
        let wanted = Wanted { role: Role::Payments, after: lost, kind: String::new(), limit: 1_000 };
        let again = house.state.desk.hand_out(|_| Ok(true), wanted, "hub", Duration::ZERO).await.unwrap();
        let names: Vec<_> = again.iter().map(|order| &order.id).collect();
        assert_eq!(names, [&orders[1].id]);
        assert!(again[0].seq.unwrap() > lost);
    }
}
