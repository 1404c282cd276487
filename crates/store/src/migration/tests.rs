use super::*;

fn fault(sql: &'static str) -> Option<String> {
    Migration { version: 1, note: "", sql }.fault()
}

#[test]
fn lif_04_a_migration_that_says_it_only_adds_does_nothing_else() {
    for good in [
        "--@ expands\ncreate table a (key bigint not null primary key); create index b on a (key)",
        "--@ expands\nalter table a add column b bigint",
        "--@ expands\nalter table a add column b bigint not null default 0",
        "--@ expands\n--@ beside\ncreate index concurrently if not exists by_day on a (day)",
        "drop table a; update b set c = 1",
    ] {
        assert_eq!(fault(good), None, "{good}");
    }
    for bad in [
        "--@ expands\ncreate table a (key bigint); drop table b",
        "--@ expands\nalter table a add column b bigint not null",
        "--@ expands\nalter table a add column b bigint unique",
        "--@ expands\nalter table a drop column b",
        "--@ expands\nalter table a rename to b",
        "--@ expands\ncreate unique index b on a (key)",
        "--@ expands\nupdate a set b = 1",
        "--@ expands\n--@ postgres\ndrop table a",
        "--@ beside\ncreate index by_day on a (day)",
        "--@ beside\ncreate index concurrently by_day on a (day)",
        "--@ beside\ncreate index concurrently if not exists by_day on a (day); create table b (key bigint)",
        "--@ beside\ncreate index concurrently if not exists \"By\" on a (day)",
    ] {
        assert!(fault(bad).is_some(), "{bad}");
    }
}

#[test]
fn lif_04_statements_end_where_they_end() {
    let sql = "a 'x;''y' -- not; here\n; create function f as $$ b; c $$;\n\n d";
    assert_eq!(statements(sql), ["a 'x;''y'", "create function f as $$ b; c $$", "d"]);
    let tagged = "create function f as $body$ b; $$;$$ $1; c $body$; -- e\nselect 'ключ;' || $1;";
    assert_eq!(
        statements(tagged),
        ["create function f as $body$ b; $$;$$ $1; c $body$", "select 'ключ;' || $1"]
    );
    let beside = Migration {
        version: 1,
        note: "",
        sql: "--@ beside\ncreate unique index concurrently if not exists by_day on a (day);",
    };
    assert!(
        beside.sql_for(EngineKind::Sqlite).contains("create unique index if not exists by_day on a (day)")
    );
    assert_eq!(index_beside(&beside.statements()[0]), Some("by_day"));
}
