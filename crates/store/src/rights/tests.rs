use super::Rights;
use crate::{Migration, MigrationTree};

static TREE: MigrationTree = MigrationTree {
    area: "things",
    migrations: &[Migration::new(
        1,
        "things",
        "create table things (key text);\n-- A border.\n--@ owner\ncreate table borders (key text);\n
        create table steps (key text);\ncreate view seen as select key from things;",
    )],
};

#[test]
fn rights_follow_from_the_texts() {
    let texts = [
        "insert into things (key) values ($1) on conflict (key) do update set key = excluded.key",
        "with gone as (delete from steps where key = $1 returning key) insert into things (key) select key from gone",
        "update borders set key = $1",
        "insert into elsewhere (key) values ($1)",
    ];
    let rights = Rights::of(&[&TREE], texts, &["steps"]);
    let told: Vec<String> = rights
        .tables()
        .map(|(table, rights)| format!("{table}: {}", rights.iter().copied().collect::<Vec<_>>().join(" ")))
        .collect();
    let wanted =
        ["borders: ", "room_probe: delete insert", "schema_expansions: ", "schema_migrations: ", "seen: "];
    assert_eq!(told, [&wanted[..], &["steps: delete truncate", "things: insert update"]].concat());
}

#[test]
fn rights_are_written_for_names_of_any_kind() {
    let text = Rights::of(&[&TREE], [], &[]).statements("the \"bank\"", "se\"rvice");
    assert!(text.contains("grant usage on schema \"the \"\"bank\"\"\" to \"se\"\"rvice\";"), "{text}");
    assert!(
        text.contains("revoke all on borders from \"se\"\"rvice\"; grant select on borders to"),
        "{text}"
    );
}
