//! A PostgreSQL database whose tables are all published, for a logical replica, serves as any other.

use clientbank::application::areas;
use kernel::{Clock as _, Instant};
use store::{StoreError, Tx, params};
use testkit::{Bench, Engine, TestCaller, postgres, run};

use crate::wired::demo_application;

store::queries! {
    /// Lists the tables whose rows a publication cannot tell apart: no primary key, and no other replica identity.
    WITHOUT_IDENTITY = "select cast(c.relname as text) as name from pg_class c
        where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind = 'r'
        and c.relreplident <> 'f' and c.relreplident <> 'i'
        and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)
        order by c.relname";
    /// Stages a row, changes it and takes it away.
    STAGE = "insert into import_rows (import_id, group_number, chunk_key, file_number, line, cells)
        values (1, 1, 'key', 1, 1, $1)";
    /// Changes the row.
    RESTAGE = "update import_rows set line = 2 where import_id = 1";
    /// Takes the row away.
    UNSTAGE = "delete from import_rows where import_id = 1";
}

async fn every_row_can_be_told_apart(bench: Bench) {
    bench.migrate(&areas::migrations()).await;
    let found = bench.store.query(&WITHOUT_IDENTITY, params![]).await.unwrap();
    let names: Vec<&str> = found.iter().map(|row| row.text("name").unwrap()).collect();
    assert_eq!(names, Vec::<&str>::new());
}

#[test]
fn operator_05_every_table_tells_its_rows_apart_on_postgres() {
    run(Engine::Postgres, every_row_can_be_told_apart);
}

async fn serves_published(bench: Bench) {
    let mut application = demo_application(&bench).await;
    let store::StoreLocation::Postgres { url, .. } = &bench.location else { panic!("another engine") };
    let name = format!("all_of_{}_{}", std::process::id(), bench.clock.now().microseconds());
    let tables =
        "select string_agg(format('%I', tablename), ', ') from pg_tables where schemaname = current_schema()";
    // Of this schema alone: other tests make and drop tables of theirs meanwhile.
    let publish = format!("do $$ begin execute 'create publication {name} for table ' || ({tables}); end $$");
    postgres::execute(url, &publish).await;
    let client = bench.client(application.administration.clone());
    for _ in 0..2 {
        let answer = client.get("/health/ready").send().await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
        bench.clock.advance_seconds(1);
        application.workers.look_at_feed().await.expect("the feed is read");
    }
    let stage = |tx: &mut Tx| -> Result<(), StoreError> {
        tx.execute_one(&STAGE, params![vec![0_u8; 1]])?;
        tx.execute_one(&RESTAGE, params![])?;
        tx.execute_one(&UNSTAGE, params![])
    };
    bench.store.write("test.stage", stage).await.expect("rows on their way");
    let tokens = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
    let accounts =
        bench.client(application.api).get("/v1/accounts?fields=Number").tokens(&tokens).send().await;
    assert_eq!(accounts.status.as_u16(), 200, "{}", accounts.text());
    assert!(bench.clock.now() > Instant::from_microseconds(0));
    postgres::execute(url, &format!("drop publication {name}")).await;
}

#[test]
fn operator_05_a_database_that_is_published_serves_on_postgres() {
    run(Engine::Postgres, serves_published);
}
