//! A library whose files hold no tests builds no test program, and one that holds some does: an empty program costs its
//! linking in every run, and a test that is not built passes for ever.

use super::Finding;
use super::packages::{Package, Tested};
use crate::source::Source;

/// All findings about the test programs of the manifests.
pub(super) fn findings(packages: &[Package], sources: &[Source]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in packages {
        let Some(said) = package.tested else { continue };
        let held = held(&package.folder, sources);
        let location = format!("{}/Cargo.toml", package.folder);
        for (key, said, held) in [("test", said.units, held.units), ("doctest", said.examples, held.examples)]
        {
            if said && !held {
                let rule =
                    format!("[lib] {key} = false: the library has none, and an empty one is built each time");
                findings.push(Finding::new(&location, rule));
            } else if held && !said {
                findings.push(Finding::new(&location, format!("[lib] {key} = false leaves tests out")));
            }
        }
    }
    findings
}

/// Looks for tests in the files of a library.
fn held(folder: &str, sources: &[Source]) -> Tested {
    let prefix = format!("{folder}/src/");
    let own = || sources.iter().filter(|one| one.path.starts_with(&prefix) && one.has_ending("rs"));
    let has_line =
        |is_one: fn(&str) -> bool| own().any(|one| one.text.lines().any(|line| is_one(line.trim_start())));
    Tested {
        units: has_line(|line| {
            line.starts_with("#[test]") || line.starts_with("#[tokio::test") || line.contains("proptest!")
        }),
        examples: has_line(|line| line.starts_with("/// ```") || line.starts_with("//! ```")),
    }
}
