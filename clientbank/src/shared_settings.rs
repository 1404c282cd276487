//! The settings that all processes of a bank share, as the database has them: a server that differs does not start.
//!
//! The first server writes them. Later ones compare, and add what the database does not have because an older version
//! did not know it. A person makes others those of the bank (`clientbank settings adopt`).

use std::fmt;

use store::{Result, Store, Tx, params};

store::queries! {
    /// Writes a setting that the database does not have.
    SHARED_SETTLE = "insert into shared_settings (name, value) values ($1, $2) on conflict (name) do nothing";
    SHARED_FIND = "select value from shared_settings where name = $1";
    SHARED_SET = "insert into shared_settings (name, value) values ($1, $2) on conflict (name) do update set value = \
        excluded.value";
}

store::migrations! {
    "settings": 1 "the settings that all processes share" "../migrations/settings/0001_baseline.sql"
}

/// The settings that a database keeps for as long as it lives, each with a refusal of its own.
const KEPT_FOR_LIFE: [&str; 2] = ["accounts", "time_zone"];

/// The setting that says what needs a second person.
pub(crate) const TWO_PEOPLE: &str = "two_people";

/// A setting of which the database has another value than this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) name: &'static str,
    /// The value of this process.
    pub(crate) here: String,
    /// The value in the database; none when it has none.
    pub(crate) there: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, here, there } = self;
        write!(formatter, "{name} is {here:?} here and {:?} there", there.as_deref().unwrap_or_default())
    }
}

/// Writes what the database does not have, and finds what it has otherwise.
pub(crate) async fn settle(store: &Store, shared: &[(&'static str, String)]) -> Result<Vec<Difference>> {
    let shared = shared.to_vec();
    let work = move |tx: &mut Tx| {
        let is_enforced = proposals::is_enforced(tx)?;
        for (name, value) in compared(&shared) {
            // Whoever starts the first server that knows it would decide alone what needs two.
            let value = if is_enforced && *name == TWO_PEOPLE { "" } else { value };
            tx.execute(&SHARED_SETTLE, params![*name, value])?;
        }
        differences(tx, &shared)
    };
    store.write("settings.settle", work).await
}

/// Makes these settings those of the bank; returns what was otherwise.
pub(crate) fn adopt(tx: &mut Tx, shared: &[(&'static str, String)]) -> Result<Vec<Difference>> {
    let changed = differences(tx, shared)?;
    for Difference { name, here, .. } in &changed {
        tx.execute_one(&SHARED_SET, params![*name, here.as_str()])?;
    }
    Ok(changed)
}

pub(crate) fn find(tx: &mut Tx, name: &str) -> Result<Option<String>> {
    tx.select_optional(&SHARED_FIND, params![name])
}

/// The settings with the values of the database, and this process's own where it has none.
pub(crate) async fn of_bank(
    store: &Store,
    own: Vec<(&'static str, String)>,
) -> Result<Vec<(&'static str, String)>> {
    let value = |tx: &mut Tx, (name, here): &(&'static str, String)| {
        Ok((*name, find(tx, name)?.unwrap_or_else(|| here.clone())))
    };
    store.read("settings.of_bank", move |tx| own.iter().map(|setting| value(tx, setting)).collect()).await
}

fn compared<'s>(
    shared: &'s [(&'static str, String)],
) -> impl Iterator<Item = &'s (&'static str, String)> + use<'s> {
    shared.iter().filter(|(name, _)| !KEPT_FOR_LIFE.contains(name))
}

/// Finds the settings of which the database has another value than this process.
pub(crate) fn differences(tx: &mut Tx, shared: &[(&'static str, String)]) -> Result<Vec<Difference>> {
    let mut found = Vec::new();
    for (name, here) in compared(shared) {
        let there = find(tx, name)?;
        if there.as_ref() != Some(here) {
            found.push(Difference { name, here: here.clone(), there });
        }
    }
    Ok(found)
}
