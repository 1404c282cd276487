//! Triggers: values of requests by which a sandbox rehearses what a bank, its staff and other banks do (SBX-02).
//!
//! [`TRIGGERS`] is the one table: behaviour, docs/SANDBOX-TRIGGERS.md, the answers of `:validate` and the tests are
//! made from it. A trigger acts at a port, so the code behind it is that of a live program. To add one, add its row
//! and, for a new kind of [`Act`], the port that asks for it; the tests say which end states have no row.

mod act;
mod asked;
mod document;
mod place;
mod table;

use kernel::{Language, Translated};

pub use act::{
    Act, CERTIFICATE_AMOUNT_MINOR, PeopleAct, RailAct, WebhookAct, certificate_reason, rail_act, webhook_act,
};
pub use asked::{Asked, in_transfer};
pub use document::document;
pub use place::{CERTIFICATES, End, LETTERS, Machine, Place, STATEMENTS, TARIFFS};
pub use table::TRIGGERS;

/// A row of the table.
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
    /// The port that acts.
    pub act: Act,
    /// The end states that are reached in one call with it.
    pub ends: &'static [End],
}

impl Trigger {
    /// Returns the effect in the language.
    pub const fn effect(&self, language: Language) -> &'static str {
        match language {
            Language::Russian => self.effect.0,
            Language::English => self.effect.1,
        }
    }

    /// Returns the effect in both languages.
    pub fn told(&self) -> Translated {
        Translated { russian: self.effect.0.to_owned(), english: self.effect.1.to_owned() }
    }
}

/// Finds the trigger of this name.
pub fn by_name(name: &str) -> Option<&'static Trigger> {
    TRIGGERS.iter().find(|trigger| trigger.name == name)
}

/// Finds the trigger of this name that the header can ask for.
pub fn by_header(name: &str) -> Option<&'static Trigger> {
    by_name(name).filter(|trigger| matches!(trigger.place, Place::Header(_)))
}

/// Finds the first of the named triggers that is one of this operation's own.
pub fn asked_at(names: &[&'static str], operation: &str) -> Option<&'static Trigger> {
    let is_own = |trigger: &&Trigger| matches!(trigger.place, Place::Header(place) if place == operation);
    names.iter().filter_map(|name| by_name(name)).find(is_own)
}
