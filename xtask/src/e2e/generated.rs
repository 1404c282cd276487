//! Clients that are generated from the merged description, each against a demo of its own: some calls can be made
//! once.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Demo, npm_ci};
use crate::python;
use crate::shell::{self, Outcome, create};

/// The tests of generated TypeScript, after they were compiled.
const TYPESCRIPT_TESTS: [&str; 2] = ["openapi-fetch.test.js", "hey-api.test.js"];

/// Runs openapi-typescript with openapi-fetch, and @hey-api/openapi-ts.
pub(super) fn node(target: &Path) -> Outcome<()> {
    let folder = folder();
    let description = description(target)?;
    npm_ci(&folder)?;
    for script in ["generate", "check", "build"] {
        let mut npm = Command::new("npm");
        npm.args(["run", "--silent", script]).current_dir(&folder);
        shell::run(npm.env("CLIENTBANK_OPENAPI", &description))?;
    }
    for test in TYPESCRIPT_TESTS {
        let mut node = Command::new("node");
        node.args(["--test", test]).current_dir(&folder);
        run(&mut node, target, &description)?;
    }
    Ok(())
}

pub(super) fn python(target: &Path) -> Outcome<()> {
    let folder = folder();
    let description = description(target)?;
    let python = python::environment(&target.join("e2e-generated-python"), &folder.join("requirements.txt"))?;
    let package = target.join("e2e-generated/clientbank_client");
    let mut generator = Command::new(python.with_file_name("openapi-python-client"));
    generator.args(["generate", "--meta", "none", "--overwrite", "--fail-on-warning"]);
    generator.args(["--config", "openapi-python-client.yaml"]).arg("--path").arg(&description);
    shell::run(generator.arg("--output-path").arg(&package).current_dir(&folder))?;
    let mut test = Command::new(&python);
    test.args(["-B", "test_openapi_python_client.py"]).current_dir(&folder);
    test.env("PYTHONPATH", target.join("e2e-generated"));
    run(&mut test, target, &description)
}

fn folder() -> PathBuf {
    shell::root().join("e2e/generated-clients")
}

/// The merged description of this build in a file.
fn description(target: &Path) -> Outcome<PathBuf> {
    let folder = target.join("e2e-generated");
    create(&folder)?;
    let file = folder.join("openapi.json");
    shell::run(Command::new(target.join("debug/clientbank")).arg("openapi").arg("--out").arg(&file))?;
    Ok(file)
}

/// Runs a test against a new demo.
fn run(test: &mut Command, target: &Path, description: &Path) -> Outcome<()> {
    let demo = Demo::start(target)?;
    test.env("CLIENTBANK_OPENAPI", description).env("CLIENTBANK_PROGRAM", target.join("debug/clientbank"));
    shell::run(demo.told(test))
}
