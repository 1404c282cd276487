//! Queries that are put together while the program runs.

use store::{DynamicQuery, StoreError, StoreLimits, params};
use testkit::{Bench, on_both_engines};

use super::tables::{self, *};

/// A thing by its label, in the words that differ between the engines.
fn by_part(part: &str) -> DynamicQuery {
    let mut query = DynamicQuery::new("BY_PART");
    query.sql("select key, label, amount from things where strpos(label collate \"C\", ").bind(part);
    query.sql(") > 0 and amount >= ").bind(0).sql(" and (flag is null or flag = ").bind(true);
    query.sql(") and (payload is null or payload = ").bind(vec![1_u8]).sql(") order by key limit ").number(2);
    query
}

on_both_engines! {
    async fn values_of_every_type_are_bound(bench: Bench) {
        with_tables(&bench).await;
        for key in 0..4 {
            insert(&bench.store, key).await.unwrap();
        }
        let rows = bench.store.query_dynamic(by_part("label")).await.unwrap();
        let keys: Vec<_> = rows.iter().map(|row| row.integer("key").unwrap()).collect();
        assert_eq!(keys, [0, 1]);
        assert_eq!(rows[1].text("label"), Ok("label 1"));
        assert!(bench.store.query_dynamic(by_part("' or 1=1 --")).await.unwrap().is_empty());
        let seen = bench.store.read("part", |tx| {
            Ok::<_, StoreError>((tx.query_dynamic(&by_part("l \
                3"))?.len(), tx.query_one(&COUNT, params![])?.integer("things")?))
        }).await;
        assert_eq!(seen, Ok((1, 4)));
    }

    async fn no_rows_and_too_many_rows(bench: Bench) {
        with_tables(&bench).await;
        let store = bench.open_again(StoreLimits { rows_max: 1, ..Bench::limits() }).await;
        assert!(store.query_dynamic(by_part("label")).await.unwrap().is_empty());
        insert(&store, 0).await.unwrap();
        assert_eq!(store.query_dynamic(by_part("label")).await.unwrap().len(), 1);
        insert(&store, 1).await.unwrap();
        let result = store.query_dynamic(by_part("label")).await.map(|_| ());
        assert_eq!(result, Err(StoreError::RowsReturned { query: "BY_PART", returned: 2 }));
        store.close().await;
    }

    async fn a_dynamic_text_only_reads(bench: Bench) {
        with_tables(&bench).await;
        let mut insert = DynamicQuery::new("INSERT");
        insert.sql("insert into things (key, label) values (").bind(1).sql(", ").bind("x").sql(") returning key");
        let result = bench.store.query_dynamic(insert).await.map(|_| ());
        assert!(matches!(result, Err(StoreError::Other { query: "INSERT", .. })), "{result:?}");
        assert_eq!(tables::count(&bench.store).await, 0);
    }

    async fn a_faulty_dynamic_text_is_refused_alike(bench: Bench) {
        with_tables(&bench).await;
        let mut numbered = DynamicQuery::new("NUMBERED");
        numbered.sql("select key from things where key = $1").bind(1);
        let result = bench.store.query_dynamic(numbered).await.map(|_| ());
        assert!(matches!(result, Err(StoreError::Other { query: "NUMBERED", .. })), "{result:?}");
        let mut wrong = DynamicQuery::new("WRONG");
        wrong.sql("select nothing from things where key = ").bind(1);
        let result = bench.store.query_dynamic(wrong).await.map(|_| ());
        assert!(matches!(result, Err(StoreError::Other { query: "WRONG", .. })), "{result:?}");
        let mut null = DynamicQuery::new("NULL");
        null.sql("select key from things where label = ").bind(None::<&str>);
        let result = bench.store.query_dynamic(null).await.map(|_| ());
        assert!(matches!(result, Err(StoreError::Parameter { query: "NULL", number: 1, .. })), "{result:?}");
        let result = bench.store.query_dynamic(by_part("a\0b")).await.map(|_| ());
        assert!(matches!(result, Err(StoreError::Parameter { query: "BY_PART", number: 1, .. })), "{result:?}");
    }
}
