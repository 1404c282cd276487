//! The commands of retention (LIF-03), and every kind that the program keeps for a time.

use crate::wired::ORDERS;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use area::Author;
use audit::Actor;
use clientbank::application::areas;
use clientbank::configuration::SETTINGS;
use kernel::{Clock, Instant, SystemClock, SystemRandomness};
use store::{DynamicQuery, Query, Store, StoreError, Tx, params};
use testkit::{Bench, Engine, on_both_engines};

use crate::commands::{Installation, on_database};
use crate::program::{folder, run, text};

const DAY_S: i64 = 86_400;
/// Longer than the law asks for.
const OLD_DAYS: i64 = 2_557;
/// The times of the tests.
const PERIODS: [&str; 8] = [
    "--set",
    "retention_statements_days=2192",
    "--set",
    "retention_postings_days=2192",
    "--set",
    "retention_trail_days=1827",
    "--set",
    "retention_orders_days=2192",
];

static STATEMENT: Query = Query::new(
    "OLD_STATEMENT",
    "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version, created_at_us,
        changed_at_us, created_by, client_id, year, number, number_is_default, statement_date, account, transfers_count,
        total_minor, lines_count, enrollment_code, purpose, done_through_line, executed_minor)
    values ($1, 'C00001', $2, 'UNSIGNED', $3, 5, $4, $4, 'U00001', 'demo-erp', 2019, 1, false, '2019-11-20',
        '40702810600000000001', 2, 200, 2, '01', 'Salary', $5, $6)",
);
static TRANSFER: Query = Query::new(
    "OLD_TRANSFER",
    "insert into payroll_transfers (statement_id, line, order_number, last_name, first_name, amount_minor, account,
        currency) values ($1, $2, $2, 'Иванов', 'Иван', 100, '40817810100000000001', 'RUR')",
);
static HISTORY: Query = Query::new(
    "OLD_HISTORY",
    "insert into payroll_history (statement_id, version, kind, from_state, to_state, at_us)
    values ($1, 5, 'UNSIGNED', $2, $3, $4)",
);
/// The event of that step.
static EVENT: Query = Query::new(
    "OLD_EVENT",
    "insert into event_outbox (due_at_us, at_us, audience, event_type, version, object_kind, object_id, data)
    values (0, $1, 'C00001', 'payroll.statement.changed', 1, 'payroll_statement', $2, '{}')",
);
static ORDER: Query = Query::new(
    "OLD_ORDER",
    "insert into bank_orders (order_id, kind, role, cnum, object_id, payload, state, opened_at_us, deadline_at_us,
        ended_at_us, ended_by, answer)
    values ($1, 'letter.answer', 'letters', 'C00001', 'old', '{}', 'WITHDRAWN', 0, 0, $2, 'test', 'It is over')",
);
static ORDERS_LEFT: Query =
    Query::new("ORDERS_LEFT", "select order_id from bank_orders where object_id = 'old' order by order_id");
static ERASE: Query = Query::new("ERASE", "delete from audit_entries where at_us < $1");
static REWRITE: Query = Query::new("REWRITE", "update audit_entries set detail = '{}' where at_us < $1");
static BACK: Query = Query::new("BACK", "update audit_archived set before_us = 0 where before_us < $1");
/// Would let everything go up to now.
static EARLY: Query = Query::new("EARLY", "update audit_archived set before_us = $1");
static FIRST: Query = Query::new("FIRST", "insert into audit_archived (alone, before_us) values (1, $1)");
static LEFT: Query = Query::new(
    "LEFT",
    "select (select count(1) from payroll_statements) as statements,
        (select count(1) from payroll_transfers) as transfers, (select count(1) from payroll_history) as steps,
        (select count(1) from audit_entries where action = 'test.happened') as entries,
        (select count(1) from journal_entries where idempotency_key = 'payment:old') as payments",
);

/// Has the database stand still from the moment on in which a unit leaves.
static RESTORED_SQLITE: [Query; 1] = [Query::new(
    "RESTORED_SQLITE",
    "create trigger restored after insert on retention_units
        begin insert into standstill (alone, since_us) values (1, 1); end",
)];
static RESTORED_POSTGRES: [Query; 2] = [
    Query::new(
        "RESTORED_FUNCTION",
        "create function restored() returns trigger language plpgsql as 'begin
            insert into standstill (alone, since_us) values (1, 1); return new; end'",
    ),
    Query::new(
        "RESTORED_POSTGRES",
        "create trigger restored after insert on retention_units for each row execute function restored()",
    ),
];
static GO_ON_SQLITE: Query = Query::new("GO_ON_SQLITE", "drop trigger restored");
static GO_ON_POSTGRES: Query = Query::new("GO_ON_POSTGRES", "drop trigger restored on retention_units");

/// An account without operations: those of the demo's begin with an opening balance, which is too young.
const NEW: &str = "40702810400000000023";

/// Statements, orders and entries of the trail: two are old, one a day too young, one of today; the days are closed.
async fn put_old_things(store: &Store) {
    let now = SystemClock.now();
    let put = move |tx: &mut Tx| -> Result<(), StoreError> {
        for (number, days, before, state) in [
            (1, OLD_DAYS, "PROCESSING", "EXECUTED"),
            (2, 2_192, "DRAFT", "DELETED"),
            (3, OLD_DAYS, "CHECKING", "AWAITING_SIGN"),
            (4, 2_193, "DRAFT", "DELETED"),
        ] {
            let at = now.plus_seconds(-days * DAY_S);
            let (id, done) = (vec![number; 16], if state == "EXECUTED" { 2 } else { 0 });
            tx.execute(&STATEMENT, params![&id, format!("s-{number}"), state, at, done, done * 100])?;
            tx.execute(&HISTORY, params![&id, before, state, at])?;
            let two = format!("{number:02x}{number:02x}");
            tx.execute(&EVENT, params![at, format!("{two}{two}-{two}-{two}-{two}-{two}{two}{two}")])?;
            for line in [1, 2] {
                tx.execute(&TRANSFER, params![&id, line])?;
            }
        }
        for days in [OLD_DAYS, 2_193, 2_192, 0] {
            tx.execute(&ORDER, params![format!("order-{days}"), now.plus_seconds(-days * DAY_S)])?;
        }
        let author = Author::outside_of_requests(Actor::System);
        for days in [OLD_DAYS, 1_828, 1_827, 0] {
            let at = now.plus_seconds(-days * DAY_S);
            let object = ("test", days.to_string());
            audit::record(tx, author.entry(at, &SystemRandomness, "test.happened", object))?;
        }
        Ok(())
    };
    store.write("test.put", put).await.expect("old things");
    let zone = "Europe/Moscow".parse().expect("a zone");
    accounts::close_due_day(store, now, &zone).await.expect("a closed day");
}

/// Statements, transfers, steps, entries and payments that are left.
fn left(installation: &Installation) -> [i64; 5] {
    on_database(installation, async |store| {
        let row = store.query_optional(&LEFT, params![]).await.expect("counts").expect("a row");
        ["statements", "transfers", "steps", "entries", "payments"]
            .map(|name| row.integer(name).expect("a count"))
    })
}

/// Orders that are left.
fn orders_left(installation: &Installation) -> Vec<String> {
    on_database(installation, async |store| store.select(&ORDERS_LEFT, params![]).await.expect("orders"))
}

fn retention(installation: &Installation, verb: &[&str]) -> String {
    installation.says(&[&["retention"], verb, &PERIODS].concat())
}

/// Tables of the rows that are found by these marks, each once, and the number of rows.
fn found(installation: &Installation, to: &str, marks: &[&str]) -> (BTreeSet<String>, usize) {
    let said = installation.says(&[&["archive", "find", to], marks].concat());
    let rows = said.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let tables: Vec<String> = rows.map(|row| row["table"].as_str().expect("a table").to_owned()).collect();
    (tables.iter().cloned().collect(), tables.len())
}

fn finds_what_has_left(installation: &Installation, to: &str, day: &str) {
    let statement = ["payroll_history", "payroll_statements", "payroll_transfers"].map(str::to_owned).into();
    let id = "01010101-0101-0101-0101-010101010101";
    for name in [id, &id.replace('-', ""), "s-1"] {
        assert_eq!(
            found(installation, to, &["--statement", name]),
            (BTreeSet::clone(&statement), 4),
            "{name}"
        );
    }
    assert_eq!(found(installation, to, &["--statement", id, "--day", day]), (statement, 4));
    for other in
        [&["--statement", "s-3"][..], &["--statement", id, "--day", "2019-01-01"], &["--account", "s"]]
    {
        assert_eq!(found(installation, to, other).1, 0, "{other:?}");
    }
    let (tables, rows) = found(installation, to, &["--account", NEW]);
    let entry = ["journal_entries", "journal_numbers", "operations", "postings"];
    let entry: BTreeSet<String> = entry.map(str::to_owned).into();
    assert_eq!((tables, rows), (entry.clone(), 5), "the entry with both postings");
    let (tables, _) = found(installation, to, &["--day", day]);
    assert!(tables.is_superset(&entry) && tables.contains("audit_entries"), "{tables:?}");
    assert!(installation.refuses(&["archive", "find", to]).contains("--statement"));
    for nothing in ["--statement=", "--statement=--", "--account= "] {
        let refused = installation.refuses(&["archive", "find", nothing, to]);
        assert!(refused.contains("has no letter and no digit"), "{nothing}: {refused}");
    }
}

/// Changes a byte of an archive for a while: the check names the file.
fn names_what_is_wrong_with_an_archive(installation: &Installation, to: &str) {
    let units = fs::read_dir(Path::new(to).join("statements")).expect("the archive");
    let file = units.map(|unit| unit.expect("a file").path()).next().expect("a unit");
    let right = fs::read(&file).expect("a file");
    let mut wrong = right.clone();
    wrong[right.len() / 2] ^= 1;
    fs::write(&file, wrong).expect("a file");
    let (good, out, err) = installation.run(&["retention", "check", to], "");
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(!good && out.contains(&name) && err.contains(" findings"), "{out}{err}");
    fs::write(&file, right).expect("a file");
}

fn commands_archive(installation: &Installation) {
    installation.import();
    let payments = folder();
    // The bank's day, which is another than that of UTC for three hours of each night.
    let zone: kernel::BankZone = "Europe/Moscow".parse().expect("a zone");
    let day = zone.date_of(SystemClock.now().plus_seconds(-OLD_DAYS * DAY_S)).to_string();
    let rows = format!(
        "payment_id,account,amount,posted_at,value_date,purpose\n\
         old,{NEW},1.00,{day}T12:00:00+03:00,{day},Payment\n"
    );
    fs::write(payments.path().join("payments.csv"), &rows).expect("a file");
    let account = format!(
        "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
         {NEW},D-23,1,1,0,Account,Account,C00001,001\n"
    );
    fs::write(payments.path().join("accounts.csv"), account).expect("a file");
    installation.says(&["import", payments.path().to_str().expect("UTF-8")]);
    on_database(installation, put_old_things);

    // Nothing leaves by default.
    let plan = installation.says(&["retention", "plan"]);
    assert_eq!(plan.matches("kept for ever").count(), areas::kept().len(), "{plan}");
    assert!(plan.contains("no archive: events") && plan.contains("kept for 90 days"), "{plan}");
    let shorter = installation.says(&["retention", "plan", "--set", "events_kept_days=30"]);
    assert!(shorter.contains("kept for 30 days (events_kept_days)"), "{shorter}");
    let to = payments.path().join("archive");
    let to = to.to_str().expect("UTF-8");
    assert!(installation.refuses(&["retention", "archive", "--to", to]).contains("for ever"));

    let plan = retention(installation, &["plan"]);
    for words in ["2 rows of payroll_statements", "2 rows of postings", "2 rows of audit_entries"] {
        assert!(plan.contains(words), "{words}: {plan}");
    }
    assert_eq!(left(installation), [4, 8, 4, 4, 1]);
    let said = retention(installation, &["archive", "--to", to, "--unit-rows", "10"]);
    assert!(said.contains("statements: 8 rows in 2 files"), "{said}");
    assert_eq!(left(installation), [2, 4, 2, 2, 0], "{said}");
    assert_eq!(orders_left(installation), ["order-0", "order-2192"], "{said}");
    let checked = retention(installation, &["check", to]);
    assert!(checked.contains("every digest, count and sum is right"), "{checked}");
    assert!(installation.says(&["check"]).contains("every sum is zero"));
    finds_what_has_left(installation, to, &day);
    names_what_is_wrong_with_an_archive(installation, to);
    let told = installation.trail("retention.archived");
    assert!(told.len() >= 3, "{told:?}");
    assert!(retention(installation, &["archive", "--to", to]).contains("nothing is over its time"));
    // The same file again books nothing twice.
    let again = installation.refuses(&["import", payments.path().to_str().expect("UTF-8")]);
    assert!(again.contains("payments.csv:2:posted_at") && again.contains("archived"), "{again}");
    // What is younger than the end stays in the trail, whoever asks.
    on_database(installation, async |store| {
        let now = SystemClock.now();
        for query in [&ERASE, &REWRITE, &BACK, &EARLY, &FIRST] {
            let refused = store.write("test.erase", move |tx| tx.execute(query, params![now])).await;
            assert!(matches!(refused, Err(StoreError::Constraint { .. })), "{}: {refused:?}", query.name());
        }
    });
    assert_eq!(left(installation)[3], 2);
}

#[test]
fn lif_03_a_restored_database_archives_nothing_before_it_goes_on() {
    let installation = Installation::sqlite();
    installation.says(&["migrate"]);
    installation.says(&["restored"]);
    let archive = ["retention", "archive", "--to", "/nowhere"];
    assert!(installation.refuses(&archive).contains("stands still"));
    installation.says(&["restored", "--go-on", "--reason", "The original is gone"]);
    assert!(installation.refuses(&archive).contains("for ever"));
}

fn archive_ends_where_the_database_was_restored(installation: &Installation) {
    installation.says(&["migrate"]);
    let is_sqlite = installation.settings[0].starts_with("database=sqlite");
    let restored = if is_sqlite { &RESTORED_SQLITE[..] } else { &RESTORED_POSTGRES[..] };
    let undone = if is_sqlite { &GO_ON_SQLITE } else { &GO_ON_POSTGRES };
    on_database(installation, async |store| {
        let put = move |tx: &mut Tx| -> Result<(), StoreError> {
            let at = SystemClock.now().plus_seconds(-OLD_DAYS * DAY_S);
            let author = Author::outside_of_requests(Actor::System);
            audit::record(tx, author.entry(at, &SystemRandomness, "test.happened", ("test", "old")))?;
            restored.iter().try_for_each(|query| tx.execute(query, params![]).map(drop))
        };
        store.write("test.put", put).await.expect("an old thing");
    });
    let folder = folder();
    let to = folder.path().join("archive");
    let archive = ["archive", "--to", to.to_str().expect("UTF-8")];
    let refused = installation.refuses(&[&["retention"], &archive[..], &PERIODS].concat());
    assert!(refused.contains("stands still") && !refused.contains("unavailable"), "{refused}");
    assert_eq!(left(installation)[3], 1);
    on_database(installation, async |store| {
        store
            .write("test.go_on", move |tx: &mut Tx| tx.execute(undone, params![]))
            .await
            .expect("it goes on");
    });
    retention(installation, &archive);
    assert_eq!(left(installation)[3], 0);
    retention(installation, &["check", to.to_str().expect("UTF-8")]);
}

crate::commands::on_both_databases! {
    fn lif_03_commands_plan_archive_and_check(bank: "clientbank_retention") { commands_archive(&bank); }
    fn lif_03_an_archive_ends_where_the_database_was_restored(bank: "clientbank_retention_restored") {
        archive_ends_where_the_database_was_restored(&bank);
    }
}

#[test]
fn lif_03_a_time_below_the_least_of_the_law_is_refused_at_the_start() {
    let installation = Installation::sqlite();
    installation.says(&["migrate"]);
    for (setting, least) in [
        ("retention_statements_days", 2_192),
        ("retention_postings_days", 2_192),
        ("retention_trail_days", 1_827),
        ("retention_closings_days", 2_192),
        ("retention_certificates_days", 1_827),
        ("retention_tariff_requests_days", 1_827),
        ("retention_letters_days", 1_827),
        ("retention_orders_days", 2_192),
    ] {
        let short = format!("{setting}={}", least - 1);
        for command in [
            &["serve", "--set", ORDERS][..],
            &["retention", "plan"],
            &["retention", "archive", "--to", "/nowhere"],
        ] {
            let mut arguments = command.to_vec();
            arguments.extend(["--set", &short]);
            let settings: Vec<&str> = installation.settings.iter().flat_map(|one| ["--set", one]).collect();
            let output = run(&[arguments, settings].concat());
            let said = text(&output.stderr);
            assert!(
                !output.status.success() && said.contains(setting) && said.contains(&least.to_string()),
                "{said}"
            );
        }
        installation.says(&["retention", "plan", "--set", &format!("{setting}={least}")]);
    }
}

#[test]
fn lif_03_every_kind_has_a_setting_and_a_time_that_the_law_names() {
    let kinds = areas::kept();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    assert_eq!(
        names,
        [
            "statements",
            "postings",
            "closings",
            "certificates",
            "tariff-requests",
            "letters",
            "orders",
            "trail"
        ]
    );
    for kind in kinds {
        let setting = SETTINGS.iter().find(|setting| setting.name == kind.setting).expect("a setting");
        assert!(setting.meaning.contains(&kind.law.least_days.to_string()), "{}", setting.meaning);
        assert!(!kind.law.source.is_empty());
    }
}

#[test]
fn lif_03_a_period_ends_with_whole_days_of_the_bank() {
    let period = retention::Period { setting: "x", days: 10 };
    let zone = "Europe/Moscow".parse().expect("a zone");
    for (now, kept_from) in
        [("2026-11-20T20:59:59Z", "2026-11-09T21:00:00Z"), ("2026-11-20T21:00:00Z", "2026-11-10T21:00:00Z")]
    {
        let now = Instant::from(now.parse::<jiff::Timestamp>().expect("a moment"));
        let from = period.kept_from(now, &zone).expect("an end");
        assert_eq!(from.to_timestamp().to_string(), kept_from);
    }
    assert_eq!(retention::Period { days: 0, ..period }.kept_from(SystemClock.now(), &zone), None);
}

/// The columns of a table, as the database has them.
async fn columns_of(bench: &Bench, table: &'static str) -> BTreeSet<String> {
    let mut query = DynamicQuery::new("COLUMNS");
    match bench.engine {
        Engine::Sqlite => query.sql("select name from pragma_table_info(").bind(table).sql(")"),
        Engine::Postgres => query
            .sql("select cast(column_name as text) as name from information_schema.columns where table_name = ")
            .bind(table)
            .sql(" and table_schema = current_schema()"),
    };
    let rows = bench.store.query_dynamic(query).await.expect("the columns");
    rows.iter().map(|row| row.text("name").expect("a name").to_owned()).collect()
}

on_both_engines! {
    async fn lif_03_an_archive_has_every_column_of_its_tables(bench: Bench) {
        bench.migrate(&areas::migrations()).await;
        for table in areas::kept().iter().flat_map(|kind| kind.tables) {
            let named: BTreeSet<String> = table.columns.iter().map(|(name, _)| (*name).to_owned()).collect();
            assert_eq!(named, columns_of(&bench, table.name).await, "{}", table.name);
        }
    }
}
