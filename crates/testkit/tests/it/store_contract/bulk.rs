//! One change for many rows.

use store::{BULK_ROWS_MAX, Column, StoreError, StoreLimits, Tx, Value, params};
use testkit::{Bench, on_both_engines};

use super::tables::*;

store::queries! {
    INSERT_OR_LEAVE = "insert into things (key, label, payload, flag, amount) values ($1, $2, $3, $4, $5) \
        on conflict (label) do nothing";
    /// Adds to an amount, unless it would fall below zero or the label is another.
    ADD_OR_LEAVE = "update things set amount = amount + $2 where key = $1 and amount + $2 >= 0 and label <> $3";
    BY_LABEL = "select key, amount from things where label = $1 and amount >= $2 order by key";
    /// A text without a form for a bulk.
    NO_FORM = "delete from things where key = $1";
}

type Insert = Result<u64, StoreError>;

async fn insert_numbered(bench: &Bench, count: i64) -> Insert {
    let insert = move |tx: &mut Tx| {
        let keys: Vec<i64> = (0..count).collect();
        let labels: Vec<String> = keys.iter().map(|key| format!("label {key}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let amounts: Vec<i64> = keys.iter().map(|key| key * 10).collect();
        tx.insert_bulk(
            &INSERT_THING,
            &[Column::Integers(&keys), Column::Texts(&labels), Column::Integers(&amounts)],
        )
    };
    bench.store.write("insert", insert).await
}

on_both_engines! {
    async fn a_bulk_of_readings_tells_which_value_found_what(bench: Bench) {
        with_tables(&bench).await;
        insert_numbered(&bench, 100).await.unwrap();
        let read = |tx: &mut Tx| {
            let labels = ["label 7", "nobody", "label 3", "label 7", "label 1"];
            let found = tx.query_bulk(&BY_LABEL, &[Column::Texts(&labels), Column::Same(Value::Integer(20))])?;
            let found = found.iter();
            let found = found.map(|(position, row)| Ok((*position, row.integer("key")?, row.integer("amount")?)));
            found.collect::<Result<Vec<_>, StoreError>>()
        };
        let found = bench.store.read("read", read).await.unwrap();
        assert_eq!(found, [(0, 7, 70), (2, 3, 30), (3, 7, 70)]);
        let nothing = |tx: &mut Tx| tx.query_bulk(&BY_LABEL, &[Column::Texts(&[]), Column::Same(Value::Integer(0))]);
        assert_eq!(bench.store.read("read", nothing).await.unwrap().len(), 0);
    }

    async fn a_bulk_of_readings_has_a_limit(bench: Bench) {
        with_tables(&bench).await;
        insert_numbered(&bench, 10).await.unwrap();
        let store = bench.open_again(StoreLimits { rows_max: 3, ..Bench::limits() }).await;
        let read = |labels: &'static [&'static str]| move |tx: &mut Tx| {
            let found = tx.query_bulk(&BY_LABEL, &[Column::Texts(labels), Column::Same(Value::Integer(0))])?;
            Ok::<_, StoreError>(found.len())
        };
        assert_eq!(store.read("read", read(&["label 1", "label 2", "label 3"])).await, Ok(3));
        let many = read(&["label 1", "label 2", "label 3", "label 4"]);
        assert!(matches!(store.read("read", many).await, Err(StoreError::RowsReturned { .. })));
        store.close().await;
    }

    async fn a_bulk_inserts_every_row(bench: Bench) {
        with_tables(&bench).await;
        assert_eq!(insert_numbered(&bench, 10_000).await, Ok(10_000));
        let rows = bench.store.query(&ALL_THINGS, params![]).await.unwrap();
        assert_eq!(rows.len(), 10_000);
        let last = &rows[9_999];
        assert_eq!((last.integer("key"), last.text("label"), last.integer("amount")), (Ok(9_999), Ok("label \
            9999"), Ok(99_990)));
        assert_eq!(insert_numbered(&bench, 0).await, Ok(0));
    }

    async fn a_bulk_holds_every_type_and_leaves_what_is_there(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 7).await.unwrap();
        let payloads: Vec<&[u8]> = vec![&[0, 255], &[], &[7]];
        let bulk = move |tx: &mut Tx| {
            let labels = [Some("Ёж 'and' \"more\""), None, Some("label 7")];
            let columns = [
                Column::Integers(&[1, 2, 3]), Column::OptionalTexts(&labels), Column::Bytes(&payloads),
                Column::Same(Value::Boolean(true)), Column::Integers(&[i64::MAX, 0, 1]),
            ];
            tx.insert_bulk(&INSERT_OR_LEAVE, &columns)
        };
        assert_eq!(bench.store.write("insert", bulk).await, Ok(2));
        let first = bench.store.query_optional(&THING, params![1]).await.unwrap().unwrap();
        assert_eq!((first.text("label"), first.bytes("payload")), (Ok("Ёж 'and' \"more\""), Ok(&[0_u8, 255][..])));
        assert_eq!((first.boolean("flag"), first.integer("amount")), (Ok(true), Ok(i64::MAX)));
        let second = bench.store.query_optional(&THING, params![2]).await.unwrap().unwrap();
        assert_eq!((second.optional_text("label"), second.bytes("payload")), (Ok(None), Ok(&[][..])));
        assert_eq!(count(&bench.store).await, 3);
    }

    async fn a_long_bulk_holds_every_type_and_nothing(bench: Bench) {
        with_tables(&bench).await;
        // Long enough for the form that PostgreSQL gets many rows in, and for several pieces of it.
        let bulk = move |tx: &mut Tx| {
            let keys: Vec<i64> = (0..3_000).collect();
            let labels: Vec<String> = keys.iter().map(|key| format!("Ёж 'and' \"{key}\"\n\t\\N")).collect();
            let labels = labels.iter().enumerate();
            let labels: Vec<Option<&str>> = labels.map(|(index, label)| (index != 7).then_some(&**label)).collect();
            let payloads: Vec<&[u8]> = vec![&[0, 255, 10, 13]; keys.len()];
            let columns = [
                Column::Integers(&keys), Column::OptionalTexts(&labels), Column::Bytes(&payloads),
                Column::Same(Value::Boolean(true)), Column::Same(Value::Integer(i64::MAX)),
            ];
            tx.insert_bulk(&INSERT_FULL, &columns)
        };
        assert_eq!(bench.store.write("insert", bulk).await, Ok(3_000));
        let thing = |key: i64| bench.store.query_optional(&THING, params![key]);
        let last = thing(2_999).await.unwrap().unwrap();
        assert_eq!((last.text("label"), last.bytes("payload")), (Ok("Ёж 'and' \
            \"2999\"\n\t\\N"), Ok(&[0_u8, 255, 10, 13][..])));
        assert_eq!((last.boolean("flag"), last.integer("amount")), (Ok(true), Ok(i64::MAX)));
        let without = thing(7).await.unwrap().unwrap();
        assert_eq!(without.optional_text("label"), Ok(None));
        let nothing = |tx: &mut Tx| {
            let keys: Vec<i64> = (3_000..3_100).collect();
            let null = || Column::Same(Value::Null);
            let zero = Column::Same(Value::Integer(0));
            tx.insert_bulk(&INSERT_FULL, &[Column::Integers(&keys), null(), null(), null(), zero])
        };
        assert_eq!(bench.store.write("insert", nothing).await, Ok(100));
        let last = thing(3_099).await.unwrap().unwrap();
        assert_eq!((last.optional_text("label"), last.optional_bytes("payload")), (Ok(None), Ok(None)));
    }

    async fn a_long_bulk_that_fails_costs_its_unit_and_no_more(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 2_500).await.unwrap();
        let refused = insert_numbered(&bench, 10_000).await;
        assert!(matches!(refused, Err(StoreError::Unique { query: "INSERT_THING", .. })), "{refused:?}");
        let below = |tx: &mut Tx| {
            let (keys, amounts): (Vec<i64>, Vec<i64>) = (0..1_000).map(|key| (10_000 + key, 500 - key)).unzip();
            let columns = [Column::Integers(&keys), Column::Same(Value::Null), Column::Integers(&amounts)];
            tx.insert_bulk(&INSERT_THING, &columns)
        };
        let refused = bench.store.write("insert", below).await;
        assert!(matches!(refused, Err(StoreError::Constraint { query: "INSERT_THING", .. })), "{refused:?}");
        assert_eq!(count(&bench.store).await, 1);
        // The connection goes on.
        assert_eq!(insert_numbered(&bench, 2_000).await, Ok(2_000));
    }

    async fn a_bulk_tells_what_it_did_not_change(bench: Bench) {
        with_tables(&bench).await;
        insert_numbered(&bench, 5).await.unwrap();
        let add = |tx: &mut Tx| {
            let columns = [
                Column::Integers(&[0, 1, 99, 4, 2]), Column::Integers(&[-1, 5, 1, 7, 1]),
                Column::Same(Value::from("label 2")),
            ];
            tx.update_bulk(&ADD_OR_LEAVE, &columns)
        };
        // Would fall below zero; is not there; has the label that is excepted.
        assert_eq!(bench.store.write("add", add).await, Ok(vec![0, 2, 4]));
        let amounts: Vec<i64> = bench.store.query(&ALL_THINGS, params![]).await.unwrap()
            .iter().map(|row| row.integer("amount").unwrap()).collect();
        assert_eq!(amounts, [0, 15, 20, 30, 47]);
    }

    async fn a_bulk_that_fails_costs_its_unit(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 3).await.unwrap();
        assert!(matches!(insert_numbered(&bench, 5).await, Err(StoreError::Unique { query: "INSERT_THING", .. })));
        assert_eq!(count(&bench.store).await, 1);
        let below = |tx: &mut Tx| tx.update_bulk(&ADD, &[Column::Integers(&[3]), Column::Integers(&[-1])]);
        assert!(matches!(bench.store.write("add", below).await, Err(StoreError::Constraint { query: "ADD", .. })));
    }

    async fn a_bulk_that_does_not_fit_is_refused_alike(bench: Bench) {
        with_tables(&bench).await;
        let refused = |columns: Vec<Column<'static>>| {
            bench.store.write("refused", move |tx| tx.insert_bulk(&INSERT_THING, &columns))
        };
        let number = |result: Insert| match result {
            Err(StoreError::Parameter { number, .. }) => number,
            other => panic!("{other:?}"),
        };
        let amounts = || Column::Integers(&[1, 2]);
        assert_eq!(number(refused(vec![Column::Integers(&[1, 2]), Column::Texts(&["a", "b\0"]), amounts()]).await), 2);
        assert_eq!(number(refused(vec![Column::Integers(&[1, 2]), Column::Texts(&["a"]), amounts()]).await), 2);
        assert_eq!(number(refused(vec![Column::Integers(&[1, 2]), Column::Texts(&["a", "b"])]).await), 3);
        let same = || Column::Same(Value::Integer(1));
        assert_eq!(number(refused(vec![same(), same(), same()]).await), 1);
        let numbers: &'static [i64] = vec![0; BULK_ROWS_MAX + 1].leak();
        let label = Column::Same(Value::from("a"));
        assert_eq!(number(refused(vec![Column::Integers(numbers), label, Column::Integers(numbers)]).await), 1);
        assert_eq!(count(&bench.store).await, 0);
    }

    async fn values_and_their_places_survive_a_repeated_key(bench: Bench) {
        with_tables(&bench).await;
        insert_numbered(&bench, 2).await.unwrap();
        // Two values for one row: SQLite adds both, PostgreSQL one and tells of the other. Callers never do this.
        let add = |tx: &mut Tx| tx.update_bulk(&ADD, &[Column::Integers(&[1, 1, 0]), Column::Integers(&[5, 5, 1])]);
        let unchanged = bench.store.write("add", add).await.unwrap();
        assert!(unchanged.len() <= 1 && !unchanged.contains(&2), "{unchanged:?}");
    }
}

/// PostgreSQL cannot derive an unknown form; SQLite needs no form.
#[test]
fn a_text_without_a_form_is_refused() {
    testkit::run(testkit::Engine::Postgres, |bench| async move {
        with_tables(&bench).await;
        let delete = |tx: &mut Tx| tx.update_bulk(&NO_FORM, &[Column::Integers(&[1])]);
        let refused = bench.store.write("delete", delete).await;
        assert!(matches!(refused, Err(StoreError::Other { query: "NO_FORM", .. })), "{refused:?}");
    });
}
