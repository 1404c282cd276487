//! The program of an older commit, built beside the present one.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, Outcome, at, create};

/// The files by which a commit changes the tables.
const MIGRATIONS: &str = ":(glob)**/migrations/*.sql";

/// Builds the program of `commit`, or of the one before the newest migration, and returns where it is. The folder of
/// builds is that of this workspace, so that dependencies are there already.
pub(crate) fn program(commit: Option<&str>) -> Outcome<PathBuf> {
    let commit = match commit {
        Some(commit) => commit_of(commit)?,
        None => before_newest_migration()?,
    };
    let target = shell::target_folder()?;
    let folder = target.join("versions");
    let (program, tree) = (folder.join(format!("clientbank-{commit}")), folder.join(&commit));
    if program.exists() {
        return Ok(program);
    }
    create(&folder)?;
    if !tree.exists() {
        shell::run(git().args(["worktree", "add", "--detach"]).arg(&tree).arg(&commit))?;
    }
    let mut cargo = shell::cargo();
    cargo.current_dir(&tree).env("CARGO_TARGET_DIR", &target);
    let built =
        shell::run(cargo.args(["build", "--locked", "--package", "clientbank", "--package", "testkit"]));
    shell::run(git().args(["worktree", "remove", "--force"]).arg(&tree))?;
    built?;
    let from = target.join("debug").join("clientbank");
    fs::copy(&from, &program).map_err(at(&from))?;
    Ok(program)
}

/// The commit before the last one that brought a file of migrations. A commit that changed such a file or took it away
/// began another history, and this version refuses the databases of what was before it; without a newer migration it
/// is that commit itself.
fn before_newest_migration() -> Outcome<String> {
    let baseline =
        newest("DM", "HEAD")?.ok_or("no commit here is a baseline of the tables: name one by --older")?;
    match newest("A", &format!("{baseline}..HEAD"))? {
        Some(commit) => commit_of(&format!("{commit}^")),
        None => Ok(baseline),
    }
}

/// The newest commit of `range` that added (`A`), changed (`M`) or took away (`D`) a file of migrations.
fn newest(change: &str, range: &str) -> Outcome<Option<String>> {
    let filter = format!("--diff-filter={change}");
    let log = ["log", "-1", "--no-renames", &filter, "--format=%H", range, "--", MIGRATIONS];
    let found = shell::output(git().args(log))?;
    Ok(Some(found.trim().to_owned()).filter(|commit| !commit.is_empty()))
}

fn commit_of(name: &str) -> Outcome<String> {
    let name = format!("{name}^{{commit}}");
    let found = shell::output(git().args(["rev-parse", "--verify", "--end-of-options", &name]))?;
    Ok(found.trim().to_owned())
}

fn git() -> Command {
    let mut command = Command::new("git");
    command.current_dir(shell::root());
    command
}
