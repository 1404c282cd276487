//! One form for modules: with modules of its own a module is a folder with `mod.rs`, with tests alone it is a file
//! beside the folder of its tests. So a folder always holds rooms, and a file is never far from its tests.

use super::Finding;
use crate::source::Source;

/// Finds modules of the other form.
pub(super) fn findings(sources: &[Source]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.has_ending("rs")) {
        let Some(module) = source.path.strip_suffix(".rs") else { continue };
        if let Some(folder) = module.strip_suffix("/mod") {
            if !has_modules(folder, sources) {
                let rule = format!("a module with nothing but tests is a file: {folder}.rs");
                findings.push(Finding::new(&source.path, rule));
            }
        } else if !module.ends_with("/tests") && has_modules(module, sources) {
            let rule = format!("a module with modules of its own is a folder: {module}/mod.rs");
            findings.push(Finding::new(&source.path, rule));
        }
    }
    findings
}

/// Tells whether a module's folder holds modules besides its tests.
fn has_modules(folder: &str, sources: &[Source]) -> bool {
    let files = sources.iter().filter(|source| source.has_ending("rs"));
    let mut within = files.filter_map(|source| source.path.strip_prefix(folder)?.strip_prefix('/'));
    within.any(|path| path != "mod.rs" && path != "tests.rs" && !path.starts_with("tests/"))
}
