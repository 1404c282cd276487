//! Rails that hang, answer late or answer nonsense.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use jobs::{Runner, RunnerSettings, Wake};
use kernel::{Clock, SeededRandomness};
use payroll::rail::{OutgoingRail, RailAnswer, RailPayment, Submitted};
use store::Tx;
use testkit::{Bench, on_both_engines};
use tokio::sync::watch;
use tokio::task::yield_now;

use super::house::*;

/// Never answers.
struct Hanging {
    calls: watch::Sender<usize>,
    wait_max: Duration,
}

impl OutgoingRail for Hanging {
    fn submit<'a>(&'a self, _: &'a [RailPayment]) -> Submitted<'a> {
        self.calls.send_modify(|calls| *calls += 1);
        std::future::pending().boxed()
    }

    fn answer_wait_max(&self) -> Duration {
        self.wait_max
    }
}

/// Takes payments with the first call and does not answer it in time; later ones it answers at once.
struct Late(AtomicUsize);

impl OutgoingRail for Late {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        match self.0.fetch_add(1, Ordering::SeqCst) {
            0 => std::future::pending().boxed(),
            _ => async { Ok(payments.iter().map(|_| Some(RailAnswer::Settled)).collect()) }.boxed(),
        }
    }

    fn answer_wait_max(&self) -> Duration {
        Duration::from_millis(20)
    }
}

/// Answers for one payment too few, until it is mended.
struct Confused(AtomicUsize);

impl OutgoingRail for Confused {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        let missing = self.0.load(Ordering::SeqCst);
        async move { Ok(payments.iter().skip(missing).map(|_| Some(RailAnswer::Settled)).collect()) }.boxed()
    }
}

on_both_engines! {
    async fn pay_09_a_rail_that_hangs_takes_no_worker_from_other_statements(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let rail = Arc::new(Hanging { calls: watch::Sender::new(0), wait_max: Duration::from_hours(1) });
        let mut calls = rail.calls.subscribe();
        let clock: Arc<dyn Clock> = house.bench.clock.clone();
        let settings = RunnerSettings {
            poll: Duration::from_millis(5),
            stop_wait: Duration::from_millis(20),
            ..RunnerSettings::default()
        };
        let randomness = Arc::new(SeededRandomness::new(8));
        let runner = Runner::new(house.bench.store.clone(), clock, randomness, Wake::default(), settings);
        let (stop, stopped) = watch::channel(false);
        let running = tokio::spawn(runner.with_workers(payroll::workers_over(&house.state, rail.clone())).run(stopped));
        // More of them than there are workers of any kind, and each waits for the rail.
        let mut waiting = Vec::new();
        for serial in 0..12 {
            waiting.push(house.put(&Draft::of(vec![to(1, 1), to_other(OTHER_BIC, serial, 10)])).await);
        }
        calls.wait_for(|calls| *calls >= 2).await.unwrap();
        for _ in 0..5 {
            let id = house.put(&Draft::of(vec![to(2, 100), to(3, 1)])).await;
            while house.seen(id).await.state != "EXECUTED" {
                yield_now().await;
            }
        }
        // Those that wait have paid what is paid inside the bank.
        for id in &waiting {
            while house.seen(*id).await.executed != 1 {
                yield_now().await;
            }
            assert_eq!(house.seen(*id).await.state, "PROCESSING");
        }
        stop.send(true).unwrap();
        running.await.unwrap();
        house.assert_sound().await;
        // All of them end when the rail answers again, and no job has died meanwhile.
        later(&house.bench, 30);
        house.work().await;
        for id in waiting {
            assert_eq!(house.seen(id).await.state, "EXECUTED");
        }
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 12 * 11 - 5 * 101, before.1));
        house.assert_at_rest().await;
    }

    async fn pay_09_a_call_to_the_rail_has_a_time_limit(bench: Bench) {
        let house = House::new(bench).await;
        let rail = Arc::new(Hanging { calls: watch::Sender::new(0), wait_max: Duration::from_millis(10) });
        let id = house.put(&Draft::of(vec![to_other(OTHER_BIC, 1, 10)])).await;
        let runner = house.runner_over(rail.clone());
        assert_eq!(runner.drain().await, Ok(2));
        // However often it hangs, it is no failure of the statement.
        for _ in 0..2 * jobs::ATTEMPTS_MAX {
            assert_eq!((runner.drain().await, house.seen(id).await.state.as_str()), (Ok(0), "PROCESSING"));
            later(&house.bench, 30);
            assert_eq!(runner.drain().await, Ok(1));
        }
        assert_eq!(jobs::given_up(&house.bench.store).await, Ok(Vec::new()));
        later(&house.bench, 30);
        house.work().await;
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        house.assert_at_rest().await;
    }

    async fn pay_09_a_rail_that_answers_late_is_asked_again_and_pays_once(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let rail = Arc::new(Late(AtomicUsize::new(0)));
        let id = house.put(&Draft::of(vec![to_other(OTHER_BIC, 1, 10), to_other(OTHER_BIC, 2, 20)])).await;
        let runner = house.runner_over(rail.clone());
        assert_eq!(runner.drain().await, Ok(2));
        assert_eq!(house.seen(id).await.state, "PROCESSING");
        later(&house.bench, 30);
        assert_eq!(runner.drain().await, Ok(1));
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed, rail.0.load(Ordering::SeqCst)), ("EXECUTED", 30, 2));
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 30, before.1));
        house.assert_at_rest().await;
    }

    async fn pay_09_a_statement_whose_money_is_away_waits_for_operators(bench: Bench) {
        let house = House::new(bench).await;
        let rail = Arc::new(Confused(AtomicUsize::new(1)));
        let id = house.put(&Draft::of(vec![to_other(OTHER_BIC, 1, 10), to(1, 5)])).await;
        let runner = house.runner_over(rail.clone());
        assert_eq!(runner.drain().await, Ok(2));
        for _ in 1..jobs::ATTEMPTS_MAX {
            assert_eq!(jobs::given_up(&house.bench.store).await, Ok(Vec::new()));
            later(&house.bench, 300);
            assert_eq!(runner.drain().await, Ok(1));
        }
        // Nobody knows where the money is, so nothing says that it is back.
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed), ("PROCESSING", 5));
        let given_up = jobs::given_up(&house.bench.store).await.unwrap();
        assert_eq!((given_up.len(), given_up[0].kind.as_str(), given_up[0].failures), (1, "payroll.rail", 8));
        assert!(given_up[0].reason.contains("another number of payments"));
        later(&house.bench, 100_000);
        assert_eq!(runner.drain().await, Ok(0));
        // The rail is mended, and an operator has it asked again.
        rail.0.store(0, Ordering::SeqCst);
        let (key, now) = (id.to_string(), house.bench.clock.now());
        let revive = move |tx: &mut Tx| jobs::revive(tx, "payroll.rail", &key, now);
        assert_eq!(house.bench.store.write("test.revive", revive).await, Ok(true));
        assert_eq!(runner.drain().await, Ok(1));
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        house.assert_at_rest().await;
    }
}
