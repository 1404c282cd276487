//! `clientbank settings`: the settings in force, and where each comes from.

use clap::Args;
use serde_json::json;

use super::Failure;
use crate::configuration::{Sources, in_force, read};
use crate::terminal::say;

/// The arguments of `settings`.
#[derive(Args)]
pub(super) struct SettingsArguments {
    /// Only those that are set somewhere.
    #[arg(long)]
    only_set: bool,
    /// One JSON object per line.
    #[arg(long)]
    json: bool,
}

/// Runs the command. What is shown is what the other commands read, and what they refuse is refused here as well.
pub(super) fn run(arguments: &SettingsArguments, settings: &Sources) -> Result<(), Failure> {
    let variable = |name: &str| std::env::var(name).ok();
    for one in in_force(settings, variable)? {
        if arguments.only_set && one.origin.is_none() {
            continue;
        }
        let origin = one.origin.as_deref().unwrap_or("default");
        if arguments.json {
            say(&json!({ "name": one.name, "value": one.value, "from": origin }).to_string());
        } else {
            say(&format!("{} = {:?}    # {origin}", one.name, one.value));
        }
    }
    Ok(read(settings, variable).map(drop)?)
}
