//! The examples of docs/WEBHOOKS.md, as they are printed, against deliveries of a demo.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use super::{Demo, npm_ci};
use crate::debian;
use crate::python;
use crate::shell::{self, Outcome};

/// Runs the commands and the programs of the page.
pub(super) fn run(demo: &Demo, target: &Path) -> Outcome<()> {
    let packages = shell::root().join("e2e/oidc-clients");
    let python = python::environment(&target.join("e2e-python"), &packages.join("requirements.txt"))?;
    if shell::has_node() {
        npm_ci(&packages)?;
    }
    debian::MONO.provide();
    let mut examples = Command::new(python);
    examples.args(["-B", "e2e/webhooks/examples.py"]).current_dir(shell::root());
    examples.env("CLIENTBANK_ADMINISTRATION", demo.address("administration")).env("PATH", path(target)?);
    shell::run(&mut examples)
}

/// The path on which the page's `clientbank` is the one that was built.
fn path(target: &Path) -> Outcome<OsString> {
    let known = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(target.join("debug")).chain(std::env::split_paths(&known));
    std::env::join_paths(folders).map_err(|error| format!("the path of programs: {error}"))
}
