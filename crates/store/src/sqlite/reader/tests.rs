use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::Reader;
use crate::StoreLimits;
use crate::sqlite::commits::Commits;
use crate::sqlite::connection::open_reader;

/// Far more than a snapshot lives.
const WAIT_MAX: Duration = Duration::from_secs(30);

/// Opens the file as another process does, whose commits are not counted.
fn other_process(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    connection.execute_batch("create table things (key integer)").unwrap();
    connection
}

fn count(reader: &mut Reader, commits: &Commits) -> i64 {
    let connection = reader.current(commits).unwrap();
    connection.query_row("select count(1) from things", [], |row| row.get(0)).unwrap()
}

#[test]
fn a_snapshot_ends_with_the_next_commit_or_after_its_time() {
    let path = std::env::temp_dir().join(format!("clientbank-snapshot-{}.db", std::process::id()));
    let writer = other_process(&path);
    let commits = Commits::at(&path);
    let mut reader = Reader::new(open_reader(&path, &StoreLimits::default()).unwrap());
    assert_eq!(count(&mut reader, &commits), 0);

    for written in 1..=100 {
        writer.execute_batch("insert into things values (1)").unwrap();
        Commits::at(&path).add();
        assert_eq!(count(&mut reader, &commits), written, "a commit that was counted is seen at once");
    }

    writer.execute_batch("insert into things values (1)").unwrap();
    let since = Instant::now();
    while count(&mut reader, &commits) == 100 {
        assert!(since.elapsed() < WAIT_MAX, "a commit of another process is never seen");
    }

    count(&mut reader, &commits);
    assert!(!reader.connection.is_autocommit());
    reader.forget().unwrap();
    assert!(reader.connection.is_autocommit());
    drop((writer, reader));
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
}
