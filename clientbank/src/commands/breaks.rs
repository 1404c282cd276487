//! `clientbank breaks`: balances that differ between the core and this database, and what people decide about them.

use clap::Subcommand;
use jiff::civil::Date;
use kernel::AccountNumber;
use serde_json::json;
use store::Store;

use super::database::{WithRemedy as _, on_current};
use super::perform::Call;
use super::{Failure, check_reason};
use crate::actions::books::break_line;
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say, say_all};

#[derive(Subcommand)]
pub(super) enum Action {
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

impl Action {
    /// The action that it asks for, after the newest balances are compared.
    pub(super) fn call(&self, settings: &Sources) -> Result<Option<Call>, Failure> {
        let Self::WriteOff { account, reason } = self else { return Ok(None) };
        check_reason(reason)?;
        on_current(settings, async |_, opened| {
            accounts::compare_balances(&opened.store).await.told()?;
            Ok(())
        })?;
        let arguments = [("account", account.as_str().into())];
        Ok(Some(Call::new("breaks.write-off", arguments, |_| remark("written off")).because(reason)))
    }
}

pub(super) fn run(action: &Action, settings: &Sources) -> Result<(), Failure> {
    on_current(settings, async |configuration, Surroundings { store, clock, .. }| match action {
        Action::List => list(&store, configuration.bank.zone.date_of(clock.now())).await,
        Action::NotTold => list_not_told(&store).await,
        Action::WriteOff { .. } => Ok(()),
    })
}

async fn list(store: &Store, today: Date) -> Result<(), Failure> {
    let (breaks, count) = accounts::breaks(store).await.told()?;
    say_all(breaks.iter().map(|found| break_line(found, Some(today))));
    let hidden = count - i64::try_from(breaks.len())?;
    if hidden > 0 {
        remark(&format!("there are {hidden} more"));
    }
    Ok(())
}

async fn list_not_told(store: &Store) -> Result<(), Failure> {
    let Some(found) = accounts::not_told(store).await.told()? else {
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
