//! `clientbank migrate`: migrates the tables to those of this version. `serve` does the same at its start; a bank
//! that wants to see it happen, or to do it under another database user, does it here first.

use super::database::{open, told};
use super::{Failure, configured, on_runtime};
use crate::application::areas;
use crate::configuration::Sources;
use crate::terminal::say;

/// Runs the command.
pub(super) fn run(settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let store = open(&configuration).await?.store;
        let report = store.migrate(&areas::migrations()).await.map_err(|error| told(&error))?;
        for (area, version) in &report.applied {
            say(&format!("applied {area} {version}"));
        }
        say(&format!("{} applied, {} were there", report.applied.len(), report.present));
        store.close().await;
        Ok(())
    })
}
