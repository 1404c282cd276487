//! The files that more than one package has: the program, its pages for man, the completions, the papers.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::{Edition, write};
use crate::shell::{self, Outcome, at, create};

/// The name of each shell in `clientbank completions`, and where Debian wants its file.
pub(super) const SHELLS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/clientbank"),
    ("zsh", "usr/share/zsh/vendor-completions/_clientbank"),
    ("fish", "usr/share/fish/vendor_completions.d/clientbank.fish"),
];

pub(super) struct Contents<'a> {
    pub(super) edition: &'a Edition,
    pub(super) program: &'a Path,
    pub(super) bill: &'a Path,
    pub(super) licences: &'a Path,
}

impl Contents<'_> {
    pub(super) fn program_to(&self, place: &Path) -> Outcome<()> {
        install(self.program, place, 0o755)
    }

    pub(super) fn pages_to(&self, folder: &Path) -> Outcome<()> {
        shell::run(Command::new(self.program).args(["manual", "--folder"]).arg(folder))
    }

    pub(super) fn completions_to(&self, shell_name: &str, place: &Path) -> Outcome<()> {
        let text = shell::output(Command::new(self.program).args(["completions", shell_name]))?;
        above(place)?;
        write(place, &text)
    }

    /// Puts the licences and the bill of materials into a folder.
    pub(super) fn papers_to(&self, folder: &Path) -> Outcome<()> {
        install(self.licences, &folder.join("THIRD-PARTY.txt"), 0o644)?;
        install(self.bill, &folder.join("clientbank.cdx.json"), 0o644)
    }
}

/// Copies a file to a place with a mode, and makes the folders above it.
pub(super) fn install(file: &Path, place: &Path, mode: u32) -> Outcome<()> {
    above(place)?;
    std::fs::copy(file, place)
        .map_err(|error| format!("{} to {}: {error}", file.display(), place.display()))?;
    set_mode(place, mode)
}

/// Sets the mode of a file or folder.
pub(super) fn set_mode(place: &Path, mode: u32) -> Outcome<()> {
    std::fs::set_permissions(place, Permissions::from_mode(mode)).map_err(at(place))
}

/// Makes the folders above a place.
pub(super) fn above(place: &Path) -> Outcome<()> {
    place.parent().map_or(Ok(()), create)
}

/// Packs files in place, without their names and times.
pub(super) fn pack(folder: &Path) -> Outcome<()> {
    shell::run(Command::new("find").arg(folder).args(["-type", "f", "-exec", "gzip", "-9", "-n", "{}", "+"]))
}

/// Has GNU tar create an archive of things in a folder, or append them: the same bytes for the same files.
pub(super) fn tar(
    edition: &Edition,
    (verb, archive): (&str, &Path),
    owner: &str,
    folder: &Path,
    things: &[&str],
) -> Outcome<()> {
    let mut command = Command::new("tar");
    command.args([
        "--format=ustar",
        "--sort=name",
        "--numeric-owner",
        "--mode=u+rwX,go+rX,go-w",
        &format!("--owner={owner}"),
        &format!("--group={owner}"),
        &format!("--mtime=@{}", edition.epoch),
        verb,
        "--file",
    ]);
    shell::run(command.arg(archive).arg("-C").arg(folder).args(things))
}
