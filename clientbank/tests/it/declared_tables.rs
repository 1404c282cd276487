//! A table is declared once: as the struct of its rows, which is what the migrations made.

use std::collections::BTreeMap;

use clientbank::application::areas;
use store::{ColumnType, DynamicQuery, Table};
use testkit::{Bench, Engine, on_both_engines};

/// The columns of a table with their types and whether they may be NULL, and the columns of its key, as the database
/// has them.
async fn columns_of(bench: &Bench, table: &str) -> BTreeMap<String, (ColumnType, bool, bool)> {
    let mut query = DynamicQuery::new("COLUMNS");
    match bench.engine {
        Engine::Sqlite => query
            .sql("select name, lower(type) as kind, \"notnull\" = 0 and pk = 0 as optional, pk > 0 as in_key \
                from pragma_table_info(")
            .bind(table)
            .sql(")"),
        Engine::Postgres => query
            .sql("select cast(a.attname as text) as name, cast(format_type(a.atttypid, null) as text) as kind, \
                not a.attnotnull as optional, coalesce(a.attnum = any (i.indkey), false) as in_key \
                from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary \
                where a.attnum > 0 and not a.attisdropped and a.attrelid = to_regclass(")
            .bind(table)
            .sql(")"),
    };
    let rows = bench.store.query_dynamic(query).await.unwrap();
    let column = |row: &store::Row| {
        let kind = match row.text("kind").unwrap() {
            "bigint" | "integer" => ColumnType::Integer,
            "text" => ColumnType::Text,
            "bytea" | "blob" => ColumnType::Bytes,
            "boolean" => ColumnType::Boolean,
            other => panic!("a column of the type {other}"),
        };
        let flags = (row.boolean("optional").unwrap(), row.boolean("in_key").unwrap());
        (row.text("name").unwrap().to_owned(), (kind, flags.0, flags.1))
    };
    rows.iter().map(column).collect()
}

/// Names what is different in the database.
async fn differences(bench: &Bench, table: &Table) -> Vec<String> {
    let found = columns_of(bench, table.name).await;
    let mut differences = Vec::new();
    for (name, kind, is_optional) in table.columns {
        let declared = (*kind, *is_optional, table.key.contains(name));
        if found.get(*name) != Some(&declared) {
            differences.push(format!("{}.{name}: {declared:?}, {:?}", table.name, found.get(*name)));
        }
    }
    let key = found.values().filter(|(_, _, is_key)| *is_key).count();
    if key != table.key.len() {
        differences.push(format!("{}: a key of {key} columns", table.name));
    }
    differences
}

on_both_engines! {
    async fn facts_once_a_declared_table_is_the_one_that_the_migrations_made(bench: Bench) {
        bench.migrate(&areas::migrations()).await;
        let mut found = Vec::new();
        for table in areas::AREAS.iter().flat_map(|wired| wired.area.tables) {
            found.extend(differences(&bench, table).await);
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
        // A wrong declaration is found.
        let wrong = Table {
            name: "accounts",
            key: &["number", "mode"],
            columns: &[("number", ColumnType::Text, false), ("mode", ColumnType::Text, false),
                ("name", ColumnType::Text, true), ("absent", ColumnType::Text, false)],
        };
        assert_eq!(differences(&bench, &wrong).await.len(), 4);
    }
}
