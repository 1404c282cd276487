//! Programs from Debian's packages that tests need: installed where the run may install, like PostgreSQL.

use cluster::machine;

use crate::shell;

pub(crate) struct Package {
    /// The program, which knows `--version`.
    program: &'static str,
    packages: &'static [&'static str],
}

/// `xmllint` of libxml2, the reference of the tests of `iso20022` and a reader of statements in `e2e/browser`.
pub(crate) const XMLLINT: Package = Package { program: "xmllint", packages: &["libxml2-utils"] };
/// The browser of `e2e/browser`.
pub(crate) const CHROMIUM: Package = Package { program: "chromium", packages: &["chromium"] };
/// The compiler of C# for `e2e/first-hour`.
pub(crate) const MONO: Package =
    Package { program: "mcs", packages: &["mono-mcs", "libmono-system-net-http4.0-cil"] };
/// The judge of Debian packages.
pub(crate) const LINTIAN: Package = Package { program: "lintian", packages: &["lintian"] };
pub(crate) const SKOPEO: Package = Package { program: "skopeo", packages: &["skopeo"] };
/// The maker of a new Debian in a folder.
pub(crate) const DEBOOTSTRAP: Package = Package { program: "debootstrap", packages: &["debootstrap"] };

impl Package {
    /// Installs the program when it is missing and this user may.
    ///
    /// Elsewhere the run goes on, and the tests that need it fail with the name of the package: a comparison that is
    /// left out would look like one that found nothing.
    pub(crate) fn provide(&self) {
        let Self { program, packages } = self;
        if shell::is_there(program) {
            return;
        }
        shell::line(&format!("{program} is missing"));
        if let Err(error) = machine::install(packages) {
            shell::line(&format!("its tests will fail: {error}"));
        }
    }
}
