//! `clientbank switch`: stops something at once, in every process, and lets it go on.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use super::Failure;
use super::perform::{list, perform};
use crate::application::areas;
use crate::configuration::Sources;
use crate::terminal::remark;

/// The arguments of `switch`.
#[derive(Args)]
pub(super) struct SwitchArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Stop something: every process obeys within a second, and nothing that was accepted is lost.
    On(Named),
    /// Let it go on.
    Off(Named),
    /// The switches, one JSON object per line: what each stops, and how it was set last.
    List,
}

#[derive(Args)]
struct Named {
    /// The switch.
    #[arg(value_parser = PossibleValuesParser::new(areas::switches().map(|switch| switch.name)))]
    name: String,
    /// The company, for a switch of one company.
    #[arg(long, value_name = "CNUM", conflicts_with = "statement")]
    company: Option<String>,
    /// The statement by its identifier, for a switch of one statement.
    #[arg(long, value_name = "ID")]
    statement: Option<String>,
    /// The reason, for the trail and for whoever is called at night.
    #[arg(long)]
    reason: String,
}

/// Runs the command.
pub(super) fn run(arguments: SwitchArguments, settings: &Sources) -> Result<(), Failure> {
    let (named, name, words) = match arguments.action {
        Action::On(named) => (named, "switch.on", "on"),
        Action::Off(named) => (named, "switch.off", "off"),
        Action::List => return list(settings, "switches"),
    };
    let Named { name: switch, company, statement, reason } = named;
    let (company, statement) = (company.map(Into::into), statement.map(Into::into));
    let arguments = [("name", Some(switch.into())), ("company", company), ("statement", statement)];
    let is_changed = !perform(settings, name, arguments, &reason)?.told.is_empty();
    remark(&if is_changed { format!("the switch is {words}") } else { format!("it is {words} already") });
    Ok(())
}
