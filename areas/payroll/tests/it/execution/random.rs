//! Random statements over random accounts: money in is money out, and what was declined has moved nothing; and a
//! payment hub with books of its own, whose answers come late, doubled, contradicting and in any order.

use std::collections::BTreeMap;
use std::time::Duration;

use accounts::ledger::InternalAccount;
use audit::Actor;
use kernel::{Clock as _, Randomness, SeededRandomness, Translated};
use orders::{Answer, Answered, By, Order, OrderId, OrderState, Outcome, Refusal, Role, Verdict, Wanted};
use payroll::StatementId;
use store::Tx;
use testkit::{Bench, on_both_engines};

use super::house::*;
use super::orders::HUB;

const RUNS: u64 = 12;
/// Steps of one run before everything is answered.
const STEPS: u64 = 60;

/// The hub: what it did for each order, once, and how much it paid.
#[derive(Default)]
struct Hub {
    after: i64,
    orders: Vec<Order>,
    done: BTreeMap<OrderId, (Outcome, i64)>,
}

impl Hub {
    fn amount(order: &Order) -> i64 {
        let payload: serde_json::Value = serde_json::from_str(&order.payload).unwrap();
        payload["amount"].as_str().unwrap().replace('.', "").parse().unwrap()
    }

    /// Acts once for each name, however often the order comes.
    fn act(&mut self, order: &Order, chance: u64) -> Outcome {
        let outcome = if chance.is_multiple_of(3) { Outcome::Refused } else { Outcome::Done };
        self.done.entry(order.id.clone()).or_insert((outcome, Self::amount(order))).0
    }

    fn paid(&self) -> i64 {
        self.done.values().filter(|(outcome, _)| *outcome == Outcome::Done).map(|(_, amount)| amount).sum()
    }
}

fn answer_of(outcome: Outcome) -> Answer {
    let told = Translated { russian: "нет счёта".to_owned(), english: "no account".to_owned() };
    let reason = (outcome == Outcome::Refused).then_some(told);
    Answer { outcome, reference: None, reason, details: serde_json::Map::new() }
}

async fn tell(house: &House, answers: &[(OrderId, Outcome)]) -> Vec<Verdict> {
    let by = By::outside_of_requests(Actor::BankSystem("hub".to_owned()));
    let answered = |(id, outcome): &(OrderId, Outcome)| Answered {
        id: id.clone(),
        answer: answer_of(*outcome),
        by: by.clone(),
    };
    let answers = answers.iter().map(answered).collect();
    house.state.desk.answer(Some(Role::Payments), answers).await.unwrap()
}

async fn hand_out(house: &House, hub: &mut Hub, limit: u64) {
    let limit = i64::try_from(limit).unwrap();
    let wanted = Wanted { role: Role::Payments, after: hub.after, kind: String::new(), limit };
    for order in house.state.desk.hand_out(|_| Ok(true), wanted, "hub", Duration::ZERO).await.unwrap() {
        hub.after = order.seq.unwrap();
        hub.orders.retain(|known| known.id != order.id);
        hub.orders.push(order);
    }
}

/// One thing that may happen next.
async fn step(house: &House, hub: &mut Hub, chance: &mut impl FnMut() -> u64) {
    match chance() % 8 {
        0 | 1 => hand_out(house, hub, 1 + chance() % 4).await,
        // An answer, or a bunch of them, some of which were told before.
        2..=4 if !hub.orders.is_empty() => {
            let mut answers = Vec::new();
            for _ in 0..=chance() % 3 {
                let order = hub.orders[usize::try_from(chance()).unwrap() % hub.orders.len()].clone();
                answers.push((order.id.clone(), hub.act(&order, chance())));
            }
            for verdict in tell(house, &answers).await {
                assert!(
                    matches!(verdict, Verdict::Taken(OrderState::Answered) | Verdict::Same),
                    "{verdict:?}"
                );
            }
        }
        // A hub that contradicts what it said is not believed.
        5 => {
            let told = hub.done.iter().next().map(|(id, (outcome, _))| (id.clone(), *outcome));
            let Some((id, outcome)) = told else { return };
            let first = tell(house, &[(id.clone(), outcome)]).await;
            assert!(matches!(first[0], Verdict::Taken(_) | Verdict::Same), "{first:?}");
            let other = if outcome == Outcome::Done { Outcome::Refused } else { Outcome::Done };
            assert_eq!(tell(house, &[(id, other)]).await, [Verdict::Refused(Refusal::Contradicts)]);
        }
        // The database is put back to where it is: what is open comes again under its name.
        6 if chance().is_multiple_of(4) => {
            let now = house.bench.clock.now();
            let begin = move |tx: &mut Tx| orders::begin_epoch(tx, now);
            house.bench.store.write("test.epoch", begin).await.unwrap();
        }
        _ => {
            later(&house.bench, 31);
            house.work().await;
        }
    }
}

async fn run(house: &House, hub: &mut Hub, seed: u64, correspondent: i64) {
    let randomness = SeededRandomness::new(seed);
    let mut chance = move || {
        let mut bytes = [0; 8];
        randomness.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    };
    let mut ids: Vec<StatementId> = Vec::new();
    for _ in 0..=chance() % 3 {
        let mut lines = vec![to(1, 100)];
        for serial in 0..chance() % 6 {
            let minor = i64::try_from(1 + chance() % 500).unwrap();
            lines.push(to_other(OTHER_BIC, 1 + u32::try_from(serial).unwrap(), minor));
        }
        ids.push(house.put(&Draft::of(lines)).await);
    }
    for _ in 0..STEPS {
        step(house, hub, &mut chance).await;
    }
    // In the end everything is done, handed out and answered.
    for _ in 0..3 {
        later(&house.bench, 90_000);
        house.work().await;
        hub.after = 0;
        hand_out(house, hub, 1_000).await;
        let orders = hub.orders.clone();
        let answers: Vec<_> =
            orders.iter().map(|order| (order.id.clone(), hub.act(order, chance()))).collect();
        tell(house, &answers).await;
    }
    house.work().await;
    for id in ids {
        let found = house.seen(id).await;
        assert!(["EXECUTED", "PARTLY_EXECUTED"].contains(&found.state.as_str()), "seed {seed}: {found:?}");
    }
    let now = house.bench.clock.now();
    assert_eq!(orders::open_sums(&house.bench.store, now).await.unwrap(), [], "seed {seed}");
    let paid = house.internal(InternalAccount::Correspondent).await - correspondent;
    assert_eq!(paid, hub.paid(), "seed {seed}: the books of the bank and of its hub");
    assert_eq!(house.internal(InternalAccount::OutgoingPayments).await, 0, "seed {seed}");
    house.assert_at_rest().await;
}

on_both_engines! {
    async fn bnk_01_the_books_of_channel_and_hub_agree_whatever_comes_when(bench: Bench) {
        let house = House::with_players(bench, HUB).await;
        let mut hub = Hub::default();
        let correspondent = house.internal(InternalAccount::Correspondent).await;
        for seed in 1..=RUNS {
            run(&house, &mut hub, seed, correspondent).await;
        }
    }
}

/// A number below `bound`.
fn below(random: &SeededRandomness, bound: u32) -> u32 {
    let mut bytes = [0; 4];
    random.fill(&mut bytes);
    u32::from_be_bytes(bytes) % bound
}

fn line(random: &SeededRandomness) -> Line {
    let minor = i64::from(1 + below(random, 3_000_000));
    let serial = 1 + below(random, EMPLOYEES + 4);
    match below(random, 10) {
        0 => to_other(OTHER_BIC, serial, minor),
        1 => to_other(UNKNOWN_BIC, serial, minor),
        2 | 3 => {
            let percent = 1 + below(random, 100);
            let second = below(random, 101 - percent);
            let euros = if second > 0 && below(random, 4) == 0 {
                format!(r#",[{second},"EUR"]"#)
            } else {
                String::new()
            };
            Line { conversion: Some(format!(r#"[[{percent},"USD"]{euros}]"#)), ..to(serial, minor) }
        }
        _ => to(serial, minor),
    }
}

/// Everything that can get roubles or dollars.
async fn everybody(house: &House) -> Vec<i64> {
    let mut money = Vec::new();
    for serial in 1..=EMPLOYEES {
        money.push(house.money(employee(serial).as_str()).await.0);
    }
    for serial in 1..=10 {
        money.push(house.money(dollar_account(serial).as_str()).await.0);
    }
    for account in
        [InternalAccount::Correspondent, InternalAccount::Position, InternalAccount::OutgoingPayments]
    {
        money.push(house.internal(account).await);
    }
    money.push(house.dollar_position().await);
    money
}

on_both_engines! {
    async fn pay_09_pay_10_money_in_is_money_out(bench: Bench) {
        let house = House::new(bench).await;
        let random = SeededRandomness::new(20_261_121);
        let (mut partly, mut declined) = (0, 0);
        for round in 0..40 {
            let lines: Vec<Line> = (0..=below(&random, 12)).map(|_| line(&random)).collect();
            let draft = Draft { rates: Some("EUR=94.337,USD=80.4711"), ..Draft::kolos(lines) };
            let (payer, others) = (house.money(KOLOS).await, everybody(&house).await);
            let (_, seen) = house.execute(&draft).await;
            let after = house.money(KOLOS).await;
            assert_eq!(payer.0 - after.0, seen.executed, "round {round}: the account is down by what was executed");
            assert_eq!(after.1, 0, "round {round}: nothing stays held");
            assert_eq!(house.internal(InternalAccount::OutgoingPayments).await, 0);
            match seen.state.as_str() {
                "EXECUTED" => assert_eq!((seen.executed, seen.declined), (draft.total(), 0)),
                "PARTLY_EXECUTED" => {
                    assert!(seen.executed > 0 && seen.executed < draft.total());
                    partly += 1;
                }
                "DECLINED" => {
                    assert_eq!((after, everybody(&house).await), (payer, others), "round {round}");
                    declined += 1;
                }
                other => panic!("{other}"),
            }
            house.assert_sound().await;
        }
        assert!(partly > 3 && declined > 3, "{partly} {declined}: the test has to see all ends");
    }
}
