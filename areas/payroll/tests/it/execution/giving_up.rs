//! Jobs that are given up, and what never gives a job up.

use accounts::ledger::{self, Hold, LedgerAccountId};
use jobs::DEATHS_MAX;
use kernel::{AccountNumber, Clock, Money};
use payroll::rail::RailAnswer;
use payroll::{StatementId, StuckId};
use store::{Tx, params};
use testkit::{Bench, Disk, FoundBy, on_both_engines};

use super::house::*;
use super::stuck::{Late, decide};

/// Longer than any pause between two attempts.
const PAUSE_S_MAX: i64 = 600;

store::queries! {
    /// As the last worker that died left the job before it is quarantined.
    ABOUT_TO_BE_QUARANTINED = "update jobs set fencing_token = 1, leased_until_us = 0, deaths = $2 where job_key = $1";
    /// A statement whose day had not come when it was looked at last.
    SET_SCHEDULED = "update payroll_statements set state = 'SCHEDULED' where statement_id = $1";
}

/// As nine workers that died at it left the job of a statement, and a tenth.
async fn worn_out(house: &House, id: StatementId) {
    assert_eq!(
        change(&house.bench, &ABOUT_TO_BE_QUARANTINED, params![id.to_string(), DEATHS_MAX - 1]).await,
        1
    );
}

/// Nothing of the statement was paid, each of its lines says why, and nothing is held.
async fn assert_declined(house: &House, id: StatementId, lines: usize) {
    let seen = house.seen(id).await;
    assert_eq!((seen.state.as_str(), seen.reason.as_deref(), seen.executed), ("DECLINED", Some("D14"), 0));
    let outcomes = house.outcomes(id).await;
    assert_eq!(outcomes.len(), lines);
    assert!(
        outcomes.iter().all(|(_, outcome, code)| outcome == "DECLINED" && code.as_deref() == Some("D07"))
    );
    house.assert_sound().await;
}

on_both_engines! {
    async fn pay_09_a_statement_at_which_workers_die_before_it_begins_is_declined(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        for is_scheduled in [false, true] {
            let id = house.put(&Draft::of(vec![to(1, 10), to(2, 20), to_other(OTHER_BIC, 1, 5)])).await;
            if is_scheduled {
                assert_eq!(change(&house.bench, &SET_SCHEDULED, params![id.bytes()]).await, 1);
            }
            worn_out(&house, id).await;
            let innocent = house.put(&Draft::of(vec![to(3, 1)])).await;
            house.work().await;
            assert_declined(&house, id, 3).await;
            assert_eq!(house.seen(innocent).await.state, "EXECUTED");
            let given_up = jobs::given_up(&house.bench.store).await.unwrap();
            let one = given_up.iter().find(|one| one.key == id.to_string()).unwrap();
            assert_eq!((one.kind.as_str(), one.deaths), ("payroll.execute", i64::from(DEATHS_MAX)));
            assert!(one.reason.starts_with("quarantined"));
            // An operator who has it done again finds it ended.
            let (key, now) = (id.to_string(), house.bench.clock.now());
            let revive = move |tx: &mut Tx| jobs::revive(tx, "payroll.execute", &key, now);
            assert_eq!(house.bench.store.write("test.revive", revive).await, Ok(true));
            assert_eq!(house.work().await, 1);
            assert_declined(&house, id, 3).await;
            house.assert_idle().await;
        }
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 2, before.1));
    }

    async fn pay_09_a_statement_that_cannot_begin_is_declined_and_holds_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let id = house.put(&Draft::of(vec![to(1, 10)])).await;
        // Somebody else's hold has the name of its own.
        let hold = Hold {
            hold_id: format!("payroll:{id}"),
            account: LedgerAccountId::from(&SETTLEMENT.parse::<AccountNumber>().unwrap()),
            amount: Money::from_minor(777),
            placed_at: house.bench.clock.now(),
            description: "not ours".to_owned(),
        };
        let place = move |tx: &mut Tx| ledger::place_hold(tx, &hold).map(drop);
        house.bench.store.write("test.hold", place).await.unwrap();
        for _ in 0..jobs::ATTEMPTS_MAX {
            assert_eq!(house.seen(id).await.state, "AWAITING_SEND");
            assert_eq!(house.work().await, 1);
            later(&house.bench, PAUSE_S_MAX);
        }
        assert_declined(&house, id, 1).await;
        assert_eq!(house.money(SETTLEMENT).await, before);
        assert_eq!(house.work().await, 0);
    }

    async fn money_h07_a_job_that_only_watches_is_given_up_and_its_statement_does_not_end_again(bench: Bench) {
        let house = House::new(bench).await;
        let id = house.put(&Draft::of(vec![to_other(OTHER_BIC, 1, 30)])).await;
        let runner = house.runner_over(Late::new(usize::MAX, RailAnswer::Settled));
        runner.drain().await.unwrap();
        let payment = StuckId { statement: id, line: 1 };
        decide(&house, &house.operating(), payment, RailAnswer::Settled, "core 17").await.unwrap();
        runner.drain().await.unwrap();
        let seen = house.seen(id).await;
        assert_eq!(seen.state, "EXECUTED");
        worn_out(&house, id).await;
        later(&house.bench, 3_600);
        runner.drain().await.unwrap();
        let given_up = jobs::given_up(&house.bench.store).await.unwrap();
        assert_eq!((given_up.len(), given_up[0].kind.as_str()), (1, "payroll.rail"));
        assert!(!given_up[0].reason.contains("has not ended"), "{}", given_up[0].reason);
        assert_eq!(house.seen(id).await, seen);
        house.assert_sound().await;
    }

    async fn pay_09_a_full_disk_gives_no_statement_up(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let disk = Disk::under(&house.bench, &["journal_entries"]).await;
        let lines: Vec<Line> = (0..1_000).map(|index| to(1 + index % 6, 1)).collect();
        let id = house.put(&Draft::of(lines)).await;
        for found_by in [FoundBy::Statement, FoundBy::Commit] {
            disk.fill(found_by).await;
            for _ in 0..2 * (jobs::ATTEMPTS_MAX + DEATHS_MAX) {
                assert_eq!(house.work().await, 1);
                assert_eq!(jobs::given_up(&house.bench.store).await, Ok(Vec::new()));
                later(&house.bench, PAUSE_S_MAX);
            }
            let seen = house.seen(id).await;
            assert!(["AWAITING_SEND", "PROCESSING"].contains(&seen.state.as_str()), "{seen:?}");
            assert_eq!((seen.done, seen.executed, house.money(SETTLEMENT).await.0), (0, 0, before.0));
        }
        disk.free().await;
        assert_eq!(house.work().await, 1);
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 1_000, before.1));
        house.assert_at_rest().await;
    }
}
