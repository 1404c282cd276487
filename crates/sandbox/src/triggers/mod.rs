//! Triggers: values of requests by which a sandbox rehearses what a bank, its staff and other banks do (SBX-02).
//!
//! Each area declares its own rows beside what they act upon, and those of the frame are [`FAULTS`]. Behaviour,
//! docs/SANDBOX-TRIGGERS.md, the answers of `:validate` and the tests are made from them. A trigger acts at a port, so
//! the code behind it is that of a live program. To add one, add its row to its area and, for a new kind of [`Act`],
//! the port that asks for it; the tests say which end states have no row.

mod act;
mod end;
mod place;
mod table;

use std::fmt::Write as _;

use kernel::{Language, Translated};

pub use act::{Act, PeopleAct, RailAct, WebhookAct};
pub use end::{End, Machine};
pub use place::Place;
pub use table::FAULTS;

/// The head of the table in docs/SANDBOX-TRIGGERS.md.
const HEAD: &str = "| Trigger | Place | Value | Effect | End states in one call |\n|---|---|---|---|---|\n";

#[derive(Clone, Copy, Debug)]
pub struct Trigger {
    /// The name: lower-case letters, digits and hyphens.
    pub name: &'static str,
    /// The place of its value in a request.
    pub place: Place,
    /// The value, or several by a pattern in which `HH` stands for two digits.
    pub value: &'static str,
    /// The effect, in Russian and English.
    pub effect: (&'static str, &'static str),
    pub act: Act,
    /// The end states that are reached in one call with it.
    pub ends: &'static [End],
}

impl Trigger {
    pub fn effect(&self, language: Language) -> &'static str {
        language.pick(self.effect.0, self.effect.1)
    }

    pub fn told(&self) -> Translated {
        Translated { russian: self.effect.0.to_owned(), english: self.effect.1.to_owned() }
    }
}

/// Finds the trigger of this name among those of an area.
pub fn by_name(triggers: &'static [Trigger], name: &str) -> Option<&'static Trigger> {
    triggers.iter().find(|trigger| trigger.name == name)
}

/// Finds the first of the named triggers that is one of this operation's own.
pub fn asked_at(
    triggers: &'static [Trigger],
    names: &[&'static str],
    operation: &str,
) -> Option<&'static Trigger> {
    let is_own = |trigger: &&Trigger| matches!(trigger.place, Place::Header(place) if place == operation);
    names.iter().filter_map(|name| by_name(triggers, name)).find(is_own)
}

/// Writes the table of docs/SANDBOX-TRIGGERS.md, a row for each trigger.
pub fn document(triggers: impl Iterator<Item = &'static Trigger>) -> String {
    let mut table = HEAD.to_owned();
    for Trigger { name, place, value, effect: (_, effect), ends, .. } in triggers {
        let ends: Vec<String> =
            ends.iter().map(|end| format!("{} `{}`", end.machine.as_str(), end.state)).collect();
        // A text grows without failing.
        let _ = writeln!(table, "| `{name}` | {place} | `{value}` | {effect} | {} |", ends.join(", "));
    }
    table
}
