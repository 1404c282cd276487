//! A large import beside reads and small changes: rows a second in each stage, and what the others notice.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant as Timer};

use import::{ImportOptions, Pace, Progress, Stage};
use kernel::{AccountNumber, Bic, SystemClock, SystemRandomness};
use store::{Durability, Store, StoreError, StoreLimits, StoreLocation, Tx, params};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use crate::probes::{percentile, probe};

/// Companies among which the accounts are spread.
const COMPANIES: u64 = 1_000;
/// Accounts with the same first digits: the rest has seven digits.
const ACCOUNTS_OF_RANGE: u64 = 10_000_000;
/// The time for which the probes are alone before the import begins.
const ALONE: Duration = Duration::from_secs(5);
/// The account that the probes ask for.
const PROBED: &str = "PROBED";

store::queries! {
    /// Adds the account that is asked for.
    ADD_ACCOUNT = "insert into ledger_accounts (ledger_account_id, class, currency, is_open)
        values ($1, 'INTERNAL', 'RUR', true)";
    /// Reads an account as a page does.
    READ_ACCOUNT = "select l.balance_minor from ledger_accounts l where l.ledger_account_id = $1";
    /// A small change.
    CHANGE_ACCOUNT = "update ledger_accounts set held_minor = 0 where ledger_account_id = $1";
}

/// Prints the import of so many rows.
///
/// # Errors
/// A database or the disk fails.
pub(crate) fn run(rows: u64, on_sqlite: bool, on_postgres: bool) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let folder = std::env::temp_dir().join(format!("clientbank-import-{}", std::process::id()));
    let files = folder.join("files");
    std::fs::create_dir_all(&files)?;
    let measured = write_files(&files, rows).and_then(|()| {
        if on_sqlite {
            let location = StoreLocation::Sqlite { path: folder.join("import.db") };
            runtime.block_on(measured("SQLite", &location, &files, rows))?;
        }
        if on_postgres {
            let cluster = testkit::postgres::Cluster::start()?;
            let location = StoreLocation::Postgres { url: cluster.url().to_owned(), password_file: None };
            runtime.block_on(measured("PostgreSQL", &location, &files, rows))?;
        }
        Ok(())
    });
    std::fs::remove_dir_all(&folder)?;
    measured
}

/// Writes half of the rows as accounts of companies and half as accounts of employees.
fn write_files(folder: &Path, rows: u64) -> Result<(), Box<dyn Error>> {
    let bic: Bic = "044525999".parse()?;
    let number = |range: &str, index: u64| -> Result<String, Box<dyn Error>> {
        let (high, low) = (index / ACCOUNTS_OF_RANGE, index % ACCOUNTS_OF_RANGE);
        let digits: AccountNumber = format!("{range}8100{high:04}{low:07}").parse()?;
        Ok(digits.with_control_key(&bic).to_string())
    };
    std::fs::write(
        folder.join("branches.csv"),
        "branch_id,name,bic,correspondent_account,city\n001,Head office,044525999,30101810845250000999,Moscow\n",
    )?;
    let mut companies = BufWriter::new(File::create(folder.join("companies.csv"))?);
    writeln!(companies, "cnum,name_ru,name_en,inn,signature_scheme")?;
    for company in 0..COMPANIES {
        writeln!(companies, "C{company:05},Company,Company,7707123458,FIRST=1")?;
    }
    companies.flush()?;
    let mut accounts = BufWriter::new(File::create(folder.join("accounts.csv"))?);
    writeln!(accounts, "number,document_id,type,status,mode,name,international_name,cnum,branch_id")?;
    for index in 0..rows / 2 {
        let (number, company) = (number("40702", index)?, index % COMPANIES);
        writeln!(
            accounts,
            "{number},DOC-{index:012},1,1,3,Settlement account,Settlement account,C{company:05},001"
        )?;
    }
    accounts.flush()?;
    let mut employees = BufWriter::new(File::create(folder.join("employees_accounts.csv"))?);
    writeln!(employees, "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum")?;
    for index in 0..rows - rows / 2 {
        let (number, company) = (number("40817", index)?, index % COMPANIES);
        writeln!(employees, "{number},1,001,Preobrazhensky,Konstantin,Alexandrovich,C{company:05}")?;
    }
    employees.flush()?;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
async fn measured(
    engine: &str,
    location: &StoreLocation,
    files: &Path,
    rows: u64,
) -> Result<(), Box<dyn Error>> {
    let limits = || StoreLimits { durability: Durability::Full, ..StoreLimits::default() };
    let store = Store::open(location, limits()).await?;
    let trees = [&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &accounts::MIGRATIONS];
    store.migrate(&trees).await?;
    // The probes have connections of their own, as a server beside the command would.
    let server = Store::open(location, limits()).await?;
    let add = |tx: &mut Tx| tx.execute(&ADD_ACCOUNT, params![PROBED]);
    server.write("add", add).await?;
    let alone = Probes::begin(&server);
    tokio::time::sleep(ALONE).await;
    println!("{engine}, alone: {}", alone.end().await?);
    let stages: Arc<Mutex<Vec<(Stage, Timer)>>> = Arc::default();
    let heard = Arc::clone(&stages);
    let listener = move |progress: Progress| {
        let mut stages = heard.lock().unwrap_or_else(PoisonError::into_inner);
        if stages.last().is_none_or(|(stage, _)| *stage != progress.stage) {
            stages.push((progress.stage, Timer::now()));
        }
        ControlFlow::Continue(())
    };
    let pace = Pace { listener: Arc::new(listener), ..Pace::default() };
    let importers = clients::importers().into_iter().chain(accounts::importers()).collect();
    let options = ImportOptions { dry_run: false, operator: "bench".to_owned() };
    let beside = Probes::begin(&server);
    let start = Timer::now();
    import::run_at(&pace, &store, files, importers, options, &SystemClock, Arc::new(SystemRandomness))
        .await?;
    let took = start.elapsed();
    println!("{engine}, beside the import: {}", beside.end().await?);
    let rate = u128::from(rows) * 1000 / took.as_millis().max(1);
    let stages = stages.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let since = |stage: Stage| {
        let begun = stages.iter().find(|(own, _)| *own == stage).map_or(start, |(_, at)| *at);
        begun.duration_since(start).as_secs_f64()
    };
    println!(
        "{engine}, {rows} rows: {:.1} s, {rate} rows a second; checked from {:.1} s on, applied from {:.1} s on",
        took.as_secs_f64(),
        since(Stage::Checking),
        since(Stage::Applying),
    );
    server.close().await;
    store.close().await;
    Ok(())
}

/// Reads and small changes, again and again.
struct Probes {
    stop: Arc<AtomicBool>,
    reads: JoinHandle<Result<Vec<Duration>, StoreError>>,
    changes: JoinHandle<Result<Vec<Duration>, StoreError>>,
}

impl Probes {
    fn begin(store: &Store) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let reads = probe(store, &stop, |store| async move {
            store.query(&READ_ACCOUNT, params![PROBED]).await.map(drop)
        });
        let changes = probe(store, &stop, |store| async move {
            let change = |tx: &mut Tx| tx.execute(&CHANGE_ACCOUNT, params![PROBED]);
            store.write("probe", change).await.map(drop)
        });
        Self { stop, reads, changes }
    }

    /// Ends them; what they took.
    async fn end(self) -> Result<String, Box<dyn Error>> {
        self.stop.store(true, Ordering::Relaxed);
        let (reads, changes) = (self.reads.await??, self.changes.await??);
        Ok(format!(
            "reads p50 {} us, p99 {} us, max {} us; changes p50 {} us, p99 {} us, max {} us",
            percentile(&reads, 50),
            percentile(&reads, 99),
            percentile(&reads, 100),
            percentile(&changes, 50),
            percentile(&changes, 99),
            percentile(&changes, 100),
        ))
    }
}
