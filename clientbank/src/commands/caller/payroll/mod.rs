//! `clientbank payroll`: statements from files, signed with keys from files, for people at a terminal and for
//! scripts. Results go to the standard output, everything else to the standard error stream.

mod sample;
mod show;
mod submit;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use sdk::{Bank, Patience, Problem, SdkError, StatementRequest, StatementState, StatementStatus, WaitError};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::client::TokenFile;
use super::{Failure, read};
use crate::commands::at;
use crate::terminal::remark;

/// The most bytes of a file with a statement: the bank takes no more.
const STATEMENT_BYTES_MAX: usize = 32 * 1024 * 1024;

#[derive(Args)]
pub(in crate::commands) struct PayrollArguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    file: TokenFile,
}

#[derive(Subcommand)]
enum Action {
    /// Send a statement.
    Submit(submit::SubmitArguments),
    /// Print the status of a statement.
    Status(show::StatusArguments),
    /// Print the transfers of a statement with their statuses.
    Transfers(show::TransfersArguments),
    /// The digest that is signed, as Base64, computed here.
    Digest {
        /// The statement as JSON, alone or as the payload of a request; - reads the standard input.
        statement: PathBuf,
        /// Print the canonical form that the digest is over, without a line break at its end.
        #[arg(long)]
        canonical: bool,
    },
    /// Print a request that the demo takes, each time with an identifier and amounts of its own: send it with submit,
    /// or POST it as it is.
    Sample(sample::SampleArguments),
}

pub(super) fn run(arguments: &PayrollArguments) -> Result<(), Failure> {
    match &arguments.action {
        Action::Submit(action) => submit::run(action, &arguments.file),
        Action::Status(action) => show::status(action, &arguments.file),
        Action::Transfers(action) => show::transfers(action, &arguments.file),
        Action::Digest { statement, canonical } => digest(statement, *canonical),
        Action::Sample(action) => sample::run(action),
    }
}

fn digest(statement: &Path, canonical: bool) -> Result<(), Failure> {
    use std::io::Write;
    let payload = read_statement(statement)?;
    if canonical {
        let bytes = canonical::bytes(&payload).map_err(at(statement))?;
        let mut out = std::io::stdout().lock();
        out.write_all(&bytes)?;
        out.flush()?;
    } else {
        let request = StatementRequest::new(&payload).map_err(at(statement))?;
        crate::terminal::say(&request.digest_base64());
    }
    Ok(())
}

/// A request without signatures, as `sample` prints it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unsigned<'t> {
    #[serde(borrow)]
    payload: &'t RawValue,
}

/// Reads the text of the statement in a file: that of its `payload` where it is a request without signatures, byte by
/// byte.
fn read_statement(path: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(read(path, STATEMENT_BYTES_MAX)?).map_err(at(path))?;
    let request: Option<Unsigned<'_>> = serde_json::from_str(&text).ok();
    Ok(request.map_or_else(|| text.clone(), |request| request.payload.get().to_owned()))
}

/// Waits for a statement and tells each state as it comes.
fn wait(
    bank: &mut Bank,
    external_id: &str,
    signed: bool,
    longest_s: u32,
) -> Result<StatementStatus, Failure> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the bank asks its callers to let a second pass between questions"
    )]
    let mut pause = |time: Duration| std::thread::sleep(time);
    let mut seen = |status: &StatementStatus| remark(&format!("{external_id}: {}", status.status.as_str()));
    let mut patience = Patience {
        longest: Duration::from_secs(longest_s.into()),
        signed,
        pause: &mut pause,
        seen: &mut seen,
    };
    bank.wait_for_statement(external_id, &mut patience).map_err(|error| match error {
        WaitError::Call(error) => told(error),
        late @ WaitError::TooLong(_) => late.into(),
    })
}

/// Ends a command by the status of its statement: an unintended status is a failure for a script.
fn verdict(status: &StatementStatus) -> Result<(), Failure> {
    match status.status {
        StatementState::Declined
        | StatementState::Error
        | StatementState::ErrorSign
        | StatementState::Deleted
        | StatementState::PartlyExecuted => {
            Err(format!("{} is {}", status.external_id, status.status.as_str()).into())
        }
        StatementState::Draft
        | StatementState::Checking
        | StatementState::AwaitingSign
        | StatementState::AwaitingSignWithWarnings
        | StatementState::PartlySigned
        | StatementState::Signing
        | StatementState::AwaitingSend
        | StatementState::Processing
        | StatementState::Executed
        | StatementState::Scheduled => Ok(()),
    }
}

/// A refusal of the bank in lines: one for each fault of the statement.
fn told(error: SdkError) -> Failure {
    let SdkError::Refused(problem) = &error else { return error.into() };
    if problem.status == 401 {
        return error.into();
    }
    lines_of(problem).map_or_else(|| Failure::from(problem.to_string()), Failure::from)
}

fn lines_of(problem: &Problem) -> Option<String> {
    let body: Value = serde_json::from_str(&problem.body).ok()?;
    let errors = body.get("errors")?.as_array().filter(|errors| !errors.is_empty())?;
    let mut lines = vec![match &problem.request_id {
        Some(id) => format!("the bank answered {} (request {id})", problem.status),
        None => format!("the bank answered {}", problem.status),
    }];
    for error in errors {
        let text = |name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default();
        lines.push(format!("  {}: {}", text("code"), text("message")));
    }
    Some(lines.join("\n"))
}
