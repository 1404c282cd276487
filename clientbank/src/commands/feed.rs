//! `clientbank feed`: facts that the bank's core has told and this database does not have so.

use clap::{Args, Subcommand};

use super::Failure;
use super::perform::{Call, list};
use crate::configuration::Sources;
use crate::terminal::remark;

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

impl FeedArguments {
    /// The action that it asks for.
    pub(super) fn call(&self) -> Result<Option<Call>, Failure> {
        let Action::Forget { system, number, reason } = &self.action else { return Ok(None) };
        kernel::checked_text(reason, REASON_CHARACTERS_MAX).map_err(|error| format!("the reason {error}"))?;
        let arguments =
            [("system", Some(system.as_str().into())), ("number", Some(number.to_string().into()))];
        Ok(Some(Call::new("feed.forget", arguments, |_| remark("forgotten")).because(reason)))
    }
}

/// Runs the command, when it is no action.
pub(super) fn run(arguments: &FeedArguments, settings: &Sources) -> Result<(), Failure> {
    match arguments.action {
        Action::List => list(settings, "feed_differences"),
        Action::Forget { .. } => Ok(()),
    }
}
