//! `clientbank backup` and `clientbank restore`: a copy of an SQLite database beside a live server, proved before it is
//! called one, and the way back. PostgreSQL brings its own programs for both, which are named here.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use store::{
    FileOwner, Result, SQLITE_FAULTS_MAX, StoreError, StoreLimits, StoreLocation, Tx, copy_sqlite,
    faults_of_sqlite, fold_sqlite_log, folder_of, place_new,
};
use tempfile::TempDir;
use tokio::task::spawn_blocking;

use super::check::{Proof, prove};
use super::database::{
    OneServer, WithRemedy as _, is_everything, on_opened, open_at, open_present, pending, pending_in_words,
    refuse_missing, told,
};
use super::operator::author;
use super::{Failure, configured, digest, on_runtime};
use crate::application::Surroundings;
use crate::backups::{self, Step};
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say};

/// Tells an operator of PostgreSQL which programs to take.
const POSTGRES_BACKUP: &str = "PostgreSQL is backed up by its own programs: for the whole server with its log, so that \
    any moment can be restored, pgBackRest (`pgbackrest --stanza=clientbank backup`) or `pg_basebackup --pgdata DIR \
    --wal-method=stream --checkpoint=fast`; for this database alone `pg_dump --format=custom --file FILE`. After a \
    restore run `clientbank restored` before the first server starts, and `clientbank restore --check`. Nothing was \
    backed up. The last line of your script, `clientbank backup --noted`, has the alarms know of it";

/// The beginning of the name of a folder in which a copy is proved.
const PROOF_PREFIX: &str = ".clientbank-proof-";

#[derive(Args)]
pub(super) struct BackupArguments {
    /// The file that is made. It must not be there yet.
    #[arg(long, value_name = "FILE", required_unless_present = "noted")]
    to: Option<PathBuf>,
    /// Back nothing up, but note that a program of PostgreSQL has, for the alarms: the last line of its script.
    #[arg(long, conflicts_with = "to")]
    noted: bool,
}

#[derive(Args)]
pub(super) struct RestoreArguments {
    /// The backup. Without it the database of the settings is looked at.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Prove that everything is there and right, and change nothing.
    #[arg(long)]
    check: bool,
    /// The SHA-256 that `backup` printed. Without it, that of FILE.sha256 is taken, if there is one.
    #[arg(long, value_name = "DIGEST", requires = "from")]
    sha256: Option<String>,
}

pub(super) fn back_up(arguments: &BackupArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    let (from, to) = match (&configuration.database, arguments.to.clone()) {
        (StoreLocation::Sqlite { path }, Some(to)) => (path.clone(), to),
        (StoreLocation::Sqlite { .. }, None) => {
            return Err("this database is backed up by `clientbank backup --to FILE`, which notes it".into());
        }
        (StoreLocation::Postgres { .. }, Some(_)) => return Err(POSTGRES_BACKUP.into()),
        (StoreLocation::Postgres { .. }, None) => return note_elsewhere(configuration),
    };
    on_opened(configuration, open_present, async |configuration, surroundings| {
        let limits = configuration.store_limits;
        refuse_present(&to)?;
        // This entry goes into the copy too, so that each tells of the other.
        leave_entry(&surroundings, ("database.backup_begun", Some(Step::Begun)), &to, None).await?;
        // Whatever ends it early, no copy lies there that is not proved, or that would not stand still.
        let folder = TempDir::with_prefix_in(PROOF_PREFIX, folder_of(&to)).map_err(unwritten(&to))?;
        let copy = folder.path().join("copy.db");
        copied(&from, &copy, &limits, FileOwner::Maker).await?;
        match pending(&surroundings.store).await?.len() {
            0 => tell(&proved_copy(&copy, limits.clone()).await?),
            // As after the installation of a newer version, whose proofs do not know these tables.
            count => {
                refuse_damaged(&copy).await?;
                let which = pending_in_words(count);
                say(&format!("every page is whole; the sums are not proved, because {which} here"));
            }
        }
        mark(&copy, limits).await?;
        fold_sqlite_log(&copy).await.told()?;
        let digest = keep(&copy, &to)?;
        say(&format!("backed up to {}, SHA-256 {digest}", to.display()));
        let noted =
            leave_entry(&surroundings, ("database.backed_up", Some(Step::Done)), &to, Some(digest)).await;
        noted.map_err(|error| format!("the backup is good, and the trail does not say so: {error}"))?;
        remark("the master key is not in it: keep that apart");
        Ok(())
    })
}

pub(super) fn restore(arguments: &RestoreArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    let (location, limits) = (configuration.database.clone(), configuration.store_limits.clone());
    let (from, check) = (arguments.from.clone(), arguments.check);
    let sha256 = arguments.sha256.clone();
    on_runtime(async move {
        match (&location, from, check) {
            (StoreLocation::Postgres { .. }, None, true) => {
                open_present(&configuration).await?.store.close().await;
                tell(&proved_at(&location, limits, &location.to_string()).await?);
                Ok(())
            }
            (StoreLocation::Postgres { .. }, _, _) => Err(
                "PostgreSQL is restored by its own programs (pgbackrest restore, pg_restore); after them \
                    `clientbank restore --check` proves the database"
                    .into(),
            ),
            (StoreLocation::Sqlite { path }, None, true) => {
                refuse_missing(&location)?;
                let place = format!("{location}, where the settings of CLIENTBANK_CONFIGURATION lead,");
                tell(&proved(path, limits, &place).await?);
                Ok(())
            }
            (StoreLocation::Sqlite { .. }, Some(from), true) => {
                compare(&from, sha256).await?;
                tell(&proved(&from, limits, &from.display().to_string()).await?);
                Ok(())
            }
            (StoreLocation::Sqlite { .. }, None, false) => Err("--from names the backup".into()),
            (StoreLocation::Sqlite { path }, Some(from), false) => {
                put_back(&location, (from.as_path(), sha256), path, limits).await
            }
        }
    })
}

async fn put_back(
    location: &StoreLocation,
    (from, sha256): (&Path, Option<String>),
    to: &Path,
    limits: StoreLimits,
) -> Result<(), Failure> {
    let _lock = OneServer::claim(location)?;
    // A link that leads nowhere takes the name too.
    if let Some(present) = files_of(to).into_iter().find(|file| file.symlink_metadata().is_ok()) {
        return Err(format!("{} is there: move it away first", present.display()).into());
    }
    compare(from, sha256).await?;
    refuse_damaged(from).await?;
    // Under its own name only when it stands still: a server would execute what a foreign copy has.
    let copy = beside(to, ".restoring");
    // Rest of a restore that was killed.
    remove(&copy);
    let made = restored(from, &copy, limits).await;
    let placed = made.and_then(|proof| place(&copy, to).map(|()| proof));
    remove(&copy);
    tell(&placed?);
    say(&format!("restored {} from {}", to.display(), from.display()));
    remark(
        "sessions that were revoked since the backup are back: `clientbank keys rotate --compromised` refuses their \
         tokens",
    );
    remark(
        "nothing is executed before `clientbank restored --go-on`: read \"After a restore\" in docs/OPERATIONS.md",
    );
    Ok(())
}

/// Makes the copy that becomes the database: proved, standing still, its trail telling where it is from, and one file.
async fn restored(from: &Path, copy: &Path, limits: StoreLimits) -> Result<Proof, Failure> {
    copied(from, copy, &limits, FileOwner::OfFolder).await?;
    let proof = proved_copy(copy, limits.clone()).await?;
    mark(copy, limits.clone()).await?;
    let surroundings = open_at(&StoreLocation::Sqlite { path: copy.to_owned() }, limits).await?;
    let noted = leave_entry(&surroundings, ("database.restored", None), from, None).await;
    surroundings.store.close().await;
    noted?;
    fold_sqlite_log(copy).await.told()?;
    Ok(proof)
}

/// Keeps a proved copy as the backup, and returns its digest. Backups take turns at the folder, so that a second one
/// into the same file finds the first, and leaves its digest alone.
fn keep(copy: &Path, to: &Path) -> Result<String, Failure> {
    let folder = File::open(folder_of(to)).and_then(|folder| folder.lock().map(|()| folder));
    let _turn = folder.map_err(unwritten(to))?;
    refuse_present(to)?;
    // The digest first: no backup is there without it, however early the command is ended.
    let digest = digest::keep(copy, to)?;
    place(copy, to).inspect_err(|_| digest::put_right(to))?;
    Ok(digest)
}

fn refuse_present(to: &Path) -> Result<(), Failure> {
    // A link that leads nowhere takes the name too.
    if to.symlink_metadata().is_ok() {
        return Err(format!("{} is there already", to.display()).into());
    }
    Ok(())
}

/// Gives a copy its name, unless a file has it by now.
fn place(copy: &Path, to: &Path) -> Result<(), Failure> {
    Ok(place_new(copy, to).map_err(unwritten(to))?)
}

fn unwritten(file: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{} cannot be written: {error}", file.display())
}

/// Compares a backup with its digest.
async fn compare(from: &Path, sha256: Option<String>) -> Result<(), Failure> {
    let from = from.to_owned();
    spawn_blocking(move || digest::compare(&from, sha256.as_deref())).await?
}

/// Has a copy stand still, whoever starts a server on it.
async fn mark(copy: &Path, limits: StoreLimits) -> Result<(), Failure> {
    let Surroundings { store, clock, .. } =
        open_at(&StoreLocation::Sqlite { path: copy.to_owned() }, limits).await?;
    let now = clock.now();
    let work = move |tx: &mut Tx| jobs::stand_still(tx, now);
    let marked = store.write("database.stand_still", work).await;
    store.close().await;
    marked.map(drop).map_err(|error: StoreError| told(&error).into())
}

/// Proves a copy that was just made.
async fn proved_copy(copy: &Path, limits: StoreLimits) -> Result<Proof, Failure> {
    refuse_damaged(copy).await?;
    let location = StoreLocation::Sqlite { path: copy.to_owned() };
    proved_at(&location, limits, &copy.display().to_string()).await
}

fn remove(database: &Path) {
    for file in files_of(database) {
        drop(std::fs::remove_file(file));
    }
}

/// The files of an SQLite database: itself, its log, and the index of the log.
fn files_of(database: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|ending| beside(database, ending))
}

/// The file beside another whose name goes on with `ending`.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Proves a file without touching it: a copy of it is opened, because opening changes a file. Errors call it `place`.
async fn proved(file: &Path, limits: StoreLimits, place: &str) -> Result<Proof, Failure> {
    refuse_damaged(file).await?;
    let folder = folder_for_proof(file)?;
    let copy = folder.path().join("proof.db");
    copied(file, &copy, &limits, FileOwner::Maker).await?;
    proved_at(&StoreLocation::Sqlite { path: copy }, limits, place).await
}

async fn copied(from: &Path, to: &Path, limits: &StoreLimits, owner: FileOwner) -> Result<(), Failure> {
    let (from, to, limits) = (from.to_owned(), to.to_owned(), limits.clone());
    let copied = spawn_blocking(move || copy_sqlite(&from, &to, &limits, owner)).await?;
    copied.told()
}

/// Looks at every page, index and reference.
async fn refuse_damaged(file: &Path) -> Result<(), Failure> {
    if !file.is_file() {
        return Err(format!("there is no file {}", file.display()).into());
    }
    let looked_at = file.to_owned();
    let faults = spawn_blocking(move || faults_of_sqlite(&looked_at)).await?.told()?;
    match faults.first() {
        None => Ok(()),
        Some(first) => {
            let (place, count) = (file.display(), faults.len());
            // Of each sort no more are looked for.
            let least = if count < SQLITE_FAULTS_MAX { "" } else { "at least " };
            Err(format!("{place} is damaged in {least}{count} places; the first: {first}").into())
        }
    }
}

/// Makes a folder that is gone with the command: on the disk of the file, or among the temporary files where nobody may
/// write beside it.
fn folder_for_proof(file: &Path) -> Result<TempDir, Failure> {
    let made = match TempDir::with_prefix_in(PROOF_PREFIX, folder_of(file)) {
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            TempDir::with_prefix(PROOF_PREFIX)
        }
        made => made,
    };
    made.map_err(|error| format!("no folder can be made to prove the backup in: {error}").into())
}

/// Proves a database: that this version knows its tables, and that every sum is right. Errors call it `place`.
async fn proved_at(location: &StoreLocation, limits: StoreLimits, place: &str) -> Result<Proof, Failure> {
    let Surroundings { store, .. } = open_at(location, limits).await?;
    let pending = pending(&store).await?;
    let proof = match pending.len() {
        0 => prove(&store, None).await,
        _ if is_everything(&pending) => Err(format!("{place} has no tables of a bank").into()),
        count => Err(format!("{place}: {}: prove it by its own version", pending_in_words(count)).into()),
    };
    store.close().await;
    let proof = proof?;
    match proof.findings.first() {
        None => Ok(proof),
        Some(first) => {
            Err(format!("{} findings: this must never be; the first: {first}", proof.findings.len()).into())
        }
    }
}

fn tell(proof: &Proof) {
    say(&format!("{}; every sum is zero", proof.counted));
}

/// Notes a backup that was made by a program of PostgreSQL.
fn note_elsewhere(configuration: Configuration) -> Result<(), Failure> {
    on_opened(configuration, open_present, async |_, Surroundings { store, clock, randomness, .. }| {
        let (now, author) = (clock.now(), author());
        let work = move |tx: &mut Tx| -> Result<()> {
            backups::note(tx, Step::Done, now)?;
            audit::record(tx, author.entry(now, &*randomness, "database.backed_up", ("database", "postgres")))
        };
        store.write("note the copy of the database", work).await.told()?;
        say("noted: a backup of this database has ended now");
        Ok(())
    })
}

/// Leaves an entry in the trail of the database, and notes the step of a backup that it tells of.
async fn leave_entry(
    surroundings: &Surroundings,
    (action, step): (&'static str, Option<Step>),
    file: &Path,
    digest: Option<String>,
) -> Result<(), Failure> {
    let Surroundings { store, clock, randomness, .. } = surroundings;
    let (now, randomness) = (clock.now(), Arc::clone(randomness));
    let author = author();
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let work = move |tx: &mut Tx| -> Result<()> {
        step.map_or(Ok(()), |step| backups::note(tx, step, now))?;
        let entry = author.entry(now, &*randomness, action, ("database", "sqlite"));
        audit::record(tx, entry.detail(json!({ "file": name, "sha256": digest })))
    };
    let written = store.write("note the copy of the database", work).await;
    written.told()
}
