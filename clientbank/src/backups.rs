//! The last backup, as metrics show it: when one was begun, and when one that is good had ended.

use kernel::Instant;
use store::{Result, Store, Tx, params};

store::queries! {
    BACKUP_NOTE = "insert into backups (step, at_us) values ($1, $2) on conflict (step) do update set at_us = \
        excluded.at_us";
    BACKUPS = "select step, at_us from backups";
}

store::migrations! { "backups": 1 "the last backup" "../migrations/backups/0001_baseline.sql" }

kernel::text_enum! {
    pub(crate) enum Step {
        Begun = "BEGUN",
        /// It had ended and was proved.
        Done = "DONE",
    }
}

/// Notes that a backup has come this far.
pub(crate) fn note(tx: &mut Tx, step: Step, at: Instant) -> Result<()> {
    tx.execute_one(&BACKUP_NOTE, params![step.as_str(), at])
}

/// Returns the moment of each step of the last backups; none of one that never was.
pub(crate) async fn last(store: &Store) -> Result<[(Step, Option<Instant>); 2]> {
    let noted: Vec<(String, Instant)> = store.select(&BACKUPS, params![]).await?;
    let at = |step: Step| noted.iter().find(|(name, _)| name == step.as_str()).map(|(_, at)| *at);
    Ok(Step::ALL.map(|step| (step, at(step))))
}
