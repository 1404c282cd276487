//! A proof reads everything that a bank has: on PostgreSQL its statements outlive the limit of others.

use std::time::Duration;

use store::{StoreError, StoreLimits, Tx, params};
use testkit::{Bench, Engine, run};

/// The limit of a statement, and the seconds for which the program waits beyond it are fewer than [`LONG`] takes.
const STATEMENT_MAX: Duration = Duration::from_secs(1);

store::queries! {
    /// Runs longer than the limit, and than the program waits for an answer.
    LONG = "select 1 as one from pg_sleep(7)";
    /// Reads the limit that the server has for this connection.
    LIMIT = "select current_setting('statement_timeout') as value";
}

fn limit(tx: &mut Tx) -> Result<String, StoreError> {
    Ok(tx.query_one(&LIMIT, params![])?.text("value")?.to_owned())
}

#[test]
fn ops_03_a_proof_outlives_the_limit_of_a_statement_and_leaves_it_to_others() {
    run(Engine::Postgres, |bench: Bench| async move {
        // One connection for units of work, so that the next one gets that of the proof.
        let limits =
            StoreLimits { statement_max: STATEMENT_MAX, postgres_connections_max: 2, ..Bench::limits() };
        let store = bench.open_again(limits).await;
        let proof = |tx: &mut Tx| -> Result<(), StoreError> {
            tx.survey_at_length()?;
            tx.query_one(&LONG, params![]).map(drop)
        };
        assert_eq!(store.read("proof", proof).await, Ok(()));
        assert_eq!(store.read("limit", limit).await.as_deref(), Ok("1s"));
        let survey = |tx: &mut Tx| -> Result<(), StoreError> {
            tx.survey()?;
            tx.query_one(&LONG, params![]).map(drop)
        };
        let surveyed = store.read("survey", survey).await;
        assert!(matches!(surveyed, Err(StoreError::Busy(_))), "{surveyed:?}");
        store.close().await;
    });
}
