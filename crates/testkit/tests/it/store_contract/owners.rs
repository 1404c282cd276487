//! Files that root makes for a service of another user belong to that user.

use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::Path;

use store::{FileOwner, Store, StoreLimits, StoreLocation, copy_sqlite};

use super::tables::*;

/// A user that is not root, and a group of another number: neither has to exist.
const SERVICE: u32 = 64_321;
const GROUP: u32 = 64_322;

/// Gives the folder to the service; false, and says so, where this process is not root and cannot.
#[expect(clippy::print_stderr, reason = "whoever runs the tests has to see what was not tried")]
fn given_to_service(folder: &Path) -> bool {
    let is_root = folder.metadata().unwrap().uid() == 0;
    if is_root {
        chown(folder, Some(SERVICE), Some(GROUP)).unwrap();
    } else {
        eprintln!("skipped: only root can give a folder to another user");
    }
    is_root
}

fn owner_of(path: &Path) -> (u32, u32) {
    let metadata = path.symlink_metadata().unwrap();
    (metadata.uid(), metadata.gid())
}

#[test]
fn ops_01_what_root_makes_belongs_to_the_owner_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    if !given_to_service(folder.path()) {
        return;
    }
    let path = |name: &str| folder.path().join(name);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let location = StoreLocation::Sqlite { path: path("bank.db") };
        let store = Store::open(&location, StoreLimits::default()).await.unwrap();
        store.migrate(&[&THINGS]).await.unwrap();
        insert(&store, 1).await.unwrap();
        let side = store.side("staging", &THINGS, StoreLimits::default()).await.unwrap();
        insert(side.store(), 1).await.unwrap();
        for name in ["bank.db", "bank.db-wal", "bank.db-shm", "bank.db-staging", "bank.db-staging-wal"] {
            assert_eq!(owner_of(&path(name)), (SERVICE, GROUP), "{name}");
        }
        side.close().await;
        store.close().await;
    });
    let limits = StoreLimits::default();
    copy_sqlite(&path("bank.db"), &path("restored.db"), &limits, FileOwner::OfFolder).unwrap();
    assert_eq!(owner_of(&path("restored.db")), (SERVICE, GROUP));
    copy_sqlite(&path("bank.db"), &path("backup.db"), &limits, FileOwner::Maker).unwrap();
    assert_eq!(owner_of(&path("backup.db")), (0, 0), "what root keeps for itself stays root's");
}

#[test]
fn ops_01_what_is_there_keeps_its_owner_and_no_link_is_followed() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    if !given_to_service(folder.path()) {
        return;
    }
    let (target, link) = (elsewhere.path().join("secret"), folder.path().join("bank.db"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let open = || {
        let location = StoreLocation::Sqlite { path: link.clone() };
        runtime.block_on(Store::open(&location, StoreLimits::default()))
    };
    let opened = open();
    assert!(opened.is_err() && !target.exists(), "{opened:?}");
    std::fs::write(&target, "").unwrap();
    runtime.block_on(open().unwrap().close());
    assert_eq!(owner_of(&target), (0, 0));
}
