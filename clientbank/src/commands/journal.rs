//! `clientbank journal`: entries of the ledger by their numbers, and the reversal of one.

use accounts::ledger::{JOURNAL_ENTRIES_MAX, JournalEntry, Reversal, ReversalError};
use area::Author;
use audit::Actor;
use clap::{Args, Subcommand};
use kernel::BankZone;
use serde_json::{Value, json};
use store::Tx;

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
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
    let configuration = configured(settings)?;
    on_runtime(async move {
        let opened = open_current(&configuration).await?;
        match arguments.action {
            Action::List { after } => {
                let zone = &configuration.bank.zone;
                let entries = accounts::journal_after(&opened.store, zone, after, JOURNAL_ENTRIES_MAX).await;
                for entry in entries.map_err(|error| told(&error))? {
                    say(&line(&entry, zone).to_string());
                }
            }
            Action::Reverse { number, reason } => {
                kernel::checked_text(&reason, REASON_CHARACTERS_MAX)
                    .map_err(|error| format!("the reason {error}"))?;
                reverse(&opened, number, reason).await?;
                remark(&format!("entry {number} is reversed"));
            }
        }
        opened.store.close().await;
        Ok(())
    })
}

async fn reverse(opened: &Surroundings, number: i64, reason: String) -> Result<(), Failure> {
    let Surroundings { store, clock, randomness, .. } = opened;
    if jobs::stands_still_since(store).await.map_err(|error| told(&error))?.is_some() {
        return Err("the database was restored and does not go on yet".into());
    }
    let author = Author::outside_of_requests(Actor::Operator(operator()));
    let (now, randomness) = (clock.now(), std::sync::Arc::clone(randomness));
    let work = move |tx: &mut Tx| {
        let reversal = Reversal::of(tx, number, &reason, (now, &*randomness))?;
        let object = ("journal_entry", reversal.reversed.entry_id.to_string());
        let entry = author.entry(now, &*randomness, "books.entry_reversed", object);
        let detail = json!({ "number": number, "by": reversal.entry_id().to_string(), "reason": reason });
        audit::record(tx, entry.detail(detail))?;
        reversal.post(tx)
    };
    let done = store.write::<_, ReversalError>("journal.reverse", work).await;
    Ok(done.map_err(|error| error.to_string())?)
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
        Ok(line(&found.ok_or(ReversalError::Absent(number))?, zone).to_string())
    })
}

fn line(entry: &JournalEntry, zone: &BankZone) -> Value {
    let postings = entry.postings.iter().map(|posting| {
        json!({
            "account": posting.account, "number": posting.number, "currency": posting.currency.as_str(),
            "amount": posting.amount.to_string(),
        })
    });
    json!({
        "number": entry.number, "dayNumber": entry.day_number, "id": entry.entry_id.to_string(),
        "kind": entry.kind.as_str(), "day": zone.date_of(entry.posted_at).to_string(),
        "valueDate": entry.value_date.to_string(),
        "description": entry.description, "reverses": entry.reverses.map(|reversed| reversed.entry_id.to_string()),
        "postings": postings.collect::<Value>(),
    })
}
