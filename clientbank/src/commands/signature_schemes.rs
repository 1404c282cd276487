//! `clientbank signature-schemes`: changes of signature schemes that ask for less, for a company in which nobody but
//! the person who asks may confirm them.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use clap::{Args, Subcommand};
use identity::company::scheme_change::SchemeChange;
use identity::store::company::scheme_changes;
use identity::work::company::users::confirm_scheme::BankDecision;
use kernel::Cnum;
use serde_json::json;
use store::{StoreError, Tx};
use uuid::Uuid;

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// The arguments of `signature-schemes`.
#[derive(Args)]
pub(super) struct SignatureSchemesArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the changes that wait: one line of JSON each.
    List,
    /// Give the company the scheme that was asked for.
    Confirm(Named),
    /// End the change: the scheme stays.
    Refuse(Named),
}

#[derive(Args)]
struct Named {
    /// The company.
    cnum: Cnum,
    /// The change, as the list names it.
    change: Uuid,
}

/// Runs the command.
pub(super) fn run(arguments: SignatureSchemesArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let Surroundings { store, clock, randomness, .. } = open_current(&configuration).await?;
        let decision = BankDecision {
            author: Author::outside_of_requests(Actor::Operator(operator())),
            randomness: Arc::clone(&randomness),
            now: clock.now(),
        };
        match arguments.action {
            Action::List => {
                let waiting =
                    store.read::<_, StoreError>("signature_schemes", scheme_changes::list_open).await;
                for change in waiting.map_err(|error| told(&error))? {
                    say(&line(&change));
                }
            }
            Action::Confirm(Named { cnum, change }) => {
                let work = move |tx: &mut Tx| decision.confirm(tx, &cnum, change);
                store.write("signature_schemes.confirm", work).await?;
                remark("confirmed");
            }
            Action::Refuse(Named { cnum, change }) => {
                let work = move |tx: &mut Tx| decision.refuse(tx, &cnum, change);
                store.write("signature_schemes.refuse", work).await?;
                remark("refused");
            }
        }
        store.close().await;
        Ok(())
    })
}

fn line(change: &SchemeChange) -> String {
    let line = json!({
        "change": change.id,
        "cnum": change.company.as_str(),
        "before": change.before.to_string(),
        "after": change.after.to_string(),
        "asked_by": change.asked_by.as_str(),
        "asked_at": change.asked_at.to_timestamp().to_string(),
        "expires_at": change.expires_at.to_timestamp().to_string(),
    });
    line.to_string()
}
