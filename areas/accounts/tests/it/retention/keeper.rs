//! A bank whose postings are years old, and the folder that they leave for.

use std::path::PathBuf;

use kernel::{Clock, Instant};
use retention::{Archived, Inspection, Kind, RetentionError, Watch};
use store::params;
use testkit::Bench;
pub(crate) use testkit::archivist::{Archivist, DAY_S, KEPT_DAYS, killed_at, unwatched};

use crate::bank::{Bank, SETTLEMENT, VASILEK};
use crate::ledger::transfer;

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

/// The bank and its archive of postings.
pub(crate) struct Keeper {
    pub(crate) bank: Bank,
    archivist: Archivist,
}

/// Entries with their postings.
pub(crate) fn kinds() -> &'static [&'static Kind] {
    accounts::AREA.kept.split_at(1).0
}

impl Keeper {
    /// Two transfers a day; days are closed.
    pub(crate) async fn new(bench: Bench) -> Self {
        let bank = Bank::demo(bench).await;
        let archivist = Archivist::new(&bank.bench, kinds(), UNIT_ROWS).await;
        let keeper = Self { bank, archivist };
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
        self.bank.close_days().await.unwrap();
    }

    pub(crate) fn now(&self) -> Instant {
        self.bank.bench.clock.now()
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.archivist.path()
    }

    /// The first moment that is kept.
    pub(crate) fn kept_from(&self) -> Instant {
        self.archivist.kept_from(&self.bank.bench)
    }

    pub(crate) async fn archive(&self, watch: Watch) -> Result<Vec<Archived>, RetentionError> {
        self.archivist.archive(&self.bank.bench, watch).await
    }

    /// Rows of postings that a plan tells of.
    pub(crate) async fn planned(&self) -> i64 {
        self.archivist.planned(&self.bank.bench, "postings").await
    }

    pub(crate) fn inspection(&self) -> Inspection {
        self.archivist.inspection()
    }

    /// Rows in the archive of a table.
    pub(crate) fn archived(&self, table: &str) -> i64 {
        self.archivist.archived(table)
    }

    /// Entries, postings, operations and noted units in the database.
    pub(crate) async fn left(&self) -> (i64, i64, i64, i64) {
        let ((entries, postings), (operations, units)) = self.bank.row(&LEFT, params![]).await;
        (entries, postings, operations, units)
    }

    pub(crate) async fn oldest(&self) -> Instant {
        self.bank.row(&OLDEST, params![]).await
    }

    pub(crate) async fn keys(&self) -> Vec<String> {
        self.bank.rows(&KEYS, params![]).await
    }

    pub(crate) async fn balances(&self) -> Vec<(String, i64)> {
        self.bank.rows(&BALANCES, params![]).await
    }
}
