//! NIST's certification paths, which no crate carries: a package of `PyPI` does.

use std::path::PathBuf;
use std::process::Command;

use crate::python;
use crate::shell::{self, Outcome};
use crate::test;

/// The variable that names the folder of the vectors to the tests.
const DATA: &str = "CLIENTBANK_PKITS";
/// Prints the folder of the package.
const WHERE: &str = "import cryptography_vectors, os; print(os.path.dirname(cryptography_vectors.__file__))";

/// Fetches the files and runs the tests that need them, on both engines.
pub(crate) fn run() -> Outcome<()> {
    let environment = shell::target_folder()?.join("vectors-python");
    let requirements = shell::root().join("crates/clients/tests/it/pkits/requirements.txt");
    let python = python::environment(&environment, &requirements)?;
    let package = shell::output(Command::new(python).args(["-c", WHERE]))?;
    let data = PathBuf::from(package.trim()).join("x509/PKITS_data");
    // All packages, as in a whole run: the build of that is not repeated for this one with other features.
    let tests = ["--workspace", "--test", "it", "--", "--ignored", "pkits"].map(str::to_owned);
    test::run_with(&tests, &[(DATA, data.as_os_str())])
}
