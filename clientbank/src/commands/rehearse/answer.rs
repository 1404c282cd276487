//! `clientbank sandbox answer`.

use clap::Args;
use serde_json::json;

use super::{Port, told};
use crate::commands::Failure;
use crate::terminal::say;

#[derive(Args)]
pub(in crate::commands) struct AnswerArguments {
    /// The mailId of the letter.
    letter: String,
    /// The text of the answer.
    text: String,
    #[command(flatten)]
    port: Port,
}

pub(super) fn run(arguments: &AnswerArguments) -> Result<(), Failure> {
    let path = format!("/sandbox/v1/letters/{}/answer", arguments.letter);
    let answer = arguments.port.caller().post(&path, &json!({ "text": arguments.text }));
    say(&answer.map_err(told)?.to_string());
    Ok(())
}
