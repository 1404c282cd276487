//! `xmllint` of libxml2, the reference of the tests of `iso20022`.
//!
//! It is installed where the run may install, like PostgreSQL. Elsewhere the run goes on, and the tests that need it
//! fail with the name of the package: a comparison that is left out would look like one that found nothing.

use std::process::{Command, Stdio};

use crate::report;
use crate::shell;

/// The Debian package.
const PACKAGE: &str = "libxml2-utils";

/// Installs the command when it is missing and this user may.
pub(crate) fn provide() {
    if is_there() {
        return;
    }
    let may_install = shell::output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0");
    let installed = may_install
        && shell::run(Command::new("apt-get").args(["update", "-q"])).is_ok()
        && shell::run(
            Command::new("apt-get")
                .args(["install", "-q", "-y", "--no-install-recommends", PACKAGE])
                .env("DEBIAN_FRONTEND", "noninteractive"),
        )
        .is_ok();
    if !installed {
        report::line(&format!("xmllint is missing, its tests will fail: install the package {PACKAGE}"));
    }
}

fn is_there() -> bool {
    let mut version = Command::new("xmllint");
    let status = version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
