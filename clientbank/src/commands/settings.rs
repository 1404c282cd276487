//! `clientbank settings`: the settings in force, and where each comes from; and those that all processes share.

use clap::{Args, Subcommand};
use serde_json::{Map, json};
use store::{Result, StoreError, Tx};

use super::database::{WithRemedy as _, on_current};
use super::operator::author;
use super::{Failure, check_reason};
use crate::actions::second_person;
use crate::application::Surroundings;
use crate::configuration::{Sources, in_force, read};
use crate::shared_settings::{Difference, adopt, differences};
use crate::terminal::{remark, say};

#[derive(Args)]
pub(super) struct SettingsArguments {
    /// Only those that are set somewhere.
    #[arg(long)]
    only_set: bool,
    /// One JSON object per line.
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Make the settings in force here those of the bank: a server with others does not start from then on.
    Adopt {
        /// The reason, for the trail; at most 250 characters.
        #[arg(long)]
        reason: String,
    },
}

/// Runs the command. What is shown is what the other commands read, and what they refuse is refused here as well.
pub(super) fn run(arguments: SettingsArguments, settings: &Sources) -> Result<(), Failure> {
    if let Some(Action::Adopt { reason }) = arguments.action {
        return make_shared(reason, settings);
    }
    let variable = |name: &str| std::env::var(name).ok();
    for one in in_force(settings, variable)? {
        if arguments.only_set && one.origin.is_none() {
            continue;
        }
        let origin = one.origin.as_deref().unwrap_or("default");
        if arguments.json {
            say(&json!({ "name": one.name, "value": one.value, "from": origin }).to_string());
        } else {
            say(&format!("{} = {:?}    # {origin}", one.name, one.value));
        }
    }
    Ok(second_person::check(&read(settings, variable)?.two_people)?)
}

/// Says in words which settings of the bank would change.
pub(super) fn difference(settings: &Sources) -> Result<String, Failure> {
    on_current(settings, async |configuration, opened| {
        let work = move |tx: &mut Tx| differences(tx, &configuration.shared);
        let found = opened.store.read::<_, StoreError>("settings.difference", work).await.told()?;
        Ok(found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    })
}

/// Makes the settings in force here those of the bank, with the entry of the trail.
fn make_shared(reason: String, settings: &Sources) -> Result<(), Failure> {
    check_reason(&reason)?;
    on_current(settings, async |configuration, Surroundings { store, clock, randomness, .. }| {
        let (now, shared, author) = (clock.now(), configuration.shared, author());
        let work = move |tx: &mut Tx| -> Result<Vec<Difference>> {
            let changed = adopt(tx, &shared)?;
            if !changed.is_empty() {
                let named = |one: &Difference, value| (one.name.to_owned(), value);
                let before: Map<_, _> = changed.iter().map(|one| named(one, json!(one.there))).collect();
                let after: Map<_, _> = changed.iter().map(|one| named(one, json!(one.here))).collect();
                let entry = author.entry(now, &*randomness, "settings.adopted", ("settings", "shared"));
                let detail = json!({ "reason": reason, "before": before, "after": after });
                audit::record(tx, entry.detail(detail).whole())?;
            }
            Ok(changed)
        };
        let changed = store.write("settings.adopt", work).await.told()?;
        for one in &changed {
            say(&json!({ "name": one.name, "before": one.there, "after": one.here }).to_string());
        }
        remark(if changed.is_empty() {
            "these are the settings of the bank already"
        } else {
            "these are the settings of the bank: start every process with them again"
        });
        Ok(())
    })
}
