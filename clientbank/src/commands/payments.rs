//! `clientbank payments`: payments of wages that do not get on by themselves, and what an operator decides about them.

use bank::work::actions::action::Done;
use clap::{Args, Subcommand};
use kernel::AccountNumber;
use payroll::{STUCK_LISTED_MAX, StatementId, StuckId, StuckPayment};
use serde_json::json;

use super::Failure;
use super::database::{WithRemedy as _, on_current};
use super::perform::Call;
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

#[derive(Subcommand)]
pub(super) enum Action {
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
pub(super) struct Decision {
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

impl Action {
    pub(super) fn call(&self) -> Option<Call> {
        let (name, decision, account) = match self {
            Self::Settle(decision) => ("payments.settle", decision, None),
            Self::Return(decision) => ("payments.return", decision, None),
            Self::Claim { decision, account } => ("payments.claim", decision, Some(account)),
            Self::List { .. } => return None,
        };
        let payment = decision.payment();
        let account = account.map(AccountNumber::as_str);
        let arguments = [("payment", payment.to_string().into()), ("account", account.into())];
        let tell = move |_: &Done| remark(&format!("payment {payment}: is written down"));
        Some(Call::new(name, arguments, tell).because(&decision.reason))
    }
}

pub(super) fn run(action: &Action, settings: &Sources) -> Result<(), Failure> {
    let Action::List { unanswered, unclaimed } = *action else { return Ok(()) };
    on_current(settings, async |_, Surroundings { store, .. }| {
        if !unclaimed {
            tell("unanswered", &payroll::unanswered(&store).await.told()?);
        }
        if !unanswered {
            tell("unclaimed", &payroll::unclaimed(&store).await.told()?);
        }
        Ok(())
    })
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
