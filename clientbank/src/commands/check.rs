//! `clientbank check`: looks in the database for anything that must never be there.

use super::database::{open, refuse_missing, told};
use super::{Failure, configured, on_runtime};
use crate::configuration::Sources;
use crate::terminal::say;

/// Runs the command.
pub(super) fn run(settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    refuse_missing(&configuration.database)?;
    on_runtime(async move {
        let store = open(&configuration).await?.store;
        let ledger = accounts::check_ledger(&store).await.map_err(|error| told(&error))?;
        let payroll = payroll::check(&store).await.map_err(|error| told(&error))?;
        let findings: Vec<_> = ledger.findings.iter().chain(&payroll.findings).collect();
        for finding in &findings {
            say(&finding.to_string());
        }
        say(&format!(
            "{} accounts, {} entries, {} postings, {} payroll statements",
            ledger.accounts, ledger.entries, ledger.postings, payroll.statements
        ));
        store.close().await;
        match findings.len() {
            0 => {
                say("every sum is zero");
                Ok(())
            }
            count => Err(format!("{count} findings: this must never be").into()),
        }
    })
}
