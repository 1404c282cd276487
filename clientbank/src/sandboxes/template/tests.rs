use std::fs;

use super::remove;

#[test]
fn ops_05_a_removal_that_is_broken_off_leaves_no_log_alone() {
    let folder = tempfile::tempdir().unwrap();
    let [path, log] = ["bank.db", "bank.db-wal"].map(|name| folder.path().join(name));
    // Something that cannot be removed stands for the moment before the file is gone.
    fs::create_dir_all(path.join("inside")).unwrap();
    fs::write(&log, "committed").unwrap();
    assert!(remove(&path).is_err());
    assert!(path.exists() && !log.exists());
}
