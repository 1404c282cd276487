//! A bank whose postings are years old, and the folder that they leave for.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use accounts::close_due_day;
use kernel::{Clock, Instant};
use retention::{
    ArchiveFolder, Archived, Archiving, Inspection, Kind, Period, RetentionError, Watch, archive, inspect,
    plan,
};
use store::{StoreError, Tx, params};
use tempfile::TempDir;
use testkit::Bench;

use crate::bank::{Bank, SETTLEMENT, VASILEK};
use crate::ledger::transfer;

/// Seconds of a day.
pub(crate) const DAY_S: i64 = 24 * 3600;
/// Days for which the tests keep postings.
pub(crate) const KEPT_DAYS: u32 = 10;
/// Days on which money moves.
pub(crate) const DAYS: i64 = 14;
/// Postings of a unit.
pub(crate) const UNIT_ROWS: u32 = 6;

store::queries! {
    /// Counts everything that could leave.
    pub(crate) LEFT = "select (select count(1) from journal_entries) as entries, \
        (select count(1) from postings) as postings, (select count(1) from operations) as operations, \
        (select count(1) from retention_units) as units";
    /// The oldest posting.
    OLDEST = "select min(posted_at_us) as at_us from postings";
    /// Every entry that is in the database.
    KEYS = "select idempotency_key from journal_entries order by idempotency_key";
    /// Balances, which no archive moves.
    BALANCES = "select ledger_account_id, balance_minor from ledger_accounts order by ledger_account_id";
}

/// The bank and its folder.
pub(crate) struct Keeper {
    pub(crate) bank: Bank,
    folder: TempDir,
}

pub(crate) fn kind() -> &'static Kind {
    accounts::AREA.kept[0]
}

/// Does nothing at any step.
pub(crate) fn unwatched() -> Watch {
    Arc::new(|_| Ok(()))
}

/// Ends the work at the step with this number, from 0, and at whatever would come behind it.
pub(crate) fn killed_at(number: usize) -> Watch {
    let seen = Mutex::new(0);
    Arc::new(move |step| {
        let mut seen = seen.lock().unwrap();
        *seen += 1;
        if *seen > number { Err(format!("killed at {step:?}")) } else { Ok(()) }
    })
}

impl Keeper {
    /// Two transfers a day; days are closed.
    pub(crate) async fn new(bench: Bench) -> Self {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&retention::MIGRATIONS]).await;
        let keeper = Self { bank, folder: TempDir::new().unwrap() };
        for day in 0..DAYS {
            keeper.move_money(&format!("{day:02}")).await;
            keeper.next_day().await;
        }
        keeper
    }

    pub(crate) async fn move_money(&self, name: &str) {
        transfer(&self.bank, &format!("there-{name}"), SETTLEMENT, VASILEK, 300).await.unwrap();
        transfer(&self.bank, &format!("back-{name}"), VASILEK, SETTLEMENT, 100).await.unwrap();
    }

    pub(crate) async fn next_day(&self) {
        self.bank.bench.clock.advance_seconds(DAY_S);
        let zone = "Europe/Moscow".parse().unwrap();
        close_due_day(&self.bank.bench.store, self.now(), &zone).await.unwrap();
    }

    pub(crate) fn now(&self) -> Instant {
        self.bank.bench.clock.now()
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("archive")
    }

    /// The first moment that is kept.
    pub(crate) fn kept_from(&self) -> Instant {
        let period = Period { setting: kind().setting, days: KEPT_DAYS };
        period.kept_from(self.now(), &"Europe/Moscow".parse().unwrap()).unwrap()
    }

    pub(crate) async fn archive(&self, watch: Watch) -> Result<Vec<Archived>, RetentionError> {
        let bench = &self.bank.bench;
        let work = Archiving {
            store: bench.store.clone(),
            clock: Arc::clone(&bench.clock) as Arc<dyn Clock>,
            kinds: vec![(kind(), self.kept_from())],
            unit_rows: UNIT_ROWS,
            pause: Duration::ZERO,
            note: Arc::new(|_: &mut Tx, _: &Archived| Ok::<_, StoreError>(())),
            watch,
        };
        let mut folder = ArchiveFolder::open(&self.path(), "the-archive")?;
        let mut units = Vec::new();
        archive(&work, &mut folder, |unit| units.push(unit.clone())).await?;
        Ok(units)
    }

    /// Rows of postings that a plan tells of.
    pub(crate) async fn planned(&self) -> i64 {
        plan(&self.bank.bench.store, kind(), self.kept_from(), UNIT_ROWS).await.unwrap().things
    }

    pub(crate) fn inspection(&self) -> Inspection {
        inspect(&self.path(), &[kind()]).unwrap()
    }

    /// Rows in the archive of a table.
    pub(crate) fn archived(&self, table: &str) -> i64 {
        self.inspection().rows.get(table).copied().unwrap_or(0)
    }

    /// Entries, postings, operations and noted units in the database.
    pub(crate) async fn left(&self) -> (i64, i64, i64, i64) {
        let row = self.bank.bench.store.query_optional(&LEFT, params![]).await.unwrap().unwrap();
        let count = |name| row.integer(name).unwrap();
        (count("entries"), count("postings"), count("operations"), count("units"))
    }

    pub(crate) async fn oldest(&self) -> Instant {
        let row = self.bank.bench.store.query_optional(&OLDEST, params![]).await.unwrap().unwrap();
        row.instant("at_us").unwrap()
    }

    pub(crate) async fn keys(&self) -> Vec<String> {
        let rows = self.bank.bench.store.query(&KEYS, params![]).await.unwrap();
        rows.iter().map(|row| row.text("idempotency_key").unwrap().to_owned()).collect()
    }

    pub(crate) async fn balances(&self) -> Vec<(String, i64)> {
        let rows = self.bank.bench.store.query(&BALANCES, params![]).await.unwrap();
        let balance = |row: &store::Row| {
            (row.text("ledger_account_id").unwrap().to_owned(), row.integer("balance_minor").unwrap())
        };
        rows.iter().map(balance).collect()
    }
}
