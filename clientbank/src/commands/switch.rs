//! `clientbank switch`: stops something at once, in every process, and lets it go on.

use bank::work::actions::action::Done;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use super::perform::Call;
use crate::application::areas;
use crate::terminal::remark;

#[derive(Subcommand)]
pub(super) enum Action {
    /// Stop something: every process obeys within a second, and nothing that was accepted is lost.
    On(SwitchArguments),
    /// Let it go on.
    Off(SwitchArguments),
    /// The switches, one JSON object per line: what each stops, and how it was set last.
    List,
}

#[derive(Args)]
pub(super) struct SwitchArguments {
    /// The switch.
    #[arg(value_parser = PossibleValuesParser::new(areas::switches().map(|switch| switch.name)))]
    name: String,
    /// The company, for a switch of one company.
    #[arg(long, value_name = "CNUM", conflicts_with = "statement")]
    company: Option<String>,
    /// The statement by its identifier, for a switch of one statement.
    #[arg(long, value_name = "ID")]
    statement: Option<String>,
    /// The reason, for the trail and for whoever is called at night. At most 250 characters.
    #[arg(long)]
    reason: String,
}

impl Action {
    pub(super) fn call(&self) -> Option<Call> {
        let (named, name, words) = match self {
            Self::On(named) => (named, "switch.on", "on"),
            Self::Off(named) => (named, "switch.off", "off"),
            Self::List => return None,
        };
        let SwitchArguments { name: switch, company, statement, reason } = named;
        let arguments = [
            ("name", switch.as_str().into()),
            ("company", company.as_deref().into()),
            ("statement", statement.as_deref().into()),
        ];
        let tell = move |done: &Done| {
            let is_changed = !done.told.is_empty();
            let sentence =
                if is_changed { format!("the switch is {words}") } else { format!("it is {words} already") };
            remark(&sentence);
        };
        Some(Call::new(name, arguments, tell).because(reason))
    }
}
