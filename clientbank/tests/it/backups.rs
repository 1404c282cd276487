//! LIF-09: a backup is one file that lies anywhere, and the trail says of it what is true.

use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use store::{Store, StoreLimits, StoreLocation};

use crate::commands::Installation;
use crate::maintenance::forget_a_migration;
use crate::owners::{as_service, give, is_root};
use crate::program::{clientbank, folder, text};

/// The bytes of an SQLite file that tell how it is written: 1 is without a log beside it.
const FORMAT: std::ops::Range<usize> = 18..20;

fn name(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn actions(installation: &Installation) -> Vec<String> {
    let trail = installation.says(&["audit", "--object-kind", "database"]);
    let action = |line: &str| {
        let entry: serde_json::Value = serde_json::from_str(line).expect("JSON");
        entry["action"].as_str().expect("a text").to_owned()
    };
    trail.lines().map(action).collect()
}

/// Tells whether a copy executes nothing, whoever starts a server on it.
fn stands_still(copy: &Path) -> bool {
    let copy: StoreLocation = format!("sqlite:{}", copy.display()).parse().expect("a location");
    tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
        let store = Store::open(&copy, StoreLimits::default()).await.expect("the copy");
        let since = jobs::stands_still_since(&store).await.expect("a read");
        store.close().await;
        since.is_some()
    })
}

#[test]
fn lif_09_a_backup_that_is_killed_leaves_no_copy_that_would_execute_anything() {
    let installation = Installation::sqlite();
    installation.says(&["migrate"]);
    let place = folder();
    for round in 0..3 {
        let backup = place.path().join(format!("backup-{round}.db"));
        let mut command = clientbank();
        command.args(["--set", &installation.settings[0], "backup", "--to", name(&backup)]);
        let mut child = command.stdout(Stdio::null()).spawn().expect("the program starts");
        // Killed as soon as anybody could take the file for a backup.
        while !backup.exists() {
            let has_ended = child.try_wait().expect("its state").is_some();
            assert!(!has_ended || backup.exists(), "it ended without a backup");
            std::thread::yield_now();
        }
        drop(child.kill());
        child.wait().expect("it ends");
        assert!(stands_still(&backup), "round {round}");
        assert!(
            backup.with_extension("db.sha256").exists(),
            "round {round}: nobody could tell that it is whole"
        );
    }
}

#[test]
fn lif_09_a_second_backup_into_a_file_leaves_the_first_with_its_digest() {
    let installation = Installation::sqlite();
    installation.says(&["migrate"]);
    let place = folder();
    let backup = place.path().join("backup.db");
    let digest = backup.with_extension("db.sha256");
    // The first one has its turn, and keeps its file while the second is at its copy.
    let turn = File::open(place.path()).expect("the folder");
    turn.lock().expect("the turn");
    let mut command = clientbank();
    command.args(["--set", &installation.settings[0], "backup", "--to", name(&backup)]);
    let mut second =
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    while std::fs::read_dir(place.path()).expect("a folder").count() == 0 {
        assert!(second.try_wait().expect("its state").is_none(), "it ended at once");
        std::thread::yield_now();
    }
    std::fs::write(&backup, "the first").expect("a file");
    std::fs::write(&digest, "its digest").expect("a file");
    drop(turn);
    let output = second.wait_with_output().expect("it ends");
    assert!(!output.status.success());
    let told = text(&output.stderr);
    assert!(told.contains("backup.db is there already"), "{told}");
    assert_eq!(std::fs::read_to_string(&backup).expect("a file"), "the first");
    assert_eq!(std::fs::read_to_string(&digest).expect("a file"), "its digest");
}

#[test]
fn lif_09_a_restore_that_is_killed_leaves_no_database_that_would_execute_anything() {
    let installation = Installation::sqlite();
    installation.says(&["migrate"]);
    // A copy that another program has made while no server was at work, so it does not stand still.
    let backup = installation.files.with_file_name("bank.db");
    let place = folder();
    for round in 0..3 {
        let restored = place.path().join(format!("restored-{round}.db"));
        let target = format!("database=sqlite:{}", restored.display());
        let mut command = clientbank();
        command.args(["--set", &target, "restore", "--from", name(&backup)]);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        // Killed as soon as anybody could start a server on it.
        while !restored.exists() {
            let has_ended = child.try_wait().expect("its state").is_some();
            assert!(!has_ended || restored.exists(), "it ended without a database");
            std::thread::yield_now();
        }
        drop(child.kill());
        child.wait().expect("it ends");
        assert!(stands_still(&restored), "round {round}");
    }
}

#[test]
fn lif_09_a_backup_is_one_file_that_is_read_where_nobody_may_write() {
    let mut installation = Installation::sqlite();
    installation.says(&["migrate"]);
    let place = folder();
    let backup = place.path().join("backup.db");
    installation.says(&["backup", "--to", name(&backup)]);
    let files = std::fs::read_dir(place.path()).expect("a folder");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").file_name()).collect();
    files.sort();
    assert_eq!(files, ["backup.db", "backup.db.sha256"], "no log beside it");
    assert_eq!(std::fs::read(&backup).expect("a file")[FORMAT], [1, 1]);

    std::fs::set_permissions(place.path(), PermissionsExt::from_mode(0o555)).expect("permissions");
    let restored = installation.files.with_file_name("restored.db");
    installation.settings[0] = format!("database=sqlite:{}", restored.display());
    // Root may write anywhere.
    if is_root(place.path()) {
        give(&backup);
        give(restored.parent().expect("a folder"));
        for arguments in
            [&["restore", "--check", "--from", name(&backup)][..], &["restore", "--from", name(&backup)]]
        {
            let output = as_service(&installation, arguments);
            assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        }
    } else {
        installation.says(&["restore", "--check", "--from", name(&backup)]);
        installation.says(&["restore", "--from", name(&backup)]);
    }
    assert!(installation.says(&["check"]).contains("every sum is zero"));
    std::fs::set_permissions(place.path(), PermissionsExt::from_mode(0o755)).expect("permissions");
}

#[test]
fn lif_09_the_trail_tells_the_beginning_of_a_backup_and_its_end_behind_the_proof() {
    let mut installation = Installation::sqlite();
    installation.says(&["migrate"]);
    let backup = installation.files.with_file_name("backup.db");
    std::fs::write(&backup, "another file").expect("a file");
    assert!(installation.refuses(&["backup", "--to", name(&backup)]).contains("is there already"));
    assert_eq!(actions(&installation), [""; 0], "nothing was begun");
    std::fs::remove_file(&backup).expect("the file");

    let nowhere = installation.files.with_file_name("nowhere").join("backup.db");
    installation.refuses(&["backup", "--to", name(&nowhere)]);
    assert_eq!(actions(&installation), ["database.backup_begun"]);
    installation.says(&["backup", "--to", name(&backup)]);
    let all = ["database.backed_up", "database.backup_begun", "database.backup_begun"];
    assert_eq!(actions(&installation), all, "the newest first");
    // The copy was made before its proof was noted.
    installation.settings[0] = format!("database=sqlite:{}", backup.display());
    assert_eq!(actions(&installation), ["database.backup_begun"; 2]);
}

#[test]
fn lif_09_a_newer_version_backs_up_older_tables_before_it_migrates_them() {
    let installation = Installation::sqlite();
    forget_a_migration(&installation);
    let backup = installation.files.with_file_name("backup.db");
    let told = installation.says(&["backup", "--to", name(&backup)]);
    assert!(told.contains("the sums are not proved, because 1 migration is pending here"), "{told}");
    assert!(told.contains("backed up to"), "{told}");
    assert_eq!(std::fs::read(&backup).expect("a file")[FORMAT], [1, 1]);
    assert!(installation.says(&["migrate", "--plan"]).contains("1 pending"));
    assert!(stands_still(&backup), "the newer version may migrate the copy, and executes nothing on it");
}

#[test]
fn lif_09_damaged_tables_of_an_older_version_are_backed_up_by_nobody() {
    let installation = Installation::sqlite();
    std::fs::remove_file(installation.files.join("employees_accounts.csv")).expect("the file");
    installation.import();
    forget_a_migration(&installation);
    // The row of the group has another key than its index: a copy of the database is as damaged.
    let database = installation.files.with_file_name("bank.db");
    let (row, other) = ("FLOWERSРомашка", "FLOWERZРомашка");
    let mut bytes = std::fs::read(&database).expect("a file");
    let place = bytes.windows(row.len()).position(|part| part == row.as_bytes()).expect("the row");
    bytes[place..place + row.len()].copy_from_slice(other.as_bytes());
    std::fs::write(&database, bytes).expect("a file");
    let backup = installation.files.with_file_name("backup.db");
    let refused = installation.refuses(&["backup", "--to", name(&backup)]);
    assert!(refused.contains("is damaged in"), "{refused}");
    assert!(!backup.exists(), "nobody finds a backup that is as damaged");
}
