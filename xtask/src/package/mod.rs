//! The packages: one static program, and around it an archive, a Debian package and an image, with the bill of what is
//! inside and the sums of all. Two makings of one commit are equal, byte by byte.

mod archive;
mod bill;
mod contents;
mod debian;
mod image;
mod licences;
mod program;
#[cfg(test)]
mod tests;
mod trial;

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use bill::crates_of_program;

use crate::harness::Build;
use crate::shell::{self, Outcome, at, create};

#[derive(Debug, clap::Args)]
pub(crate) struct PackageArguments {
    /// The build inside.
    #[arg(long, value_enum, default_value_t = Build::Dist)]
    profile: Build,
    /// A folder for the packages; `package` in the target folder when none is named.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Also make them from a second clone in another folder, and compare every byte.
    #[arg(long)]
    twice: bool,
    /// Also try them: the archive and the image in empty roots; needs root.
    #[arg(long = "try")]
    tries: bool,
    /// Also install the Debian package in a new Debian and run the README's commands there; needs root, debootstrap and
    /// Debian's mirror.
    #[arg(long)]
    install: bool,
}

/// The facts that every package repeats.
#[derive(Debug, Clone)]
pub(crate) struct Edition {
    version: String,
    /// Seconds since 1970 that stand wherever a format wants a time: those of the commit.
    epoch: String,
    /// The architecture in the words of Debian and of images: `amd64` or `arm64`.
    architecture: &'static str,
}

/// Makes the packages, and does with them what the arguments ask.
pub(crate) fn run(arguments: &PackageArguments) -> Outcome<()> {
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => shell::target_folder()?.join("package"),
    };
    empty(&out)?;
    let edition = Edition::of_this_commit()?;
    let program = program::build(arguments.profile)?;
    make(&edition, &program, &out)?;
    if arguments.twice {
        second_making(arguments.profile, &out)?;
    }
    if arguments.tries {
        trial::archives(&edition, &out)?;
    }
    if arguments.install {
        trial::installation(&edition, &out)?;
    }
    Ok(())
}

impl Edition {
    fn of_this_commit() -> Outcome<Self> {
        let architecture = match std::env::consts::ARCH {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            other => return Err(format!("no packages for {other}: only for x86_64 and aarch64")),
        };
        let epoch = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(epoch) => epoch,
            Err(_) => shell::output(Command::new("git").current_dir(shell::root()).args([
                "log",
                "-1",
                "--format=%ct",
            ]))?,
        };
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            epoch: epoch.trim().to_owned(),
            architecture,
        })
    }

    /// The time of the commit in a format of `date`.
    fn time(&self, format: &str) -> Outcome<String> {
        let text =
            shell::output(Command::new("date").args(["--utc", &format!("--date=@{}", self.epoch), format]))?;
        Ok(text.trim().to_owned())
    }

    /// The common beginning of the files' names.
    fn stem(&self) -> String {
        format!("clientbank-{}-{}", self.version, self.architecture)
    }
}

/// Makes every file of `out` around a program.
fn make(edition: &Edition, program: &Path, out: &Path) -> Outcome<()> {
    let work = out.join("work");
    create(&work)?;
    let bill = bill::of_the_program()?;
    let bill_file = out.join(format!("{}.cdx.json", edition.stem()));
    write(&bill_file, &bill.text(edition)?)?;
    let licences_file = out.join("THIRD-PARTY.txt");
    write(&licences_file, &licences::text(&bill)?)?;
    let contents = contents::Contents { edition, program, bill: &bill_file, licences: &licences_file };
    archive::make(&contents, &work, out)?;
    debian::make(&contents, &work, out)?;
    image::make(&contents, &work, out)?;
    remove(&work)?;
    sums(out)
}

/// Writes the sums of every file, sorted by name, as `sha256sum --check` reads them.
fn sums(out: &Path) -> Outcome<()> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(out).map_err(at(out))? {
        names.push(entry.map_err(at(out))?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let sums = shell::output(Command::new("sha256sum").args(&names).current_dir(out))?;
    write(&out.join("SHA256SUMS"), &sums)?;
    for name in &names {
        let length = out.join(name).metadata().map_err(|error| format!("{name}: {error}"))?.len();
        shell::line(&format!("{} KiB {name}", length / 1024));
    }
    Ok(())
}

/// Clones this commit beside the packages, makes them there, and compares the sums.
fn second_making(profile: Build, out: &Path) -> Outcome<()> {
    let clone = out.with_extension("second");
    remove(&clone)?;
    let source = shell::root();
    shell::run(Command::new("git").args(["clone", "--quiet"]).arg(&source).arg(&clone))?;
    let other_out = clone.join("package");
    shell::run(
        shell::cargo()
            .current_dir(&clone)
            .env_remove("CARGO_TARGET_DIR")
            .args(["run", "--quiet", "--locked", "--package", "xtask", "--", "package"])
            .args(["--profile", &shell::word(&profile), "--out"])
            .arg(&other_out),
    )?;
    let own = read(&out.join("SHA256SUMS"))?;
    let other = read(&other_out.join("SHA256SUMS"))?;
    if own != other {
        return Err(format!(
            "two makings differ:\n{own}\n{other}\ncompare {} by diffoscope",
            clone.display()
        ));
    }
    shell::line("two makings in two folders are equal, byte by byte");
    remove(&clone)
}

fn read(file: &Path) -> Outcome<String> {
    std::fs::read_to_string(file).map_err(at(file))
}

fn write(file: &Path, text: &str) -> Outcome<()> {
    std::fs::write(file, text).map_err(at(file))
}

fn remove(folder: &Path) -> Outcome<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(at(folder)(error)),
        _ => Ok(()),
    }
}

fn empty(folder: &Path) -> Outcome<()> {
    remove(folder)?;
    create(folder)
}
