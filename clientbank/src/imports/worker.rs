//! Imports what people have started. A job that is begun again imports the same files again: what is there stays.

use std::path::PathBuf;
use std::sync::Arc;

use area::Given;
use import::{ImportError, ImportOptions, Pace, Report, Started, TableImporter};
use jobs::{Handler, JobError, JobKind, Lease, Next};
use kernel::Instant;
use store::{Result, Tx};

use super::{find, refuse_fed};

/// Imports a folder that people have started.
pub(crate) const RUN: JobKind = JobKind::new(
    "import.run",
    "started import",
    "Imports a folder that people have started over the bank API",
);

/// Seconds before it is looked again whether another import has ended.
const PAUSE_S: i64 = 5;
/// Seconds after its start in which one may wait for others: seven days, as a proposal.
const WAIT_S_MAX: i64 = proposals::LIFETIME_S;

pub(crate) struct Importing {
    pub(crate) root: Option<PathBuf>,
    pub(crate) given: Given,
    pub(crate) importers: Vec<Arc<dyn TableImporter>>,
}

impl Importing {
    /// Imports the files that were approved, and notes in the unit of work that ends the import that it is done.
    async fn import(&self, started: &Arc<Started>) -> Result<Report, ImportError> {
        let Given { store, clock, randomness, .. } = &self.given;
        let folder = find(self.root.as_deref(), &started.folder)?;
        let (operator, approved) = (started.operator.clone(), started.approved.clone());
        let files = approved.files.clone();
        let unfed = move |tx: &mut Tx| refuse_fed(tx, files.keys().map(String::as_str));
        store.read("import.fed", unfed).await?;
        let options = ImportOptions { dry_run: false, operator, approved: Some(approved) };
        let (importers, ends) = (self.importers.clone(), Arc::clone(started));
        let (now, source) = (Arc::clone(clock), Arc::clone(randomness));
        let at_end =
            move |tx: &mut Tx, report: &Report| Ok(ends.ends(tx, Ok(report), now.now(), &*source)?);
        let pace = Pace { at_end: Arc::new(at_end), ..Pace::default() };
        import::run_at(&pace, store, &folder, importers, options, &**clock, Arc::clone(randomness)).await
    }
}

impl Handler for Importing {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let Given { store, clock, randomness, .. } = &self.given;
        let (held, now) = (lease.clone(), clock.now());
        let begin = move |tx: &mut Tx| {
            held.check(tx, now)?;
            let started = Started::open(tx, held.key())?;
            match &started {
                Some(started) => started.goes_on(tx, None)?,
                None => held.complete(tx)?,
            }
            Ok::<_, JobError>(started)
        };
        let Some(started) = store.write("import.run_begin", begin).await? else {
            return Ok(Next::Completed);
        };
        let started = Arc::new(started);
        let outcome = lease.keep(store, &**clock, Box::pin(self.import(&started))).await?;
        let (now, randomness) = (clock.now(), Arc::clone(randomness));
        let waits = now < started.begun_at.plus_seconds(WAIT_S_MAX)
            && matches!(outcome, Err(ImportError::Running { .. } | ImportError::Unfinished { .. }));
        let outcome = match outcome {
            Err(ImportError::Store(error)) => return Err(error.into()),
            outcome => outcome.map_err(|error| error.to_string()),
        };
        let end = move |tx: &mut Tx| {
            lease.note(tx, now)?;
            match &outcome {
                Ok(_) => {}
                Err(reason) if waits => {
                    started.goes_on(tx, Some(reason))?;
                    return Ok(Next::Again(now.plus_seconds(PAUSE_S)));
                }
                Err(reason) => started.ends(tx, Err(reason), now, &*randomness)?,
            }
            lease.complete(tx)?;
            Ok::<_, JobError>(Next::Completed)
        };
        store.write("import.run_end", end).await
    }

    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<()> {
        let Some(started) = Started::open(tx, key)? else { return Ok(()) };
        started.ends(tx, Err(&reason.to_owned()), now, &*self.given.randomness)
    }
}
