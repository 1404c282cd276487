use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{OpenFlags, StatementStatus};

use super::{READER_CACHE_KIB, open, open_writer_once};
use crate::{Store, StoreLimits, StoreLocation};

#[test]
fn other_values_of_parameters_do_not_plan_a_statement_again() {
    let limits = StoreLimits::default();
    let connection = open(Path::new(":memory:"), OpenFlags::default(), READER_CACHE_KIB, &limits).unwrap();
    connection.execute_batch("create table things (number bigint not null)").unwrap();
    let mut statement = connection.prepare("select number from things order by number limit ?1").unwrap();
    for limit in 1..=3 {
        statement.query([limit]).unwrap().next().unwrap();
    }
    assert_eq!(statement.get_status(StatementStatus::RePrepare), 0);
}

/// An empty folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clientbank-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder
}

#[test]
fn ops_05_a_log_without_its_database_stays_as_it_is() {
    let (folder, limits) = (folder("log-alone"), StoreLimits::default());
    let [path, log, elsewhere] = ["bank.db", "bank.db-wal", "moved.db"].map(|name| folder.join(name));
    let writer = open_writer_once(&path, &limits).unwrap();
    writer.execute_batch("create table things (number bigint not null)").unwrap();
    let committed = fs::read(&log).unwrap();
    assert!(!committed.is_empty());
    fs::rename(&path, &elsewhere).unwrap();
    for is_there in [false, true] {
        if is_there {
            fs::write(&path, []).unwrap();
        }
        let refused = open_writer_once(&path, &limits).unwrap_err().to_string();
        assert!(refused.contains("bank.db-wal has what was committed last"), "{refused}");
        assert_eq!((fs::read(&log).unwrap(), path.exists()), (committed.clone(), is_there));
    }
    fs::rename(&elsewhere, &path).unwrap();
    drop(writer);
    open_writer_once(&path, &limits).unwrap().execute_batch("insert into things values (1)").unwrap();
    fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn ops_05_after_a_clean_stop_the_database_is_one_file() {
    let folder = folder("one-file");
    let [path, log] = ["bank.db", "bank.db-wal"].map(|name| folder.join(name));
    let opened = Store::open(&StoreLocation::Sqlite { path }, StoreLimits::default()).await.unwrap();
    opened.migrate(&[]).await.unwrap();
    opened.read::<_, crate::StoreError>("test.read", |_| Ok(())).await.unwrap();
    assert!(fs::metadata(&log).unwrap().len() > 0);
    opened.close().await;
    assert!(!log.exists());
    fs::remove_dir_all(&folder).unwrap();
}
