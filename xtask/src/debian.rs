//! Programs from Debian's packages that tests need: installed where the run may install, like PostgreSQL.

use std::process::Command;

use crate::shell;

/// A program and the package that brings it.
pub(crate) struct Package {
    /// The program, which knows `--version`.
    program: &'static str,
    name: &'static str,
    /// Packages that it needs beside.
    beside: &'static [&'static str],
}

/// `xmllint` of libxml2, the reference of the tests of `iso20022` and a reader of statements in `e2e/browser`.
pub(crate) const XMLLINT: Package = Package { program: "xmllint", name: "libxml2-utils", beside: &[] };
/// The browser of `e2e/browser`.
pub(crate) const CHROMIUM: Package = Package { program: "chromium", name: "chromium", beside: &[] };
/// The compiler of C# for `e2e/first-hour`.
pub(crate) const MONO: Package =
    Package { program: "mcs", name: "mono-mcs", beside: &["libmono-system-net-http4.0-cil"] };
/// The judge of Debian packages.
pub(crate) const LINTIAN: Package = Package { program: "lintian", name: "lintian", beside: &[] };
pub(crate) const SKOPEO: Package = Package { program: "skopeo", name: "skopeo", beside: &[] };
/// The maker of a new Debian in a folder.
pub(crate) const DEBOOTSTRAP: Package = Package { program: "debootstrap", name: "debootstrap", beside: &[] };

impl Package {
    /// Installs the program when it is missing and this user may.
    ///
    /// Elsewhere the run goes on, and the tests that need it fail with the name of the package: a comparison that is
    /// left out would look like one that found nothing.
    pub(crate) fn provide(&self) {
        if shell::is_there(self.program) {
            return;
        }
        let may_install = shell::output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0");
        let installed = may_install
            && shell::run(Command::new("apt-get").args(["update", "-q"])).is_ok()
            && shell::run(
                Command::new("apt-get")
                    .args(["install", "-q", "-y", "--no-install-recommends", self.name])
                    .args(self.beside)
                    .env("DEBIAN_FRONTEND", "noninteractive"),
            )
            .is_ok();
        if !installed {
            let Self { program, name, .. } = self;
            shell::line(&format!("{program} is missing, its tests will fail: install the package {name}"));
        }
    }
}
