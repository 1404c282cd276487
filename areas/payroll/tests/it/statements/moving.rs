//! PAY-07: steps that are none are refused by the database, and a step is taken once.

use payroll::lifecycle::StatementStatus;
use payroll::work::{self, StatementError};
use serde_json::json;
use store::{StoreError, Tx, params};
use testkit::Bench;

use super::house::{House, changed, ivanova, payload};

store::queries! {
    /// A step in the history, whatever it is.
    STEP = "insert into payroll_history (statement_id, version, kind, from_state, to_state, at_us)
        values ($1, $2, $3, $4, $5, 0)";
    SET_STATE = "update payroll_statements set state = $2 where statement_id = $1";
    STEPS = "select from_state, to_state from payroll_history where statement_id = $1 order by version";
}

async fn steps(house: &House, external_id: &str) -> Vec<String> {
    let id = house.id("C00001", external_id).await;
    let rows = house.bench.store.query(&STEPS, params![id.bytes()]).await.unwrap();
    rows.iter()
        .map(|row| format!("{}>{}", row.text("from_state").unwrap(), row.text("to_state").unwrap()))
        .collect()
}

testkit::on_both_engines! {
    async fn pay_07_the_database_refuses_every_arrow_that_is_none(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("arrows")).await;
        let id = house.id("C00001", "arrows").await;
        let store = &house.bench.store;
        let mut allowed = 0;
        for kind in ["SIGNED", "UNSIGNED"] {
            for from in StatementStatus::ALL {
                for to in StatementStatus::ALL {
                    let version = 1_000;
                    let values = params![id.bytes(), version, kind, from.as_str(), to.as_str()];
                    let step = move |tx: &mut Tx| -> Result<(), Option<StoreError>> {
                        tx.execute_one(&STEP, values.clone()).map_err(Some)?;
                        // Nothing stays: the next pair uses the same version.
                        Err(None)
                    };
                    let taken = store.write::<(), Failure>("test.step", move |tx| step(tx).map_err(Failure));
                    match step_outcome(taken.await) {
                        None => allowed += 1,
                        Some(StoreError::Constraint { .. }) => {}
                        Some(other) => panic!("{other}"),
                    }
                }
            }
        }
        // The table has 32 arrows, two of them from nothing to the first state.
        assert_eq!(allowed, 30);
    }

    async fn pay_07_the_database_refuses_a_state_of_the_other_kind(bench: Bench) {
        let house = House::new(bench).await;
        house.create_signed(&payload("kinds")).await;
        let id = house.id("C00001", "kinds").await;
        for state in ["AWAITING_SIGN", "DRAFT", "SIGNING", "NOTHING", "DECLINED"] {
            let set = move |tx: &mut Tx| tx.execute_one(&SET_STATE, params![id.bytes(), state]);
            let refused = house.bench.store.write("test.state", set).await;
            assert!(matches!(refused, Err(StoreError::Constraint { .. })), "{state}: {refused:?}");
        }
    }

    async fn pay_07_a_signed_statement_goes_its_way(bench: Bench) {
        let house = House::new(bench).await;
        house.create_signed(&payload("at-once")).await;
        let later = changed("later", |payload| payload["date"] = json!("2026-11-22"));
        house.create_signed(&later).await;
        let wrong = changed("wrong", |payload| payload["totalAmount"] = json!(5));
        house.create_signed(&wrong).await;
        house.work().await;
        assert_eq!(steps(&house, "at-once").await, [">CHECKING", "CHECKING>PROCESSING", "PROCESSING>EXECUTED"]);
        assert_eq!(steps(&house, "later").await, [">CHECKING", "CHECKING>SCHEDULED"]);
        assert_eq!(steps(&house, "wrong").await, [">CHECKING", "CHECKING>ERROR"]);
        assert_eq!(house.status("later").await["status"], "SCHEDULED");
        // The day begins at the bank at 21:00 UTC of the day before.
        house.bench.clock.advance_seconds(36 * 3_600 - 1);
        house.work().await;
        assert_eq!(house.status("later").await["status"], "SCHEDULED");
        house.bench.clock.advance_seconds(1);
        house.work().await;
        assert_eq!(house.status("later").await["status"], "EXECUTED");
    }

    async fn pay_07_of_two_steps_at_once_one_is_taken(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("contested")).await;
        let id = house.id("C00001", "contested").await;
        let caller = ivanova();
        let origin = House::origin(&caller);
        let delete = || work::delete(&house.state, &origin, id, 3);
        let (one, two) = tokio::join!(delete(), delete());
        let lost = match (one, two) {
            (Ok(()), Err(lost)) | (Err(lost), Ok(())) => lost,
            other => panic!("{other:?}"),
        };
        assert!(matches!(lost, StatementError::Changed), "{lost:?}");
        let steps = steps(&house, "contested").await;
        assert_eq!(steps.last().unwrap(), "AWAITING_SIGN>DELETED");
        assert_eq!(steps.len(), 4);
    }

    async fn pay_07_a_final_statement_takes_no_step(bench: Bench) {
        let house = House::new(bench).await;
        house.create_signed(&payload("final")).await;
        house.work().await;
        let id = house.id("C00001", "final").await;
        let caller = ivanova();
        let origin = House::origin(&caller);
        let refused = work::delete(&house.state, &origin, id, 3).await;
        assert!(matches!(refused, Err(StatementError::NotInThisState(StatementStatus::Executed))), "{refused:?}");
    }
}

/// Ends a unit of work on purpose (`None`) or because the database refused.
struct Failure(Option<StoreError>);

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self(Some(error))
    }
}

fn step_outcome(outcome: Result<(), Failure>) -> Option<StoreError> {
    outcome.err().and_then(|failure| failure.0)
}
