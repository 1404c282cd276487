//! The second person: which actions and commands need one, and from which amount on (the setting `two_people`).
//!
//! Only the value in the database counts, which two people have adopted. A file or an option of the process would be
//! the word of one person.

use bank::work::actions::action::{Declared, SecondPerson};
use kernel::Money;
use proposals::OperatorRole;
use store::{Result, Tx};

use super::declared;
use crate::shared_settings::{self, TWO_PEOPLE};

/// A command that is no action, and needs a second person or may.
pub(crate) struct GuardedCommand {
    /// Its words, with points between them.
    pub(crate) name: &'static str,
    /// The role of both people.
    pub(crate) role: OperatorRole,
    /// Asks for a second person where the bank has set nothing else.
    needs_two: bool,
}

static COMMANDS: [GuardedCommand; 6] = [
    GuardedCommand { name: "import", role: OperatorRole::Registry, needs_two: true },
    GuardedCommand { name: "keys.rotate", role: OperatorRole::Security, needs_two: true },
    GuardedCommand { name: "keys.reseal", role: OperatorRole::Security, needs_two: false },
    GuardedCommand { name: "settings.adopt", role: OperatorRole::Security, needs_two: true },
    GuardedCommand { name: "orders.answer", role: OperatorRole::Money, needs_two: true },
    GuardedCommand { name: "orders.take", role: OperatorRole::Money, needs_two: false },
];

/// Finds a command that is no action by its words.
pub(crate) fn command(name: &str) -> Option<&'static GuardedCommand> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Tells whether a command that is no action needs a second person, as soon as the bank has named two.
pub(crate) fn is_needed(tx: &mut Tx, command: &GuardedCommand) -> Result<bool> {
    Ok(set(tx, command.name, command.needs_two)? != SecondPerson::Never)
}

/// Tells when an action needs a second person.
pub(crate) fn of_action(tx: &mut Tx, action: &Declared) -> Result<SecondPerson> {
    set(tx, action.name, action.needs_two)
}

fn set(tx: &mut Tx, name: &str, default: bool) -> Result<SecondPerson> {
    let text = shared_settings::find(tx, TWO_PEOPLE)?.unwrap_or_default();
    let entry = entries(&text).find(|(named, _)| *named == name);
    Ok(match entry {
        None if default => SecondPerson::Always,
        None => SecondPerson::Never,
        Some((_, amount)) => amount.and_then(roubles).map_or(SecondPerson::Always, SecondPerson::From),
    })
}

/// Checks a value of the setting.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let mut seen = Vec::new();
    for (name, amount) in entries(text) {
        let action = declared(name);
        if action.is_none() && command(name).is_none() {
            return Err(format!(
                "{TWO_PEOPLE}: {name:?} is no action, and no command that a second person approves"
            ));
        }
        if seen.contains(&name) {
            return Err(format!("{TWO_PEOPLE}: {name} is there twice"));
        }
        seen.push(name);
        let Some(amount) = amount else { continue };
        if !action.is_some_and(|action| action.tells_amount) {
            return Err(format!("{TWO_PEOPLE}: {name} moves no money that is known: leave the amount out"));
        }
        if roubles(amount).is_none() {
            return Err(format!(
                "{TWO_PEOPLE}: {name}: the amount is one in roubles above zero, such as 500000.00"
            ));
        }
    }
    Ok(())
}

/// Divides `NAME,NAME:AMOUNT` into names and amounts.
fn entries(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries.map(|entry| entry.split_once(':').map_or((entry, None), |(name, amount)| (name, Some(amount))))
}

fn roubles(text: &str) -> Option<Money> {
    text.parse().ok().filter(|amount| *amount > Money::ZERO)
}
