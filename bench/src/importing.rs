//! A large import beside reads and small changes: rows a second in each stage, and what the others notice.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant as Timer};

use clap::Args;
use import::{ChunkSizes, ImportOptions, Pace, Progress, Stage};
use kernel::{AccountNumber, Bic, SystemClock, SystemRandomness};
use store::{Durability, Store, StoreError, StoreLimits, StoreLocation, Tx, params};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use crate::probes::{Probed, between, probe, told};

/// Companies among which the accounts are spread.
const COMPANIES: u64 = 1_000;
/// Accounts with the same first digits: the rest has seven digits.
const ACCOUNTS_OF_RANGE: u64 = 10_000_000;
/// The time for which the probes are alone before the import begins.
const ALONE: Duration = Duration::from_secs(5);
/// A server that keeps what it has answered, with memory for its tables.
pub(crate) const LASTING: &str = " -c fsync=on -c synchronous_commit=on -c full_page_writes=on -c shared_buffers=2GB \
    -c max_wal_size=8GB";
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

/// The import that is measured.
#[derive(Args)]
pub(crate) struct ImportArguments {
    /// The number of rows, half of each kind.
    #[arg(long, default_value_t = 1_000_000)]
    rows: u64,
    /// Leave PostgreSQL out.
    #[arg(long)]
    sqlite_only: bool,
    /// Leave SQLite out.
    #[arg(long, conflicts_with = "sqlite_only")]
    postgres_only: bool,
    /// Rows of every chunk, instead of as many as fit into its time.
    #[arg(long)]
    chunk_rows: Option<u32>,
    /// The time of a chunk in microseconds, instead of the usual one.
    #[arg(long, conflicts_with = "chunk_rows")]
    chunk_us: Option<u64>,
    /// The time between two chunks in microseconds, instead of the usual one.
    #[arg(long)]
    pause_us: Option<u64>,
}

impl ImportArguments {
    fn pace(&self) -> Pace {
        let mut pace = Pace::default();
        if let Some(rows) = self.chunk_rows {
            pace.chunks = ChunkSizes::fixed(rows);
        }
        if let Some(aim) = self.chunk_us.map(Duration::from_micros) {
            pace.chunks = ChunkSizes { aim_alone: aim, aim_beside: aim, ..pace.chunks };
        }
        pace.pause = self.pause_us.map_or(pace.pause, Duration::from_micros);
        pace
    }
}

/// Prints the import.
///
/// # Errors
/// A database or the disk fails.
pub(crate) fn run(arguments: &ImportArguments) -> Result<(), Box<dyn Error>> {
    let (rows, pace) = (arguments.rows, arguments.pace());
    // The probes have threads of their own, as a server beside the command would.
    let (runtime, beside) = (Runtime::new()?, Runtime::new()?);
    let folder = std::env::temp_dir().join(format!("clientbank-import-{}", std::process::id()));
    let files = folder.join("files");
    std::fs::create_dir_all(&files)?;
    let measured = write_files(&files, rows).and_then(|()| {
        if !arguments.postgres_only {
            let location = StoreLocation::Sqlite { path: folder.join("import.db") };
            runtime.block_on(measured("SQLite", &location, &files, (rows, &pace), &beside))?;
        }
        if !arguments.sqlite_only {
            let cluster = testkit::postgres::Cluster::start_with(LASTING)?;
            let location = StoreLocation::Postgres { url: cluster.url().to_owned(), password_file: None };
            runtime.block_on(measured("PostgreSQL", &location, &files, (rows, &pace), &beside))?;
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
    (rows, pace): (u64, &Pace),
    beside: &Runtime,
) -> Result<(), Box<dyn Error>> {
    let limits = || StoreLimits { durability: Durability::Full, ..StoreLimits::default() };
    let store = Store::open(location, limits()).await?;
    let trees = [&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &accounts::MIGRATIONS];
    store.migrate(&trees).await?;
    let server = Store::open(location, limits()).await?;
    let add = |tx: &mut Tx| tx.execute(&ADD_ACCOUNT, params![PROBED]);
    server.write("add", add).await?;
    let probes = Probes::begin(&server, beside);
    let mut stages = vec![("alone", Timer::now())];
    tokio::time::sleep(ALONE).await;
    let heard: Arc<Mutex<Vec<(Stage, Timer)>>> = Arc::default();
    let listening = Arc::clone(&heard);
    let listener = move |progress: Progress| {
        let mut stages = listening.lock().unwrap_or_else(PoisonError::into_inner);
        if stages.last().is_none_or(|(stage, _)| *stage != progress.stage) {
            stages.push((progress.stage, Timer::now()));
        }
        ControlFlow::Continue(())
    };
    let pace = Pace { listener: Arc::new(listener), ..pace.clone() };
    let importers = clients::importers().into_iter().chain(accounts::importers()).collect();
    let options = ImportOptions { dry_run: false, operator: "bench".to_owned() };
    let start = Timer::now();
    stages.push(("read and staged", start));
    import::run_at(&pace, &store, files, importers, options, &SystemClock, Arc::new(SystemRandomness))
        .await?;
    let took = start.elapsed();
    for (stage, at) in heard.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        match stage {
            Stage::Reading => {}
            Stage::Checking => stages.push(("checked", *at)),
            Stage::Applying => stages.push(("applied", *at)),
        }
    }
    let (reads, changes) = probes.end().await?;
    let ends = stages.iter().skip(1).map(|(_, at)| *at).chain([start + took]);
    for ((stage, from), until) in stages.iter().zip(ends) {
        let [reads, changes] = [&reads, &changes].map(|probed| told(&between(probed, *from, until)));
        let stage_took = until.duration_since(*from).as_secs_f64();
        println!("{engine}, {stage}, {stage_took:.1} s: reads {reads}; changes {changes}");
    }
    let [reads, changes] = [&reads, &changes].map(|probed| told(&between(probed, start, start + took)));
    let rate = u128::from(rows) * 1000 / took.as_millis().max(1);
    println!(
        "{engine}, {rows} rows: {:.1} s, {rate} rows a second; reads {reads}; changes {changes}",
        took.as_secs_f64()
    );
    server.close().await;
    store.close().await;
    Ok(())
}

/// Reads and small changes, again and again.
struct Probes {
    stop: Arc<AtomicBool>,
    reads: JoinHandle<Result<Vec<Probed>, StoreError>>,
    changes: JoinHandle<Result<Vec<Probed>, StoreError>>,
}

impl Probes {
    fn begin(store: &Store, runtime: &Runtime) -> Self {
        let _inside = runtime.enter();
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

    /// Ends them; the reads and the changes.
    async fn end(self) -> Result<(Vec<Probed>, Vec<Probed>), Box<dyn Error>> {
        self.stop.store(true, Ordering::Relaxed);
        Ok((self.reads.await??, self.changes.await??))
    }
}
