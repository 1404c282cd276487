//! The core tells what it books, where it keeps the accounts.

use std::sync::Arc;

use accounts::{Bunch, BunchTaken, CoreFact, Difference};
use serde_json::json;

use super::books::{BooksError, check_is_core, note};
use crate::state::Call;

/// Takes a bunch of facts, the first of which has a number.
pub(crate) async fn take(
    call: &Call,
    first: i64,
    facts: Vec<Result<CoreFact, String>>,
) -> Result<BunchTaken, BooksError> {
    check_is_core(call).await?;
    let bunch = Bunch { system: call.by.name.to_string(), first, facts };
    let surroundings = (&call.state.zone, Arc::clone(&call.state.randomness));
    let taken = accounts::take_facts(&call.state.store, bunch, call.state.clock.now(), surroundings).await?;
    if taken.taken + taken.differences.len() > 0 {
        let detail = json!({
            "from": first, "through": taken.next - 1, "taken": taken.taken, "repeated": taken.repeated,
            "differences": taken.differences.len(),
        });
        note(call, "bank_feed.taken", detail).await?;
    }
    if !taken.differences.is_empty() {
        tracing::error!("the core tells {} facts that are different here", taken.differences.len());
    }
    Ok(taken)
}

/// Returns the number of the next fact of a system, and all that is different here.
pub(crate) async fn look(call: &Call) -> Result<(Option<i64>, Vec<Difference>), BooksError> {
    check_is_core(call).await?;
    let next = accounts::next_fact(&call.state.store, call.by.name.as_str()).await?;
    Ok((next, accounts::core_differences(&call.state.store).await?))
}
