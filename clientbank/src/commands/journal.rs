//! `clientbank journal`: entries of the ledger by their numbers, and the reversal of one.

use accounts::ledger::{JOURNAL_ENTRIES_MAX, ReversalError};
use clap::{Args, Subcommand};

use super::database::{open_current, told};
use super::perform::perform;
use super::{Failure, configured, on_runtime};
use crate::actions::books::entry_line;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// The most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 250;

/// The arguments of `journal`.
#[derive(Args)]
pub(super) struct JournalArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Entries after a number, one JSON object per line; at most 1,000.
    List {
        /// The number after which to begin.
        #[arg(long, default_value_t = 0)]
        after: i64,
    },
    /// Reverse an entry that one of the bank's files has brought: the whole of it, and once.
    Reverse {
        /// The number of the entry, as the list has it.
        number: i64,
        /// The reason, for the journal and the trail; the company reads it too. At most 250 characters.
        #[arg(long)]
        reason: String,
    },
}

/// Runs the command.
pub(super) fn run(arguments: JournalArguments, settings: &Sources) -> Result<(), Failure> {
    let after = match arguments.action {
        Action::List { after } => after,
        Action::Reverse { number, reason } => {
            kernel::checked_text(&reason, REASON_CHARACTERS_MAX)
                .map_err(|error| format!("the reason {error}"))?;
            let arguments = [("number", Some(number.to_string().into()))];
            perform(settings, "journal.reverse", arguments, &reason)?;
            remark(&format!("entry {number} is reversed"));
            return Ok(());
        }
    };
    let configuration = configured(settings)?;
    on_runtime(async move {
        let opened = open_current(&configuration).await?;
        let zone = &configuration.bank.zone;
        let entries = accounts::journal_after(&opened.store, zone, after, JOURNAL_ENTRIES_MAX).await;
        for entry in entries.map_err(|error| told(&error))? {
            say(&entry_line(&entry, zone).to_string());
        }
        opened.store.close().await;
        Ok(())
    })
}

/// Says what a reversal would take back, for a second person.
pub(super) fn difference(arguments: &JournalArguments, settings: &Sources) -> Result<String, Failure> {
    let Action::Reverse { number, .. } = arguments.action else { return Ok(String::new()) };
    let configuration = configured(settings)?;
    on_runtime(async {
        let store = open_current(&configuration).await?.store;
        let zone = &configuration.bank.zone;
        let found = accounts::journal_after(&store, zone, number.saturating_sub(1), 1).await;
        let found = found.map_err(|error| told(&error))?.into_iter().find(|entry| entry.number == number);
        store.close().await;
        Ok(entry_line(&found.ok_or(ReversalError::Absent(number))?, zone).to_string())
    })
}
