//! The archive: what is over its time leaves in small units, which end at any step.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clientbank::application::{Surroundings, areas};
use retention::{ArchiveFolder, Archiving, Kind, Period, RetentionError, Sought, archive, find, inspect};
use testkit::archivist::{DAY_S, KEPT_DAYS, killed_at};

use crate::looks::{Broken, ENDS, Kept, rule};
use crate::scene::Scene;

/// The kinds that leave.
const KINDS: [&str; 3] = ["statements", "postings", "closings"];
const UNIT_ROWS: u32 = 40;
/// Steps of one archiving before it is killed, at most.
pub(crate) const KILL_MAX: usize = 60;
/// Seconds of the move of the clock beyond which everything that has ended may leave.
pub(crate) const AGES_S: i64 = 4 * KEPT_DAYS as i64 * DAY_S;

fn kinds() -> Vec<&'static Kind> {
    areas::kept().into_iter().filter(|kind| KINDS.contains(&kind.name)).collect()
}

/// Archives what is over its time, until the step at which it is killed.
pub(crate) async fn run(scene: Scene, kill: usize) -> String {
    let Surroundings { store, clock, .. } = scene.process.surroundings.clone();
    let period = Period { setting: "", days: KEPT_DAYS };
    let Some(before) = period.kept_from(clock.now(), scene.ground.zone()) else {
        return "nothing is old".to_owned();
    };
    let work = Archiving {
        store,
        clock,
        kinds: kinds().into_iter().map(|kind| (kind, before)).collect(),
        unit_rows: UNIT_ROWS,
        pause: Duration::ZERO,
        note: Arc::new(|_, _| Ok(())),
        watch: killed_at(kill),
    };
    let mut units = 0;
    let done = match ArchiveFolder::open(&scene.archive, "the-archive") {
        Ok(mut folder) => archive(&work, &mut folder, |_| units += 1).await,
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => format!("{units} units"),
        Err(RetentionError::Damaged(words)) => panic!("the archive is damaged: {words}"),
        Err(error) => format!("{units} units, {error}"),
    }
}

/// The archive of a world as it was seen last.
#[derive(Debug, Default)]
pub(crate) struct SeenArchive {
    pub(crate) path: PathBuf,
    /// Statements that have left.
    gone: BTreeSet<String>,
    /// The companies' names of statements.
    names: BTreeMap<String, String>,
}

impl SeenArchive {
    /// Takes down the company's name of a statement.
    pub(crate) fn name(&mut self, statement: &str, name: &str) {
        self.names.entry(statement.to_owned()).or_insert_with(|| name.to_owned());
    }

    /// Tells whether a statement of this name has left.
    pub(crate) fn has_left(&self, name: &str) -> bool {
        self.gone.iter().any(|gone| self.names.get(gone).is_some_and(|known| known == name))
    }

    /// Looks for statements that are gone: each is there in the archive once, as it ended.
    pub(crate) fn look<'a>(&mut self, gone: impl Iterator<Item = (&'a String, &'a str)>) -> Kept {
        for (statement, state) in gone {
            if !self.gone.insert(statement.clone()) {
                continue;
            }
            let mut rows = Vec::new();
            let sought = Sought { names: vec![statement.clone()], day: None };
            let found = find(&self.path, &kinds(), &sought, |row| rows.push(row.to_owned()));
            let is_it = |row: &&String| row.contains("\"payroll_statements\"") && row.contains(state);
            let is_there = found.is_ok() && rows.iter().filter(is_it).count() == 1;
            rule(is_there && ENDS.contains(&state), || {
                format!(
                    "gone and not in the archive once, as it ended: statement {statement}, {state}, {rows:?}"
                )
            })?;
        }
        Ok(())
    }

    /// Proves the archive from its files.
    pub(crate) fn prove(&self) -> Kept {
        if !self.path.exists() {
            return Ok(());
        }
        let seen = inspect(&self.path, &kinds()).map_err(|error| Broken(format!("archive: {error}")))?;
        rule(seen.findings.is_empty(), || format!("archive: {}", seen.findings[0]))
    }
}
