//! Statements that the bank's core executes: orders with a part for each transfer.

use accounts::ledger::InternalAccount;
use kernel::{Clock as _, Randomness as _, SeededRandomness, Translated};
use orders::{
    Answer, Answered, Order, OrderState, Outcome, PartAnswer, PartsAnswered, Refusal, Role, Verdict,
};
use payroll::StatementId;
use serde_json::{Map, Value, json};
use store::params;
use testkit::archivist::{Archivist, DAY_S, KEPT_DAYS, unwatched};
use testkit::{Bench, on_both_engines};

use super::house::*;

store::queries! {
    LATE = "select reason from bank_answers_refused where order_id = $1";
}

/// The core executes statements.
const PLAYERS: &str = "payment.send=none,payroll.execute=bank";
const RUNS: u64 = 8;

fn reason() -> Translated {
    Translated {
        russian: "счёт под арестом".to_owned(), english: "the account is seized".to_owned()
    }
}

async fn whole(house: &House, order: &Order, outcome: Outcome) -> Verdict {
    let reason = (outcome == Outcome::Refused).then(reason);
    let answer = Answer { outcome, reference: None, reason, details: Map::new() };
    let answers = vec![Answered { id: order.id.clone(), answer, by: by() }];
    house.state.desk.answer(Some(Role::Core), answers).await.unwrap().remove(0)
}

async fn parts(house: &House, order: &Order, some: &[(i64, Outcome)]) -> Verdict {
    let part = |(part, outcome): &(i64, Outcome)| PartAnswer {
        part: *part,
        outcome: *outcome,
        reason: (*outcome == Outcome::Refused).then(reason),
    };
    let parts = some.iter().map(part).collect();
    let given = PartsAnswered { id: order.id.clone(), parts, by: by() };
    house.state.desk.answer_parts(Role::Core, given).await.unwrap()
}

async fn listed(house: &House, order: &Order, after: i64, limit: i64) -> Vec<Value> {
    house.state.desk.parts(Role::Core, &order.id, (after, limit)).await.unwrap().unwrap()
}

const TAKEN: Verdict = Verdict::Taken(OrderState::Taken);
const ENDED: Verdict = Verdict::Taken(OrderState::Answered);

on_both_engines! {
    async fn bnk_01_a_statement_is_executed_when_the_core_says_so(bench: Bench) {
        let house = House::with_players(bench, PLAYERS).await;
        let before = (house.money(SETTLEMENT).await, house.internal(InternalAccount::Correspondent).await);
        let lines = vec![
            to(1, 100), to_other(OTHER_BIC, 1, 40), to(CLOSED, 7), to(2, 30),
            Line { conversion: Some(r#"[[50,"USD"]]"#.to_owned()), ..to(3, 10_000) },
        ];
        let (id, seen) = house.execute(&Draft { rates: Some("USD=80.85"), ..Draft::of(lines) }).await;
        // The money is on hold, and nobody has it.
        assert_eq!((seen.state.as_str(), seen.executed), ("PROCESSING", 0));
        assert_eq!(house.money(SETTLEMENT).await, (before.0.0, before.0.1 + 10_177));
        house.assert_at_rest().await;
        let order = house.orders(Role::Core).await.remove(0);
        let payload: Value = serde_json::from_str(&order.payload).unwrap();
        assert_eq!((&payload["amount"], &payload["partsCount"]), (&json!("101.77"), &json!(5)));
        assert_eq!(payload["purpose"], "Salary", "as people have signed it");
        let told = listed(&house, &order, 1, 2).await;
        assert_eq!((&told[0]["part"], &told[0]["payee"]["bic"]), (&json!(2), &json!(OTHER_BIC)));
        assert_eq!((&told[1]["amount"], &told[1]["payee"]["bic"]), (&json!("0.07"), &json!(OWN_BIC)));
        assert_eq!(listed(&house, &order, 4, 10).await[0]["conversions"][0]["currency"], "USD");

        // Outcomes come in any order; each has its money at once.
        assert_eq!(parts(&house, &order, &[(4, Outcome::Refused), (2, Outcome::Done)]).await, TAKEN);
        let correspondent = house.internal(InternalAccount::Correspondent).await;
        assert_eq!((house.seen(id).await.executed, correspondent - before.1), (40, 40));
        let told = listed(&house, &order, 1, 2).await;
        let now = house.bench.clock.now().to_string();
        assert_eq!((&told[0]["outcome"], &told[0]["outcomeAt"]), (&json!("DONE"), &json!(now)));
        assert_eq!((&told[1]["outcome"], &told[1]["outcomeAt"]), (&Value::Null, &Value::Null));
        house.assert_sound().await;
        assert_eq!(parts(&house, &order, &[(2, Outcome::Done)]).await, Verdict::Same);
        // One wrong part, and nothing of the bunch is taken.
        let mixed = [(1, Outcome::Done), (4, Outcome::Done)];
        assert_eq!(parts(&house, &order, &mixed).await, Verdict::Refused(Refusal::Contradicts));
        for wrong in [[(1, Outcome::Done), (1, Outcome::Done)], [(1, Outcome::Done), (6, Outcome::Done)]] {
            let verdict = parts(&house, &order, &wrong).await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{verdict:?}");
        }
        assert_eq!(house.seen(id).await.executed, 40);
        // The rest is done, the closed account among it: the core has paid, whatever this ledger knows of the account.
        assert_eq!(whole(&house, &order, Outcome::Done).await, ENDED);
        assert_eq!(whole(&house, &order, Outcome::Done).await, Verdict::Same);
        assert_eq!(whole(&house, &order, Outcome::Refused).await, Verdict::Refused(Refusal::Contradicts));
        assert_eq!(parts(&house, &order, &[(1, Outcome::Done)]).await, Verdict::Same);
        assert_eq!(parts(&house, &order, &[(1, Outcome::Refused)]).await, Verdict::Refused(Refusal::Contradicts));
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 10_147, 1));
        assert_eq!(house.money(SETTLEMENT).await, (before.0.0 - 10_147, before.0.1));
        assert_eq!(house.internal(InternalAccount::Correspondent).await - before.1, 47);
        assert_eq!(house.money(dollar_account(3).as_str()).await.0, 61);
        let transfers = house.get(&format!("/v1/statements/{id}/transfers")).await;
        assert_eq!(transfers["transfers"][3]["message"], "Банк не исполнил перевод: счёт под арестом");
        house.assert_at_rest().await;
    }

    async fn bnk_01_a_refused_statement_gives_its_money_back(bench: Bench) {
        let house = House::with_players(bench, PLAYERS).await;
        let before = house.money(SETTLEMENT).await;
        let (id, _) = house.execute(&Draft::of(vec![to(1, 100), to(2, 1)])).await;
        let order = house.orders(Role::Core).await.remove(0);
        assert_eq!(parts(&house, &order, &[(1, Outcome::Refused), (2, Outcome::Refused)]).await, ENDED);
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("DECLINED", 0, 2));
        assert_eq!(house.money(SETTLEMENT).await, before);
        // The core says at the end that it is through: nothing is left for it.
        assert_eq!(whole(&house, &order, Outcome::Done).await, Verdict::Same);
        house.assert_at_rest().await;
    }

    async fn bnk_01_a_late_answer_is_told_that_the_statement_has_left(bench: Bench) {
        let house = House::with_players(bench, PLAYERS).await;
        let archivist = Archivist::new(&house.bench, payroll::AREA.kept, 1_000).await;
        house.execute(&Draft::of(vec![to(1, 100), to(2, 1)])).await;
        let order = house.orders(Role::Core).await.remove(0);
        let both = [(1, Outcome::Done), (2, Outcome::Refused)];
        assert_eq!(parts(&house, &order, &both).await, ENDED);
        house.bench.clock.advance_seconds((i64::from(KEPT_DAYS) + 2) * DAY_S);
        archivist.archive(&house.bench, unwatched()).await.unwrap();
        assert_eq!(archivist.archived("payroll_transfers"), 2);
        let money = house.money(SETTLEMENT).await;
        let left = Refusal::Impossible("the statement has left for the archive".to_owned());
        // The same answer again, another one, and one to a part that never was: people look at each.
        for late in [&both[..], &[(1, Outcome::Refused)], &[(3, Outcome::Done)]] {
            assert_eq!(parts(&house, &order, late).await, Verdict::Refused(left.clone()));
        }
        let kept = house.bench.store.query(&LATE, params![order.id.as_str()]).await.unwrap();
        assert_eq!(kept.len(), 3);
        assert_eq!(house.money(SETTLEMENT).await, money);
        house.assert_sound().await;
    }

    async fn bnk_01_outcomes_in_any_order_end_each_statement_once(bench: Bench) {
        let house = House::with_players(bench, PLAYERS).await;
        let before = (house.money(SETTLEMENT).await, house.internal(InternalAccount::Correspondent).await);
        let mut paid = 0;
        for seed in 0..RUNS {
            paid += run(&house, seed).await;
        }
        assert_eq!(house.money(SETTLEMENT).await, (before.0.0 - paid, before.0.1));
        house.assert_at_rest().await;
    }
}

/// Plays one statement, and returns what the core has paid.
async fn run(house: &House, seed: u64) -> i64 {
    let randomness = SeededRandomness::new(seed);
    let chance = move |of: i64| {
        let mut bytes = [0; 8];
        randomness.fill(&mut bytes);
        i64::from_le_bytes(bytes).rem_euclid(of)
    };
    let count = 1 + chance(6);
    let amounts: Vec<i64> = (0..count).map(|_| 1 + chance(500)).collect();
    let lines = (1_u32..).zip(&amounts).map(|(serial, minor)| {
        if serial % 3 == 0 { to_other(OTHER_BIC, serial, *minor) } else { to(serial, *minor) }
    });
    let (id, _) = house.execute(&Draft::of(lines.collect())).await;
    let fates: Vec<Outcome> =
        (0..count).map(|_| if chance(3) == 0 { Outcome::Refused } else { Outcome::Done }).collect();
    let fate = |line: i64| fates[usize::try_from(line - 1).unwrap()];
    let order =
        house.orders(Role::Core).await.into_iter().find(|order| order.object_id == id.to_string()).unwrap();
    let (mut told, mut steps) = (std::collections::BTreeSet::new(), 0);
    while i64::try_from(told.len()).unwrap() < count {
        steps += 1;
        assert!(steps < 1_000, "seed {seed} does not end");
        let line = 1 + chance(count);
        // A core that contradicts what it said is not believed.
        if told.contains(&line) && chance(2) == 0 {
            let other = if fate(line) == Outcome::Done { Outcome::Refused } else { Outcome::Done };
            assert_eq!(parts(house, &order, &[(line, other)]).await, Verdict::Refused(Refusal::Contradicts));
        }
        let bunch: std::collections::BTreeSet<i64> = (0..=chance(3)).map(|_| 1 + chance(count)).collect();
        let some: Vec<_> = bunch.iter().map(|line| (*line, fate(*line))).collect();
        let verdict = parts(house, &order, &some).await;
        let is_new = bunch.iter().any(|line| !told.contains(line));
        assert_eq!(matches!(verdict, Verdict::Taken(_)), is_new, "seed {seed}: {verdict:?}");
        told.extend(bunch);
    }
    let paid: i64 =
        amounts.iter().zip(&fates).filter(|(_, fate)| **fate == Outcome::Done).map(|(minor, _)| minor).sum();
    assert_seen(house, id, seed, paid, &fates).await;
    paid
}

async fn assert_seen(house: &House, id: StatementId, seed: u64, paid: i64, fates: &[Outcome]) {
    let declined = fates.iter().filter(|fate| **fate == Outcome::Refused).count();
    let state = match declined {
        0 => "EXECUTED",
        some if some == fates.len() => "DECLINED",
        _ => "PARTLY_EXECUTED",
    };
    let found = house.seen(id).await;
    assert_eq!((found.state.as_str(), found.executed), (state, paid), "seed {seed}");
    assert_eq!(found.declined, i64::try_from(declined).unwrap(), "seed {seed}");
}
