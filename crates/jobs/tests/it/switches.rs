//! Switches that stop jobs.

use ::switches::{READ_ONLY, Switch};
use jobs::JobError;
use kernel::Clock as _;
use store::StoreError;
use testkit::{Bench, on_both_engines, switch};

use crate::things::*;

static COUNTING: Switch = Switch { name: "counting", subject: None, stops: "Counting" };
static ONE: Switch =
    Switch { name: "one", subject: Some(("thing", |_, name| Ok(Some(name.to_owned())))), stops: "One" };
const STOPPABLE: jobs::JobKind = COUNT.stopped_by(&COUNTING).stopped_by(&ONE);

on_both_engines! {
    async fn bnk_09_a_stopped_job_waits_and_goes_on_when_its_switch_is_off(bench: Bench) {
        with_tables(&bench).await;
        let runner = runner(&bench, 1).with(STOPPABLE, 2, counting(&bench));
        add(&bench, "a", bench.clock.now()).await;
        for (name, subject) in [("counting", ""), ("one", "a"), (READ_ONLY.name, "")] {
            switch(&bench.store, name, subject, true).await;
            assert_eq!(runner.drain().await, Ok(0), "{name}");
            switch(&bench.store, name, subject, false).await;
        }
        switch(&bench.store, "one", "b", true).await;
        switch(&bench.store, "another", "", true).await;
        assert_eq!(runner.drain().await, Ok(1), "other switches stop others");
        assert_eq!(thing(&bench.store, "a").await, (1, None));
    }

    async fn bnk_09_a_unit_behind_the_switch_changes_nothing_and_counts_nothing(bench: Bench) {
        with_tables(&bench).await;
        let (store, now) = (bench.store.clone(), bench.clock.now());
        let stopped = With(move |lease: jobs::Lease| {
            let store = store.clone();
            async move {
                // The worker has its lease, and another process stops the kind.
                switch(&store, "counting", "", true).await;
                let looking = lease.clone();
                let refused = store.read("test.look", move |tx| looking.check_switches(tx));
                assert_eq!(refused.await, Err(JobError::Stopped));
                lease.renew(&store, now).await.unwrap();
                count_once(store, lease, now).await
            }
        });
        add(&bench, "a", bench.clock.now()).await;
        assert_eq!(runner(&bench, 2).with(STOPPABLE, 1, stopped).drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await, (0, None));
        assert_eq!(job(&bench.store, "a").await, Some((0, false, None)), "it waits as it was");
        switch(&bench.store, "counting", "", false).await;
        assert_eq!(runner(&bench, 3).with(STOPPABLE, 1, counting(&bench)).drain().await, Ok(1), "at once");
        assert_eq!(thing(&bench.store, "a").await, (1, None));
    }

    async fn bnk_09_what_was_done_outside_is_noted_behind_the_switch(bench: Bench) {
        with_tables(&bench).await;
        let (store, now) = (bench.store.clone(), bench.clock.now());
        let noting = With(move |lease: jobs::Lease| {
            let store = store.clone();
            async move {
                switch(&store, READ_ONLY.name, "", true).await;
                let note = move |tx: &mut store::Tx| {
                    lease.note(tx, now)?;
                    Ok::<_, JobError>(count(tx, "a")?)
                };
                store.write("test.note", note).await?;
                Err(JobError::Store(StoreError::Unavailable("gone".to_owned())))
            }
        });
        add(&bench, "a", bench.clock.now()).await;
        assert_eq!(runner(&bench, 2).with(STOPPABLE, 1, noting).drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await, (1, None));
    }
}
