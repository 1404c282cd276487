//! No money of a statement stays held after any end; and `check` names a statement that tells something else.

use accounts::ledger::FINDINGS_MAX;
use kernel::Clock;
use payroll::StatementId;
use store::{Migration, MigrationTree, params};
use testkit::{Bench, on_both_engines};

use super::house::*;

store::queries! {
    /// The bank's mode of an account: 0 blocks it.
    SET_MODE = "update accounts set mode = $2 where number = $1";
    /// A fault: a hold that was released is there again.
    HOLD_AGAIN = "update holds set released_at_us = null where hold_id = $1";
    /// A fault: a payment without an answer.
    HAND_AGAIN = "update payroll_rail_payments set state = 'HANDED', answered_at_us = null where statement_id = $1";
    /// A fault: a payment of another amount.
    PAY_MORE = "update payroll_rail_payments set amount_minor = 9223372036854775807 where statement_id = $1";
    /// A fault: a refusal that is forgotten.
    FORGET_OUTCOMES = "delete from payroll_outcomes where statement_id = $1 and outcome = 'DECLINED'";
    /// A fault: a sum that was not paid.
    EXECUTE_MORE = "update payroll_statements set executed_minor = 9223372036854775807 where statement_id = $1";
    /// A fault: execution that has not come so far.
    DO_LESS = "update payroll_statements set done_through_line = 1 where statement_id = $1";
    /// A fault: an end that is none.
    CALL_IT_EXECUTED = "update payroll_statements set state = 'EXECUTED' where statement_id = $1";
    /// A fault: a transfer of another amount.
    TRANSFER_MORE = "update payroll_transfers set amount_minor = 9223372036854775807 where statement_id = $1";
}

const JOURNAL: &str = "the entries in the journal pay others, or other sums, than the transfers";

/// Lets a test write what the tables would refuse.
static WITHOUT_GUARDS: MigrationTree = MigrationTree {
    area: "damage",
    migrations: &[Migration {
        version: 1,
        note: "no checks of statements",
        sql: "--@ sqlite\npragma ignore_check_constraints = on;\ndrop trigger payroll_transfers_refuse_update;\n\
            --@ postgres\nalter table payroll_transfers disable trigger user;\n--@ both\n",
    }],
};

/// Stops a statement after its hold: a worker that dies there leaves it so.
async fn stopped_behind_its_hold(house: &House) -> StatementId {
    let id = house.put(&Draft::kolos(vec![to(1, KOLOS_MINOR)])).await;
    assert_eq!(change(&house.bench, &LOSE_LINE, params![id.bytes(), 1]).await, 1);
    house.work().await;
    let seen = house.seen(id).await;
    assert_eq!((seen.state.as_str(), house.money(KOLOS).await), ("PROCESSING", (KOLOS_MINOR, KOLOS_MINOR)));
    id
}

/// Returns the findings of `check` about statements.
async fn told(house: &House) -> Vec<String> {
    let report = payroll::check(&house.bench.store).await.unwrap();
    assert!(report.findings.len() < FINDINGS_MAX);
    report.findings.iter().map(ToString::to_string).collect()
}

on_both_engines! {
    async fn pay_09_an_account_that_is_blocked_behind_the_hold_gets_its_money_back(bench: Bench) {
        let house = House::new(bench).await;
        let id = stopped_behind_its_hold(&house).await;
        assert_eq!(change(&house.bench, &SET_MODE, params![KOLOS, 0]).await, 1);
        later(&house.bench, 300);
        house.work().await;
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.reason.as_deref(), seen.executed), ("DECLINED", Some("D02"), 0));
        assert_eq!((house.money(KOLOS).await, house.entries().await), ((KOLOS_MINOR, 0), 0));
        house.assert_at_rest().await;
    }

    /// The process that put the money on hold had a clock 100 seconds ahead of the one that ends the statement.
    async fn pay_09_a_clock_that_is_behind_ends_a_statement_and_its_hold(bench: Bench) {
        let house = House::new(bench).await;
        for lines in [vec![to(1, 70), to(CLOSED, 30)], vec![to(CLOSED, 30)], vec![to(1, 70)]] {
            let draft = Draft::kolos(lines);
            let before = house.money(KOLOS).await.0;
            let id = house.put(&draft).await;
            later(&house.bench, -100);
            house.enqueue(id).await;
            assert_eq!(house.work().await, 1);
            let seen = house.seen(id).await;
            assert_eq!(seen.executed, before - house.money(KOLOS).await.0);
            assert_eq!((house.money(KOLOS).await.1, seen.declined > 0), (0, draft.total() != 70));
            house.assert_at_rest().await;
            house.bench.clock.advance_seconds(100);
        }
    }

    async fn pay_09_check_names_the_statement_that_holds_money_or_has_payments_after_its_end(bench: Bench) {
        let house = House::new(bench).await;
        let draft = Draft::of(vec![to(1, 70), to(CLOSED, 30), to_other(OTHER_BIC, 1, 5)]);
        let (id, seen) = house.execute(&draft).await;
        assert_eq!((seen.state.as_str(), told(&house).await), ("PARTLY_EXECUTED", vec![]));
        assert_eq!(change(&house.bench, &HOLD_AGAIN, params![format!("payroll:{id}")]).await, 1);
        assert_eq!(told(&house).await, [format!("{id}: money is held although the statement is not being executed \
            (30)")]);
        assert_eq!(change(&house.bench, &HAND_AGAIN, params![id.bytes()]).await, 1);
        assert_eq!(told(&house).await[1..], [
            format!("{id}: payments are on the rail although the statement is not being executed (1)"),
            format!("{id}: payments on the rail and outcomes of transfers differ (1)"),
            format!("{id}: {JOURNAL} (2)"),
            "OUTGOING-PAYMENTS.RUR: the balance differs from the payments on the rail (-5)".to_owned(),
        ]);
        assert_eq!(change(&house.bench, &PAY_MORE, params![id.bytes()]).await, 1);
        let told = told(&house).await;
        assert_eq!(told[3], format!("{id}: payments on the rail have another amount than their transfers (1)"));
        assert!(house.bench.clock.now() > kernel::Instant::from_microseconds(0));
    }

    async fn pay_09_check_names_the_statement_whose_transfers_tell_something_else(bench: Bench) {
        let house = House::new(bench).await;
        house.bench.migrate(&[&WITHOUT_GUARDS]).await;
        let draft = || Draft::of(vec![to(1, 70), to(CLOSED, 30), to(2, 5)]);
        let executed = "the executed sum differs from that of the transfers that were executed";
        let end = "the state does not follow from the outcomes of the transfers";
        let (history, journal) = ("the state is not that of the last step (7)", |found| format!("{JOURNAL} ({found})"));
        let total = "the total or the number of transfers differs from the transfers";
        for (query, expected) in [
            (&FORGET_OUTCOMES, vec![
                "the number of declined transfers differs from their outcomes (1)".to_owned(),
                format!("{executed} (-30)"), journal(1),
            ]),
            (&EXECUTE_MORE, vec![format!("{executed} ({})", i64::MAX - 75)]),
            (&DO_LESS, vec![
                "transfers have an outcome before execution came to them (1)".to_owned(), format!("{executed} (5)"),
                format!("{end} (1)"), journal(1),
            ]),
            (&CALL_IT_EXECUTED, vec![format!("{end} (1)"), history.to_owned()]),
            (&TRANSFER_MORE, vec![format!("{executed} ({})", 75 - 2 * i128::from(i64::MAX)),
                format!("{total} ({})", 105 - 3 * i128::from(i64::MAX)), journal(2)]),
        ] {
            let known = told(&house).await;
            let (id, _) = house.execute(&draft()).await;
            assert_eq!(told(&house).await, known);
            assert!(change(&house.bench, query, params![id.bytes()]).await > 0);
            let mut found: Vec<String> = told(&house).await;
            found.retain(|line| line.starts_with(&id.to_string()));
            found.sort();
            let mut expected: Vec<String> = expected.iter().map(|rule| format!("{id}: {rule}")).collect();
            expected.sort();
            assert_eq!(found, expected);
        }
    }
}
