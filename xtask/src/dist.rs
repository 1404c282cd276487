//! The program as packages carry it: optimised as a whole, with its tables for debuggers in a file beside it.

use std::fs;
use std::process::Command;

use crate::harness::Build;
use crate::largest;
use crate::shell::{self, Outcome, at};

/// Builds `target/dist/clientbank` without tables, and `target/dist/clientbank.debug` with them; debuggers find the
/// second by the first.
pub(crate) fn run() -> Outcome<()> {
    let build = Build::Dist;
    let package = ["--locked", "--package", "clientbank"];
    shell::run(shell::cargo().arg("build").args(build.arguments()).args(package))?;
    let program = build.folder()?.join("clientbank");
    largest::tell(&program)?;
    let tables = program.with_extension("debug");
    shell::run(Command::new("objcopy").arg("--only-keep-debug").arg(&program).arg(&tables))?;
    // Cargo keeps a second name for what it has built: that one stays as it is, and the next run finds its tables.
    let stripped = program.with_extension("stripped");
    let link = format!("--add-gnu-debuglink={}", tables.display());
    shell::run(Command::new("objcopy").args(["--strip-all", &link]).args([&program, &stripped]))?;
    fs::rename(&stripped, &program).map_err(at(&program))?;
    for file in [&program, &tables] {
        let length = file.metadata().map_err(at(file))?.len();
        shell::line(&format!("{} KiB {}", length / 1024, file.display()));
    }
    Ok(())
}
