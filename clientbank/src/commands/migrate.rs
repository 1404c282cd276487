//! `clientbank migrate`: migrates the tables to those of this version, or tells what that would take. `serve` does the
//! same at its start; a bank that wants to see it happen, or whose server may not change tables, does it here first.

use clap::Args;
use store::{PlannedMigration, PlannedTable, Store, StoreLocation};

use super::database::{WithRemedy as _, mark, on_opened, open, refuse_missing, told};
use super::{Failure, configured};
use crate::application::{Surroundings, areas};
use crate::configuration::Sources;
use crate::terminal::{remark, say, say_all};

/// Units of bytes, each 1,024 times the one before.
const BYTE_UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];

#[derive(Args)]
pub(super) struct MigrateArguments {
    /// Tell what is pending, which tables it locks and how large they are; change nothing.
    #[arg(long)]
    plan: bool,
}

pub(super) fn run(arguments: &MigrateArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    if arguments.plan {
        refuse_missing(&configuration.database)?;
    }
    on_opened(configuration, open, async |configuration, Surroundings { store, .. }| {
        if arguments.plan {
            tell_plan(&store, &configuration.database).await?;
        } else {
            let report = store.migrate(&areas::migrations()).await.told()?;
            say_all(report.applied.iter().map(|(area, version)| format!("applied {area} {version}")));
            mark(&store).await?;
            if let Some(role) = &configuration.service_role {
                grant(&store, role).await?;
            }
            say(&format!("{} applied, {} were there", report.applied.len(), report.present));
        }
        Ok(())
    })
}

/// Gives the role that serves the rights that it needs, and tells what it may do beyond them.
async fn grant(store: &Store, role: &str) -> Result<(), Failure> {
    let rights = areas::rights();
    store.grant(role, &rights).await.map_err(|error| format!("database_service_role: {}", told(&error)))?;
    say(&format!("{role} has the rights that it needs"));
    let powers = store.powers(Some(role), &rights).await.told()?;
    for power in powers {
        remark(&format!("{role} {power}, which it does not need"));
    }
    Ok(())
}

async fn tell_plan(store: &Store, location: &StoreLocation) -> Result<(), Failure> {
    let plan = store.migration_plan(&areas::migrations()).await.told()?;
    let is_postgres = matches!(location, StoreLocation::Postgres { .. });
    for migration in &plan {
        say(&heading(migration));
        say_all(migration.tables.iter().map(|table| line(table, is_postgres)));
    }
    say(&match (plan.len(), is_postgres) {
        (0, _) => "nothing is pending".to_owned(),
        (count, true) => format!("{count} pending"),
        (count, false) => format!("{count} pending; SQLite lets other writes wait during each of them"),
    });
    Ok(())
}

fn heading(migration: &PlannedMigration) -> String {
    let PlannedMigration { area, version, note, is_expanding, .. } = migration;
    let older = if *is_expanding {
        "the version before may go on beside it"
    } else {
        "end all processes of older versions first"
    };
    format!("{area} {version}: {note} ({older})")
}

fn line(table: &PlannedTable, is_postgres: bool) -> String {
    let PlannedTable { name, lock, rows, bytes } = table;
    let rows = rows.map_or_else(|| "rows not counted yet".to_owned(), |rows| format!("{rows} rows"));
    let size = format!("{rows}, {}", size(*bytes));
    if is_postgres {
        format!("  {name}: {} ({}), {size}", lock.as_str(), lock.waits())
    } else {
        format!("  {name}: {size}")
    }
}

fn size(bytes: u64) -> String {
    let (mut count, mut unit) = (bytes, 0);
    while count >= 10_240 && unit + 1 < BYTE_UNITS.len() {
        count /= 1_024;
        unit += 1;
    }
    format!("{count} {}", BYTE_UNITS[unit])
}
