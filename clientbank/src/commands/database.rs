//! The database as the commands open it.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use kernel::{SystemClock, SystemRandomness};
use sandbox::{DatabaseKind, Pace, Sandbox, SandboxError};
use store::{
    FileOwner, PlannedMigration, Store, StoreError, StoreLimits, StoreLocation, create_private, folder_of,
};

use super::{Failure, configured, on_runtime};
use crate::application::{CommonClock, Surroundings, areas};
use crate::configuration::{Configuration, Sources};
use crate::terminal::remark;

/// The way to the database that was meant, for whoever has come to another.
const ELSEWHERE: &str = "--configuration or CLIENTBANK_CONFIGURATION names the settings that name another";

/// Opens the database of the settings as it is.
pub(super) async fn open(configuration: &Configuration) -> Result<Surroundings, Failure> {
    open_at(&configuration.database, configuration.store_limits.clone()).await
}

pub(super) async fn open_at(location: &StoreLocation, limits: StoreLimits) -> Result<Surroundings, Failure> {
    let store = open_store(location, limits).await?;
    let clock = CommonClock::compared(Arc::new(SystemClock), &store).await.told()?;
    let common_clock = Some(Arc::clone(&clock));
    Ok(Surroundings { store, clock, common_clock, randomness: Arc::new(SystemRandomness), sandbox: None })
}

/// Refuses a file that is not there, which opening it would make.
pub(super) fn refuse_missing(location: &StoreLocation) -> Result<(), Failure> {
    match location {
        StoreLocation::Sqlite { path } if !path.is_file() => {
            Err(format!("there is no database {location}: {ELSEWHERE}").into())
        }
        StoreLocation::Sqlite { .. } | StoreLocation::Postgres { .. } => Ok(()),
    }
}

/// Opens the database for a command that only makes sense where a bank is: most often another one was meant.
///
/// # Errors
///
/// Refuses one that is absent or empty, and makes neither file nor tables.
pub(super) async fn open_present(configuration: &Configuration) -> Result<Surroundings, Failure> {
    let location = &configuration.database;
    refuse_missing(location)?;
    let surroundings = open(configuration).await?;
    // Tables that this version does not understand are no emptiness; whoever needs them finds the words.
    match surroundings.store.migration_plan(&areas::migrations()).await {
        Ok(pending) if is_everything(&pending) => {
            Err(format!("{location} has no tables of a bank: {ELSEWHERE}").into())
        }
        Err(error @ StoreError::Unfit(_)) => Err(format!("{location}: {error}; {ELSEWHERE}").into()),
        Ok(_) | Err(_) => Ok(surroundings),
    }
}

/// Opens the database for a command that works on the tables of this version.
///
/// # Errors
///
/// Those of [`open_present`]. Refuses tables of another version: a command that migrated them would change a running
/// server's tables unasked.
pub(super) async fn open_current(configuration: &Configuration) -> Result<Surroundings, Failure> {
    current(open_present(configuration).await?, configuration).await
}

/// Opens the database for an import, which may be the first that comes: an empty one gets its tables.
pub(super) async fn open_or_make(configuration: &Configuration) -> Result<Surroundings, Failure> {
    let surroundings = open(configuration).await?;
    let is_empty = is_everything(&pending(&surroundings.store).await?);
    if !is_empty {
        return current(surroundings, configuration).await;
    }
    let surroundings = current(migrated(surroundings, configuration).await?, configuration).await?;
    remark(&format!("{}: was empty, and has the tables of a bank now", configuration.database));
    Ok(surroundings)
}

/// Checks that the tables are those of this version. A database without a mark becomes a bank's own; one of a sandbox
/// is worked on by its clock.
async fn current(surroundings: Surroundings, configuration: &Configuration) -> Result<Surroundings, Failure> {
    refuse_pending(&surroundings.store, configuration).await?;
    match mark(&surroundings.store).await? {
        DatabaseKind::Live => Ok(surroundings),
        DatabaseKind::Sandbox => by_its_clock(surroundings).await,
    }
}

/// Refuses tables of another version.
pub(super) async fn refuse_pending(store: &Store, configuration: &Configuration) -> Result<(), Failure> {
    let pending = pending(store).await?;
    if pending.is_empty() {
        return Ok(());
    }
    let (database, which) = (&configuration.database, pending_in_words(pending.len()));
    Err(format!(
        "{database}: {which}: `clientbank migrate --plan` shows them and `clientbank migrate` applies them"
    )
    .into())
}

/// Marks a migrated database without a mark as a bank's own, and returns the mark.
pub(super) async fn mark(store: &Store) -> Result<DatabaseKind, Failure> {
    if let Some(kind) = sandbox::kind_of(store).await? {
        return Ok(kind);
    }
    sandbox::claim(store, DatabaseKind::Live).await?;
    Ok(DatabaseKind::Live)
}

/// Lists what this version would do to the tables, and changes nothing.
pub(super) async fn pending(store: &Store) -> Result<Vec<PlannedMigration>, Failure> {
    store.migration_plan(&areas::migrations()).await.told()
}

pub(super) fn pending_in_words(count: usize) -> String {
    if count == 1 { "1 migration is pending".to_owned() } else { format!("{count} migrations are pending") }
}

/// Tells whether nothing was ever applied: the database is empty.
pub(super) fn is_everything(pending: &[PlannedMigration]) -> bool {
    pending.len() == areas::migrations().iter().map(|tree| tree.migrations.len()).sum::<usize>()
}

async fn migrated(
    surroundings: Surroundings,
    configuration: &Configuration,
) -> Result<Surroundings, Failure> {
    let migrated = surroundings.store.migrate(&areas::migrations()).await;
    migrated.map_err(|error| format!("{}: {}", configuration.database, told(&error)))?;
    Ok(surroundings)
}

/// Gives the clock of a sandbox to whatever command works on it.
async fn by_its_clock(surroundings: Surroundings) -> Result<Surroundings, Failure> {
    let (store, pace) = (surroundings.store.clone(), Pace::Running { ahead_us: 0 });
    let sandbox = Sandbox::open(store, Arc::clone(&surroundings.clock), pace).await?;
    Ok(Surroundings { clock: sandbox.clock(), sandbox: Some(sandbox), ..surroundings })
}

/// Opens and migrates the database of a bank: marks an empty one, and refuses a sandbox, with its keys too.
pub(super) async fn open_live(configuration: &Configuration) -> Result<Surroundings, Failure> {
    if configuration.master_key_kind == DatabaseKind::Sandbox {
        return Err(
            "the master key is a sandbox's: `clientbank keys master-key` prints one for a bank".into()
        );
    }
    open_of_kind(configuration, DatabaseKind::Live).await
}

/// Opens, migrates and marks a database of this kind. One of the other kind is refused before anything in it changes:
/// processes of another version may be at work there.
pub(super) async fn open_of_kind(
    configuration: &Configuration,
    wanted: DatabaseKind,
) -> Result<Surroundings, Failure> {
    let surroundings = open(configuration).await?;
    let refused = |error: SandboxError| format!("{}: {error}", configuration.database);
    let is_empty = is_everything(&pending(&surroundings.store).await?);
    let found = if is_empty { None } else { sandbox::kind_of(&surroundings.store).await? };
    if let Some(found) = found.filter(|found| *found != wanted) {
        return Err(refused(SandboxError::OtherKind { found, wanted }).into());
    }
    let surroundings = migrated(surroundings, configuration).await?;
    sandbox::claim(&surroundings.store, wanted).await.map_err(refused)?;
    Ok(surroundings)
}

async fn open_store(location: &StoreLocation, limits: StoreLimits) -> Result<Store, Failure> {
    if let StoreLocation::Sqlite { path } = location {
        let folder = folder_of(path);
        if !folder.is_dir() {
            return Err(format!("database: the folder {} does not exist", folder.display()).into());
        }
    }
    let opened = Store::open(location, limits).await;
    opened.map_err(|error| format!("database {location}: {}", told(&error)).into())
}

/// The only server of an SQLite file takes the jobs of its predecessor at once instead of waiting for the leases to
/// end. On PostgreSQL others may be at work.
pub(super) async fn take_over_jobs(
    configuration: &Configuration,
    surroundings: &Surroundings,
) -> Result<(), Failure> {
    if matches!(configuration.database, StoreLocation::Postgres { .. }) {
        return Ok(());
    }
    let ended = jobs::end_all_leases(&surroundings.store).await.told()?;
    if ended > 0 {
        tracing::info!(
            jobs.taken = ended,
            "took over {ended} jobs that were at work when the last server ended"
        );
    }
    Ok(())
}

/// Remedies of errors of the database, by what the errors have in their words.
const REMEDIES: [(&str, &str); 6] = [
    ("(28000)", "the server does not let this role in: see `database`, and the server's pg_hba.conf"),
    ("(28P01)", "the password is another: see `database` and `database_password_file`"),
    ("(3D000)", "there is no database of this name: `createdb --owner ROLE --encoding UTF8 NAME` makes one"),
    (
        "(42501)",
        "the role has to own the database, or a schema in it; where another one serves, `clientbank migrate`, \
         `retention archive` and `operators` are for the role that migrates",
    ),
    ("(53300)", "raise max_connections of the server, or lower `database_connections_max`"),
    (
        "file is not a database",
        "another file was meant, or it is damaged: `clientbank restore` takes a backup",
    ),
];

/// A database error and what to do about it.
pub(super) fn told(error: &StoreError) -> String {
    let words = error.to_string();
    match REMEDIES.iter().find(|(sign, _)| words.contains(sign)) {
        Some((_, remedy)) => format!("{words}; {remedy}"),
        None => words,
    }
}

pub(super) trait WithRemedy<T> {
    fn told(self) -> Result<T, Failure>;
}

impl<T> WithRemedy<T> for Result<T, StoreError> {
    fn told(self) -> Result<T, Failure> {
        self.map_err(|error| told(&error).into())
    }
}

/// Works on the tables of this version, with logging as the settings say, and closes the database afterwards.
pub(super) fn on_current<T>(
    settings: &Sources,
    work: impl AsyncFnOnce(Configuration, Surroundings) -> Result<T, Failure>,
) -> Result<T, Failure> {
    on_opened(configured(settings)?, open_current, work)
}

/// Works on the database as it is opened, and closes it afterwards.
pub(super) fn on_opened<T>(
    configuration: Configuration,
    open: impl AsyncFnOnce(&Configuration) -> Result<Surroundings, Failure>,
    work: impl AsyncFnOnce(Configuration, Surroundings) -> Result<T, Failure>,
) -> Result<T, Failure> {
    on_runtime(async move {
        let opened = open(&configuration).await?;
        let store = opened.store.clone();
        let done = work(configuration, opened).await;
        store.close().await;
        done
    })
}

/// The lock that keeps a second server away from an SQLite file: it lies beside the database for as long as a server
/// runs, and falls with the process. PostgreSQL needs none.
#[derive(Debug)]
pub(super) struct OneServer(
    #[expect(dead_code, reason = "holding the file holds the lock")] Option<std::fs::File>,
);

impl OneServer {
    pub(super) fn claim(location: &StoreLocation) -> Result<Self, Failure> {
        let StoreLocation::Sqlite { path } = location else { return Ok(Self(None)) };
        // One file has one lock, whichever links lead to it.
        let mut lock_path = path.canonicalize().unwrap_or_else(|_| path.clone()).into_os_string();
        lock_path.push(".lock");
        let lock_path = PathBuf::from(lock_path);
        let file = match create_private(&lock_path, FileOwner::OfFolder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                OpenOptions::new().write(true).open(&lock_path)
            }
            made => made,
        };
        let file = file.map_err(|error| format!("{}: {error}", lock_path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(Some(file))),
            Err(std::fs::TryLockError::WouldBlock) => {
                Err(format!("another server works on {location}: end it first; several need PostgreSQL")
                    .into())
            }
            Err(std::fs::TryLockError::Error(error)) => {
                Err(format!("{}: {error}", lock_path.display()).into())
            }
        }
    }
}
