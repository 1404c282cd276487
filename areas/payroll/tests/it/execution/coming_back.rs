//! Payments that come back after they had settled, and money that no account takes any more.

use std::sync::Arc;
use std::time::Duration;

use accounts::ledger::InternalAccount;
use audit::Actor;
use kernel::{Clock, Currency, Translated};
use orders::{
    Answer, Answered, By, Desk, Order, OrderState, Outcome, Players, Refusal, Return, Role, Verdict, Wanted,
};
use serde_json::{Map, Value, json};
use testkit::{Bench, on_both_engines};

use super::house::*;
use super::stuck::{OTHER_OF_KOLOS, close};

/// A bank whose systems answer about everything that payroll asks.
async fn house(bench: Bench, players: &str) -> House {
    let mut house = House::new(bench).await;
    let players = Players::read(players, payroll::AREA.orders.iter().copied(), false).unwrap();
    let clock: Arc<dyn Clock> = house.bench.clock.clone();
    house.state = house.state.clone().with_desk(Desk::new(house.bench.store.clone(), clock, players));
    payroll::take_answers(&house.state);
    house
}

async fn orders(house: &House, role: Role) -> Vec<Order> {
    let wanted = Wanted { role, after: 0, kind: String::new(), limit: 1_000 };
    house.state.desk.hand_out(wanted, "bank", Duration::ZERO).await.unwrap()
}

fn by() -> By {
    By { actor: Actor::BankSystem("bank".to_owned()), name: "bank".to_owned() }
}

async fn answer(house: &House, role: Role, order: &Order, outcome: Outcome, details: Value) -> Verdict {
    let details: Map<String, Value> = details.as_object().unwrap().clone();
    let answer = Answer { outcome, reference: None, reason: None, details };
    let answers = vec![Answered { id: order.id.clone(), answer, by: by() }];
    match house.state.desk.answer(Some(role), answers).await {
        Ok(mut verdicts) => verdicts.remove(0),
        Err(error) => Verdict::Refused(Refusal::Impossible(error.to_string())),
    }
}

async fn comes_back(house: &House, role: Role, order: &Order, part: Option<i64>, name: &str) -> Verdict {
    let reason = Translated { russian: "счёт закрыт".to_owned(), english: "closed".to_owned() };
    let returned = Return { id: order.id.clone(), part, name: name.to_owned(), reason, by: by() };
    house.state.desk.take_return(role, returned).await.unwrap()
}

async fn internal(house: &House, account: InternalAccount) -> i64 {
    house.internal(account, Currency::RUR).await
}

const TAKEN: Verdict = Verdict::Taken(OrderState::Answered);
const CONTRADICTS: Verdict = Verdict::Refused(Refusal::Contradicts);

on_both_engines! {
    async fn bnk_01_a_settled_payment_comes_back_once_under_a_name_of_its_own(bench: Bench) {
        let house = house(bench, "payment.send=bank").await;
        let before = (house.money(SETTLEMENT).await, internal(&house, InternalAccount::Correspondent).await);
        let lines = vec![to(1, 100), to_other(OTHER_BIC, 1, 40), to_other(OTHER_BIC, 2, 5)];
        let (id, _) = house.execute(&Draft::of(lines)).await;
        let mut orders = orders(&house, Role::Payments).await;
        orders.sort_by(|one, other| one.object_id.cmp(&other.object_id));
        let verdict = comes_back(&house, Role::Payments, &orders[0], None, "RTR-1").await;
        assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "it is not made yet: {verdict:?}");
        for order in &orders {
            assert_eq!(answer(&house, Role::Payments, order, Outcome::Done, json!({})).await, TAKEN);
        }
        house.work().await;
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        let settled = house.money(SETTLEMENT).await;
        for verdict in [TAKEN, Verdict::Same] {
            assert_eq!(comes_back(&house, Role::Payments, &orders[0], None, "RTR-1").await, verdict);
            assert_eq!(house.money(SETTLEMENT).await, (settled.0 + 40, settled.1));
        }
        // One payment, one return; one name, one return.
        assert_eq!(comes_back(&house, Role::Payments, &orders[0], None, "RTR-2").await, CONTRADICTS);
        assert_eq!(comes_back(&house, Role::Payments, &orders[1], None, "RTR-1").await, CONTRADICTS);
        // What the company has read of its statement stays as it is; the money is an operation of its own.
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed), ("EXECUTED", 145));
        assert_eq!(house.money(SETTLEMENT).await, (before.0.0 - 105, before.0.1));
        assert_eq!(internal(&house, InternalAccount::Correspondent).await - before.1, 5);
        house.assert_sound().await;
        house.assert_idle().await;
    }

    async fn bnk_01_a_transfer_of_a_statement_that_the_core_executed_comes_back(bench: Bench) {
        let house = house(bench, "payroll.execute=bank").await;
        let before = house.money(SETTLEMENT).await;
        let (id, _) = house.execute(&Draft::of(vec![to(1, 100), to_other(OTHER_BIC, 1, 40)])).await;
        let order = orders(&house, Role::Core).await.remove(0);
        assert_eq!(answer(&house, Role::Core, &order, Outcome::Done, json!({})).await, TAKEN);
        for part in [None, Some(3), Some(1)] {
            let verdict = comes_back(&house, Role::Core, &order, part, "RTR-9").await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{part:?} {verdict:?}");
        }
        for verdict in [TAKEN, Verdict::Same] {
            assert_eq!(comes_back(&house, Role::Core, &order, Some(2), "RTR-9").await, verdict);
        }
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 100, before.1));
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        house.assert_sound().await;
    }

    async fn bnk_08_the_bank_says_where_money_goes_that_no_account_takes(bench: Bench) {
        let house = house(bench, "payment.send=bank,unclaimed.settle=bank").await;
        let (id, _) = house.execute(&Draft::kolos(vec![to_other(OTHER_BIC, 1, KOLOS_MINOR)])).await;
        let payment = orders(&house, Role::Payments).await.remove(0);
        assert_eq!(answer(&house, Role::Payments, &payment, Outcome::Done, json!({})).await, TAKEN);
        house.work().await;
        close(&house, KOLOS).await.unwrap();
        assert_eq!(comes_back(&house, Role::Payments, &payment, None, "RTR-1").await, TAKEN);
        assert_eq!(internal(&house, InternalAccount::Unclaimed).await, KOLOS_MINOR);
        house.assert_sound().await;
        let order = orders(&house, Role::Core).await.remove(0);
        house.second_account(KOLOS, OTHER_OF_KOLOS).await;
        for (outcome, details) in [
            (Outcome::Done, json!({})),
            (Outcome::Refused, json!({ "account": OTHER_OF_KOLOS })),
            (Outcome::Done, json!({ "account": SETTLEMENT })),
            (Outcome::Done, json!({ "account": KOLOS })),
        ] {
            let verdict = answer(&house, Role::Core, &order, outcome, details).await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{verdict:?}");
        }
        assert_eq!(internal(&house, InternalAccount::Unclaimed).await, KOLOS_MINOR);
        for verdict in [TAKEN, Verdict::Same] {
            let details = json!({ "account": OTHER_OF_KOLOS });
            assert_eq!(answer(&house, Role::Core, &order, Outcome::Done, details).await, verdict);
        }
        assert_eq!(house.money(OTHER_OF_KOLOS).await, (KOLOS_MINOR, 0));
        assert_eq!(internal(&house, InternalAccount::Unclaimed).await, 0);
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        house.assert_sound().await;
        house.assert_idle().await;
    }
}
