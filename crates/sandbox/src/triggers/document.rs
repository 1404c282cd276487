//! The table as docs/SANDBOX-TRIGGERS.md has it.

use std::fmt::Write as _;

use super::Trigger;

const HEAD: &str = "| Trigger | Place | Value | Effect | End states in one call |\n|---|---|---|---|---|\n";

/// Writes the table in Markdown, a row for each trigger.
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
