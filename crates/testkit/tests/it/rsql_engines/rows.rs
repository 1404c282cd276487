//! The table that is filtered, and how it is asked.

use rsql::{Field, Fields, Filter, Piece, Sort};
use store::{DynamicQuery, Migration, MigrationTree, Store, params};
use testkit::Bench;

pub(crate) static STATES: [&str; 4] = ["UNSIGNED", "SIGNED", "DONE", "DECLINED"];

pub(crate) static FIELDS: Fields = Fields::new(&[
    Field::integer("id", "r.id"),
    Field::enumeration("state", "r.state", &STATES),
    Field::text("name", "r.name"),
    Field::text("note", "r.note").optional(),
    Field::integer("rank", "r.rank").optional(),
    Field::moment("createdAt", "r.created_at_us"),
]);

static ROWS: MigrationTree = MigrationTree {
    area: "rows",
    migrations: &[Migration {
        version: 1,
        note: "Rows of every type that a filter knows.",
        // On PostgreSQL the texts follow the rules of a language, as those of a bank's database may.
        sql: "create table filtered_rows (
                id bigint not null primary key,
--@ sqlite
                state text not null, name text not null, note text,
--@ postgres
                state text collate \"und-x-icu\" not null, name text collate \"und-x-icu\" not null,
                note text collate \"und-x-icu\",
--@ both
                rank bigint, created_at_us bigint not null);
              create index filtered_rows_by_name on filtered_rows (name);",
    }],
};

store::queries! {
    pub(crate) INSERT_ROW =
        "insert into filtered_rows (id, state, name, note, rank, created_at_us) values ($1, $2, $3, $4, $5, $6)";
}

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) state: &'static str,
    pub(crate) name: String,
    pub(crate) note: Option<String>,
    pub(crate) rank: Option<i64>,
    pub(crate) created_at_us: i64,
}

pub(crate) async fn with_rows(bench: &Bench, rows: &[Row]) {
    bench.migrate(&[&ROWS]).await;
    let parameters: Vec<_> = rows
        .iter()
        .map(|row| params![row.id, row.state, &row.name, row.note.as_deref(), row.rank, row.created_at_us])
        .collect();
    let expected = rows.len() as u64;
    let inserted =
        bench.store.write("rows", move |tx| tx.execute_many(&INSERT_ROW, parameters.clone())).await;
    assert_eq!(inserted, Ok(expected));
}

/// The ids that the filter selects, in the order of the sort.
pub(crate) async fn selected(store: &Store, filter: &Filter, sort: &Sort) -> Vec<i64> {
    let mut query = DynamicQuery::new("FILTERED");
    query.sql("select r.id from filtered_rows r where ");
    filter.write(&mut |piece| append(&mut query, piece));
    query.sql(" order by ");
    sort.write(&mut |piece| append(&mut query, piece));
    let text = query.text().to_owned();
    let rows = store.query_dynamic(query).await.unwrap_or_else(|error| panic!("{error}: {text}"));
    rows.iter().map(|row| row.integer("id").unwrap()).collect()
}

/// The ids that the filter selects, ascending.
pub(crate) async fn ids(store: &Store, filter: &str) -> Vec<i64> {
    let parsed = Filter::parse(filter, &FIELDS).unwrap_or_else(|error| panic!("{error}: {filter}"));
    selected(store, &parsed, &Sort::parse(&["id"], &FIELDS).unwrap()).await
}

fn append(query: &mut DynamicQuery, piece: Piece<'_>) {
    match piece {
        Piece::Sql(text) => query.sql(text),
        Piece::Number(number) => query.number(number),
        Piece::Integer(integer) => query.bind(integer),
        Piece::Text(text) => query.bind(text),
    };
}
