//! Settings, imports and workers that the banks of these tests share.

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use area::Given;
use edge::RateLimit;
use idempotency::Idempotency;
use import::{ImportError, Report};
use jobs::Wake;
use kernel::{Clock, Money, Randomness};
use orders::{Desk, Players};
use payroll::conversion_terms::{ConversionSettings, RateBand};
use payroll::{IntakeLimits, PayrollSettings, PayrollState};
use sealing::MasterKey;
use store::{Query, Store, Tx, Value};
use tempfile::TempDir;
pub(crate) use testkit::demo_data;
use testkit::{BOOKS, Bench, DIRECTORY, TestClient, demo_files};

/// The bank's own BIC.
pub(crate) const OWN_BIC: &str = "044525999";

/// Employees sell at up to 3 percent above the bank's rate and so many below, a million roubles of a currency on one
/// day.
pub(crate) fn settings(below: &str) -> PayrollSettings {
    let band = RateBand { above: "3".parse().unwrap(), below: below.parse().unwrap() };
    let polling = NonZeroU32::new(1_000).unwrap();
    PayrollSettings {
        bic: OWN_BIC.parse().unwrap(),
        zone: "Europe/Moscow".parse().unwrap(),
        polling: RateLimit { per_second: polling, burst: polling },
        intake: IntakeLimits::default(),
        conversion: ConversionSettings { band, day_limit: Money::from_minor(100_000_000) },
        signing_days: NonZeroU32::new(30).unwrap(),
        missing_list: clients::signatures::MissingList::default(),
    }
}

/// Answers of requests with a key are kept in the same database.
pub(crate) fn state(
    bench: &Bench,
    store: Store,
    settings: PayrollSettings,
    randomness: Arc<dyn Randomness>,
) -> PayrollState {
    let clock: Arc<dyn Clock> = bench.clock.clone();
    let master_key = MasterKey::from_bytes(&[7; sealing::KEY_BYTES]);
    let idempotency =
        Idempotency::new(store.clone(), Arc::clone(&clock), Arc::clone(&randomness), master_key);
    let given = Given {
        edge: bench.edge.clone(),
        zone: settings.zone.clone(),
        wake: Wake::default(),
        sandbox: None,
        idempotency,
        desk: Desk::new(store.clone(), Arc::clone(&clock), Players::default()),
        store,
        clock,
        randomness,
    };
    PayrollState::new(&given, settings)
}

pub(crate) fn client(bench: &Bench, state: &PayrollState) -> TestClient {
    let router = payroll::OPERATIONS.routes(state.clone());
    let randomness: Arc<dyn Randomness> = bench.randomness.clone();
    bench.client(edge::frame(router, randomness))
}

pub(crate) async fn migrate(bench: &Bench) {
    let trees = [
        &audit::MIGRATIONS,
        &import::MIGRATIONS,
        &events::MIGRATIONS,
        &switches::MIGRATIONS,
        &jobs::MIGRATIONS,
        &idempotency::MIGRATIONS,
        &clients::MIGRATIONS,
        &accounts::MIGRATIONS,
        &orders::MIGRATIONS,
        &payroll::MIGRATIONS,
    ];
    bench.migrate(&trees).await;
}

/// Imports what each of these banks begins with, and files of its own.
pub(crate) async fn import_first(bench: &Bench, own: &[(&str, String)]) {
    let folder = demo_files(&[DIRECTORY, BOOKS].concat());
    for (name, text) in own {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    import(bench, folder.path()).await.unwrap();
}

pub(crate) async fn import_file(bench: &Bench, name: &str, text: &str) -> Result<Report, ImportError> {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    import(bench, folder.path()).await
}

async fn import(bench: &Bench, folder: &Path) -> Result<Report, ImportError> {
    let importers = [clients::importers(), accounts::importers(), payroll::importers()].concat();
    testkit::import!(*bench, folder, importers)
}

/// Does what no code does; how many rows it changes.
pub(crate) async fn change(bench: &Bench, query: &'static Query, parameters: Vec<Value>) -> u64 {
    let work = move |tx: &mut Tx| tx.execute(query, parameters.clone());
    bench.store.write("test.change", work).await.unwrap()
}
