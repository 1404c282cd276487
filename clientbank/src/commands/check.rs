//! `clientbank check`: looks in the database for anything that must never be there.

use store::Store;

use super::database::{open_present, told};
use super::{Failure, configured, on_runtime};
use crate::configuration::Sources;
use crate::terminal::say;

/// Outcome of a look at the whole database.
pub(super) struct Proof {
    /// The things that were looked at, counted in words.
    pub(super) counted: String,
    /// Things that must never be.
    pub(super) findings: Vec<String>,
}

/// Runs the command.
pub(super) fn run(settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let store = open_present(&configuration).await?.store;
        let Proof { counted, findings } = prove(&store).await?;
        for finding in &findings {
            say(finding);
        }
        say(&counted);
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

/// Looks at everything.
pub(super) async fn prove(store: &Store) -> Result<Proof, Failure> {
    let ledger = accounts::check_ledger(store).await.map_err(|error| told(&error))?;
    let payroll = payroll::check(store).await.map_err(|error| told(&error))?;
    let trail = audit::check(store).await.map_err(|error| told(&error))?;
    let of_ledger = ledger.findings.iter().map(ToString::to_string);
    let of_payroll = payroll.findings.iter().map(ToString::to_string);
    Ok(Proof {
        counted: format!(
            "{} accounts, {} entries, {} postings, {} payroll statements, {} entries of the trail",
            ledger.accounts, ledger.entries, ledger.postings, payroll.statements, trail.entries
        ),
        findings: of_ledger.chain(of_payroll).chain(trail.findings).collect(),
    })
}
