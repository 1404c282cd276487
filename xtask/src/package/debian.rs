//! The Debian package: program, service, configuration and papers, at the places where Debian wants them.

use std::path::Path;
use std::process::Command;

use super::contents::{Contents, SHELLS, above, install, pack, set_mode};
use super::{Edition, write};
use crate::shell::{self, Outcome, create};

const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// Makes `clientbank_VERSION_ARCHITECTURE.deb`.
pub(super) fn make(contents: &Contents<'_>, work: &Path, out: &Path) -> Outcome<()> {
    let edition = contents.edition;
    let root = shell::root();
    let tree = work.join("debian");
    contents.program_to(&tree.join("usr/bin/clientbank"))?;
    contents.pages_to(&tree.join("usr/share/man/man1"))?;
    pack(&tree.join("usr/share/man/man1"))?;
    for (shell_name, place) in SHELLS {
        contents.completions_to(shell_name, &tree.join(place))?;
    }
    install(
        &root.join("packaging/clientbank.service"),
        &tree.join("lib/systemd/system/clientbank.service"),
        0o644,
    )?;
    let settings = tree.join("etc/clientbank/clientbank.toml");
    install(&root.join("packaging/clientbank.toml"), &settings, 0o640)?;

    let papers = tree.join("usr/share/doc/clientbank");
    contents.papers_to(&papers)?;
    for paper in ["OPERATIONS.md", "CONNECT.md"] {
        install(&root.join("docs").join(paper), &papers.join(paper), 0o644)?;
    }
    write(&papers.join("changelog"), &changelog(edition)?)?;
    pack(&papers)?;
    for program in ["bank.py", "core.py", "Bank.java"] {
        let place = Path::new("examples/bank").join(program);
        install(&root.join("docs").join(&place), &papers.join(&place), 0o644)?;
    }
    install(&root.join("packaging/debian/copyright"), &papers.join("copyright"), 0o644)?;
    let overrides = tree.join("usr/share/lintian/overrides/clientbank");
    install(&root.join("packaging/debian/lintian-overrides"), &overrides, 0o644)?;

    shell::run(
        Command::new("chmod").args(["-R", "u+rwX,go+rX,go-w"]).arg(tree.join("usr")).arg(tree.join("lib")),
    )?;
    set_mode(&tree.join("etc"), 0o755)?;
    set_mode(&tree.join("etc/clientbank"), 0o750)?;
    control(edition, &tree)?;
    let package = out.join(format!("clientbank_{}_{}.deb", edition.version, edition.architecture));
    shell::run(
        Command::new("dpkg-deb")
            .args(["--root-owner-group", "-Zxz", "-z2", "--threads-max=1", "--build"])
            .arg(&tree)
            .arg(&package)
            .env("SOURCE_DATE_EPOCH", &edition.epoch),
    )
}

/// Writes what dpkg reads: the description, the configuration files, the scripts, the sums.
fn control(edition: &Edition, tree: &Path) -> Outcome<()> {
    let folder = tree.join("DEBIAN");
    create(&folder)?;
    set_mode(&folder, 0o755)?;
    let size = shell::output(Command::new("du").args(["--summarize", "--apparent-size", "-k"]).arg(tree))?;
    let size = size.split_whitespace().next().unwrap_or("0").to_owned();
    write(&folder.join("control"), &description(edition, &size))?;
    write(&folder.join("conffiles"), "/etc/clientbank/clientbank.toml\n")?;
    let find = "find usr lib etc -type f ! -path etc/clientbank/clientbank.toml -print0 | LC_ALL=C sort -z | \
        xargs -0 md5sum";
    let sums = shell::output(Command::new("sh").args(["-c", find]).current_dir(tree))?;
    write(&folder.join("md5sums"), &sums)?;
    for file in ["control", "conffiles", "md5sums"] {
        set_mode(&folder.join(file), 0o644)?;
    }
    for script in SCRIPTS {
        let source = shell::root().join("packaging/debian").join(script);
        install(&source, &folder.join(script), 0o755)?;
    }
    above(&folder)
}

/// The description of the package in Debian's words; the size is in KiB.
pub(super) fn description(edition: &Edition, size: &str) -> String {
    let Edition { version, architecture, .. } = edition;
    format!(
        "Package: clientbank\n\
        Version: {version}\n\
        Architecture: {architecture}\n\
        Maintainer: Maintainers of clientbank <maintainers@clientbank.invalid>\n\
        Installed-Size: {size}\n\
        Depends: adduser\n\
        Recommends: ca-certificates\n\
        Suggests: postgresql\n\
        Section: net\n\
        Priority: optional\n\
        Description: client API of a bank in one program\n \
        Identity provider (OpenID Connect), business API for accounting and payroll\n \
        software, online bank for people, and the data behind them.\n \
        .\n \
        It runs alone on an embedded database, or as many equal processes on one\n \
        PostgreSQL. `clientbank demo` tries it on this machine with demo data.\n"
    )
}

/// The changelog as Debian reads it; the real one is for people.
fn changelog(edition: &Edition) -> Outcome<String> {
    let time = edition.time("+%a, %d %b %Y %H:%M:%S +0000")?;
    let version = &edition.version;
    Ok(format!(
        "clientbank ({version}) unstable; urgency=medium\n\n  * Package of version {version}; CHANGELOG.md tells what \
         it brought.\n\n -- Maintainers of clientbank <maintainers@clientbank.invalid>  {time}\n"
    ))
}
