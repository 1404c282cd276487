//! The commands that ask a running demo or sandbox for tokens, people and staff, through its administration port.
//!
//! They go through the port and not to the data folder: the running program alone knows the addresses that are in
//! tokens, and its keys stay in it. A live program has none of these paths.

mod sign;
mod token;

use clap::{Args, Subcommand};
use sdk::{Administration, SdkError};
use serde_json::{Value, json};
use url::Url;

use super::Failure;
use crate::application::areas;
use crate::sandboxes::{MAIN, SandboxKey};
use crate::terminal::say;

pub(super) use token::{TokenArguments, run as token};

/// The port of the running program.
#[derive(Args)]
pub(super) struct Port {
    /// The administration port of the running program.
    #[arg(long, default_value = "http://127.0.0.1:8082", env = "CLIENTBANK_ADMINISTRATION", global = true)]
    pub(super) administration: Url,
    /// The key of the sandbox; the main one without it.
    #[arg(long, env = "CLIENTBANK_SANDBOX_KEY", global = true)]
    pub(super) key: Option<SandboxKey>,
}

impl Port {
    pub(super) fn caller(&self) -> Administration {
        let caller = Administration::new(&self.administration);
        match &self.key {
            Some(key) if key.as_str() != MAIN => caller.of_sandbox(key.as_str()),
            _ => caller,
        }
    }

    /// Has the program do something, and prints its answer.
    fn has_done(&self, path: &str, body: &Value) -> Result<(), Failure> {
        say(&self.caller().post(path, body).map_err(told)?.to_string());
        Ok(())
    }
}

#[derive(Subcommand)]
pub(super) enum Rehearsal {
    /// Log a person in without a browser and print the tokens, with commands to copy.
    Token(TokenArguments),
    /// Sign a payroll statement or a tariff request as a person would in the online bank.
    #[command(subcommand)]
    Sign(sign::What),
    /// Have the bank's staff decide about a tariff request or about certificates that wait for them.
    #[command(subcommand)]
    Decide(Decided),
    /// Have the bank's staff answer a letter.
    Answer {
        /// The mailId of the letter.
        letter: String,
        /// The text of the answer.
        text: String,
        #[command(flatten)]
        port: Port,
    },
    /// List the values of requests that the sandbox acts upon.
    Triggers {
        /// Print the table in Markdown, as docs/SANDBOX-TRIGGERS.md has it.
        #[arg(long)]
        markdown: bool,
    },
}

#[derive(Subcommand)]
pub(super) enum Decided {
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
pub(super) struct Decision {
    /// DONE or DECLINED for a tariff request, ACCEPTED or REJECTED for certificates.
    #[arg(value_name = "DECISION")]
    to: String,
    /// The reason of a decline or rejection, for example `PLAN_WITHDRAWN` or `ACCOUNT_KEY`.
    #[arg(long)]
    reason: Option<String>,
    #[command(flatten)]
    port: Port,
}

pub(super) fn run(rehearsal: &Rehearsal) -> Result<(), Failure> {
    match rehearsal {
        Rehearsal::Token(arguments) => token(arguments),
        Rehearsal::Sign(arguments) => sign::run(arguments),
        Rehearsal::Decide(decided) => decide(decided),
        Rehearsal::Answer { letter, text, port } => {
            port.has_done(&format!("/sandbox/v1/letters/{letter}/answer"), &json!({ "text": text }))
        }
        Rehearsal::Triggers { markdown } => {
            tell_triggers(*markdown);
            Ok(())
        }
    }
}

fn decide(decided: &Decided) -> Result<(), Failure> {
    let (path, decision) = match decided {
        Decided::Tariff { id, decision } => (format!("/sandbox/v1/tariff-requests/{id}/decision"), decision),
        Decided::Certificate { task, decision } => {
            (format!("/sandbox/v1/certificate-tasks/{task}/decision"), decision)
        }
    };
    let mut body = json!({ "decision": decision.to });
    if let Some(reason) = &decision.reason {
        body["reason"] = json!(reason);
    }
    decision.port.has_done(&path, &body)
}

/// Tells the table of this build, without a running program.
fn tell_triggers(as_markdown: bool) {
    if as_markdown {
        say(sandbox::triggers::document(areas::triggers()).trim_end());
        return;
    }
    for trigger in areas::triggers() {
        say(&format!("{:<36} {:<24} {}", trigger.name, trigger.value, trigger.effect.1));
    }
}

/// Turns the refusal of a program that has no such path into words.
pub(super) fn told(error: SdkError) -> Failure {
    match error {
        SdkError::Refused(problem) => {
            let body: Value = serde_json::from_str(&problem.body).unwrap_or_default();
            match body["message"].as_str() {
                Some(message) if !message.starts_with("Not found: ") => message.to_owned().into(),
                None if problem.status != 404 => problem.to_string().into(),
                _ => "the program at this port is neither a demo nor a sandbox: a live one has no such path"
                    .into(),
            }
        }
        other => unreached(other),
    }
}

/// Says what to do where nobody answers.
pub(super) fn unreached(error: SdkError) -> Failure {
    match error {
        SdkError::Transport(reason) => format!(
            "nobody answers at the administration port ({reason}): start `clientbank sandbox`, or name the port of \
             the running program with --administration http://HOST:PORT"
        )
        .into(),
        other => other.into(),
    }
}
