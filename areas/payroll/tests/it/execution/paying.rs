//! Payments and refusals, and the money afterwards.

use payroll::execution::CHUNK_LINES;
use store::params;
use testkit::{Bench, on_both_engines};

use super::house::*;

on_both_engines! {
    async fn pay_09_everybody_is_paid_and_the_account_is_down_by_the_sum(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let draft = Draft::of(vec![to(1, 100), to(2, 250), to(1, 7), to(3, 1)]);
        let (id, seen) = house.execute(&draft).await;
        assert_eq!(
            seen,
            Seen { state: "EXECUTED".to_owned(), reason: None, done: 4, executed: 358, declined: 0 }
        );
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 358, before.1));
        assert_eq!(house.money(employee(1).as_str()).await.0, 107);
        assert_eq!(house.money(employee(2).as_str()).await.0, 250);
        let status = house.get(&format!("/v1/statements/{id}")).await;
        assert_eq!(status["status"], "EXECUTED");
        let transfers = house.get(&format!("/v1/statements/{id}/transfers")).await;
        assert!(
            transfers["transfers"]
                .as_array()
                .unwrap()
                .iter()
                .all(|transfer| transfer["status"] == "EXECUTED")
        );
        house.assert_at_rest().await;
    }

    async fn pay_09_without_enough_money_nothing_moves(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(KOLOS).await;
        let (id, seen) = house.execute(&Draft::kolos(vec![to(1, KOLOS_MINOR), to(2, 1)])).await;
        let reason = Some("D01".to_owned());
        assert_eq!(seen, Seen { state: "DECLINED".to_owned(), reason, done: 0, executed: 0, declined: 0 });
        assert_eq!((house.money(KOLOS).await, house.entries().await), (before, 0));
        assert_eq!(house.money(employee(1).as_str()).await.0, 0);
        assert_eq!(house.outcomes(id).await, []);
        house.assert_at_rest().await;
        // To the last kopeck it goes.
        assert_eq!(house.execute(&Draft::kolos(vec![to(1, KOLOS_MINOR)])).await.1.state, "EXECUTED");
        assert_eq!(house.money(KOLOS).await, (0, 0));
    }

    async fn pay_09_a_declined_statement_says_why(bench: Bench) {
        let house = House::new(bench).await;
        let (id, _) = house.execute(&Draft::of(vec![to(1, 9_000_000_000_000_000)])).await;
        let status = house.get(&format!("/v1/statements/{id}")).await;
        assert_eq!(status["status"], "DECLINED");
        assert_eq!(status["message"], format!("На счёте {SETTLEMENT} недостаточно денег"));
        let transfers = house.get(&format!("/v1/statements/{id}/transfers")).await;
        assert_eq!(transfers["transfers"][0]["status"], "DECLINED");
    }

    async fn pay_09_a_closed_debit_account_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        let (_, seen) =
            house.execute(&Draft { account: "40702810500000000004", ..Draft::of(vec![to(1, 1)]) }).await;
        assert_eq!((seen.state.as_str(), seen.reason.as_deref()), ("DECLINED", Some("D02")));
        assert_eq!(house.entries().await, 0);
    }

    async fn pay_09_what_an_employee_cannot_take_is_back(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let absent = Line { account: "40817810000000999999".to_owned(), ..to(1, 40) };
        let draft = Draft::of(vec![to(1, 100), to(CLOSED, 30), absent, to(2, 5)]);
        let (id, seen) = house.execute(&draft).await;
        assert_eq!(
            seen,
            Seen { state: "PARTLY_EXECUTED".to_owned(), reason: None, done: 4, executed: 105, declined: 2 }
        );
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 105, before.1));
        let declined = |line| (line, "DECLINED".to_owned(), Some("D03".to_owned()));
        assert_eq!(house.outcomes(id).await, [declined(2), declined(3)]);
        let transfers = house.get(&format!("/v1/statements/{id}/transfers")).await;
        let statuses: Vec<_> =
            transfers["transfers"].as_array().unwrap().iter().map(|one| one["status"].clone()).collect();
        assert_eq!(statuses, ["EXECUTED", "DECLINED", "DECLINED", "EXECUTED"]);
        assert_eq!(transfers["transfers"][1]["message"], "Счёт получателя закрыт или не найден");
        house.assert_at_rest().await;
    }

    async fn pay_09_when_nobody_can_be_paid_nothing_moves(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let (_, seen) = house.execute(&Draft::of(vec![to(CLOSED, 30), to(CLOSED, 31)])).await;
        assert_eq!(
            (seen.state.as_str(), seen.reason.as_deref(), seen.declined),
            ("DECLINED", Some("D12"), 2)
        );
        assert_eq!((house.money(SETTLEMENT).await, house.entries().await), (before, 0));
        house.assert_sound().await;
    }

    async fn pay_09_large_statements_go_in_chunks(bench: Bench) {
        let house = House::new(bench).await;
        let lines = usize::try_from(2 * CHUNK_LINES + 3).unwrap();
        let line =
            |index: usize| to(1 + u32::try_from(index % 40).unwrap(), 1 + i64::try_from(index).unwrap());
        let draft = Draft::of((0..lines).map(line).collect());
        let closed: i64 =
            (0..lines).filter(|index| index % 40 == 6).map(|index| 1 + i64::try_from(index).unwrap()).sum();
        let before = house.money(SETTLEMENT).await;
        let (_, seen) = house.execute(&draft).await;
        assert_eq!((seen.state.as_str(), seen.executed), ("PARTLY_EXECUTED", draft.total() - closed));
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - seen.executed, before.1));
        assert_eq!(house.entries().await, 3);
        house.assert_sound().await;
    }

    async fn pay_09_a_statement_waits_for_its_day(bench: Bench) {
        let house = House::new(bench).await;
        let id =
            house.put(&Draft { date: jiff::civil::date(2026, 11, 22), ..Draft::of(vec![to(1, 5)]) }).await;
        assert_eq!(house.work().await, 1);
        assert_eq!(house.seen(id).await.state, "SCHEDULED");
        // One second before midnight of the day in Moscow.
        let midnight = house.state.settings.zone.start_of_day(jiff::civil::date(2026, 11, 22));
        house.bench.clock.set(midnight.plus_seconds(-1));
        assert_eq!(house.work().await, 0);
        house.bench.clock.set(midnight);
        assert_eq!(house.work().await, 1);
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        house.assert_idle().await;
    }

    async fn pay_09_a_job_of_a_statement_that_is_over_does_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let (id, seen) = house.execute(&Draft::of(vec![to(1, 5)])).await;
        house.enqueue(id).await;
        assert_eq!(house.work().await, 1);
        assert_eq!((house.seen(id).await, house.money(employee(1).as_str()).await.0), (seen, 5));
        house.assert_idle().await;
    }

    async fn pay_09_an_account_with_held_money_cannot_be_closed_meanwhile(bench: Bench) {
        let house = House::new(bench).await;
        let id = house.put(&Draft::kolos(vec![to(1, KOLOS_MINOR)])).await;
        // The lines are lost, so that execution stops after the hold.
        assert_eq!(change(&house.bench, &LOSE_LINE, params![id.bytes(), 1]).await, 1);
        house.work().await;
        assert_eq!(
            (house.seen(id).await.state.as_str(), house.money(KOLOS).await),
            ("PROCESSING", (KOLOS_MINOR, KOLOS_MINOR))
        );
        assert!(house.close(KOLOS).await.is_err());
        // A statement that cannot be executed is given up, and its money is free again.
        for _ in 0..jobs::ATTEMPTS_MAX {
            later(&house.bench, 300);
            house.work().await;
        }
        let seen = house.seen(id).await;
        assert_eq!(
            (seen.state.as_str(), seen.declined, house.money(KOLOS).await),
            ("DECLINED", 1, (KOLOS_MINOR, 0))
        );
        assert_eq!(house.outcomes(id).await, [(1, "DECLINED".to_owned(), Some("D07".to_owned()))]);
        house.assert_sound_but(LINES_RULE).await;
    }
}
