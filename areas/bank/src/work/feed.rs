//! The core tells what it books, where it keeps the accounts.

use std::sync::Arc;

use accounts::{Bunch, BunchTaken, CoreFact, Difference};
use serde_json::json;

use super::books::{BooksError, check_is_core, note};
use crate::state::BankState;
use crate::system::System;

/// Takes a bunch of facts, the first of which has a number.
pub(crate) async fn take(
    state: &BankState,
    system: &System,
    first: i64,
    facts: Vec<Result<CoreFact, String>>,
) -> Result<BunchTaken, BooksError> {
    check_is_core(state, system).await?;
    let bunch = Bunch { system: system.name.to_string(), first, facts };
    let surroundings = (&state.zone, Arc::clone(&state.randomness));
    let taken = accounts::take_facts(&state.store, bunch, state.clock.now(), surroundings).await?;
    if taken.taken + taken.differences.len() > 0 {
        let detail = json!({
            "from": first, "through": taken.next - 1, "taken": taken.taken, "repeated": taken.repeated,
            "differences": taken.differences.len(),
        });
        note(state, system, "bank_feed.taken", detail).await?;
    }
    if !taken.differences.is_empty() {
        tracing::error!("the core tells {} facts that are different here", taken.differences.len());
    }
    Ok(taken)
}

/// Returns the number of the next fact of a system, and all that is different here.
pub(crate) async fn look(
    state: &BankState,
    system: &System,
) -> Result<(Option<i64>, Vec<Difference>), BooksError> {
    check_is_core(state, system).await?;
    let next = accounts::next_fact(&state.store, system.name.as_str()).await?;
    Ok((next, accounts::core_differences(&state.store).await?))
}
