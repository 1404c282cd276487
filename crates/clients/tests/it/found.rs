//! Rows that people look up, page by page.

use std::sync::Arc;

use import::{rows_after, rows_where};
use testkit::Bench;

use crate::files::opened;

/// The keys of rows, of those that have a value where one is given, read so many at a time.
async fn keys(
    bench: &Bench,
    table: &str,
    value: Option<(&'static str, &'static str)>,
    limit: usize,
) -> Vec<String> {
    let all = clients::importers();
    let importer = all.iter().find(|importer| importer.file().file_stem == table).unwrap();
    let mut keys: Vec<String> = Vec::new();
    loop {
        let after = keys.last().cloned().unwrap_or_default();
        let importer = Arc::clone(importer);
        let read = move |tx: &mut store::Tx| match value {
            Some(value) => rows_where(tx, &*importer, value, &after, limit),
            None => rows_after(tx, &*importer, &after, limit).map(Some),
        };
        let page = bench.store.read("page", read).await.unwrap().unwrap();
        if page.is_empty() {
            return keys;
        }
        let has_value = value.is_none_or(|(column, value)| page.iter().all(|row| row.cells[column] == value));
        assert!(has_value, "{page:?}");
        keys.extend(page.into_iter().map(|row| row.key));
        assert!(keys.len() < 50, "a row comes again: {keys:?}");
    }
}

testkit::on_both_engines! {
    async fn lif_06_every_table_comes_page_by_page(bench: Bench) {
        let _opened = opened(&bench, "paged").await;
        for importer in clients::importers() {
            let table = importer.file().file_stem;
            assert_eq!(keys(&bench, table, None, 1).await, keys(&bench, table, None, 1_000).await, "{table}");
        }
        let rights = [
            "auditor/C00001",
            "ivanova/C00001",
            "ivanova/C00002",
            "kuznetsova/C00004",
            "petrov/C00001",
            "sidorov/C00003",
        ];
        assert_eq!(keys(&bench, "user_rights", None, 2).await, rights);
    }

    async fn lif_06_rows_of_a_value_come_page_by_page_without_those_of_others(bench: Bench) {
        let (files, _directory) = opened(&bench, "found").await;
        // A tax number of two companies, and a person of the first and the third.
        files.edit("companies.csv", "770712345633", "7707123458");
        files.edit("user_rights.csv", "auditor,C00001,ACT VIEW_ACCOUNTS", "auditor,C00001,ACT\nauditor,C00003,ACT");
        files.import(&bench).await.unwrap();
        for (table, column, expected) in [
            ("companies", ("inn", "7707123458"), vec!["C00001", "C00003"]),
            ("users", ("login", "petrov"), vec!["U00002"]),
            ("user_rights", ("cnum", "C00001"), vec!["auditor/C00001", "ivanova/C00001", "petrov/C00001"]),
            ("user_rights", ("login", "auditor"), vec!["auditor/C00001", "auditor/C00003"]),
        ] {
            for limit in [1, 2, 10] {
                assert_eq!(keys(&bench, table, Some(column), limit).await, expected, "{table} {column:?} {limit}");
            }
        }
    }
}
