use super::*;

fn told(sql: &'static str) -> Vec<(String, TableLock)> {
    locks(&Migration { version: 1, note: "", sql }).into_iter().collect()
}

#[test]
fn lif_04_a_statement_locks_what_postgresql_says() {
    for (sql, table, lock) in [
        ("create index by_day on things (day)", "things", TableLock::Share),
        ("create unique index if not exists by_day on things(day)", "things", TableLock::Share),
        (
            "--@ beside\ncreate index concurrently if not exists by_day on things (day)",
            "things",
            TableLock::ShareUpdateExclusive,
        ),
        ("ALTER TABLE things ADD COLUMN day bigint", "things", TableLock::AccessExclusive),
        ("alter table things validate constraint day_known", "things", TableLock::ShareUpdateExclusive),
        ("drop table if exists things", "things", TableLock::AccessExclusive),
        ("insert into things (day) values ('a;b')", "things", TableLock::RowExclusive),
        ("update things set day = 1", "things", TableLock::RowExclusive),
        (
            "create trigger grows before delete on things for each row execute function x()",
            "things",
            TableLock::ShareRowExclusive,
        ),
        ("create table other (thing bigint references things (key))", "things", TableLock::ShareRowExclusive),
    ] {
        assert_eq!(told(sql), [(table.to_owned(), lock)], "{sql}");
    }
}

#[test]
fn lif_04_the_strongest_lock_counts_and_own_tables_do_not() {
    let sql = "update things set day = 1; alter table things add column b bigint;
        create table other (key bigint); create index on_other on other (key); insert into other values (1);
        --@ sqlite
        drop table elsewhere;
        --@ postgres
        create function f() returns trigger language plpgsql as $$ begin delete from nowhere; end $$;
        -- drop table nowhere;
        --@ both";
    assert_eq!(told(sql), [("things".to_owned(), TableLock::AccessExclusive)]);
}
