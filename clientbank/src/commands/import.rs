//! `clientbank import DIR`: the bank's files, all or nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use import::{CHANGES_MAX, ImportError, ImportOptions, Pace, Report, RowPlace, TableImporter, Without};
use store::Store;
use tokio::time::sleep;

use super::database::{open_or_make, told as told_error};
use super::import_live::without_demo_passwords;
use super::import_progress::Reporter;
use super::keys::refuse_foreign;
use super::{Failure, configured, on_runtime, operator};
use crate::application::{Surroundings, areas};
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// Times that an import waits for another one.
const WAITS_MAX: u32 = 30;
/// The time between two looks.
const WAIT: Duration = Duration::from_secs(1);
/// Times that an import begins again after the database was away or broke off, within two minutes in all.
const OUTAGES_MAX: u32 = 7;
/// The wait before the first of them; each is twice as long as the one before.
const OUTAGE_WAIT_FIRST: Duration = Duration::from_secs(1);

/// The options of an import.
#[derive(Args)]
pub(super) struct ImportArguments {
    /// The folder with the files, one per table, CSV or JSON. The formats are in docs/IMPORT.md.
    directory: PathBuf,
    /// Check everything and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Finish an import that is decided without this row, because it can be applied no more; may be repeated.
    #[arg(long, value_name = "FILE:LINE", conflicts_with = "dry_run")]
    leave_out: Vec<RowPlace>,
}

impl ImportArguments {
    /// Tells whether nothing is changed.
    pub(super) const fn is_dry_run(&self) -> bool {
        self.dry_run
    }
}

/// Runs the command.
pub(super) fn run(arguments: &ImportArguments, settings: &Sources) -> Result<(), Failure> {
    say(&told(&imported(arguments, settings)?));
    Ok(())
}

/// Says in words what the files would change, as a dry run does.
pub(super) fn difference(arguments: &ImportArguments, settings: &Sources) -> Result<String, Failure> {
    let ImportArguments { directory, leave_out, .. } = arguments;
    if !leave_out.is_empty() {
        // It goes on with what was decided before.
        return Ok(String::new());
    }
    let rehearsal = ImportArguments { directory: directory.clone(), dry_run: true, leave_out: Vec::new() };
    Ok(told(&imported(&rehearsal, settings)?))
}

fn imported(arguments: &ImportArguments, settings: &Sources) -> Result<Report, Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let master_key = configuration.needed_master_key()?;
        let surroundings = open_or_make(&configuration).await?;
        refuse_foreign(&master_key, &surroundings).await?;
        refuse_told(&arguments.directory, &surroundings.store).await?;
        let importers = areas::importers(configuration.passwords, master_key);
        let is_live = surroundings.sandbox.is_none();
        let importers = if is_live { without_demo_passwords(importers) } else { importers };
        let pace = Pace { listener: Reporter::listener(), ..Pace::default() };
        let (mut waits, mut outages) = (0, 0);
        let report = loop {
            match once(arguments, &pace, &surroundings, importers.clone()).await {
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
                outcome => break outcome?,
            }
        };
        surroundings.store.close().await;
        Ok(report)
    })
}

/// Refuses files of what the core tells by its feed, once it has begun: both would book it.
async fn refuse_told(directory: &Path, store: &Store) -> Result<(), Failure> {
    if !accounts::is_fed(store).await.map_err(|error| told_error(&error))? {
        return Ok(());
    }
    let files = accounts::FED_FILES.iter().flat_map(|stem| [format!("{stem}.csv"), format!("{stem}.json")]);
    match files.into_iter().find(|file| directory.join(file).exists()) {
        Some(file) => Err(format!("{file}: the core tells this by its feed: leave the file out").into()),
        None => Ok(()),
    }
}

/// Imports, or finishes an import without the rows that are named.
async fn once(
    arguments: &ImportArguments,
    pace: &Pace,
    surroundings: &Surroundings,
    importers: Vec<Arc<dyn TableImporter>>,
) -> Result<Report, ImportError> {
    let Surroundings { store, clock, randomness, .. } = surroundings;
    let (folder, clock, randomness) = (&arguments.directory, clock.as_ref(), Arc::clone(randomness));
    if arguments.leave_out.is_empty() {
        let options = ImportOptions { dry_run: arguments.dry_run, operator: operator() };
        return import::run_at(pace, store, folder, importers, options, clock, randomness).await;
    }
    let without = Without { rows: arguments.leave_out.iter().cloned().collect(), operator: operator() };
    import::finish_without(without, pace, store, folder, importers, clock, randomness).await
}

fn told(report: &Report) -> String {
    let mut lines: Vec<String> = report
        .tables
        .iter()
        .map(|table| {
            let (created, changed, unchanged) = (table.created, table.changed, table.unchanged);
            format!("{:<28} {created:>8} new {changed:>8} changed {unchanged:>8} unchanged", table.file)
        })
        .collect();
    for table in &report.tables {
        lines.extend(table.remarks.iter().cloned());
        let listed = u64::try_from(table.remarks.len()).unwrap_or(u64::MAX);
        if table.remarked > listed {
            lines.push(format!("{}: {} more like these", table.file, table.remarked - listed));
        }
    }
    if report.dry_run {
        lines.extend(report.changes.iter().cloned());
        if report.changes.len() == CHANGES_MAX {
            lines.push(format!("there may be more changes than these {CHANGES_MAX}"));
        }
    }
    lines.push(if report.dry_run {
        "dry run: nothing was changed".to_owned()
    } else {
        "imported".to_owned()
    });
    lines.join("\n")
}
