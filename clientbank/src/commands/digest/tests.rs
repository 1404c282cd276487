use super::{compare, keep, put_right};

#[test]
fn lif_09_a_digest_is_that_of_the_backup_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (copy, backup) = (path("copy.db"), path("backup.db"));
    std::fs::write(&copy, "ours").expect("a file");
    keep(&copy, &backup).expect("a digest");
    // Another command has given the name to its backup by then.
    std::fs::write(&backup, "theirs").expect("a file");
    assert!(compare(&backup, None).is_err());
    put_right(&backup);
    assert!(path("backup.db.sha256").exists() && compare(&backup, None).is_ok());
    // Nobody has, and the name could not be given.
    std::fs::remove_file(&backup).expect("a file");
    put_right(&backup);
    assert!(!path("backup.db.sha256").exists());
}
