//! `clientbank payments`: payments of wages that do not get on by themselves, and what an operator decides about them.

use std::sync::Arc;

use clap::{Args, Subcommand};
use kernel::{AccountNumber, Translated};
use orders::Desk;
use payroll::StuckId;
use payroll::rail::RailAnswer;
use payroll::{Operating, STUCK_LISTED_MAX, StatementId, StuckPayment};
use serde_json::json;

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
use crate::application::areas::players;
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say};

/// The arguments of `payments`.
#[derive(Args)]
pub(super) struct PaymentsArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Payments that are stuck, one JSON object per line, the oldest first: without an answer of the rail, or returned
    /// and unclaimed.
    List {
        /// Only those to which the rail owes an answer.
        #[arg(long, conflicts_with = "unclaimed")]
        unanswered: bool,
        /// Only returned money that the debit account did not take.
        #[arg(long)]
        unclaimed: bool,
    },
    /// Decide that a payment without an answer reached the employee's bank.
    Settle(Decision),
    /// Decide that a payment without an answer came back; its money returns to the debit account.
    Return(Decision),
    /// Pay unclaimed money to an account of the same company.
    Claim {
        #[command(flatten)]
        decision: Decision,
        /// The account, 20 digits.
        #[arg(long)]
        account: AccountNumber,
    },
}

#[derive(Args)]
struct Decision {
    /// The bank's identifier of the statement, as the list has it.
    statement: StatementId,
    /// The line of the transfer, as the list has it.
    line: i64,
    /// The reason, for the trail; of a returned payment its sender reads it. At most 250 characters.
    #[arg(long)]
    reason: String,
}

impl Decision {
    const fn payment(&self) -> StuckId {
        StuckId { statement: self.statement, line: self.line }
    }
}

/// Runs the command.
pub(super) fn run(arguments: PaymentsArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        match arguments.action {
            Action::List { unanswered, unclaimed } => list(&configuration, !unclaimed, !unanswered).await,
            action => decide(&configuration, action).await,
        }
    })
}

async fn list(configuration: &Configuration, unanswered: bool, unclaimed: bool) -> Result<(), Failure> {
    let store = open_current(configuration).await?.store;
    if unanswered {
        tell("unanswered", &payroll::unanswered(&store).await.map_err(|error| told(&error))?);
    }
    if unclaimed {
        tell("unclaimed", &payroll::unclaimed(&store).await.map_err(|error| told(&error))?);
    }
    store.close().await;
    Ok(())
}

fn tell(why: &str, payments: &[StuckPayment]) {
    for StuckPayment { id, cnum, external_id, account, amount, since } in payments {
        let line = json!({
            "why": why, "statement": id.statement.to_string(), "line": id.line, "cnum": cnum.as_str(),
            "externalId": external_id.as_str(), "account": account.as_str(), "amount": amount.to_string(),
            "since": since.to_string(),
        });
        say(&line.to_string());
    }
    if i64::try_from(payments.len()) == Ok(STUCK_LISTED_MAX) {
        remark(&format!("there may be more than these {STUCK_LISTED_MAX}"));
    }
}

async fn decide(configuration: &Configuration, action: Action) -> Result<(), Failure> {
    let Surroundings { store, clock, randomness, .. } = open_current(configuration).await?;
    let players = players(configuration, false)?;
    let desk = Desk::new(store.clone(), Arc::clone(&clock), players);
    let operating = Operating {
        store: store.clone(),
        clock,
        desk,
        randomness: Arc::clone(&randomness),
        zone: configuration.bank.zone.clone(),
        operator: operator(),
    };
    let (payment, done) = match action {
        Action::Settle(decision) => {
            let (payment, reason) = (decision.payment(), &decision.reason);
            (payment, payroll::decide(&operating, payment, RailAnswer::Settled, reason).await)
        }
        Action::Return(decision) => {
            let (payment, reason) = (decision.payment(), &decision.reason);
            let told = Translated { russian: reason.clone(), english: reason.clone() };
            (
                payment,
                payroll::decide(&operating, payment, RailAnswer::Returned { reason: told }, reason).await,
            )
        }
        Action::Claim { decision, account } => {
            let payment = decision.payment();
            (payment, payroll::claim(&operating, payment, account, &decision.reason).await)
        }
        Action::List { .. } => return Ok(()),
    };
    store.close().await;
    done.map_err(|error| error.to_string())?;
    remark(&format!("payment {payment}: is written down"));
    Ok(())
}
