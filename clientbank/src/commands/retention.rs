//! `clientbank retention`: shows what is over its time, moves it into an archive, proves an archive and finds in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use area::Author;
use audit::Actor;
use clap::{Args, Subcommand};
use jiff::civil::Date;
use kernel::{BankZone, Clock, Instant, Randomness};
use retention::{
    ArchiveFolder, Archived, Archiving, Kind, Note, Planned, RetentionError, Sought, archive, find, inspect,
    plan, too_short,
};
use serde_json::json;
use store::Tx;

use super::database::{WithRemedy as _, on_current};
use super::{Failure, configured, operator};
use crate::application::{Surroundings, areas};
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say, say_all};

#[derive(Subcommand)]
pub(super) enum Verb {
    /// Show each kind with its time, the law's least, and what an archive would take now.
    Plan,
    /// Move what is over its time into the archive of a folder, in small units beside the server.
    Archive(ArchiveArguments),
    /// Prove the archive of a folder from its files: digests, counts, sums of postings.
    Check {
        /// The folder.
        folder: PathBuf,
    },
    /// Print what has left with everything that belongs to it, as the files have it: one JSON object per row.
    Find(FindArguments),
}

/// The marks of what is looked for; a thing has them all.
#[derive(Args)]
pub(super) struct FindArguments {
    /// The folders of the archives.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The bank's identifier of a payroll statement, or the company's.
    #[arg(long, value_name = "ID", value_parser = name, required_unless_present_any = ["account", "day"])]
    statement: Option<String>,
    /// The number of an account.
    #[arg(long, value_name = "NUMBER", value_parser = name)]
    account: Option<String>,
    /// A day of the bank: of a statement, an entry, a closing, a message, a request, a letter or a line of the trail.
    #[arg(long, value_name = "YYYY-MM-DD")]
    day: Option<Date>,
}

/// Reads a name to look for. One without a letter or digit would be found in almost every row.
fn name(typed: &str) -> Result<String, &'static str> {
    if typed.contains(char::is_alphanumeric) {
        Ok(typed.to_owned())
    } else {
        Err("has no letter and no digit")
    }
}

#[derive(Args)]
pub(super) struct ArchiveArguments {
    /// The folder. One that is not there is made; one of a former archive goes on.
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// About so many rows are written and deleted at once.
    #[arg(
        long,
        value_name = "ROWS",
        default_value_t = UNIT_ROWS,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    unit_rows: u32,
    /// Milliseconds between two units.
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pause_ms: u64,
}

/// Rows of a unit when nothing else is said.
const UNIT_ROWS: u32 = 2_000;

const STANDS_STILL: &str =
    "the database was restored and stands still: archive after `clientbank restored --go-on`";

/// Refuses times that are shorter than the law's least.
pub(super) fn refuse_short_periods(configuration: &Configuration) -> Result<(), Failure> {
    too_short(&areas::kept(), &configuration.retention).map_or(Ok(()), |reason| Err(reason.into()))
}

pub(super) fn run(verb: &Verb, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    match verb {
        Verb::Check { folder } => return check(folder),
        Verb::Find(options) => return look_up(options, &configuration.bank.zone),
        Verb::Plan | Verb::Archive(_) => {}
    }
    on_current(settings, async |configuration, surroundings| {
        // A sandbox alone may keep things for a shorter time than the law asks for.
        if surroundings.sandbox.is_none() {
            refuse_short_periods(&configuration)?;
        }
        match verb {
            Verb::Archive(options) => fill(&configuration, &surroundings, options).await,
            _ => show_plan(&configuration, &surroundings).await,
        }
    })
}

/// Returns the kinds that have an end, each with the first moment that is kept. One without a setting is
/// kept for ever.
fn ends(configuration: &Configuration, clock: &dyn Clock) -> Vec<(&'static Kind, Instant)> {
    let end = |kind: &'static Kind| {
        let period = configuration.retention.iter().find(|period| period.setting == kind.setting)?;
        Some((kind, period.kept_from(clock.now(), &configuration.bank.zone)?))
    };
    areas::kept().into_iter().filter_map(end).collect()
}

async fn show_plan(configuration: &Configuration, surroundings: &Surroundings) -> Result<(), Failure> {
    let ends = ends(configuration, surroundings.clock.as_ref());
    let planned = plan(&surroundings.store, &ends, UNIT_ROWS).await?;
    for kind in areas::kept() {
        let Kind { name, covers, law, .. } = kind;
        say(&format!("{name}: {covers}; {} days at least ({})", law.least_days, law.source));
        let ended = ends.iter().zip(&planned).find(|(_, planned)| planned.kind == *name);
        let Some(((_, before), planned)) = ended else {
            say(&format!("    kept for ever ({} = 0)", kind.setting));
            continue;
        };
        let day = configuration.bank.zone.date_of(*before);
        say(&format!("    from before {day}: {}", told(planned)));
    }
    for (covers, kept) in areas::pruned(configuration) {
        say(&format!("no archive: {covers}; kept for {kept}"));
    }
    Ok(())
}

/// The rows of a kind that an archive would take now, and their size.
fn told(planned: &Planned) -> String {
    let rows: Vec<String> = planned
        .rows
        .iter()
        .filter(|(_, rows)| *rows > 0)
        .map(|(table, rows)| format!("{rows} rows of {table}"))
        .collect();
    if rows.is_empty() {
        return "nothing that may go now".to_owned();
    }
    let least = if planned.is_cut { "at least " } else { "" };
    format!("{least}{}; {} MiB of text", rows.join(", "), planned.bytes.div_ceil(1 << 20))
}

async fn fill(
    configuration: &Configuration,
    surroundings: &Surroundings,
    options: &ArchiveArguments,
) -> Result<(), Failure> {
    // A copy for a drill would add its units to the archive of the original, which takes none of that from then on.
    if jobs::stands_still_since(&surroundings.store).await.told()?.is_some() {
        return Err(STANDS_STILL.into());
    }
    let kinds = ends(configuration, surroundings.clock.as_ref());
    if kinds.is_empty() {
        return Err("everything is kept for ever: no setting of `retention_…_days` says otherwise".into());
    }
    let new_archive = surroundings.randomness.uuid(surroundings.clock.now()).to_string();
    let mut folder = ArchiveFolder::open(&options.to, &new_archive)?;
    let work = Archiving {
        store: surroundings.store.clone(),
        clock: Arc::clone(&surroundings.clock),
        kinds,
        unit_rows: options.unit_rows,
        pause: Duration::from_millis(options.pause_ms),
        note: noted(operator(), Arc::clone(&surroundings.clock), Arc::clone(&surroundings.randomness)),
        watch: Arc::new(|_| Ok(())),
    };
    let mut sums = BTreeMap::<&str, (u64, i64, u64)>::new();
    let outcome = archive(&work, &mut folder, |unit| {
        let (units, rows, bytes) = sums.entry(unit.kind).or_default();
        (*units, *rows, *bytes) = (*units + 1, *rows + unit.rows, *bytes + unit.file_bytes);
    })
    .await;
    for (kind, (units, rows, bytes)) in &sums {
        say(&format!("{kind}: {rows} rows in {units} files, {bytes} bytes"));
    }
    outcome?;
    if sums.is_empty() {
        say("nothing is over its time");
    }
    remark("`clientbank retention check` proves the folder; copy it to where the bank keeps its archive");
    Ok(())
}

/// Leaves an entry about each unit in the trail, in the unit of work that deletes it. That ends where the database was
/// restored while the archive was at work.
fn noted(operator: String, clock: Arc<dyn Clock>, randomness: Arc<dyn Randomness>) -> Note {
    let author = Author::outside_of_requests(Actor::Operator(operator));
    Arc::new(move |tx: &mut Tx, unit: &Archived| -> Result<(), RetentionError> {
        if jobs::stands_still(tx)? {
            return Err(RetentionError::Refused(STANDS_STILL.to_owned()));
        }
        let object = ("archive", unit.archive.clone());
        let entry = author.entry(clock.now(), &*randomness, "retention.archived", object);
        let through = unit.through.to_timestamp().to_string();
        let detail = json!({ "kind": unit.kind, "unit": unit.number, "rows": unit.rows, "through": through });
        Ok(audit::record(tx, entry.detail(detail))?)
    })
}

fn check(folder: &Path) -> Result<(), Failure> {
    let inspection = inspect(folder, &areas::kept())?;
    say_all(&inspection.findings);
    let rows: Vec<String> = inspection.rows.iter().map(|(table, count)| format!("{count} {table}")).collect();
    say(&format!("archive {}: {} units; {}", inspection.archive, inspection.units, rows.join(", ")));
    if inspection.is_torn {
        remark("the manifest ends with a torn line: the next archive removes it, and nothing is missing");
    }
    match inspection.findings.len() {
        0 => {
            say("every digest, count and sum is right");
            Ok(())
        }
        count => Err(format!("{count} findings: this must never be").into()),
    }
}

fn look_up(options: &FindArguments, zone: &BankZone) -> Result<(), Failure> {
    let names = [&options.statement, &options.account].into_iter().flatten().cloned().collect();
    let day = |day: Date| (day.to_string(), zone.start_of_day(day), zone.start_of_next_day(day));
    let sought = Sought { names, day: options.day.map(day) };
    let mut rows = 0_u64;
    for folder in &options.folders {
        find(folder, &areas::kept(), &sought, |row| {
            rows += 1;
            say(row);
        })?;
    }
    remark(&format!("{rows} rows found"));
    Ok(())
}
