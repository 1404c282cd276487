//! The archive: the program with its pages, completions and papers, for every Linux of the architecture.

use std::path::Path;
use std::process::Command;

use super::contents::{Contents, SHELLS, install, tar};
use crate::shell::{self, Outcome, create};

/// Makes `clientbank-VERSION-ARCHITECTURE.tar.gz` and, for downloads by jobs, the program alone beside it.
pub(super) fn make(contents: &Contents<'_>, work: &Path, out: &Path) -> Outcome<()> {
    let stem = contents.edition.stem();
    contents.program_to(&out.join(&stem))?;
    let folder = work.join(&stem);
    create(&folder)?;
    contents.program_to(&folder.join("clientbank"))?;
    contents.pages_to(&folder.join("man"))?;
    for (shell_name, _) in SHELLS {
        contents.completions_to(shell_name, &folder.join(format!("completions/clientbank.{shell_name}")))?;
    }
    contents.papers_to(&folder)?;
    let root = shell::root();
    for (file, place) in [
        ("LICENSE", "LICENSE"),
        ("CHANGELOG.md", "CHANGELOG.md"),
        ("packaging/clientbank.service", "clientbank.service"),
        ("packaging/clientbank.toml", "clientbank.toml"),
    ] {
        install(&root.join(file), &folder.join(place), 0o644)?;
    }
    let archive = out.join(format!("{stem}.tar"));
    tar(contents.edition, ("--create", &archive), "0", work, &[&stem])?;
    shell::run(Command::new("gzip").args(["-6", "-n"]).arg(&archive))
}
