//! `clientbank breaks`: balances that the core has otherwise than this database, and what people decide about them.

use clap::{Args, Subcommand};
use jiff::civil::Date;
use kernel::AccountNumber;
use serde_json::json;
use store::Store;

use super::database::{open_current, told};
use super::perform::perform;
use super::{Failure, configured, on_runtime};
use crate::actions::books::{break_kept, break_line};
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
    /// Accounts with money of which the core has told no balance for the last compared day, one JSON object per line.
    NotTold,
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
    let is_not_told = matches!(arguments.action, Action::NotTold);
    let written_off = match arguments.action {
        Action::List | Action::NotTold => None,
        Action::WriteOff { account, reason } => {
            kernel::checked_text(&reason, REASON_CHARACTERS_MAX)
                .map_err(|error| format!("the reason {error}"))?;
            Some((account, reason))
        }
    };
    let is_list = written_off.is_none();
    on_runtime(async {
        let Surroundings { store, clock, .. } = open_current(&configuration).await?;
        if is_not_told {
            list_not_told(&store).await?;
        } else if is_list {
            list(&store, configuration.bank.zone.date_of(clock.now())).await?;
        } else {
            accounts::compare_balances(&store).await.map_err(|error| told(&error))?;
        }
        store.close().await;
        Ok(())
    })?;
    if let Some((account, reason)) = written_off {
        let arguments = [("account", Some(account.as_str().into()))];
        perform(settings, "breaks.write-off", arguments, &reason)?;
        remark("written off");
    }
    Ok(())
}

async fn list(store: &Store, today: Date) -> Result<(), Failure> {
    let (breaks, count) = accounts::breaks(store).await.map_err(|error| told(&error))?;
    for found in &breaks {
        say(&break_line(found, Some(today)).to_string());
    }
    let hidden = count - i64::try_from(breaks.len())?;
    if hidden > 0 {
        remark(&format!("there are {hidden} more"));
    }
    Ok(())
}

async fn list_not_told(store: &Store) -> Result<(), Failure> {
    let Some(found) = accounts::not_told(store).await.map_err(|error| told(&error))? else {
        remark("no balance of the core was compared yet");
        return Ok(());
    };
    for (account, here) in &found.accounts {
        let line = json!({ "account": account, "day": found.day.to_string(), "here": here.to_string() });
        say(&line.to_string());
    }
    remark(&format!("{} accounts with money are not told for {}", found.count, found.day));
    Ok(())
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
        Ok(break_kept(&found).to_string())
    })
}
