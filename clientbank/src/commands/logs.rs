//! `clientbank logs`: the last calls of clients, from the administration port of a running program (SBX-05).

use clap::Args;
use kernel::ClientId;
use serde_json::Value;

use super::rehearse::{Port, unreached};
use super::{Failure, pause};
use crate::terminal::{is_unread, say};

#[derive(Args)]
pub(super) struct LogsArguments {
    /// Only the calls of this client.
    #[arg(long, value_name = "CLIENT_ID")]
    client: Option<ClientId>,
    /// Go on with each new call, until Ctrl-C.
    #[arg(long)]
    follow: bool,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    port: Port,
}

pub(super) fn run(arguments: &LogsArguments) -> Result<(), Failure> {
    let caller = arguments.port.caller();
    let client = arguments.client.as_ref().map(|client| format!("&client={client}")).unwrap_or_default();
    let mut after = 0;
    loop {
        let answer = caller.get(&format!("/request-log?after={after}{client}")).map_err(told)?;
        for call in answer["calls"].as_array().into_iter().flatten() {
            after = call["number"].as_u64().unwrap_or(after);
            say(&if arguments.json { call.to_string() } else { line(call) });
        }
        if !arguments.follow || is_unread() {
            return Ok(());
        }
        pause();
    }
}

fn told(error: sdk::SdkError) -> Failure {
    match error {
        sdk::SdkError::Refused(problem) if problem.status == 404 => {
            "the program keeps no log of calls: start it with --set request_log=on".into()
        }
        other => unreached(other),
    }
}

/// One call as a person reads it.
fn line(call: &Value) -> String {
    let text = |name: &str| call[name].as_str().unwrap_or("-").to_owned();
    let mut line = format!(
        "{} {} {} {} {} {} ms {}",
        text("at"),
        text("client"),
        text("method"),
        text("path"),
        call["status"],
        call["durationUs"].as_u64().unwrap_or_default().div_ceil(1_000),
        text("requestId"),
    );
    let error = &call["error"];
    for part in [&error["code"], &error["message"]] {
        if let Some(told) = part.as_str().filter(|told| !told.is_empty()) {
            line = format!("{line} {told}");
        }
    }
    line
}
