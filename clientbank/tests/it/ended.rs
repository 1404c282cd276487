//! SBX-04: a program that has ended keeps nothing of its database and no thread. One process opens and ends the
//! programs of many sandboxes.

use std::sync::Arc;

use clientbank::application::{Surroundings, build};
use kernel::{Clock, MovableClock};
use testkit::{Bench, on_both_engines};

use crate::wired::{addresses, application, configuration, surroundings};

on_both_engines! {
    async fn sbx_04_a_program_that_ends_lets_everything_go(bench: Bench) {
        drop(application(&bench).await);
        // Every part of the program has the clock.
        let clock = Arc::new(MovableClock::new(bench.clock.now()));
        let own = Arc::clone(&clock) as Arc<dyn Clock>;
        let around = Surroundings { clock: own, ..surroundings(&bench) };
        let program = build(&configuration(), &around, &addresses()).await.unwrap();
        assert!(Arc::strong_count(&clock) > 10);
        drop((program, around));
        assert_eq!(Arc::strong_count(&clock), 1);
    }
}
