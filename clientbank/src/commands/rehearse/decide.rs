//! `clientbank sandbox decide`.

use clap::{Args, Subcommand};
use serde_json::json;

use super::{Port, told};
use crate::commands::Failure;
use crate::terminal::say;

#[derive(Subcommand)]
pub(in crate::commands) enum What {
    /// A tariff request, before its last signature.
    Tariff {
        /// Its id.
        id: i64,
        #[command(flatten)]
        decision: Decision,
    },
    /// Certificates that were sent with the trigger certificate-waits.
    Certificate {
        /// The taskId.
        task: String,
        #[command(flatten)]
        decision: Decision,
    },
}

#[derive(Args)]
pub(in crate::commands) struct Decision {
    /// DONE or DECLINED for a tariff request, ACCEPTED or REJECTED for certificates.
    #[arg(value_name = "DECISION")]
    to: String,
    /// The reason of a decline or rejection, for example `PLAN_WITHDRAWN` or `ACCOUNT_KEY`.
    #[arg(long)]
    reason: Option<String>,
    #[command(flatten)]
    port: Port,
}

pub(super) fn run(what: &What) -> Result<(), Failure> {
    let (path, decision) = match what {
        What::Tariff { id, decision } => (format!("/sandbox/v1/tariff-requests/{id}/decision"), decision),
        What::Certificate { task, decision } => {
            (format!("/sandbox/v1/certificate-tasks/{task}/decision"), decision)
        }
    };
    let body = match &decision.reason {
        Some(reason) => json!({ "decision": decision.to, "reason": reason }),
        None => json!({ "decision": decision.to }),
    };
    say(&decision.port.caller().post(&path, &body).map_err(told)?.to_string());
    Ok(())
}
