//! The growth of a database: bytes for each entry of the trail, for each statement of 1,000 transfers and for each
//! account and year; and the pace at which postings leave for an archive.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant as Timer};

use kernel::{Instant, MovableClock};
use retention::{ArchiveFolder, Archived, Archiving, archive};
use store::{
    Durability, DynamicQuery, Query, Store, StoreError, StoreLimits, StoreLocation, Tx, Value, params,
};
use tokio::runtime::Runtime;

/// Entries of the trail.
const ENTRIES: i64 = 20_000;
/// Statements, and transfers of each.
const STATEMENTS: i64 = 30;
const TRANSFERS: i64 = 1_000;
/// Accounts of companies with one operation on each working day of a year.
const ACCOUNTS: i64 = 200;
const WORKING_DAYS: i64 = 247;
/// Rows of one unit of work.
const UNIT: usize = 5_000;
/// 2020-01-01T00:00:00Z.
const BEGIN_US: i64 = 1_577_836_800_000_000;
const DAY_US: i64 = 86_400_000_000;
/// Characters of a signature: Base64 of a detached CMS with its chain.
const SIGNATURE_CHARACTERS: usize = 4_000;

store::queries! {
    /// An account.
    GROWTH_ACCOUNT = "insert into ledger_accounts (ledger_account_id, class, currency, is_open, operations_count)
        values ($1, 'CUSTOMER', 'RUR', true, 0)";
    /// An entry.
    GROWTH_ENTRY = "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date,
        description, postings_count, document_number)
        values ($1, $2, $3, $4, $5, '2020-11-20', 'Payment for goods by invoice of November', $6, '123')";
    /// A posting.
    GROWTH_POSTING = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us)
        values ($1, $2, $3, 'RUR', $4, $5)";
    /// An operation.
    GROWTH_OPERATION = "insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, balance_minor,
        debits_high, debits_low, counterparty_name, counterparty_account, counterparty_inn, counterparty_kpp,
        counterparty_bic) values ($1, $2, $3, 1, $4, $2, 0, 0, 'ООО «Лютик»', '40702810700000000011', '7707083893',
        '770701001', '044525999')";
    /// A closing balance.
    GROWTH_CLOSING = "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us)
        values ($1, $2, $3, $4)";
    /// The last closed day.
    GROWTH_CLOSED = "insert into closing_days (closing_date, ended_at_us, finished_at_us)
        values ('2026-11-19', $1, $1)";
    /// A statement.
    GROWTH_STATEMENT = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version,
        created_at_us, changed_at_us, created_by, client_id, year, number, number_is_default, statement_date, account,
        transfers_count, total_minor, lines_count, enrollment_code, purpose, done_through_line, executed_minor)
        values ($1, 'C00001', $2, 'UNSIGNED', 'EXECUTED', 9, $3, $3, 'U00001', 'demo-erp', 2020, $4, true, '2020-11-20',
        '40702810600000000001', 1000, 100000, 1000, '01', 'Заработная плата за ноябрь', 1000, 100000)";
    /// A step.
    GROWTH_STEP = "insert into payroll_history (statement_id, version, kind, from_state, to_state, at_us, user_id)
        values ($1, $2, 'UNSIGNED', 'DRAFT', 'CHECKING', $3, 'U00001')";
    /// A signature.
    GROWTH_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, signature, user_id,
        signature_type, signed_at_us) values ($1, 1, 'ONLINE_BANK', $2, 'U00001', 'FIRST', $3)";
    /// A transfer.
    GROWTH_TRANSFER = "insert into payroll_transfers (statement_id, line, order_number, last_name, first_name,
        middle_name, amount_minor, account, currency, personnel_number) values ($1, $2, $2, 'Иванова', 'Екатерина',
        'Александровна', 100, $3, 'RUR', '000123')";
    /// An entry of the trail.
    GROWTH_AUDIT = "insert into audit_entries (id, at_us, actor_kind, actor_id, action, object_kind, object_id, cnum,
        address, trace_id, detail) values ($1, $2, 'USER', 'U00001', 'statement.signed', 'statement', $1, 'C00001',
        '192.0.2.10', '4bf92f3577b34da6a3ce929d0e0e4736', '{\"signature\":\"FIRST\",\"state\":\"SIGNING\"}')";
}

/// Prints the growth on SQLite and on PostgreSQL.
///
/// # Errors
/// A database fails.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let folder = tempfile::tempdir()?;
    let location = StoreLocation::Sqlite { path: folder.path().join("growth.db") };
    runtime.block_on(grow("SQLite", &location, &folder.path().join("archive-sqlite")))?;
    let cluster = testkit::postgres::Cluster::start()?;
    let location = StoreLocation::Postgres { url: cluster.url().to_owned(), password_file: None };
    runtime.block_on(grow("PostgreSQL", &location, &folder.path().join("archive-postgres")))
}

#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
async fn grow(engine: &str, location: &StoreLocation, to: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let limits = StoreLimits { durability: Durability::Full, ..StoreLimits::default() };
    let store = Store::open(location, limits).await?;
    let trees = [
        &retention::MIGRATIONS,
        &audit::MIGRATIONS,
        &jobs::MIGRATIONS,
        &accounts::MIGRATIONS,
        &payroll::MIGRATIONS,
    ];
    store.migrate(&trees).await?;
    // Rows that are made up are written table by table.
    store.migrate(&[&testkit::UNGUARDED_LEDGER]).await?;
    let mut before = bytes(&store, engine).await?;
    for (what, count, fill) in [
        ("entry of the trail", ENTRIES, trail()),
        ("statement of 1,000 transfers", STATEMENTS, statements()),
        ("account and year with an operation each working day", ACCOUNTS, accounts()),
    ] {
        put(&store, fill).await?;
        let after = bytes(&store, engine).await?;
        println!("{engine}: {} bytes per {what}", (after - before) / count);
        before = after;
    }
    let (began, mut rows, mut files) = (Timer::now(), 0, 0);
    let work = archiving(&store);
    let mut folder = ArchiveFolder::open(to, "growth")?;
    archive(&work, &mut folder, |unit: &Archived| {
        rows += unit.rows;
        files += unit.file_bytes;
    })
    .await?;
    let took = began.elapsed();
    println!(
        "{engine}: {rows} rows of the ledger archived in {:.1} s, {files} bytes of files",
        took.as_secs_f64()
    );
    store.close().await;
    Ok(())
}

fn archiving(store: &Store) -> Archiving {
    let before = Instant::from_microseconds(BEGIN_US + 400 * DAY_US);
    Archiving {
        store: store.clone(),
        clock: Arc::new(MovableClock::new(before)),
        kinds: accounts::AREA.kept.iter().map(|kind| (*kind, before)).collect(),
        unit_rows: 2_000,
        pause: Duration::ZERO,
        note: Arc::new(|_, _| Ok(())),
        watch: Arc::new(|_| Ok(())),
    }
}

async fn bytes(store: &Store, engine: &str) -> Result<i64, StoreError> {
    let mut query = DynamicQuery::new("GROWTH_BYTES");
    query.sql(if engine == "SQLite" {
        "select p.page_count * s.page_size as bytes from pragma_page_count p, pragma_page_size s"
    } else {
        "select pg_database_size(current_database()) as bytes"
    });
    store.query_dynamic(query).await?.first().map_or(Ok(0), |row| row.integer("bytes"))
}

/// Rows of several tables, in their order.
type Fill = Vec<(&'static Query, Vec<Vec<Value>>)>;

async fn put(store: &Store, fill: Fill) -> Result<(), StoreError> {
    for (query, rows) in fill {
        for unit in rows.chunks(UNIT) {
            let unit = unit.to_vec();
            store.write("fill", move |tx: &mut Tx| tx.execute_many(query, unit.clone())).await?;
        }
    }
    Ok(())
}

/// Identifiers as the program mints them: time-ordered.
fn identifier(at_us: i64, number: i64) -> [u8; 16] {
    let mut bytes = [0x70; 16];
    bytes[..6].copy_from_slice(&(at_us / 1_000).to_be_bytes()[2..]);
    bytes[8..].copy_from_slice(&number.wrapping_mul(0x5851_f42d_4c95_7f2d).to_be_bytes());
    bytes
}

fn trail() -> Fill {
    let entry = |number: i64| {
        let at = BEGIN_US + number * 1_000_000;
        params![uuid::Uuid::from_bytes(identifier(at, number)).to_string(), at]
    };
    vec![(&GROWTH_AUDIT, (0..ENTRIES).map(entry).collect())]
}

/// A date for each number below 336 days of 2020.
fn date(day: i64) -> String {
    format!("2020-{:02}-{:02}", 1 + day / 28, 1 + day % 28)
}

fn employee(number: i64) -> String {
    format!("408178100000{number:08}")
}

fn statements() -> Fill {
    let at = |statement: i64| BEGIN_US + statement * DAY_US;
    let id = |statement: i64| identifier(at(statement), statement);
    let each = |row: &dyn Fn(i64) -> Vec<Vec<Value>>| (0..STATEMENTS).flat_map(row).collect::<Vec<_>>();
    let lines = |row: &dyn Fn(i64, i64) -> Vec<Value>| {
        each(&|statement| (1..=TRANSFERS).map(|line| row(statement, line)).collect())
    };
    let signature = "A".repeat(SIGNATURE_CHARACTERS);
    vec![
        (&GROWTH_STATEMENT, each(&|one| vec![params![id(one), format!("salary-{one}"), at(one), one + 1]])),
        (&GROWTH_STEP, each(&|one| (1..=8).map(|step| params![id(one), step, at(one)]).collect())),
        (&GROWTH_SIGNATURE, each(&|one| vec![params![id(one), &signature, at(one)]])),
        (&GROWTH_TRANSFER, lines(&|one, line| params![id(one), line, employee(line)])),
        (
            &GROWTH_ENTRY,
            each(&|one| {
                vec![params![
                    id(one),
                    format!("payroll:{one}"),
                    [0_u8; 32],
                    "PAYROLL",
                    at(one),
                    TRANSFERS + 1
                ]]
            }),
        ),
        (
            &GROWTH_POSTING,
            each(&|one| {
                let debit = params![id(one), 1, "40702810600000000001", -100 * TRANSFERS, at(one)];
                let credit = |line| params![id(one), line + 1, employee(line), 100, at(one)];
                std::iter::once(debit).chain((1..=TRANSFERS).map(credit)).collect()
            }),
        ),
        (
            &GROWTH_AUDIT,
            each(&|one| {
                (0..6)
                    .map(|step| params![format!("{one}-{step}-0191b6c4-8f0a-7000-8000-0000"), at(one)])
                    .collect()
            }),
        ),
    ]
}

fn accounts() -> Fill {
    let company = |account: i64| format!("407028100000{account:08}");
    let each = |row: &dyn Fn(i64, i64) -> Vec<Vec<Value>>| {
        let days = (0..WORKING_DAYS).flat_map(|day| (0..ACCOUNTS).map(move |account| (account, day)));
        days.flat_map(|(account, day)| row(account, day)).collect::<Vec<_>>()
    };
    let at = |account: i64, day: i64| BEGIN_US + day * DAY_US + account * 1_000_000;
    let id = |account: i64, day: i64| identifier(at(account, day), account + 1_000);
    vec![
        (&GROWTH_ACCOUNT, (0..ACCOUNTS).map(|account| params![company(account)]).collect()),
        (
            &GROWTH_ENTRY,
            each(&|one, day| {
                let key = format!("payment:{one:06}-{day:06}");
                vec![params![id(one, day), key, [0_u8; 32], "TRANSFER", at(one, day), 2]]
            }),
        ),
        (
            &GROWTH_POSTING,
            each(&|one, day| {
                let (id, at) = (id(one, day), at(one, day));
                vec![params![id, 1, company(one), 100, at], params![id, 2, "CORRESPONDENT.RUR", -100, at]]
            }),
        ),
        (
            &GROWTH_OPERATION,
            each(&|one, day| vec![params![company(one), day + 1, id(one, day), at(one, day)]]),
        ),
        (&GROWTH_CLOSING, each(&|one, day| vec![params![company(one), date(day), day, at(one, day)]])),
        (&GROWTH_CLOSED, vec![params![BEGIN_US + 500 * DAY_US]]),
    ]
}
