//! `clientbank import DIR`: the bank's files, all or nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use import::{Approved, Files, ImportError, ImportOptions, Pace, Report, RowPlace, TableImporter, Without};
use store::{Store, Tx};
use tokio::time::sleep;

use super::database::{on_opened, open_or_make};
use super::import_progress::Reporter;
use super::keys::refuse_foreign;
use super::{Failure, configured, operator};
use crate::application::{Surroundings, areas};
use crate::configuration::Sources;
use crate::imports::{self, refuse_fed};
use crate::terminal::{remark, say};

/// Times that an import waits for another one.
const WAITS_MAX: u32 = 30;
/// The time between two looks.
const WAIT: Duration = Duration::from_secs(1);
/// Times that an import begins again after the database was away or broke off, within two minutes in all.
const OUTAGES_MAX: u32 = 7;
/// The wait before the first of them; each is twice as long as the one before.
const OUTAGE_WAIT_FIRST: Duration = Duration::from_secs(1);

#[derive(Args)]
pub(super) struct ImportArguments {
    /// The folder with the files, one per table, CSV or JSON. The formats are in docs/IMPORT.md.
    directory: PathBuf,
    /// Check everything and change nothing.
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Finish an import that is decided without this row, because it can be applied no more; may be repeated.
    #[arg(long, value_name = "FILE:LINE", conflicts_with = "dry_run")]
    leave_out: Vec<RowPlace>,
}

/// Runs the command. Where two people have approved files, with their SHA-256 by path, it reads those and no others:
/// they were compared before, and somebody may have changed one since.
pub(super) fn run(
    arguments: &ImportArguments,
    approved: Option<&BTreeMap<String, String>>,
    settings: &Sources,
) -> Result<(), Failure> {
    let approved =
        approved.map(|files| Approved { files: within(files, &arguments.directory), ..Approved::default() });
    say(&told(&imported(arguments, approved.as_ref(), settings)?));
    Ok(())
}

/// The files of a folder that an import reads, by their names, out of those that a proposal has by their paths.
fn within(files: &BTreeMap<String, String>, folder: &Path) -> Files {
    let read = |(path, sha256): (&String, &String)| {
        let path = Path::new(path);
        let name = path.file_name()?.to_str().filter(|name| !name.starts_with('.'))?;
        (path.parent() == Some(folder)).then(|| (name.to_owned(), sha256.clone()))
    };
    files.iter().filter_map(read).collect()
}

/// Says in words what the files would change, as a dry run does.
pub(super) fn difference(arguments: &ImportArguments, settings: &Sources) -> Result<String, Failure> {
    let ImportArguments { directory, leave_out, .. } = arguments;
    if !leave_out.is_empty() {
        // It goes on with what was decided before.
        return Ok(String::new());
    }
    let rehearsal = ImportArguments { directory: directory.clone(), dry_run: true, leave_out: Vec::new() };
    match imported(&rehearsal, None, settings) {
        Ok(report) => Ok(told(&report)),
        Err(error) => match error.downcast_ref() {
            Some(ImportError::Unfinished { import, is_same: true }) => {
                Ok(format!("import {import} is decided, and goes on with these files"))
            }
            _ => Err(error),
        },
    }
}

fn imported(
    arguments: &ImportArguments,
    approved: Option<&Approved>,
    settings: &Sources,
) -> Result<Report, Failure> {
    let configuration = configured(settings)?;
    let master_key = configuration.needed_master_key()?;
    on_opened(configuration, open_or_make, async |configuration, surroundings| {
        refuse_foreign(&master_key, &surroundings).await?;
        refuse_told(&arguments.directory, &surroundings.store).await?;
        let importers = areas::live_importers(&configuration, surroundings.sandbox.is_none())?;
        let pace = Pace { listener: Reporter::listener(), ..Pace::default() };
        let (mut waits, mut outages) = (0, 0);
        loop {
            match once((arguments, approved.cloned()), &pace, &surroundings, importers.clone()).await {
                // The one that was killed a moment ago seems to be at work until its lease is over.
                Err(ImportError::Running { import }) if waits < WAITS_MAX => {
                    if waits == 0 {
                        remark(&format!("import {import} is at work, or was until a moment ago: waiting"));
                    }
                    waits += 1;
                    sleep(WAIT).await;
                }
                // Nothing of it is applied, or it is decided and the next run goes on.
                Err(ImportError::Store(error)) if error.is_outage() && outages < OUTAGES_MAX => {
                    remark(&format!("{error}: the import begins again"));
                    sleep(OUTAGE_WAIT_FIRST * 2_u32.pow(outages)).await;
                    outages += 1;
                }
                outcome => break Ok(outcome?),
            }
        }
    })
}

/// Refuses files of what the core tells by its feed.
async fn refuse_told(directory: &Path, store: &Store) -> Result<(), Failure> {
    let files = accounts::FED_FILES.iter().flat_map(|stem| [format!("{stem}.csv"), format!("{stem}.json")]);
    let files: Vec<String> = files.filter(|file| directory.join(file).exists()).collect();
    let check = move |tx: &mut Tx| refuse_fed(tx, files.iter().map(String::as_str));
    Ok(store.read("import.fed", check).await?)
}

/// Imports, or finishes an import without the rows that are named.
async fn once(
    (arguments, approved): (&ImportArguments, Option<Approved>),
    pace: &Pace,
    surroundings: &Surroundings,
    importers: Vec<Arc<dyn TableImporter>>,
) -> Result<Report, ImportError> {
    let Surroundings { store, clock, randomness, .. } = surroundings;
    let (folder, clock, randomness) = (&arguments.directory, clock.as_ref(), Arc::clone(randomness));
    if arguments.leave_out.is_empty() {
        let options = ImportOptions { dry_run: arguments.dry_run, operator: operator(), approved };
        return import::run_at(pace, store, folder, importers, options, clock, randomness).await;
    }
    let without = Without { rows: arguments.leave_out.iter().cloned().collect(), operator: operator() };
    import::finish_without(without, pace, store, folder, importers, clock, randomness).await
}

fn told(report: &Report) -> String {
    let mut lines = imports::told(report, report.dry_run);
    lines.push(if report.dry_run {
        "dry run: nothing was changed".to_owned()
    } else {
        "imported".to_owned()
    });
    lines.join("\n")
}

#[cfg(test)]
mod tests;
