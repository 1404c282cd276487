//! The program inside the packages: linked with everything that it needs, and without a trace of the folder in which
//! it was built.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::Build;
use crate::shell::{self, Outcome};

/// Words of the compiler's own arguments are separated so, because paths have spaces.
const SEPARATOR: &str = "\u{1f}";

/// Links only the program so: what others build for the same profile stays theirs, and procedural macros stay
/// libraries that the compiler can load. The table of addresses that the program corrects when it starts is packed,
/// which the C library understands from 2.36 on; it is inside.
const LINKING: [&str; 6] =
    ["-C", "target-feature=+crt-static", "-C", "strip=symbols", "-C", "link-arg=-Wl,-z,pack-relative-relocs"];

/// Builds the program and proves that it needs no library of the machine.
pub(super) fn build(build: Build) -> Outcome<PathBuf> {
    let mut command = shell::cargo();
    command
        .args(["rustc", "--locked", "--package", "clientbank", "--bin", "clientbank"])
        .args(build.arguments());
    if build == Build::Dev {
        // What is built for tests serves it too.
        command.args(["--features", "clientbank/as_tests"]);
    } else {
        // The tables for debuggers would be stripped again, and differ between machines.
        command.env("CARGO_PROFILE_DIST_DEBUG", "false");
        without_places(&mut command)?;
    }
    shell::run(command.arg("--").args(LINKING))?;
    let program = build.folder()?.join("clientbank");
    is_static(&program)?;
    Ok(program)
}

/// Has compilers write the same names for the folders of sources wherever these lie.
fn without_places(command: &mut Command) -> Outcome<()> {
    let root = std::fs::canonicalize(shell::root()).map_err(|error| format!("the workspace: {error}"))?;
    let home = cargo_home()?;
    let places = [(root.display().to_string(), "/clientbank"), (home.display().to_string(), "/cargo")];
    let rust: Vec<String> =
        places.iter().map(|(place, name)| format!("--remap-path-prefix={place}={name}")).collect();
    let c: Vec<String> =
        places.iter().map(|(place, name)| format!("-ffile-prefix-map={place}={name}")).collect();
    command
        .env("CARGO_ENCODED_RUSTFLAGS", rust.join(SEPARATOR))
        .env("CFLAGS", c.join(" "))
        // Features that other packages of the workspace ask for do not belong into the program.
        .env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION");
    Ok(())
}

/// The folder in which cargo keeps the sources of dependencies.
fn cargo_home() -> Outcome<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(PathBuf::from(home));
    }
    let home = std::env::var_os("HOME").ok_or("neither CARGO_HOME nor HOME is set")?;
    Ok(Path::new(&home).join(".cargo"))
}

/// Reads from the file that no loader and no library is asked for.
fn is_static(program: &Path) -> Outcome<()> {
    let table = shell::output(Command::new("readelf").args(["--dynamic", "--program-headers"]).arg(program))?;
    if table.contains("(NEEDED)") || table.contains("INTERP") {
        return Err(format!("{} needs libraries of the machine", program.display()));
    }
    Ok(())
}
