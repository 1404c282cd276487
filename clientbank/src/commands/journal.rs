//! `clientbank journal`: entries of the ledger by their numbers, and the reversal of one.

use accounts::ledger::JOURNAL_ENTRIES_MAX;
use bank::work::actions::action::Done;
use clap::Subcommand;

use super::database::{WithRemedy as _, on_current};
use super::perform::Call;
use super::{Failure, check_reason};
use crate::actions::books::entry_line;
use crate::configuration::Sources;
use crate::terminal::{remark, say_all};

#[derive(Subcommand)]
pub(super) enum Action {
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

impl Action {
    /// The action that it asks for, after the newest entries have their numbers.
    pub(super) fn call(&self, settings: &Sources) -> Result<Option<Call>, Failure> {
        let Self::Reverse { number, reason } = self else { return Ok(None) };
        check_reason(reason)?;
        on_current(settings, async |configuration, opened| {
            accounts::journal_after(&opened.store, &configuration.bank.zone, i64::MAX, 1).await.told()?;
            Ok(())
        })?;
        let (number, arguments) = (*number, [("number", number.to_string().into())]);
        let tell = move |_: &Done| remark(&format!("entry {number} is reversed"));
        Ok(Some(Call::new("journal.reverse", arguments, tell).because(reason)))
    }
}

pub(super) fn run(action: &Action, settings: &Sources) -> Result<(), Failure> {
    let Action::List { after } = *action else { return Ok(()) };
    on_current(settings, async |configuration, opened| {
        let zone = &configuration.bank.zone;
        let entries = accounts::journal_after(&opened.store, zone, after, JOURNAL_ENTRIES_MAX).await;
        say_all(entries.told()?.iter().map(|entry| entry_line(entry, zone)));
        Ok(())
    })
}
