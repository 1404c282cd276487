//! An action or a list by a command: as the bank API has it, by whoever has the shell.

use std::sync::Arc;

use ::audit::Actor;
use area::Author;
use bank::work::actions::action::{ActionError, Arguments, Doer, Done, Source};
use orders::Desk;
use serde_json::Value;
use store::Tx;

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::actions::{Means, administration};
use crate::application::Surroundings;
use crate::application::areas::players;
use crate::configuration::{Configuration, Sources};
use crate::terminal::say;

/// Does an action with these arguments and returns what it says.
pub(super) fn perform<const N: usize>(
    settings: &Sources,
    name: &str,
    arguments: [(&str, Option<Value>); N],
    reason: &str,
) -> Result<Done, Failure> {
    let configuration = configured(settings)?;
    let given = arguments.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let arguments: Arguments = given.collect();
    on_runtime(async {
        let opened = open_current(&configuration).await?;
        let actions = administration(means(&configuration, &opened), &configuration).actions;
        let action = actions.iter().find(|action| action.declared.name == name);
        let deed = action.ok_or("the action is unknown")?.begun(&arguments)?;
        let (now, randomness, name) = (opened.clock.now(), Arc::clone(&opened.randomness), operator());
        let author = Author::outside_of_requests(Actor::Operator(name.clone()));
        let reason = reason.to_owned();
        let unit = move |tx: &mut Tx| {
            let doer = Doer { author: &author, name: &name, reason: &reason, now, randomness: &*randomness };
            deed(tx, &doer)
        };
        let done = opened.store.write("commands.perform", unit).await.map_err(|error| match error {
            ActionError::Store(error) => Failure::from(told(&error)),
            error => error.into(),
        });
        opened.store.close().await;
        done
    })
}

/// Prints a short list of the program's own: one JSON object a line.
pub(super) fn list(settings: &Sources, table: &str) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async {
        let opened = open_current(&configuration).await?;
        let tables = administration(means(&configuration, &opened), &configuration).tables;
        let found = tables.into_iter().find(|found| found.name == table).ok_or("the list is unknown")?;
        if let Source::List(rows) = found.source {
            for row in rows(&opened.store).await.map_err(|error| told(&error))? {
                say(&row.to_string());
            }
        }
        opened.store.close().await;
        Ok(())
    })
}

fn means(configuration: &Configuration, opened: &Surroundings) -> Means {
    let Surroundings { store, clock, randomness, .. } = opened;
    let desk =
        players(configuration, false).map(|players| Desk::new(store.clone(), Arc::clone(clock), players));
    Means::of(configuration, clock, randomness, desk.map_err(|error| error.to_string()))
}
