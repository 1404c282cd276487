//! Payments that the rail does not answer, and money that nobody takes: what an operator does about them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use accounts::ledger::{InternalAccount, LedgerError, Refusal};
use futures_util::FutureExt as _;
use kernel::{AccountNumber, Clock as _, Money};
use orders::{Answer, Answered, OrderState, Outcome, Role, Verdict};
use payroll::StuckId;
use payroll::rail::{OutgoingRail, RailAnswer, RailPayment, Submitted};
use payroll::{Operating, StatementId, StuckError, StuckSums};
use store::{Tx, params};
use testkit::{Bench, on_both_engines};

use super::house::*;

pub(crate) const OTHER_OF_KOLOS: &str = "40702810500000000020";

store::queries! {
    /// The trail of payments, in its order.
    TRAIL = "select action, object_id from audit_entries where action like 'payroll_payment.%' order by id";
    /// The details of answers that contradict a decision.
    CONTRADICTED = "select detail from audit_entries where action = 'payroll_payment.contradicted'";
    /// The rail's words about payments that an operator had decided.
    SAID = "select rail_answer from payroll_rail_payments";
    EVENTS = "select event_type from event_outbox where object_id = $1";
}

/// Answers nothing for the first calls, and then always the same.
pub(super) struct Late {
    calls: AtomicUsize,
    silent_for: usize,
    answer: RailAnswer,
}

impl Late {
    pub(super) fn new(silent_for: usize, answer: RailAnswer) -> Arc<Self> {
        Arc::new(Self { calls: AtomicUsize::new(0), silent_for, answer })
    }
}

impl OutgoingRail for Late {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        let answer = (call >= self.silent_for).then(|| self.answer.clone());
        async move { Ok(payments.iter().map(|_| answer.clone()).collect()) }.boxed()
    }
}

pub(super) async fn decide(
    house: &House,
    operating: &Operating,
    payment: StuckId,
    answer: RailAnswer,
    reason: &str,
) -> Result<Money, StuckError> {
    let (operating, reason) = (operating.clone(), reason.to_owned());
    let unit = move |tx: &mut Tx| payroll::decide(tx, &operating, payment, &answer, &reason);
    house.bench.store.write("test.decide", unit).await
}

async fn claim(
    house: &House,
    operating: &Operating,
    payment: StuckId,
    to: AccountNumber,
    reason: &str,
) -> Result<Money, StuckError> {
    let (operating, reason) = (operating.clone(), reason.to_owned());
    let unit = move |tx: &mut Tx| payroll::claim(tx, &operating, payment, &to, &reason);
    house.bench.store.write("test.claim", unit).await
}

fn line(statement: StatementId, line: i64) -> StuckId {
    StuckId { statement, line }
}

async fn trail(house: &House) -> Vec<(String, String)> {
    house.bench.store.select(&TRAIL, params![]).await.unwrap()
}

/// A statement of C00003 whose whole money came back for an account that was closed meanwhile.
async fn unclaimed(house: &House) -> StatementId {
    let draft = Draft::kolos(vec![to_other(OTHER_BIC, 1, KOLOS_MINOR - 1), to_other(OTHER_BIC, 2, 1)]);
    let id = house.put(&draft).await;
    let runner = house.runner_over(Late::new(1, returned()));
    runner.drain().await.unwrap();
    assert_eq!(change(&house.bench, &FORGET_AWAITED, params![KOLOS]).await, 1);
    assert_eq!(house.close(KOLOS).await, Ok(true));
    later(&house.bench, 30);
    runner.drain().await.unwrap();
    assert_eq!(house.seen(id).await.state, "DECLINED");
    id
}

on_both_engines! {
    async fn money_h07_an_account_is_not_closed_while_its_money_is_on_the_rail(bench: Bench) {
        let house = House::new(bench).await;
        let id = house.put(&Draft::kolos(vec![to_other(OTHER_BIC, 1, KOLOS_MINOR)])).await;
        let runner = house.runner_over(Late::new(1, returned()));
        runner.drain().await.unwrap();
        assert_eq!(house.money(KOLOS).await, (0, 0));
        let refused = house.close(KOLOS).await;
        assert!(matches!(refused, Err(LedgerError::Refused { refusal: Refusal::UnderWay, .. })), "{refused:?}");
        // The bank's file is told the same, before it is applied.
        let file = std::fs::read_to_string(demo_data().join("accounts.csv")).unwrap();
        let (head, row) = (file.lines().next().unwrap(), file.lines().find(|row| row.starts_with(KOLOS)).unwrap());
        let mut cells: Vec<&str> = row.split(',').collect();
        cells[3] = "0";
        let closing = format!("{head}\n{}\n", cells.join(","));
        let told = format!("{:?}", house.try_add("accounts.csv", &closing).await.unwrap_err());
        assert!(told.contains("on its way to another bank"), "{told}");
        later(&house.bench, 30);
        runner.drain().await.unwrap();
        assert_eq!((house.seen(id).await.reason.as_deref(), house.money(KOLOS).await), (Some("D15"), (KOLOS_MINOR, 0)));
        let seen = house.get_as("U00003", "C00003", &format!("/v1/statements/{id}")).await;
        let told = "Ни один перевод не исполнен: банки получателей вернули деньги, они на счёте 40702810800000000021";
        assert_eq!(seen["message"], told);
        // Nothing is on the way any more, and an account with money is not closed for that reason.
        let refused = house.close(KOLOS).await;
        assert!(matches!(refused, Err(LedgerError::Refused { refusal: Refusal::Closed, .. })), "{refused:?}");
        house.assert_sound().await;
    }

    async fn money_h07_money_that_nobody_takes_is_told_listed_and_paid_to_its_owner_once(bench: Bench) {
        let house = House::new(bench).await;
        let id = unclaimed(&house).await;
        let (declined, as_it_was) = house.execute(&Draft::of(vec![to(CLOSED, 7)])).await;
        assert_eq!(as_it_was.state, "DECLINED");
        assert_eq!(house.internal(InternalAccount::Unclaimed).await, KOLOS_MINOR);
        assert_eq!(house.seen(id).await.reason.as_deref(), Some("D16"));
        let path = format!("/v1/statements/{id}");
        let told = house.get_as("U00003", "C00003", &path).await["message"].as_str().unwrap().to_owned();
        assert!(told.contains("их хранит банк") && told.contains(KOLOS), "{told}");
        let transfers = house.get_as("U00003", "C00003", &format!("{path}/transfers")).await;
        let told = transfers["transfers"][1]["message"].as_str().unwrap();
        assert!(told.contains("нет счёта") && told.contains("их хранит банк"), "{told}");
        let listed = payroll::unclaimed(&house.bench.store).await.unwrap();
        let found: Vec<_> = listed.iter().map(|one| (one.id, one.amount.minor(), one.account.as_str())).collect();
        assert_eq!(found, [(line(id, 1), KOLOS_MINOR - 1, KOLOS), (line(id, 2), 1, KOLOS)]);
        let sums = payroll::stuck_sums(&house.bench.store).await.unwrap();
        let roubles = (KOLOS_MINOR - 1) / 100;
        assert_eq!(sums, StuckSums { unanswered: 0, oldest: None, unclaimed: 2, unclaimed_roubles: roubles });
        assert_eq!(trail(&house).await, [("payroll_payment.unclaimed".to_owned(), id.to_string())]);
        let events = house.bench.store.query(&EVENTS, params![id.to_string()]).await.unwrap().len();

        let operating = house.operating();
        let pay = async |payment, to: &str, reason: &str| {
            claim(&house, &operating, payment, to.parse().unwrap(), reason).await
        };
        // Neither a stranger's account nor a closed one, and not without a reason.
        for (to, reason) in [(SETTLEMENT, "letter 7"), (KOLOS, "letter 7"), (KOLOS, ""), (KOLOS, "\u{0}")] {
            let refused = pay(line(id, 2), to, reason).await;
            assert!(matches!(refused, Err(StuckError::NoAccount | StuckError::Reason)), "{refused:?}");
        }
        assert_eq!(house.internal(InternalAccount::Unclaimed).await, KOLOS_MINOR);
        house.second_account(KOLOS, OTHER_OF_KOLOS).await;
        for (number, left) in [(2, KOLOS_MINOR - 1), (1, 0)] {
            pay(line(id, number), OTHER_OF_KOLOS, "letter 7").await.unwrap();
            assert_eq!(house.internal(InternalAccount::Unclaimed).await, left);
            let reason = if left == 0 { "D15" } else { "D16" };
            assert_eq!(house.seen(id).await.reason.as_deref(), Some(reason), "{left} of it is kept");
            let again = pay(line(id, number), OTHER_OF_KOLOS, "letter 7").await;
            assert!(matches!(again, Err(StuckError::NotUnclaimed)), "{again:?}");
        }
        assert_eq!(house.money(OTHER_OF_KOLOS).await, (KOLOS_MINOR, 0));
        assert_eq!(payroll::unclaimed(&house.bench.store).await.unwrap(), []);
        // The sender reads where the money is now.
        let told = house.get_as("U00003", "C00003", &path).await["message"].as_str().unwrap().to_owned();
        assert!(told.contains(OTHER_OF_KOLOS), "{told}");
        assert_eq!(house.seen(declined).await, as_it_was);
        let transfers = house.get_as("U00003", "C00003", &format!("{path}/transfers")).await;
        assert!(transfers["transfers"][0]["message"].as_str().unwrap().contains(OTHER_OF_KOLOS));
        let claimed = |line| ("payroll_payment.claimed".to_owned(), format!("{id}:{line}"));
        let mut named = trail(&house).await;
        named.sort();
        let unclaimed = ("payroll_payment.unclaimed".to_owned(), id.to_string());
        assert_eq!(named, [claimed(1), claimed(2), unclaimed]);
        assert_eq!(house.bench.store.query(&EVENTS, params![id.to_string()]).await.unwrap().len(), events + 2);
        house.assert_at_rest().await;
    }

    async fn money_h07_the_money_of_one_statement_is_claimed_and_that_of_another_waits(bench: Bench) {
        let house = House::with_players(bench, "unclaimed.settle=bank").await;
        let draft = |serial| Draft::kolos(vec![to_other(OTHER_BIC, serial, KOLOS_MINOR / 2)]);
        let ids = [house.put(&draft(1)).await, house.put(&draft(2)).await];
        house.runner_over(Late::new(usize::MAX, returned())).drain().await.unwrap();
        change(&house.bench, &FORGET_AWAITED, params![KOLOS]).await;
        assert_eq!(house.close(KOLOS).await, Ok(true));
        later(&house.bench, 30);
        house.runner_over(Late::new(0, returned())).drain().await.unwrap();
        for id in ids {
            assert_eq!(house.seen(id).await.reason.as_deref(), Some("D16"));
        }
        let orders = house.orders(Role::Core).await;
        house.second_account(KOLOS, OTHER_OF_KOLOS).await;
        let other = house.outcomes(ids[1]).await;
        let operating = house.operating();
        claim(&house, &operating, line(ids[0], 1), OTHER_OF_KOLOS.parse().unwrap(), "letter 7").await.unwrap();
        assert_eq!(house.outcomes(ids[0]).await[0].2.as_deref(), Some("D18"));
        assert_eq!(house.outcomes(ids[1]).await, other);
        for (id, told) in ids.into_iter().zip(["D15", "D16"]) {
            assert_eq!(house.seen(id).await.reason.as_deref(), Some(told));
        }
        // The core is asked no more where the operator has said it.
        let details = serde_json::json!({ "account": OTHER_OF_KOLOS }).as_object().unwrap().clone();
        let answer = Answer { outcome: Outcome::Done, reference: None, reason: None, details };
        for (id, verdict) in ids.into_iter().zip([
            Verdict::Refused(orders::Refusal::Withdrawn), Verdict::Taken(OrderState::Answered),
        ]) {
            let object = line(id, 1).to_string();
            let id = orders.iter().find(|order| order.object_id == object).unwrap().id.clone();
            let answered = Answered { id, answer: answer.clone(), by: by() };
            assert_eq!(house.state.desk.answer(Some(Role::Core), vec![answered]).await.unwrap(), [verdict]);
        }
        assert_eq!(house.money(OTHER_OF_KOLOS).await, (KOLOS_MINOR, 0));
        house.assert_at_rest().await;
    }

    async fn money_h07_an_operator_decides_what_the_rail_does_not_answer(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let lines = vec![to(1, 100), to_other(OTHER_BIC, 1, 30), to_other(OTHER_BIC, 2, 20)];
        let id = house.put(&Draft::of(lines)).await;
        let runner = house.runner_over(Late::new(usize::MAX, RailAnswer::Settled));
        runner.drain().await.unwrap();
        let handed = house.bench.clock.now();
        let sums = payroll::stuck_sums(&house.bench.store).await.unwrap();
        assert_eq!((sums.unanswered, sums.oldest), (2, Some(handed)));
        let listed = payroll::unanswered(&house.bench.store).await.unwrap();
        assert_eq!(listed.iter().map(|one| (one.id.line, one.amount.minor())).collect::<Vec<_>>(), [(2, 30), (3, 20)]);
        later(&house.bench, 86_400);
        let operating = house.operating();
        for wrong in [line(id, 1), line(id, 4), line(id, 0), line(id, i64::MIN), line(id, i64::MAX)] {
            let refused = decide(&house, &operating, wrong, RailAnswer::Settled, "x").await;
            assert!(matches!(refused, Err(StuckError::NotUnanswered)), "{refused:?}");
        }
        decide(&house, &operating, line(id, 2), RailAnswer::Settled, "core 17").await.unwrap();
        assert_eq!(house.outgoing().await, 20);
        house.assert_sound().await;
        decide(&house, &operating, line(id, 3), returned(), "core 18").await.unwrap();
        let again = decide(&house, &operating, line(id, 3), RailAnswer::Settled, "core 18").await;
        assert!(matches!(again, Err(StuckError::NotUnanswered)), "{again:?}");
        assert_eq!(house.outgoing().await, 0);
        assert_eq!(house.seen(id).await.state, "PROCESSING");
        runner.drain().await.unwrap();
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 130, 1));
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 130, before.1));
        assert_eq!(payroll::unanswered(&house.bench.store).await.unwrap(), []);
        house.assert_sound().await;
        // The rail is asked for 30 days what it says of them, and then no more.
        later(&house.bench, 31 * 86_400);
        runner.drain().await.unwrap();
        house.assert_idle().await;
    }

    async fn money_h07_an_answer_that_comes_after_a_decision_moves_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let correspondent = house.internal(InternalAccount::Correspondent).await;
        let id = house.put(&Draft::of(vec![to_other(OTHER_BIC, 1, 30), to_other(OTHER_BIC, 2, 20)])).await;
        // Silent when it is told of them, and when it is asked again; then it has returned both.
        let runner = house.runner_over(Late::new(2, returned()));
        runner.drain().await.unwrap();
        let operating = house.operating();
        decide(&house, &operating, line(id, 1), RailAnswer::Settled, "core 17").await.unwrap();
        later(&house.bench, 1);
        decide(&house, &operating, line(id, 2), returned(), "core 18").await.unwrap();
        runner.drain().await.unwrap();
        assert_eq!(house.seen(id).await.state, "PARTLY_EXECUTED");
        let money = house.money(SETTLEMENT).await;
        assert_eq!(money, (before.0 - 30, before.1));
        later(&house.bench, 3_600);
        runner.drain().await.unwrap();
        let named: Vec<String> = trail(&house).await.into_iter().map(|(action, _)| action).collect();
        let expected = ["settled", "returned", "contradicted"].map(|what| format!("payroll_payment.{what}"));
        assert_eq!(named, expected);
        let differing = house.bench.store.query(&CONTRADICTED, params![]).await.unwrap();
        let detail: serde_json::Value = serde_json::from_str(differing[0].text("detail").unwrap()).unwrap();
        assert_eq!(detail, serde_json::json!({ "line": 1, "settled": false }));
        assert_eq!(house.money(SETTLEMENT).await, money);
        assert_eq!(house.internal(InternalAccount::Correspondent).await, correspondent + 30);
        assert_eq!(house.entries().await, 3);
        house.assert_at_rest().await;
    }

    async fn money_h07_an_answer_after_a_decision_is_noted_at_its_own_payment(bench: Bench) {
        let house = House::new(bench).await;
        let ids = [30, 20].map(|minor| Draft::of(vec![to_other(OTHER_BIC, 1, minor)]));
        let ids = [house.put(&ids[0]).await, house.put(&ids[1]).await];
        let silent = house.runner_over(Late::new(usize::MAX, RailAnswer::Settled));
        silent.drain().await.unwrap();
        let operating = house.operating();
        for id in ids {
            decide(&house, &operating, line(id, 1), RailAnswer::Settled, "core 17").await.unwrap();
        }
        silent.drain().await.unwrap();
        later(&house.bench, 3_600);
        house.runner_over(Late::new(0, returned())).drain().await.unwrap();
        let said: Vec<Option<String>> = house.bench.store.select(&SAID, params![]).await.unwrap();
        assert_eq!(said, [Some("RETURNED".to_owned()), Some("RETURNED".to_owned())]);
        assert_eq!(house.bench.store.query(&CONTRADICTED, params![]).await.unwrap().len(), 2, "each of them is told");
        house.assert_at_rest().await;
    }

    async fn money_h07_decision_and_answer_at_once_move_the_money_once(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await.0;
        for round in 0..8 {
            let id = house.put(&Draft::of(vec![to_other(OTHER_BIC, 1, 10)])).await;
            let runner = house.runner_over(Late::new(1, RailAnswer::Settled));
            runner.drain().await.unwrap();
            later(&house.bench, 30);
            let operating = house.operating();
            let (decided, drained) =
                tokio::join!(decide(&house, &operating, line(id, 1), returned(), "core"), runner.drain());
            assert!(drained.is_ok());
            later(&house.bench, 3_600);
            runner.drain().await.unwrap();
            let state = house.seen(id).await.state;
            let expected = if decided.is_ok() { "DECLINED" } else { "EXECUTED" };
            assert_eq!(state, expected, "{round}: {decided:?}");
            house.assert_sound().await;
        }
        let paid = before - house.money(SETTLEMENT).await.0;
        assert_eq!(house.outgoing().await, 0);
        assert_eq!(paid % 10, 0);
        house.assert_idle().await;
    }

    async fn money_h07_of_two_operators_at_once_one_decides(bench: Bench) {
        let house = House::new(bench).await;
        for _ in 0..8 {
            let (before, correspondent) =
                (house.money(SETTLEMENT).await.0, house.internal(InternalAccount::Correspondent).await);
            let id = house.put(&Draft::of(vec![to_other(OTHER_BIC, 1, 10)])).await;
            let runner = house.runner_over(Late::new(usize::MAX, RailAnswer::Settled));
            runner.drain().await.unwrap();
            let (one, other) = (house.operating(), Operating { operator: "deputy".to_owned(), ..house.operating() });
            let (settled, back) = tokio::join!(
                decide(&house, &one, line(id, 1), RailAnswer::Settled, "core 17"),
                decide(&house, &other, line(id, 1), returned(), "core 18"),
            );
            assert_ne!(settled.is_ok(), back.is_ok(), "{settled:?} {back:?}");
            let lost = settled.as_ref().err().or(back.as_ref().err());
            assert!(matches!(lost, Some(StuckError::NotUnanswered | StuckError::Changed)), "{lost:?}");
            runner.drain().await.unwrap();
            let (state, paid) = if settled.is_ok() { ("EXECUTED", 10) } else { ("DECLINED", 0) };
            assert_eq!((house.seen(id).await.state.as_str(), house.money(SETTLEMENT).await.0), (state, before - paid));
            assert_eq!(house.internal(InternalAccount::Correspondent).await, correspondent + paid);
        }
        assert_eq!(house.outgoing().await, 0);
        assert_eq!(trail(&house).await.len(), 8);
        house.assert_sound().await;
        let id = unclaimed(&house).await;
        house.second_account(KOLOS, OTHER_OF_KOLOS).await;
        let (one, to): (_, AccountNumber) = (house.operating(), OTHER_OF_KOLOS.parse().unwrap());
        let pay = async || claim(&house, &one, line(id, 1), to.clone(), "letter 7").await;
        let (first, second) = tokio::join!(pay(), pay());
        assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");
        assert_eq!(house.money(OTHER_OF_KOLOS).await, (KOLOS_MINOR - 1, 0));
        assert_eq!(house.internal(InternalAccount::Unclaimed).await, 1);
        house.assert_sound().await;
    }

    async fn money_h07_nothing_is_decided_in_a_restored_database_before_it_goes_on(bench: Bench) {
        let house = House::new(bench).await;
        let nobodys = unclaimed(&house).await;
        house.second_account(KOLOS, OTHER_OF_KOLOS).await;
        let id = house.put(&Draft::of(vec![to_other(OTHER_BIC, 1, 10)])).await;
        let runner = house.runner_over(Late::new(1, RailAnswer::Settled));
        runner.drain().await.unwrap();
        let now = house.bench.clock.now();
        house.bench.store.write("test.restored", move |tx: &mut Tx| jobs::stand_still(tx, now)).await.unwrap();
        let operating = house.operating();
        let to = || OTHER_OF_KOLOS.parse().unwrap();
        let decided = decide(&house, &operating, line(id, 1), returned(), "core 17").await;
        assert!(matches!(decided, Err(StuckError::StandsStill)), "{decided:?}");
        let claimed = claim(&house, &operating, line(nobodys, 1), to(), "letter 7").await;
        assert!(matches!(claimed, Err(StuckError::StandsStill)), "{claimed:?}");
        assert_eq!(payroll::unclaimed(&house.bench.store).await.unwrap().len(), 2);
        house.bench.store.write("test.go_on", jobs::go_on).await.unwrap();
        // What the rail has answered since the backup comes first.
        later(&house.bench, 30);
        runner.drain().await.unwrap();
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        let decided = decide(&house, &operating, line(id, 1), returned(), "core 17").await;
        assert!(matches!(decided, Err(StuckError::NotUnanswered)), "{decided:?}");
        claim(&house, &operating, line(nobodys, 1), to(), "letter 7").await.unwrap();
        house.assert_at_rest().await;
    }

    async fn money_low_a_statement_that_pays_nobody_says_why(bench: Bench) {
        let house = House::new(bench).await;
        let closed = house.execute(&Draft::of(vec![to(CLOSED, 30), to(CLOSED, 1)])).await.1;
        assert_eq!((closed.state.as_str(), closed.reason.as_deref()), ("DECLINED", Some("D12")));
        house.add("conversion_terms.csv", "currency,tolerance_percent,day_limit\nUSD,,0\n").await;
        let converted = Line { conversion: Some(r#"[[100,"USD"]]"#.to_owned()), ..to(1, 10_000) };
        let sold_out = Draft { rates: Some("USD=80.85"), ..Draft::of(vec![converted]) };
        assert_eq!(house.execute(&sold_out).await.1.reason.as_deref(), Some("D13"));
        let both = Draft { lines: vec![sold_out.lines[0].clone(), to(CLOSED, 1)], ..sold_out.clone() };
        assert_eq!(house.execute(&both).await.1.reason.as_deref(), Some("D06"));
        let poor = house.execute(&Draft::kolos(vec![to(1, KOLOS_MINOR + 1)])).await.1;
        assert_eq!(poor.reason.as_deref(), Some("D01"));
        house.assert_sound().await;
    }
}
