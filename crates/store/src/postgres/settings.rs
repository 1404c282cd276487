//! The settings of every session, and what a pooler's sessions lack of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::StoreLimits;

/// The planner's settings. Rows are looked up one by one through indexes, in the order of a text's conditions: the
/// caller's conditions decide, and not statistics from before the tables grew. Reading a table as a whole also locks it
/// as a whole against every other serializable unit; [`Tx::survey`](crate::Tx::survey) is for the few statements that
/// do. Compiling a statement takes longer than nearly all of them run.
const LOOK_UPS: [&str; 4] = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"];
/// The least that the server tells beside its answers. A commit that it warned of is not taken for done
/// ([`Warnings`](super::client::Warnings)), so a role that is told errors alone must not hide that.
const TOLD: (&str, &str) = ("client_min_messages", "warning");
/// Outside of units of work nothing is written, as on SQLite.
pub(super) const READ_ONLY: &str = "default_transaction_read_only";

/// The settings of every session by their names, with values as `pg_settings` shows them.
#[derive(Clone, Debug)]
pub(super) struct Settings(BTreeMap<&'static str, String>);

impl Settings {
    pub(super) fn from_limits(limits: &StoreLimits) -> Self {
        let statement_ms = limits.statement_max.as_millis().to_string();
        let lock_ms = limits.lock_max.as_millis().to_string();
        let waits = [
            ("statement_timeout", statement_ms.clone()),
            ("lock_timeout", lock_ms),
            ("idle_in_transaction_session_timeout", statement_ms),
        ];
        let look_ups = LOOK_UPS.map(|name| (name, "off".to_owned()));
        let told = (TOLD.0, TOLD.1.to_owned());
        Self(waits.into_iter().chain(look_ups).chain([told]).collect())
    }

    /// Writes them as options of a connection; those of the operator come last and win.
    pub(super) fn options(&self, own: &str) -> String {
        let mut options = String::new();
        for (name, value) in &self.0 {
            options.push_str("-c ");
            options.push_str(name);
            options.push('=');
            options.push_str(value);
            options.push(' ');
        }
        options + own
    }

    /// Returns the same with [`READ_ONLY`], which goes to a server beside the options when nobody is in between.
    pub(super) fn of_role(mut self) -> Self {
        self.0.insert(READ_ONLY, "on".to_owned());
        self
    }

    /// Writes the statement that asks a session for its values, as rows of name and value.
    pub(super) fn question(&self) -> String {
        let names: Vec<&str> = self.0.keys().copied().collect();
        format!("select name, setting from pg_settings where name = any('{{{}}}')", names.join(","))
    }

    /// Writes the statements that give `role` what its session, with these values, does not have. Nothing is lacking
    /// when it is empty.
    pub(super) fn lacking(&self, found: &BTreeMap<String, String>, role: &str) -> String {
        let role = role.replace('"', "\"\"");
        let mut statements = String::new();
        for (name, value) in self.0.iter().filter(|(name, value)| found.get(**name) != Some(value)) {
            // Writing to a text does not fail.
            let _ = write!(statements, "alter role \"{role}\" set {name} = '{value}'; ");
        }
        statements
    }
}

#[cfg(test)]
mod tests;
