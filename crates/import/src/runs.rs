//! The state of imports in chunks: one at most is open, one process at most works at it.

use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{Instant, Randomness};
use serde_json::{Value as Json, json};
use store::{Query, Result, Selected as _, Store, Tx, Value, params};

use crate::limits::LEASE;
use crate::{AtEnd, ImportContext, ImportError, REMARKS_MAX, Report, TableReport};

const RUNS_LISTED: i64 = 50;

/// Rows that were there before the import, also where it began again.
const UNCHANGED: &str = "case when unchanged_count > found_again then unchanged_count - found_again else 0 end \
    as unchanged_count";

store::queries! {
    RUN_OPEN = store::text!("select ", Run::LIST, " from import_runs where open_slot = 1");
    RUN_LAST = "select coalesce(max(import_id), 0) as last from import_runs";
    RUN_INSERT = "insert into import_runs (import_id, state, open_slot, attempt, leased_until_us, operator, digest, \
        begun_at_us) values ($1, 'STAGING', 1, 1, $2, $3, $4, $5)";
    /// Takes over an import whose process gives no sign of life.
    RUN_TAKE = "update import_runs set attempt = attempt + 1, leased_until_us = $3, stopped_by = null \
        where import_id = $1 and attempt = $2 and open_slot = 1";
    /// Takes an import from its process, which finds another attempt.
    RUN_STOP = "update import_runs set attempt = attempt + 1, leased_until_us = 0, stopped_by = $3 \
        where import_id = $1 and attempt = $2 and open_slot = 1";
    RUN_STOPPED = "select state = 'APPLYING', stopped_by from import_runs where import_id = $1";
    RUNS = store::text!("select ", ListedImport::LIST, " from import_runs order by import_id desc limit $1");
    RUN_RENEW = "update import_runs set leased_until_us = $3 where import_id = $1 and attempt = $2 and open_slot = 1";
    RUN_STAGED = "update import_runs set state = 'STAGED', rows_count = $3 where import_id = $1 and attempt = $2 \
        and state = 'STAGING'";
    /// The switch: from here on the import can only be finished.
    RUN_DECIDE = "update import_runs set state = 'APPLYING' where import_id = $1 and attempt = $2 and state = 'STAGED'";
    RUN_STEP = "update import_runs set step = $3, through_key = $4, applied_count = applied_count + $5, \
        leased_until_us = $6 where import_id = $1 and attempt = $2 and state = 'APPLYING'";
    /// Has the next process begin at the first part.
    RUN_AGAIN = "update import_runs set step = 0, through_key = '', applied_count = 0 where import_id = $1 \
        and attempt = $2 and state = 'APPLYING'";
    /// Counts rows once that are created or changed in one pass and found unchanged in the next.
    FILES_AGAIN = "update import_files set found_again = created_count + changed_count, unchanged_count = 0 \
        where import_id = $1";
    RUN_END = "update import_runs set state = 'DONE', open_slot = null, ended_at_us = $3 where import_id = $1 and \
        attempt = $2 and state = 'APPLYING'";
    RUN_GIVE_UP = "update import_runs set state = 'GIVEN_UP', open_slot = null, ended_at_us = $3 \
        where import_id = $1 and attempt = $2 and (state = 'STAGING' or state = 'STAGED')";
    FILE_INSERT = "insert into import_files (import_id, file_number, file) values ($1, $2, $3)";
    FILE_COUNT = "update import_files set created_count = created_count + $3, changed_count = changed_count + $4, \
        unchanged_count = unchanged_count + $5, remarks = case when remarked_count < 100 then remarks || $7 \
        else remarks end, remarked_count = remarked_count + $6 where import_id = $1 and file_number = $2";
    FILES = store::text!("select ", TableReport::LIST, " from import_files where import_id = $1 \
        order by file_number");
}

#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) id: i64,
    /// It can only be finished; before that nothing of it is applied, and nothing has to be.
    pub(crate) is_decided: bool,
    pub(crate) attempt: i64,
    pub(crate) leased_until: Instant,
    pub(crate) operator: String,
    pub(crate) digest: Vec<u8>,
    pub(crate) begun_at: Instant,
    pub(crate) rows: u64,
    pub(crate) step: usize,
    pub(crate) through: String,
    pub(crate) applied: u64,
}

store::selected! {
    Run {
        id: "import_id", is_decided: "state = 'APPLYING' as is_decided", attempt, leased_until: "leased_until_us",
        operator, digest, begun_at: "begun_at_us", rows: "rows_count", step via |step: i64| usize::try_from(step),
        through: "through_key", applied: "applied_count",
    }
    ListedImport as "r" {
        id: "import_id", state, operator, sha256: "digest", begun_at: "begun_at_us", ended_at: "ended_at_us",
        leased_until: "leased_until_us", rows: "rows_count", applied: "applied_count", stopped_by;
        files: Vec::new(),
    }
    TableReport (told: "remarks") {
        file, created: "created_count", changed: "changed_count", unchanged: (UNCHANGED), remarked: "remarked_count";
        remarks: str::lines(told).take(REMARKS_MAX).map(str::to_owned).collect(),
    }
}

impl Run {
    /// The surroundings in which its rows are read, checked or applied at a moment.
    pub(crate) fn context<'a>(
        &'a self,
        randomness: &'a dyn Randomness,
        applied_at: Instant,
    ) -> ImportContext<'a> {
        ImportContext { now: self.begun_at, applied_at, randomness, operator: &self.operator }
    }

    /// Tells whether a process is at work at it, as far as one knows.
    pub(crate) fn is_leased(&self, now: Instant) -> bool {
        self.leased_until > now
    }
}

/// An import in chunks that has not ended, as operators watch it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenImport {
    /// It can only be finished.
    pub is_decided: bool,
    /// Staged rows that are not applied.
    pub rows_left: u64,
    /// Until when a process is known to be at work at it.
    pub leased_until: Instant,
}

/// The import in chunks that has not ended, if there is one.
pub async fn open_import(store: &Store) -> Result<Option<OpenImport>> {
    let run: Option<Run> = store.select_optional(&RUN_OPEN, params![]).await?;
    Ok(run.as_ref().map(OpenImport::from))
}

impl From<&Run> for OpenImport {
    fn from(run: &Run) -> Self {
        Self {
            is_decided: run.is_decided,
            rows_left: run.rows.saturating_sub(run.applied),
            leased_until: run.leased_until,
        }
    }
}

/// An import in chunks as operators look back at it.
#[derive(Clone, Debug)]
pub struct ListedImport {
    pub id: i64,
    /// `STAGING`, `STAGED`, `APPLYING`, `DONE` or `GIVEN_UP`.
    pub state: String,
    /// The person who began it.
    pub operator: String,
    /// SHA-256 of the names and contents of its files.
    pub sha256: Vec<u8>,
    pub begun_at: Instant,
    pub ended_at: Option<Instant>,
    /// Until when a process is known to be at work at it.
    pub leased_until: Instant,
    /// Rows that are read; 0 until all of them are.
    pub rows: i64,
    pub applied: i64,
    /// The person who stopped it, until it goes on.
    pub stopped_by: Option<String>,
    /// Its files, once it is decided, and what became of their rows.
    pub files: Vec<TableReport>,
}

/// The last imports in chunks, the newest first.
pub async fn list_imports(store: &Store) -> Result<Vec<ListedImport>> {
    let read = |tx: &mut Tx| {
        let mut listed: Vec<ListedImport> = tx.select(&RUNS, params![RUNS_LISTED])?;
        for one in &mut listed {
            one.files = tx.select(&FILES, params![one.id])?;
        }
        Ok(listed)
    };
    store.read("import.list", read).await
}

/// Stops the import `import`: its process finds out at its next chunk or sign of life. One that is decided is where
/// it is until the next run goes on; of another one nothing is applied, and it ends here. Returns how it stood; `None`
/// when there is none to stop.
pub fn stop(tx: &mut Tx, import: i64, person: &str, now: Instant) -> Result<Option<OpenImport>> {
    let Some(run) = open(tx)?.filter(|run| run.id == import) else { return Ok(None) };
    let found = OpenImport::from(&run);
    if found.is_decided && !run.is_leased(now) {
        return Ok(None);
    }
    tx.execute_one(&RUN_STOP, params![run.id, run.attempt, person])?;
    if !found.is_decided {
        tx.execute_one(&RUN_GIVE_UP, params![run.id, run.attempt + 1, now])?;
    }
    Ok(Some(found))
}

/// The end of a lease that begins `now`.
pub(crate) fn lease(now: Instant) -> Instant {
    let lease = i64::try_from(LEASE.as_micros()).unwrap_or(i64::MAX);
    Instant::from_microseconds(now.microseconds().saturating_add(lease))
}

pub(crate) fn open(tx: &mut Tx) -> Result<Option<Run>> {
    tx.select_optional(&RUN_OPEN, params![])
}

/// Refuses to import beside an import that has not ended. One that is not decided and that nobody works at is given
/// up.
pub(crate) fn make_way(tx: &mut Tx, now: Instant) -> Result<(), ImportError> {
    let Some(run) = open(tx)? else { return Ok(()) };
    if run.is_leased(now) {
        return Err(ImportError::Running { import: run.id });
    }
    if run.is_decided {
        return Err(ImportError::Unfinished { import: run.id, is_same: false });
    }
    tx.execute_one(&RUN_GIVE_UP, params![run.id, run.attempt, now])?;
    Ok(())
}

/// Begins an import in the place of one that has not been decided, if there is one that nobody works at.
pub(crate) async fn begin(
    store: &Store,
    operator: &str,
    digest: [u8; 32],
    now: Instant,
) -> Result<Run, ImportError> {
    let operator = operator.to_owned();
    let begin = move |tx: &mut Tx| {
        // One that was decided a moment ago may have these files: whoever tries again goes on with it.
        if let Some(run) = open(tx)?.filter(|run| run.is_decided) {
            return Err(ImportError::Running { import: run.id });
        }
        make_way(tx, now)?;
        let id = tx.select_one::<i64>(&RUN_LAST, params![])? + 1;
        tx.execute(&RUN_INSERT, params![id, lease(now), operator.as_str(), digest, now])?;
        open(tx)?.ok_or(ImportError::Interrupted)
    };
    store.write("import.begin", begin).await
}

/// Takes over an import that has been decided.
pub(crate) async fn take(store: &Store, run: &Run, now: Instant) -> Result<Run, ImportError> {
    let (id, attempt) = (run.id, run.attempt);
    let take = move |tx: &mut Tx| match open(tx)? {
        Some(run) if run.id == id && run.attempt == attempt && !run.is_leased(now) => {
            tx.execute_one(&RUN_TAKE, params![id, attempt, lease(now)])?;
            open(tx)?.ok_or(ImportError::Interrupted)
        }
        _ => Err(ImportError::Running { import: id }),
    };
    store.write("import.take", take).await
}

pub(crate) async fn renew(store: &Store, run: &Run, now: Instant) -> Result<(), ImportError> {
    note(store, run, ("import.renew", &RUN_RENEW), lease(now)).await
}

/// Notes that all rows are staged.
pub(crate) async fn staged(store: &Store, run: &Run, rows: u64) -> Result<(), ImportError> {
    note(store, run, ("import.staged", &RUN_STAGED), i64::try_from(rows).unwrap_or(i64::MAX)).await
}

/// Ends an import of which nothing is applied.
pub(crate) async fn give_up(store: &Store, run: &Run, now: Instant) -> Result<(), ImportError> {
    note(store, run, ("import.give_up", &RUN_GIVE_UP), now).await
}

/// Writes a value into the row of an import that this process still has.
async fn note(
    store: &Store,
    run: &Run,
    (unit, query): (&'static str, &'static Query),
    value: impl Into<Value>,
) -> Result<(), ImportError> {
    let (id, attempt, value) = (run.id, run.attempt, value.into());
    let note = move |tx: &mut Tx| held(tx.execute(query, params![id, attempt, value.clone()])?, tx, id);
    store.write_guarded(unit, note).await
}

/// Decides an import: the one switch between nothing and all of it.
pub(crate) async fn decide(
    store: &Store,
    run: &Run,
    files: Vec<String>,
    facts: Json,
    (now, randomness): (Instant, Arc<dyn Randomness>),
) -> Result<(), ImportError> {
    let run = run.clone();
    let unit = move |tx: &mut Tx| {
        held(tx.execute(&RUN_DECIDE, params![run.id, run.attempt])?, tx, run.id)?;
        for (number, file) in (0_i64..).zip(&files) {
            tx.execute(&FILE_INSERT, params![run.id, number, file.as_str()])?;
        }
        let detail = json!({ "files": files, "rows": run.rows });
        record(tx, &run, randomness.as_ref(), now, "import.decided", detail)?;
        Ok(())
    };
    let decide = move |tx: &mut Tx| audit::operating_as(&facts, || unit(tx));
    store.write("import.decide", decide).await
}

#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The position at which the next one begins.
    pub(crate) step: usize,
    pub(crate) through: String,
    /// Staged rows in it.
    pub(crate) rows: u64,
}

/// Proves that the import still belongs to this process and notes the part as applied, in the unit of work that applies
/// it.
pub(crate) fn step(tx: &mut Tx, run: &Run, part: &Part, now: Instant) -> Result<(), ImportError> {
    let step = i64::try_from(part.step).unwrap_or(i64::MAX);
    let rows = i64::try_from(part.rows).unwrap_or(i64::MAX);
    let values = params![run.id, run.attempt, step, part.through.as_str(), rows, lease(now)];
    held(tx.execute(&RUN_STEP, values)?, tx, run.id)
}

pub(crate) fn count(tx: &mut Tx, run: &Run, file: usize, counts: &TableReport) -> Result<()> {
    let number = i64::try_from(file).unwrap_or(i64::MAX);
    let TableReport { created, changed, unchanged, remarked, remarks, .. } = counts;
    let [created, changed, unchanged, remarked] =
        [created, changed, unchanged, remarked].map(|count| i64::try_from(*count).unwrap_or(i64::MAX));
    let remarks: String = remarks.iter().flat_map(|remark| [remark.as_str(), "\n"]).collect();
    let values = params![run.id, number, created, changed, unchanged, remarked, remarks];
    tx.execute(&FILE_COUNT, values).map(drop)
}

/// Has the next process go through all rows once more: an import that is decided can only be finished, and rows that
/// are there stay as they are.
pub(crate) async fn again(store: &Store, run: &Run) -> Result<(), ImportError> {
    let (id, attempt) = (run.id, run.attempt);
    let again = move |tx: &mut Tx| {
        held(tx.execute(&RUN_AGAIN, params![id, attempt])?, tx, id)?;
        tx.execute(&FILES_AGAIN, params![id])?;
        Ok::<_, ImportError>(())
    };
    store.write_guarded("import.again", again).await
}

/// Ends an import of which everything is applied, with an entry of the trail for each file.
pub(crate) async fn finish(
    store: &Store,
    run: &Run,
    (facts, at_end): (Json, AtEnd),
    (now, randomness): (Instant, Arc<dyn Randomness>),
) -> Result<Report, ImportError> {
    let run = run.clone();
    let unit = move |tx: &mut Tx| {
        held(tx.execute(&RUN_END, params![run.id, run.attempt, now])?, tx, run.id)?;
        let report = Report { tables: tx.select(&FILES, params![run.id])?, ..Report::default() };
        for file in &report.tables {
            let actor = Actor::Operator(run.operator.clone());
            audit::record(tx, file.entry(now, randomness.as_ref(), actor))?;
        }
        at_end(tx, &report)?;
        Ok(report)
    };
    let finish = move |tx: &mut Tx| audit::operating_as(&facts, || unit(tx));
    store.write("import.finish", finish).await
}

fn record(
    tx: &mut Tx,
    run: &Run,
    randomness: &dyn Randomness,
    now: Instant,
    action: &'static str,
    detail: Json,
) -> Result<()> {
    let actor = Actor::Operator(run.operator.clone());
    let object = ("import", run.id.to_string());
    audit::record(tx, Entry::new(now, randomness, actor, action, object).detail(detail))
}

/// A process that was taken for dead finds that another one has gone on, or that somebody has stopped the import.
fn held(changed: u64, tx: &mut Tx, import: i64) -> Result<(), ImportError> {
    if changed == 1 {
        return Ok(());
    }
    let (is_decided, stopped_by) = tx.select_one(&RUN_STOPPED, params![import])?;
    let stopped = |person| ImportError::StoppedBy { import, person, is_decided };
    Err(Option::map_or(stopped_by, ImportError::Running { import }, stopped))
}
