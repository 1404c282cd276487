use rusqlite::Connection;

use super::{SQLITE_FAULTS_MAX, faults_of_sqlite};

#[test]
fn lif_09_no_more_than_so_many_faults_of_a_sort_are_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bank.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch(
            "pragma foreign_keys = off;
            create table groups (group_id integer primary key);
            create table members (member_id integer primary key, group_id integer references groups (group_id));",
        )
        .unwrap();
    let add = |count: usize| {
        for _ in 0..count {
            connection.execute("insert into members (group_id) values (1)", []).unwrap();
        }
        faults_of_sqlite(&path).unwrap().len()
    };
    assert_eq!(add(0), 0);
    assert_eq!(add(SQLITE_FAULTS_MAX - 1), SQLITE_FAULTS_MAX - 1);
    assert_eq!(add(5), SQLITE_FAULTS_MAX);
}
