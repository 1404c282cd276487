//! Fills every table of the program, by its catalogue: a new table or column needs a line here only where a made-up
//! value would break a rule of the database.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use store::{DynamicQuery, Migration, MigrationTree, Row};
use testkit::{Bench, Engine};

use super::reading::Schema;
use super::values::{PARENTS, STEADY, VALUES};

/// The sizes of the tables that grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    name: &'static str,
    rows: u32,
    /// The least number of rows that are left where rows break a key.
    rows_left_min: i64,
}

/// A bank that tries the program.
pub(crate) const PILOT: Size = Size { name: "pilot", rows: 40, rows_left_min: 10 };
/// A bank with tables too large to be read as a whole.
pub(crate) const GROWN: Size = Size { name: "grown", rows: 6_000, rows_left_min: 3_000 };

/// Accounts of each company.
const ACCOUNTS_PER_COMPANY: u32 = 3;
/// Rows of a table that does not grow.
const STEADY_ROWS: u32 = 10;
/// A table of PostgreSQL alone.
const AWAITED: &str = "awaited_postings";
/// The table of the numbers from 0, gone when the others are full.
const NUMBERS: &str = "fill_numbers";

struct Column {
    table: String,
    name: String,
    kind: String,
    is_needed: bool,
}

/// A database with rows in every table.
pub(crate) struct FilledBank {
    pub(crate) schema: Schema,
    /// The tables that grow.
    pub(crate) growing: BTreeSet<String>,
}

/// Fills the tables beside the rows that are there.
pub(crate) async fn fill(bench: &Bench, size: Size) -> FilledBank {
    let columns = columns(bench).await;
    let tables: BTreeSet<String> = columns.iter().map(|column| column.table.clone()).collect();
    for (name, _) in STEADY {
        let is_other = bench.engine == Engine::Sqlite && *name == AWAITED;
        assert!(is_other || tables.contains(*name), "{name} is no table any more");
    }
    let growing: BTreeSet<String> =
        tables.iter().filter(|table| STEADY.iter().all(|(name, _)| name != table)).cloned().collect();
    let mut sql = format!(
        "create table {NUMBERS} (i bigint not null primary key);
         insert into {NUMBERS} (i) with recursive n (i) as (select 0 union all select i + 1 from n where i < {numbers})
         select i from n;\n",
        numbers = size.rows * ACCOUNTS_PER_COMPANY
    );
    if bench.engine == Engine::Postgres {
        for table in &tables {
            writeln!(sql, "alter table {table} set (autovacuum_enabled = false);").unwrap();
        }
    }
    let parents: Vec<&str> = PARENTS.split(' ').collect();
    let others = tables.iter().map(String::as_str).filter(|table| !parents.contains(table));
    for table in parents.iter().copied().chain(others) {
        sql.push_str(&insert(bench.engine, table, rows_of(table, size, &growing), &columns));
    }
    writeln!(sql, "drop table {NUMBERS};").unwrap();
    run(bench, format!("filling {}", size.name), sql).await;
    assert_filled(bench, &growing, size.rows_left_min).await;
    FilledBank { schema: Schema { tables, views: views(bench).await }, growing }
}

/// Has PostgreSQL look at the tables, as it does by itself after a minute. SQLite never looks at them.
pub(crate) async fn analyse(bench: &Bench, bank: &FilledBank, size: Size) {
    if bench.engine == Engine::Postgres {
        let tables: Vec<&str> = bank.schema.tables.iter().map(String::as_str).collect();
        run(bench, format!("analysing {}", size.name), format!("analyze {};", tables.join(", "))).await;
    }
}

/// Texts that are put together here run as migrations, which alone may be any text.
pub(crate) async fn run(bench: &Bench, area: String, sql: String) {
    let migrations =
        Box::leak(Box::new([Migration { version: 1, note: "a filled database", sql: sql.leak() }]));
    bench.migrate(&[&MigrationTree { area: area.leak(), migrations }]).await;
}

fn rows_of(table: &str, size: Size, growing: &BTreeSet<String>) -> u32 {
    match table {
        "accounts" | "ledger_accounts" => size.rows * ACCOUNTS_PER_COMPANY,
        "database_kind" | "sandbox_state" => 1,
        // Its one row is there, and no other is taken.
        "audit_archived" | AWAITED => 0,
        _ if growing.contains(table) => size.rows,
        _ => STEADY_ROWS,
    }
}

fn insert(engine: Engine, table: &str, rows: u32, columns: &[Column]) -> String {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for column in columns.iter().filter(|column| column.table == table) {
        if let Some(value) = value(engine, column) {
            names.push(column.name.as_str());
            values.push(value);
        }
    }
    let (names, values) = (names.join(", "), values.join(", "));
    format!(
        "insert into {table} ({names}) select {values} from {NUMBERS} where i < {rows} on conflict do nothing;\n"
    )
}

/// The value of a column in the row `i`; none for one that is empty.
fn value(engine: Engine, column: &Column) -> Option<String> {
    let own = format!("{}.{}", column.table, column.name);
    let chosen = VALUES.iter().find(|(name, _)| *name == own);
    let chosen = chosen.or_else(|| VALUES.iter().find(|(name, _)| *name == column.name));
    let value = match (chosen, column.kind.as_str()) {
        (Some((_, "null")), _) => return None,
        (Some((_, value)), _) => (*value).to_owned(),
        (None, _) if !column.is_needed => return None,
        (None, "bigint") if column.name.ends_with("_at_us") => "1000000 + i".to_owned(),
        (None, "bigint") => "1".to_owned(),
        (None, "boolean") => "false".to_owned(),
        (None, "text" | "bytea") => format!("'{}-' || i", column.name),
        (None, kind) => panic!("{own} is {kind}"),
    };
    Some(match (column.kind.as_str(), engine) {
        ("bytea", Engine::Sqlite) => format!("cast({value} as blob)"),
        ("bytea", Engine::Postgres) => format!("convert_to({value}, 'UTF8')"),
        _ => value,
    })
}

/// Every column but those of the migrations' own ledger.
async fn columns(bench: &Bench) -> Vec<Column> {
    let rows = rows(bench, match bench.engine {
        Engine::Sqlite => {
            "select m.name as table_name, p.name as column_name, lower(p.type) as kind,
                p.\"notnull\" = 1 or p.pk > 0 as is_needed
             from sqlite_schema m join pragma_table_info(m.name) p
             where m.type = 'table' and m.name <> 'schema_migrations' and substr(m.name, 1, 7) <> 'sqlite_'
             order by m.name, p.cid"
        }
        Engine::Postgres => {
            "select cast(c.table_name as text) as table_name, cast(c.column_name as text) as column_name,
                cast(c.data_type as text) as kind, c.is_nullable = 'NO' as is_needed
             from information_schema.columns c
             join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
             where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
                and c.table_name <> 'schema_migrations'
             order by c.table_name, c.ordinal_position"
        }
    });
    let text = |row: &Row, column| row.text(column).unwrap().to_owned();
    let column = |row: &Row| Column {
        table: text(row, "table_name"),
        name: text(row, "column_name"),
        kind: text(row, "kind"),
        is_needed: row.boolean("is_needed").unwrap(),
    };
    rows.await.iter().map(column).collect()
}

/// Reads the texts of the views: SQLite names their tables in a plan.
async fn views(bench: &Bench) -> Vec<String> {
    if bench.engine == Engine::Postgres {
        return Vec::new();
    }
    let rows = rows(bench, "select sql from sqlite_schema where type = 'view'").await;
    rows.iter().map(|row| row.text("sql").unwrap().to_owned()).collect()
}

/// A table that was forgotten would make every plan of it look good.
async fn assert_filled(bench: &Bench, growing: &BTreeSet<String>, rows_left_min: i64) {
    let counts: Vec<String> = growing
        .iter()
        .map(|table| format!("select '{table}' as name, count(*) as number from {table}"))
        .collect();
    for row in rows(bench, counts.join(" union all ").leak()).await {
        let (name, number) = (row.text("name").unwrap(), row.integer("number").unwrap());
        assert!(number >= rows_left_min, "{name} has {number} rows: give its keys values of their own");
    }
}

async fn rows(bench: &Bench, text: &'static str) -> Vec<Row> {
    let mut query = DynamicQuery::new("FILLING");
    query.sql(text);
    bench.store.query_dynamic(query).await.unwrap()
}
