//! `clientbank sandbox triggers`: the table of this build, without a running program.

use clap::Args;

use crate::application::areas;
use crate::terminal::say;

#[derive(Args)]
pub(in crate::commands) struct TriggersArguments {
    /// Print the table in Markdown, as docs/SANDBOX-TRIGGERS.md has it.
    #[arg(long)]
    markdown: bool,
}

pub(super) fn run(arguments: &TriggersArguments) {
    if arguments.markdown {
        say(sandbox::triggers::document(areas::triggers()).trim_end());
        return;
    }
    for trigger in areas::triggers() {
        say(&format!("{:<36} {:<24} {}", trigger.name, trigger.value, trigger.effect.1));
    }
}
