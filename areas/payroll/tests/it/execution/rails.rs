//! Payments to other banks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use accounts::ledger::InternalAccount;
use futures_util::FutureExt as _;
use payroll::execution::CHUNK_LINES;
use payroll::rail::{OutgoingRail, RailAnswer, RailError, RailPayment, Submitted};
use store::params;
use testkit::{Bench, on_both_engines};

use super::house::*;

/// Answers the first call, and the later ones, as told; counts the payments it was told of.
struct Scripted {
    calls: AtomicUsize,
    answer: fn(usize, &RailPayment) -> Result<Option<RailAnswer>, RailError>,
}

impl Scripted {
    fn new(answer: fn(usize, &RailPayment) -> Result<Option<RailAnswer>, RailError>) -> Arc<Self> {
        Arc::new(Self { calls: AtomicUsize::new(0), answer })
    }
}

impl OutgoingRail for Scripted {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        async move { payments.iter().map(|payment| (self.answer)(call, payment)).collect() }.boxed()
    }
}

on_both_engines! {
    async fn pay_09_payments_to_other_banks_settle_or_come_back(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let correspondent = house.internal(InternalAccount::Correspondent).await;
        let wrong_key = Line { account: "40817810000000000001".to_owned(), ..to_other(OTHER_BIC, 1, 70) };
        let draft = Draft::of(vec![
            to(1, 100),
            to_other(OTHER_BIC, 1, 40),
            to_other(UNKNOWN_BIC, 2, 9),
            wrong_key,
            to_other(OWN_BIC, 5, 3),
        ]);
        let (id, seen) = house.execute(&draft).await;
        // The last one has the bank's own BIC and an account that the bank does not have.
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 140, 3));
        let declined = |line, code: &str| (line, "DECLINED".to_owned(), Some(code.to_owned()));
        assert_eq!(
            house.outcomes(id).await,
            [(2, "SETTLED".to_owned(), None), declined(3, "D04"), declined(4, "D04"), declined(5, "D03")]
        );
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 140, before.1));
        assert_eq!(house.outgoing().await, 0);
        assert_eq!(house.internal(InternalAccount::Correspondent).await, correspondent + 40);
        house.assert_at_rest().await;
    }

    async fn pay_09_a_rail_that_has_no_answer_is_asked_again(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let rail = Scripted::new(|call, payment| match (call, payment.amount.minor()) {
            (1, _) => Err(RailError("out of order".to_owned())),
            (0, 30) | (2.., _) => Ok(Some(RailAnswer::Settled)),
            (0, _) => Ok(None),
        });
        let id = house
            .put(&Draft::of(vec![to_other(OTHER_BIC, 1, 30), to_other(OTHER_BIC, 2, 20), to(1, 1)]))
            .await;
        let runner = house.runner_over(rail.clone());
        assert_eq!(runner.drain().await, Ok(2));
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.done, seen.executed), ("PROCESSING", 3, 31));
        let statuses = house.get(&format!("/v1/statements/{id}/transfers")).await;
        let statuses: Vec<_> =
            statuses["transfers"].as_array().unwrap().iter().map(|one| one["status"].clone()).collect();
        assert_eq!(statuses, ["EXECUTED", "PROCESSING", "EXECUTED"]);
        assert_eq!((house.outgoing().await, house.money(SETTLEMENT).await.0), (20, before.0 - 51));
        house.assert_sound().await;
        for expected in ["PROCESSING", "EXECUTED"] {
            assert_eq!(runner.drain().await, Ok(0));
            later(&house.bench, 30);
            assert_eq!(runner.drain().await, Ok(1));
            assert_eq!(house.seen(id).await.state, expected);
        }
        assert_eq!((house.seen(id).await.executed, house.outgoing().await), (51, 0));
        house.assert_at_rest().await;
    }

    async fn pay_09_when_everything_comes_back_the_statement_is_declined(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let (id, seen) =
            house.execute(&Draft::of(vec![to_other(UNKNOWN_BIC, 1, 30), to_other(UNKNOWN_BIC, 2, 20)])).await;
        assert_eq!(
            (seen.state.as_str(), seen.reason.as_deref(), seen.executed),
            ("DECLINED", Some("D15"), 0)
        );
        assert_eq!((house.money(SETTLEMENT).await, house.outgoing().await), (before, 0));
        assert_eq!(house.outcomes(id).await.len(), 2);
        house.assert_sound().await;
    }

    async fn pay_09_money_for_an_account_that_was_closed_meanwhile_is_kept(bench: Bench) {
        let house = House::new(bench).await;
        let rail =
            Scripted::new(|call, _| Ok((call > 0).then(returned)));
        let id = house.put(&Draft::kolos(vec![to_other(OTHER_BIC, 1, KOLOS_MINOR)])).await;
        let runner = house.runner_over(rail);
        runner.drain().await.unwrap();
        assert_eq!(house.money(KOLOS).await, (0, 0));
        // Its money was sent away by an older program.
        change(&house.bench, &FORGET_AWAITED, params![KOLOS]).await;
        assert_eq!(house.close(KOLOS).await, Ok(true));
        later(&house.bench, 30);
        assert_eq!(runner.drain().await, Ok(1));
        assert_eq!(house.seen(id).await.state, "DECLINED");
        assert_eq!(house.internal(InternalAccount::Unclaimed).await, KOLOS_MINOR);
        house.assert_at_rest().await;
    }

    async fn pay_09_a_statement_that_was_given_up_ends_with_the_last_answer_of_the_rail(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        // The rail has no answers until the statement was given up, and then one after the other.
        let rail = Scripted::new(|call, payment| {
            Ok(match (call, payment.id.line) {
                (0, _) | (1, 2) => None,
                (_, 2) => Some(returned()),
                _ => Some(RailAnswer::Settled),
            })
        });
        let mut lines = vec![to_other(OTHER_BIC, 1, 30), to_other(OTHER_BIC, 2, 20)];
        let chunk = u32::try_from(CHUNK_LINES).unwrap();
        lines.extend((0..chunk).map(|index| to(1 + index % 6, 1)));
        let id = house.put(&Draft::of(lines)).await;
        // A line of the second chunk is lost, so that execution cannot go on after the first.
        let lost = CHUNK_LINES + 1;
        assert_eq!(change(&house.bench, &LOSE_LINE, params![id.bytes(), lost]).await, 1);
        let runner = house.runner_over(rail.clone());
        for _ in 0..jobs::ATTEMPTS_MAX {
            assert_eq!((rail.calls.load(Ordering::SeqCst), runner.drain().await), (0, Ok(1)));
            later(&house.bench, 300);
        }
        let paid = 50 + CHUNK_LINES - 2;
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PROCESSING", paid - 50, 2));
        assert_eq!(house.outgoing().await, 50);
        for (state, executed, left) in
            [("PROCESSING", paid - 50, 50), ("PROCESSING", paid - 20, 20), ("PARTLY_EXECUTED", paid - 20, 0)]
        {
            assert_eq!(runner.drain().await, Ok(1));
            let seen = house.seen(id).await;
            assert_eq!((seen.state.as_str(), seen.executed, house.outgoing().await), (state, executed, left));
            house.assert_sound_but(LINES_RULE).await;
            // They have waited for long, so the rail is asked less often.
            later(&house.bench, 3_600);
        }
        assert_eq!(house.seen(id).await.declined, 3);
        // The money of those who got nothing is free again.
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - (paid - 20), before.1));
        // Only the job that failed is left for operators.
        let waiting = jobs::waiting(&house.bench.store).await.unwrap();
        let kind = "payroll.execute".to_owned();
        assert_eq!(waiting, [jobs::Waiting { kind, jobs: 1, given_up: 1, oldest_due: None }]);
    }

    async fn pay_09_many_payments_are_told_in_bunches(bench: Bench) {
        let house = House::new(bench).await;
        let rail = Scripted::new(|_, payment| {
            Ok(Some(if payment.id.line % 7 == 0 { returned() } else { RailAnswer::Settled }))
        });
        let draft =
            Draft::of((1..=2_600).map(|serial| to_other(OTHER_BIC, serial, i64::from(serial))).collect());
        let id = house.put(&draft).await;
        assert_eq!(house.runner_over(rail.clone()).drain().await, Ok(2));
        let seen = house.seen(id).await;
        let returned: i64 = (1..=2_600).filter(|line| line % 7 == 0).sum();
        assert_eq!((seen.state.as_str(), seen.executed), ("PARTLY_EXECUTED", draft.total() - returned));
        assert_eq!(rail.calls.load(Ordering::SeqCst), 3);
        house.assert_sound().await;
    }
}
