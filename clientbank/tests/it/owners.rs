//! OPS-01: what root does for the service can be used by the service, whose user is another one.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Output;

use crate::commands::Installation;
use crate::program::text;

/// A user and a group that are not root's: neither has to exist.
const SERVICE: u32 = 64_321;
const GROUP: u32 = 64_322;

/// Tells whether this process is root, and says so where it is not.
#[expect(clippy::print_stderr, reason = "whoever runs the tests has to see what was not tried")]
pub(crate) fn is_root(folder: &Path) -> bool {
    let is_root = folder.metadata().expect("a folder").uid() == 0;
    if !is_root {
        eprintln!("skipped: only root can give a folder to another user");
    }
    is_root
}

/// Gives a folder or file to the service.
pub(crate) fn give(path: &Path) {
    chown(path, Some(SERVICE), Some(GROUP)).expect("root may");
}

/// Runs a command of the installation as the service.
pub(crate) fn as_service(installation: &Installation, arguments: &[&str]) -> Output {
    let mut command = installation.command(arguments);
    command.uid(SERVICE).gid(GROUP).current_dir("/").output().expect("the program starts")
}

fn says(installation: &Installation, arguments: &[&str]) {
    let output = as_service(installation, arguments);
    assert!(output.status.success(), "{arguments:?}: {}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn ops_01_the_service_works_on_what_root_imported_and_restored() {
    let mut installation = Installation::sqlite();
    let folder = installation.files.parent().expect("a folder").to_owned();
    if !is_root(&folder) {
        return;
    }
    give(&folder);
    installation.import();
    says(&installation, &["users", "lock", "ivanova"]);

    let backup = folder.join("backup.db");
    let backup_name = backup.to_str().expect("UTF-8").to_owned();
    installation.says(&["backup", "--to", &backup_name]);
    assert_eq!(backup.metadata().expect("a file").uid(), 0, "a backup that root makes is root's");

    let restored = folder.join("restored.db");
    installation.settings[0] = format!("database=sqlite:{}", restored.display());
    installation.says(&["restore", "--from", &backup_name]);
    for name in ["restored.db", "restored.db.lock"] {
        let metadata = folder.join(name).metadata().expect("a file");
        assert_eq!((metadata.uid(), metadata.gid()), (SERVICE, GROUP), "{name}");
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{name}");
    }
    says(&installation, &["users", "unlock", "ivanova"]);
    // The lock can be taken: a restore comes to the file that is there.
    let again = as_service(&installation, &["restore", "--from", &backup_name]);
    assert!(text(&again.stderr).contains("move it away first"), "{}", text(&again.stderr));
}
