//! Other programs: started without a shell, their output passed through, their failure an error with their name.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ValueEnum;
use serde_json::Value;

#[cfg(test)]
mod tests;

/// The oldest version of Node that the linters and the examples run on.
pub(crate) const NODE_MIN: u32 = 20;

/// A result whose error is one sentence for people.
pub(crate) type Outcome<T> = Result<T, String>;

/// The folder of the workspace: cargo names the folder of this package, which lies one below.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The cargo that started this program, so that the pinned toolchain stays the one in use.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Reads what cargo knows of the workspace; these options say how much of it.
pub(crate) fn metadata(options: &[&str]) -> Outcome<Value> {
    let metadata = output(cargo().args(["metadata", "--format-version", "1", "--locked"]).args(options))?;
    serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))
}

pub(crate) fn target_folder() -> Outcome<PathBuf> {
    let metadata = metadata(&["--no-deps"])?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo names no target folder")?;
    Ok(PathBuf::from(folder))
}

/// Names the file or folder that is wrong.
pub(crate) fn at<E: Display>(path: &Path) -> impl Fn(E) -> String {
    let place = path.display().to_string();
    move |error| format!("{place}: {error}")
}

/// Makes a folder and those above it.
pub(crate) fn create(folder: &Path) -> Outcome<()> {
    std::fs::create_dir_all(folder).map_err(at(folder))
}

/// Tells whether a program is there, which knows `--version`.
pub(crate) fn is_there(program: &str) -> bool {
    let mut asked = Command::new(program);
    let status = asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Tells whether Node is there, and new enough for the packages that are run.
pub(crate) fn has_node() -> bool {
    version("node") >= NODE_MIN
}

/// The first number of what a program says of its version; 0 where it is not there.
pub(crate) fn version(program: &str) -> u32 {
    let asked = Command::new(program).arg("--version").stderr(Stdio::null()).output();
    asked.map_or(0, |output| first_number(&String::from_utf8_lossy(&output.stdout)))
}

fn first_number(text: &str) -> u32 {
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    numbers.next().and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// The word by which a command line names a value.
pub(crate) fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Writes one line for the person at the terminal, on the standard error stream: the output of a wrapped command stays
/// alone on the standard output.
#[expect(clippy::print_stderr, reason = "a command for terminals: its lines are its whole output")]
pub(crate) fn line(text: &str) {
    eprintln!("{text}");
}

/// Runs a command with its output on this terminal.
pub(crate) fn run(command: &mut Command) -> Outcome<()> {
    let shown = shown(command);
    line(&format!("$ {shown}"));
    let status = command.status().map_err(|error| format!("{shown} did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown} ended with {status}")) }
}

/// Runs a command and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let shown = shown(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{shown} did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown} ended with {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{shown} wrote something that is not UTF-8"))
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
