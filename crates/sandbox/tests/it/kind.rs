//! A database is of one kind for as long as it lives.

use std::sync::Arc;

use kernel::Clock;
use sandbox::{DatabaseKind, MIGRATIONS, Pace, Sandbox, SandboxError, claim, kind_of};
use store::{Store, StoreError, Tx, params};
use testkit::Bench;

store::queries! {
    TURNED = "update database_kind set kind = 'LIVE'";
    REMOVED = "delete from database_kind";
    SECOND = "insert into database_kind (kind, alone) values ('LIVE', 1)";
    CLOCK = "insert into sandbox_state (kind, pace, moment_us, moves, resets) values ('SANDBOX', 'RUNNING', 0, 0, 0)";
    BACK = "update sandbox_state set moment_us = moment_us - 1";
}

async fn change(store: &Store, query: &'static store::Query) -> Result<u64, StoreError> {
    store.write("change", move |tx: &mut Tx| tx.execute(query, params![])).await
}

async fn opened(bench: &Bench) -> Result<Sandbox, SandboxError> {
    let machine = Arc::clone(&bench.clock) as Arc<dyn Clock>;
    Sandbox::open(bench.store.clone(), machine, Pace::Running { ahead_us: 5 }).await
}

testkit::on_both_engines! {
    async fn sbx_06_an_empty_database_becomes_what_claims_it_first(bench: Bench) {
        bench.migrate(&[&MIGRATIONS]).await;
        assert_eq!(kind_of(&bench.store).await.unwrap(), None);
        claim(&bench.store, DatabaseKind::Live).await.unwrap();
        claim(&bench.store, DatabaseKind::Live).await.unwrap();
        assert!(matches!(opened(&bench).await, Err(SandboxError::OtherKind { .. })));
        assert_eq!(kind_of(&bench.store).await.unwrap(), Some(DatabaseKind::Live));
    }

    async fn sbx_06_a_sandbox_is_never_live(bench: Bench) {
        bench.migrate(&[&MIGRATIONS]).await;
        opened(&bench).await.unwrap();
        assert!(matches!(claim(&bench.store, DatabaseKind::Live).await, Err(SandboxError::OtherKind { .. })));
    }

    async fn sbx_06_the_database_keeps_its_mark(bench: Bench) {
        bench.migrate(&[&MIGRATIONS]).await;
        opened(&bench).await.unwrap();
        for query in [&TURNED, &REMOVED, &SECOND] {
            let refused = change(&bench.store, query).await;
            assert!(
                matches!(refused, Err(StoreError::Constraint { .. } | StoreError::Unique { .. })),
                "{refused:?}"
            );
        }
        assert_eq!(kind_of(&bench.store).await.unwrap(), Some(DatabaseKind::Sandbox));
    }

    async fn sbx_06_a_live_database_has_no_clock_of_its_own(bench: Bench) {
        bench.migrate(&[&MIGRATIONS]).await;
        claim(&bench.store, DatabaseKind::Live).await.unwrap();
        assert!(matches!(change(&bench.store, &CLOCK).await, Err(StoreError::Constraint { .. })));
    }

    async fn sbx_01_the_database_lets_no_clock_go_back(bench: Bench) {
        bench.migrate(&[&MIGRATIONS]).await;
        opened(&bench).await.unwrap();
        assert!(matches!(change(&bench.store, &BACK).await, Err(StoreError::Constraint { .. })));
    }
}
