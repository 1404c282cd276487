//! The standstill of a restored database.

use std::sync::Arc;

use jobs::{JobError, Wake};
use kernel::{Clock as _, Instant};
use store::{Gate, Passage, Store, StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::things::*;

store::queries! {
    /// The standstill without what it does to leases, as one of the same moment sees it.
    STANDS = "insert into standstill (alone, since_us) values (1, 1)";
}

/// Has the database stand still just before jobs are leased.
#[derive(Debug)]
struct Standing(Store);

impl Gate for Standing {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        Box::pin(async move {
            if unit == "jobs.lease" {
                let stand = |tx: &mut Tx| jobs::stand_still(tx, Instant::from_microseconds(1));
                self.0.write::<_, StoreError>("test.stand", stand).await?;
            }
            Ok(())
        })
    }
}

async fn set(bench: &Bench, stands_still: bool) -> bool {
    let now = bench.clock.now();
    let set = move |tx: &mut Tx| if stands_still { jobs::stand_still(tx, now) } else { jobs::go_on(tx) };
    bench.store.write::<_, StoreError>("test.set", set).await.unwrap()
}

on_both_engines! {
    async fn operator_19_no_job_is_begun_in_a_restored_database_until_it_goes_on(bench: Bench) {
        with_tables(&bench).await;
        let runner = runner(&bench, 1).with(COUNT, 2, counting(&bench));
        add(&bench, "a", bench.clock.now()).await;
        assert!(set(&bench, true).await);
        assert!(!set(&bench, true).await, "it is said once");
        assert_eq!(jobs::stands_still_since(&bench.store).await.unwrap(), Some(bench.clock.now()));
        assert_eq!(runner.drain().await, Ok(0));
        assert_eq!(thing(&bench.store, "a").await, (0, None));
        assert!(set(&bench, false).await);
        assert!(!set(&bench, false).await);
        assert_eq!(jobs::stands_still_since(&bench.store).await.unwrap(), None);
        assert_eq!(runner.drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await, (1, None));
    }

    async fn operator_19_whoever_is_at_a_job_loses_it(bench: Bench) {
        with_tables(&bench).await;
        let (store, clock, other) = (bench.store.clone(), bench.clock.clone(), bench.clock.now());
        let slow = With(move |lease: jobs::Lease| {
            let (store, now) = (store.clone(), clock.now());
            async move {
                store.write::<_, StoreError>("test.set", move |tx| jobs::stand_still(tx, other)).await?;
                let outcome = count_once(store, lease, now).await;
                assert!(matches!(outcome, Err(JobError::Lost)), "{outcome:?}");
                outcome
            }
        });
        add(&bench, "a", bench.clock.now()).await;
        assert_eq!(runner(&bench, 2).with(COUNT, 1, slow).drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await, (0, None));
    }

    async fn operator_19_a_job_that_was_found_before_the_standstill_is_not_begun(bench: Bench) {
        with_job(&bench, "a").await;
        let gate = Arc::new(Standing(bench.store.clone()));
        let store = Store::open_behind(gate, &bench.location, Bench::limits()).await.unwrap();
        let runner = runner_on(&bench, store.clone(), 3, Wake::default()).with(COUNT, 1, counting(&bench));
        assert_eq!(runner.drain().await, Ok(0));
        assert_eq!(thing(&bench.store, "a").await, (0, None));
        store.close().await;
    }

    async fn operator_19_a_lease_that_the_standstill_has_not_seen_changes_nothing(bench: Bench) {
        with_job(&bench, "a").await;
        let (store, now) = (bench.store.clone(), bench.clock.now());
        let standing = With(move |lease: jobs::Lease| {
            let store = store.clone();
            async move {
                store.write::<_, StoreError>("test.stands", |tx| tx.execute_one(&STANDS, params![])).await?;
                let outcome = count_once(store, lease, now).await;
                assert!(matches!(outcome, Err(JobError::Lost)), "{outcome:?}");
                outcome
            }
        });
        assert_eq!(runner(&bench, 4).with(COUNT, 1, standing).drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await, (0, None));
    }
}
