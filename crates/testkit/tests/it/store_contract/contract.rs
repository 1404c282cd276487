//! The contract suite: the duties of any engine.

use kernel::{Cnum, Instant};
use store::{StoreError, StoreLimits, params};
use testkit::{Bench, on_both_engines};

use super::tables::{self, *};

on_both_engines! {
    async fn every_type_comes_back_as_it_went_in(bench: Bench) {
        with_tables(&bench).await;
        let bytes = vec![0_u8, 255, 39];
        let stored = bytes.clone();
        bench.store.write("insert", move |tx| {
            tx.execute_one(&INSERT_FULL, params![i64::MIN + 1, "Ёж 'and' \"more\" 🦔", stored.clone(), true, i64::MAX])?;
            tx.execute_one(&INSERT_FULL, params![2, None::<&str>, None::<Vec<u8>>, None::<bool>, 0])
        }).await.unwrap();

        let row = bench.store.query_optional(&THING, params![i64::MIN + 1]).await.unwrap().unwrap();
        assert_eq!(row.integer("key"), Ok(i64::MIN + 1));
        assert_eq!(row.text("label"), Ok("Ёж 'and' \"more\" 🦔"));
        assert_eq!(row.bytes("payload"), Ok(&bytes[..]));
        assert_eq!(row.boolean("flag"), Ok(true));
        assert_eq!(row.instant("amount"), Ok(Instant::from_microseconds(i64::MAX)));

        let row = bench.store.query_optional(&THING, params![2]).await.unwrap().unwrap();
        assert_eq!(row.optional_text("label"), Ok(None));
        assert_eq!(row.optional_bytes("payload"), Ok(None));
        assert_eq!(row.optional_boolean("flag"), Ok(None));
        assert_eq!(bench.store.query_optional(&THING, params![3]).await.unwrap().map(|_| ()), None);
    }

    async fn a_row_that_makes_no_sense_names_query_and_column(bench: Bench) {
        with_tables(&bench).await;
        bench.store.write("insert", |tx| tx.execute_one(&INSERT_THING, params![1, "not a cnum!", 7])).await.unwrap();
        let row = bench.store.query_optional(&THING, params![1]).await.unwrap().unwrap();
        let column_of = |error: StoreError| match error {
            StoreError::Inconsistency { query: "THING", column, .. } => column,
            error => panic!("{error:?}"),
        };
        assert_eq!(column_of(row.bytes("payload").unwrap_err()), "payload");
        assert_eq!(column_of(row.integer("label").unwrap_err()), "label");
        assert_eq!(column_of(row.boolean("amount").unwrap_err()), "amount");
        assert_eq!(column_of(row.text("absent").unwrap_err()), "absent");
        assert_eq!(column_of(row.parse::<Cnum>("label").unwrap_err()), "label");
    }

    async fn parameters_out_of_order_reach_their_columns(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 1).await.unwrap();
        bench.store.write("set", |tx| tx.execute_one(&SET_AMOUNT, params![1, "new", 300])).await.unwrap();
        let row = bench.store.query_optional(&THING, params![1]).await.unwrap().unwrap();
        assert_eq!((row.text("label"), row.integer("amount")), (Ok("new"), Ok(300)));
    }

    async fn a_wrong_number_of_parameters_is_refused_alike(bench: Bench) {
        with_tables(&bench).await;
        for (parameters, number) in [(params![1, "x"], 3), (params![1, "x", 2, 3], 4), (params![], 1)] {
            let result = bench.store.write("set", move |tx| tx.execute(&SET_AMOUNT, parameters.clone())).await;
            assert!(
                matches!(result, Err(StoreError::Parameter { query: "SET_AMOUNT", number: n, .. }) if n == number),
                "{result:?}"
            );
        }
    }

    async fn nul_in_a_text_is_refused_alike(bench: Bench) {
        with_tables(&bench).await;
        let expected = StoreError::Parameter {
            query: "INSERT_THING",
            number: 2,
            reason: "a text must not contain the character U+0000".to_owned(),
        };
        let result = bench.store.write("insert", |tx| tx.execute(&INSERT_THING, params![1, "a\0b", 0])).await;
        assert_eq!(result, Err(expected.clone()));
        let result =
            bench.store.write("insert", |tx| tx.execute_many(&INSERT_THING, vec![params![1, "\0", 0]])).await;
        assert_eq!(result, Err(expected));
        let result = bench.store.query(&RELABEL, params![1, "\0", "x"]).await.map(|_| ());
        assert!(matches!(result, Err(StoreError::Parameter { number: 2, .. })), "{result:?}");
        assert_eq!(tables::count(&bench.store).await, 0);
    }

    async fn one_row_means_exactly_one(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 1).await.unwrap();
        let result = bench.store.write("add", |tx| tx.execute_one(&ADD, params![9, 1])).await;
        assert_eq!(result, Err(StoreError::RowsChanged { query: "ADD", changed: 0 }));
        // A lost compare-and-set is an answer, not a failure: the unit goes on.
        let result = bench.store.write("relabel", |tx| {
            let lost = tx.execute_one(&RELABEL, params![1, "not this", "x"]);
            assert_eq!(lost, Err(StoreError::RowsChanged { query: "RELABEL", changed: 0 }));
            tx.execute_one(&RELABEL, params![1, "label 1", "x"])
        }).await;
        assert_eq!(result, Ok(()));
        let result = bench.store.write("read", |tx| tx.query_one(&THING, params![9]).map(|_| ())).await;
        assert_eq!(result, Err(StoreError::RowsReturned { query: "THING", returned: 0 }));
        insert(&bench.store, 2).await.unwrap();
        let result = bench.store.query_optional(&ALL_THINGS, params![]).await.map(|_| ());
        assert_eq!(result, Err(StoreError::RowsReturned { query: "ALL_THINGS", returned: 2 }));
    }

    async fn the_number_of_rows_has_a_limit(bench: Bench) {
        with_tables(&bench).await;
        let store = bench.open_again(StoreLimits { rows_max: 3, ..Bench::limits() }).await;
        for key in 0..3 {
            insert(&store, key).await.unwrap();
        }
        assert_eq!(store.query(&ALL_THINGS, params![]).await.unwrap().len(), 3);
        insert(&store, 3).await.unwrap();
        let expected = StoreError::RowsReturned { query: "ALL_THINGS", returned: 4 };
        assert_eq!(store.query(&ALL_THINGS, params![]).await.map(|_| ()), Err(expected.clone()));
        let result = store.read("all", |tx| tx.query(&ALL_THINGS, params![]).map(|_| ())).await;
        assert_eq!(result, Err(expected));
        store.close().await;
    }

    async fn many_rows_and_returned_rows(bench: Bench) {
        with_tables(&bench).await;
        let changed = bench.store.write("many", |tx| {
            let rows = (0..1_500_i64).map(|key| params![key, key.to_string(), 2]).collect();
            tx.execute_many(&INSERT_THING, rows)
        }).await;
        assert_eq!(changed, Ok(1_500));
        let total = bench.store.write("add", |tx| {
            tx.query_one(&ADD_RETURNING, params![7, 40])?;
            tx.query_one(&SUM, params![])?.integer("total")
        }).await;
        assert_eq!(total, Ok(3_040));
    }

    async fn clashes_are_told_apart(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 1).await.unwrap();
        let result = insert(&bench.store, 1).await;
        assert!(matches!(result, Err(StoreError::Unique { query: "INSERT_THING", .. })), "{result:?}");
        let result = bench.store.write("label", |tx| tx.execute(&INSERT_THING, params![2, "label 1", 0])).await;
        assert!(matches!(result, Err(StoreError::Unique { .. })), "{result:?}");
        let result = bench.store.write("check", |tx| tx.execute(&ADD, params![1, -1])).await;
        assert!(matches!(result, Err(StoreError::Constraint { query: "ADD", .. })), "{result:?}");
        let claim = |tx: &mut store::Tx| {
            Ok::<_, StoreError>((
                tx.execute(&CLAIM_LABEL, params![2, "label 1"])?,
                tx.execute(&CLAIM_LABEL, params![3, "free"])?,
            ))
        };
        assert_eq!(bench.store.write("claim", claim).await, Ok((0, 1)));
    }

    async fn a_read_unit_sees_one_snapshot(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 1).await.unwrap();
        let (mut halt, has_seen, go_on) = halt();
        let store = bench.store.clone();
        let reading = tokio::spawn(async move {
            store.read("snapshot", move |tx| {
                let before = tx.query_one(&COUNT, params![])?.integer("things")?;
                halt();
                Ok::<_, StoreError>((before, tx.query_one(&COUNT, params![])?.integer("things")?))
            }).await
        });
        has_seen.await.unwrap();
        insert(&bench.store, 2).await.unwrap();
        go_on.send(()).unwrap();
        assert_eq!(reading.await.unwrap(), Ok((1, 1)));
        assert_eq!(tables::count(&bench.store).await, 2);
    }

    async fn only_a_writing_unit_writes(bench: Bench) {
        with_tables(&bench).await;
        let result = bench.store.query(&INSERT_THING, params![1, "x", 0]).await.map(|_| ());
        assert!(matches!(result, Err(StoreError::Other { .. })), "{result:?}");
        let result = bench.store.read("insert", |tx| tx.execute(&INSERT_THING, params![1, "x", 0])).await;
        assert!(matches!(result, Err(StoreError::Other { .. })), "{result:?}");
        assert_eq!(tables::count(&bench.store).await, 0);
    }

    async fn a_refused_unit_leaves_nothing(bench: Bench) {
        with_tables(&bench).await;
        let result: Result<(), StoreError> = bench.store.write("refused", |tx| {
            tx.execute_one(&INSERT_THING, params![1, "x", 0])?;
            Err(StoreError::Busy("the closure says no".to_owned()))
        }).await;
        assert_eq!(result, Err(StoreError::Busy("the closure says no".to_owned())));
        assert_eq!(tables::count(&bench.store).await, 0);
    }

    async fn a_mistake_in_a_text_is_found_by_preparing(bench: Bench) {
        with_tables(&bench).await;
        bench.store.prepare_all(store::QUERIES).await.unwrap();
        bench.store.prepare_all(&[&INSERT_THING, &THING, &SUM, &ADD_RETURNING, &CLAIM_LABEL]).await.unwrap();
        for (query, name) in [(&NO_SQL, "NO_SQL"), (&NO_COLUMN, "NO_COLUMN")] {
            let result = bench.store.prepare_all(&[&THING, query]).await;
            assert!(matches!(result, Err(StoreError::Other { query, .. }) if query == name), "{result:?}");
        }
    }

    async fn a_closed_store_refuses(bench: Bench) {
        with_tables(&bench).await;
        bench.store.ping(&*bench.randomness).await.unwrap();
        let other = bench.store.clone();
        insert(&other, 1).await.unwrap();
        other.close().await;
        let result = insert(&bench.store, 2).await;
        assert!(matches!(result, Err(StoreError::Unavailable(_))), "{result:?}");
        let again = bench.open_again(Bench::limits()).await;
        assert_eq!(tables::count(&again).await, 1);
        again.close().await;
    }
}
