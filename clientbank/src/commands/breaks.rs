//! `clientbank breaks`: balances that the core has otherwise than this database, and what people decide about them.

use accounts::ledger::amount_text;
use area::Author;
use audit::Actor;
use clap::{Args, Subcommand};
use jiff::civil::Date;
use kernel::{AccountNumber, Money};
use serde_json::{Value, json};
use store::{StoreError, Tx};

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// The most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 250;

/// The arguments of `breaks`.
#[derive(Args)]
pub(super) struct BreaksArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Accounts that the core has with another balance at the end of a closed day, one JSON object per line, the oldest
    /// first.
    List,
    /// Decide that the difference of an account may be.
    WriteOff {
        /// The account, 20 digits.
        account: AccountNumber,
        /// The reason, for the trail; at most 250 characters.
        #[arg(long)]
        reason: String,
    },
}

/// Runs the command.
pub(super) fn run(arguments: BreaksArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let Surroundings { store, clock, randomness, .. } = open_current(&configuration).await?;
        match arguments.action {
            Action::List => {
                let (breaks, count) = accounts::breaks(&store).await.map_err(|error| told(&error))?;
                let today = configuration.bank.zone.date_of(clock.now());
                for found in &breaks {
                    say(&line(found, Some(today)).to_string());
                }
                let hidden = count - i64::try_from(breaks.len())?;
                if hidden > 0 {
                    remark(&format!("there are {hidden} more"));
                }
            }
            Action::WriteOff { account, reason } => {
                kernel::checked_text(&reason, REASON_CHARACTERS_MAX)
                    .map_err(|error| format!("the reason {error}"))?;
                accounts::compare_balances(&store).await.map_err(|error| told(&error))?;
                let author = Author::outside_of_requests(Actor::Operator(operator()));
                let (now, number) = (clock.now(), account.clone());
                let work = move |tx: &mut Tx| {
                    let Some(found) = accounts::write_off_break(tx, &number)? else { return Ok(false) };
                    let mut detail = line(&found, None);
                    detail["reason"] = json!(reason);
                    let object = ("account", found.account);
                    let entry = author.entry(now, &*randomness, "books.break_written_off", object);
                    audit::record(tx, entry.detail(detail))?;
                    Ok(true)
                };
                let is_found = store.write::<_, StoreError>("breaks.write_off", work).await;
                if !is_found.map_err(|error| told(&error))? {
                    return Err(format!("account {account} has no break").into());
                }
                remark("written off");
            }
        }
        store.close().await;
        Ok(())
    })
}

/// Says what a decision is about, for a second person.
pub(super) fn difference(arguments: &BreaksArguments, settings: &Sources) -> Result<String, Failure> {
    let Action::WriteOff { account, .. } = &arguments.action else { return Ok(String::new()) };
    let configuration = configured(settings)?;
    on_runtime(async {
        let store = open_current(&configuration).await?.store;
        let found = accounts::break_of(&store, account).await.map_err(|error| told(&error))?;
        store.close().await;
        let found = found.ok_or_else(|| format!("account {account} has no break"))?;
        // Balances of each day follow, and the decision stays the same.
        let minor = |money: Money| i128::from(money.minor());
        let difference = amount_text(minor(found.there) - found.here.map_or(0, minor));
        let since = found.since.to_string();
        Ok(json!({ "account": found.account, "since": since, "difference": difference }).to_string())
    })
}

fn line(found: &accounts::OpenBreak, today: Option<Date>) -> Value {
    let mut line = json!({
        "account": found.account, "since": found.since.to_string(), "day": found.day.to_string(),
        "there": found.there.to_string(), "here": found.here.map(|here| here.to_string()),
    });
    if let Some(today) = today {
        line["ageDays"] = json!(found.age_days(today));
    }
    line
}
