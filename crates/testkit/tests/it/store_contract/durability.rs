//! A SQLite file survives everything that a bank's file must survive.

use store::{Durability, LocationError, Store, StoreError, StoreLimits, StoreLocation, params};
use testkit::{Bench, Engine, run};

use super::tables::*;

store::queries! {
    /// Tells the way in which commits reach the disk.
    SYNCHRONOUS = "select synchronous from pragma_synchronous";
    /// Tells the file that takes commits first.
    JOURNAL = "select journal_mode from pragma_journal_mode";
    FOREIGN_KEYS = "select foreign_keys from pragma_foreign_keys";
}

#[test]
fn commits_wait_for_the_disk() {
    run(Engine::Sqlite, |bench: Bench| async move {
        assert_eq!(StoreLimits::default().durability, Durability::Full);
        let store = bench.open_again(StoreLimits::default()).await;
        let (synchronous, journal, foreign_keys) = store
            .write("pragmas", |tx| {
                Ok::<_, StoreError>((
                    tx.query_one(&SYNCHRONOUS, params![])?.integer("synchronous")?,
                    tx.query_one(&JOURNAL, params![])?.text("journal_mode")?.to_owned(),
                    tx.query_one(&FOREIGN_KEYS, params![])?.integer("foreign_keys")?,
                ))
            })
            .await
            .unwrap();
        // 2 is FULL: the log is forced to the disk by every commit.
        assert_eq!((synchronous, journal.as_str(), foreign_keys), (2, "wal", 1));
        store.close().await;
    });
}

#[test]
fn a_file_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    run(Engine::Sqlite, |bench: Bench| async move {
        with_tables(&bench).await;
        let StoreLocation::Sqlite { path } = &bench.location else { panic!("a file") };
        for suffix in ["", "-wal", "-shm"] {
            let file = format!("{}{suffix}", path.display());
            let mode = std::fs::metadata(file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    });
}

#[test]
fn a_location_is_parsed_and_hides_its_password() {
    let location: StoreLocation = "sqlite:/var/lib/clientbank.db".parse().unwrap();
    assert_eq!(location.to_string(), "sqlite:/var/lib/clientbank.db");
    let location: StoreLocation =
        "postgres://bank:s3cret@db.example/clients?connect_timeout=1".parse().unwrap();
    for text in [location.to_string(), format!("{location:?}")] {
        assert_eq!(text, "postgres://db.example/clients");
    }
    for text in ["", "sqlite:", "mysql://x", "clients.db"] {
        assert_eq!(text.parse::<StoreLocation>(), Err(LocationError::Form), "{text}");
    }
    assert!(matches!("postgres://h/d?no_such=1".parse::<StoreLocation>(), Err(LocationError::Url(_))));
}

#[test]
fn what_cannot_be_opened_is_unavailable() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for text in ["sqlite:/no/such/folder/file.db", "postgres://nobody@127.0.0.1:1/none"] {
        let location: StoreLocation = text.parse().unwrap();
        let opened = runtime.block_on(Store::open(&location, StoreLimits::default()));
        assert!(matches!(opened, Err(StoreError::Unavailable(_))), "{opened:?}");
    }
}
