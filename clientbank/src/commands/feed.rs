//! `clientbank feed`: facts that the bank's core has told and this database does not have so.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use clap::{Args, Subcommand};
use serde_json::json;
use store::{StoreError, Tx};

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// The most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 250;

/// The arguments of `feed`.
#[derive(Args)]
pub(super) struct FeedArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Facts that were refused and balances that are other ones here, one JSON object per line, the oldest first.
    List,
    /// Forget a difference that people have settled.
    Forget {
        /// The system that told the fact.
        system: String,
        /// The number of the fact.
        number: i64,
        /// The reason, for the trail; at most 250 characters.
        #[arg(long)]
        reason: String,
    },
}

/// Runs the command.
pub(super) fn run(arguments: FeedArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let Surroundings { store, clock, randomness, .. } = open_current(&configuration).await?;
        match arguments.action {
            Action::List => {
                for one in accounts::core_differences(&store).await.map_err(|error| told(&error))? {
                    let (core, here) = one.balances.unzip();
                    let line = json!({
                        "system": one.system, "number": one.number, "account": one.account, "code": one.code,
                        "message": one.message, "core": core.map(|sum| sum.to_string()),
                        "here": here.map(|sum| sum.to_string()), "told": one.told_at.to_string(),
                    });
                    say(&line.to_string());
                }
            }
            Action::Forget { system, number, reason } => {
                kernel::checked_text(&reason, REASON_CHARACTERS_MAX)
                    .map_err(|error| format!("the reason {error}"))?;
                let author = Author::outside_of_requests(Actor::Operator(operator()));
                let (now, named, randomness) = (clock.now(), system.clone(), Arc::clone(&randomness));
                let work = move |tx: &mut Tx| {
                    let is_known = accounts::forget_difference(tx, &named, number)?;
                    if is_known {
                        let object = ("bank_system", named.clone());
                        let entry = author.entry(now, &*randomness, "bank_feed.difference_forgotten", object);
                        audit::record(tx, entry.detail(json!({ "number": number, "reason": reason })))?;
                    }
                    Ok(is_known)
                };
                let is_known = store.write::<_, StoreError>("feed.forget", work).await;
                if !is_known.map_err(|error| told(&error))? {
                    return Err(format!("{system} {number}: there is no such difference").into());
                }
                remark("forgotten");
            }
        }
        store.close().await;
        Ok(())
    })
}
