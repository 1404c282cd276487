//! Archives of the kinds that an area hands out: kept for ten days, in small units, killed at any step.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{BankZone, Clock, Instant};
use retention::{
    ArchiveFolder, Archived, Archiving, Inspection, Kind, Period, Planned, RetentionError, Step, Watch,
    archive, inspect, plan,
};
use store::{DynamicQuery, Tx};
use tempfile::TempDir;

use crate::Bench;

/// Days for which things are kept.
pub const KEPT_DAYS: u32 = 10;
pub const DAY_S: i64 = 24 * 3_600;

#[derive(Debug)]
pub struct Archivist {
    kinds: &'static [&'static Kind],
    zone: BankZone,
    unit_rows: u32,
    folder: TempDir,
}

pub fn unwatched() -> Watch {
    Arc::new(|_| Ok(()))
}

/// Ends the work at the step with this number, from 0, and at whatever would come after it.
pub fn killed_at(number: usize) -> Watch {
    let seen = Mutex::new(0);
    Arc::new(move |step: Step| {
        let mut seen = seen.lock().expect("the count");
        *seen += 1;
        if *seen > number { Err(format!("killed at {step:?}")) } else { Ok(()) }
    })
}

impl Archivist {
    /// An archive that is empty, with units of about so many rows. The tables of retention are made.
    pub async fn new(bench: &Bench, kinds: &'static [&'static Kind], unit_rows: u32) -> Self {
        bench.migrate(&[&retention::MIGRATIONS]).await;
        let zone = "Europe/Moscow".parse().expect("a zone");
        Self { kinds, zone, unit_rows, folder: TempDir::new().expect("a folder") }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("archive")
    }

    /// The first moment that is kept.
    pub fn kept_from(&self, bench: &Bench) -> Instant {
        let period = Period { setting: "", days: KEPT_DAYS };
        period.kept_from(bench.clock.now(), &self.zone).expect("an end")
    }

    fn ends(&self, bench: &Bench) -> Vec<(&'static Kind, Instant)> {
        self.kinds.iter().map(|kind| (*kind, self.kept_from(bench))).collect()
    }

    /// Archives what is over its time.
    pub async fn archive(&self, bench: &Bench, watch: Watch) -> Result<Vec<Archived>, RetentionError> {
        let work = Archiving {
            store: bench.store.clone(),
            clock: Arc::clone(&bench.clock) as Arc<dyn Clock>,
            kinds: self.ends(bench),
            unit_rows: self.unit_rows,
            pause: Duration::ZERO,
            note: Arc::new(|_: &mut Tx, _: &Archived| Ok::<_, RetentionError>(())),
            watch,
        };
        let mut folder = ArchiveFolder::open(&self.path(), "the-archive")?;
        let mut units = Vec::new();
        archive(&work, &mut folder, |unit| units.push(unit.clone())).await?;
        Ok(units)
    }

    pub async fn plan(&self, bench: &Bench) -> Vec<Planned> {
        plan(&bench.store, &self.ends(bench), self.unit_rows).await.expect("a plan")
    }

    /// Rows of a table that a plan tells of.
    pub async fn planned(&self, bench: &Bench, table: &str) -> i64 {
        let plan = self.plan(bench).await;
        let mut rows = plan.iter().flat_map(|kind| &kind.rows).filter(|(name, _)| *name == table);
        rows.next().map_or(0, |(_, rows)| *rows)
    }

    pub fn inspection(&self) -> Inspection {
        inspect(&self.path(), self.kinds).expect("a manifest")
    }

    pub fn archived(&self, table: &str) -> i64 {
        self.inspection().rows.get(table).copied().unwrap_or(0)
    }

    /// Rows of each table of the kinds in the database.
    pub async fn left(&self, bench: &Bench) -> Vec<(&'static str, i64)> {
        let mut left = Vec::new();
        for table in self.kinds.iter().flat_map(|kind| kind.tables) {
            let mut query = DynamicQuery::new("LEFT");
            query.sql("select count(1) as found from ").sql(table.name);
            let rows = bench.store.query_dynamic(query).await.expect("a count");
            left.push((table.name, rows[0].integer("found").expect("a count")));
        }
        left
    }

    /// Archives what is over its time and kills the work at each step in turn. Whatever is gone from the database is
    /// in the archive, once, and the plan told it. Returns the number of kills.
    pub async fn survive(&self, bench: &Bench) -> usize {
        let (before, planned) = (self.left(bench).await, self.plan(bench).await);
        let planned: Vec<(&str, i64)> = planned.into_iter().flat_map(|kind| kind.rows).collect();
        let mut kills = 0;
        loop {
            let killed = self.archive(bench, killed_at(kills)).await;
            assert_eq!(self.inspection().findings, Vec::<String>::new(), "kill {kills}");
            for ((table, before), (_, left)) in before.iter().zip(self.left(bench).await) {
                assert!(left + self.archived(table) >= *before, "kill {kills}: {table}");
            }
            match killed {
                Ok(_) => break,
                Err(RetentionError::Stopped(_)) => kills += 1,
                Err(error) => panic!("kill {kills}: {error}"),
            }
        }
        let gone: Vec<(&str, i64)> = before
            .iter()
            .zip(self.left(bench).await)
            .map(|((table, before), (_, left))| (*table, before - left))
            .collect();
        assert_eq!(gone, planned, "the plan tells what goes");
        for (table, gone) in &gone {
            assert_eq!(self.archived(table), *gone, "{table}");
        }
        kills
    }
}
