//! Packages of `PyPI`, in an environment of their own.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Outcome};

/// Installs `requirements` into the environment in `folder`, which is made when absent, and returns its interpreter.
/// Needs Python with venv.
pub(crate) fn environment(folder: &Path, requirements: &Path) -> Outcome<PathBuf> {
    shell::run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let mut install = Command::new(folder.join("bin/pip"));
    shell::run(install.args(["install", "--quiet", "--requirement"]).arg(requirements))?;
    Ok(folder.join("bin/python"))
}
