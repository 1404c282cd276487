//! `clientbank manual` and `clientbank completions`: pages for man and words for shells, from the commands themselves.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use super::Failure;
use crate::terminal::say;

#[derive(Args)]
pub(super) struct ManualArguments {
    /// The folder for one page per command, `clientbank.1`, `clientbank-serve.1` and so on.
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
}

#[derive(Args)]
pub(super) struct CompletionsArguments {
    /// The shell.
    shell: Shell,
}

/// Writes a page for the program and one for each command below it. No day is in them: the pages of one version are
/// the same whenever they are made.
pub(super) fn write_pages(program: Command, arguments: &ManualArguments) -> Result<(), Failure> {
    std::fs::create_dir_all(&arguments.folder)?;
    Ok(clap_mangen::generate_to(program, &arguments.folder)?)
}

/// Writes the completions to the standard output.
pub(super) fn complete(mut program: Command, arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "clientbank", &mut text);
    say(String::from_utf8(text)?.trim_end());
    Ok(())
}
