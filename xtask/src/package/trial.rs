//! Trials of finished packages, in roots that hold nothing else: the image as a container starts it, and the Debian
//! package in a new Debian.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use super::image::{DATA, USER};
use super::{Edition, empty, read, remove, write};
use crate::debian::{DEBOOTSTRAP, LINTIAN, SKOPEO};
use crate::shell::{self, Outcome, at, create};

/// Has the judges of the formats read the package and the image, and starts the image's default command in its root.
pub(super) fn archives(edition: &Edition, out: &Path) -> Outcome<()> {
    LINTIAN.provide();
    SKOPEO.provide();
    let package = out.join(format!("clientbank_{}_{}.deb", edition.version, edition.architecture));
    shell::run(
        Command::new("lintian").args(["--fail-on", "error,warning", "--no-tag-display-limit"]).arg(&package),
    )?;
    shell::run(Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(out))?;
    let image = out.join(format!("{}.oci.tar", edition.stem()));
    let inspected =
        shell::output(Command::new("skopeo").arg("inspect").arg(format!("oci-archive:{}", image.display())))?;
    shell::line(&format!("skopeo reads the image: {} bytes about it", inspected.len()));
    let folder = out.with_extension("trial");
    empty(&folder)?;
    let root = unpacked(&image, &folder)?;
    let started = start(&root);
    remove(&folder)?;
    started
}

/// Unpacks the one layer of an image.
fn unpacked(image: &Path, folder: &Path) -> Outcome<std::path::PathBuf> {
    let layout = folder.join("layout");
    let root = folder.join("root");
    create(&layout)?;
    create(&root)?;
    shell::run(Command::new("tar").arg("--extract").arg("--file").arg(image).arg("-C").arg(&layout))?;
    let blob = |digest: &Value| {
        let sum = digest.as_str().and_then(|digest| digest.strip_prefix("sha256:")).unwrap_or_default();
        layout.join("blobs/sha256").join(sum)
    };
    let json = |file: &Path| -> Outcome<Value> { serde_json::from_str(&read(file)?).map_err(at(file)) };
    let index = json(&layout.join("index.json"))?;
    let manifest = json(&blob(&index["manifests"][0]["digest"]))?;
    let layer = blob(&manifest["layers"][0]["digest"]);
    shell::run(Command::new("tar").args(["--extract", "--gzip", "--file"]).arg(layer).arg("-C").arg(&root))?;
    Ok(root)
}

/// The folders of commands in a root.
const PATH: &str = "/usr/sbin:/usr/bin:/sbin:/bin";
/// The longest that a program takes to end when it is asked to, in seconds.
const END_MAX: &str = "60";
/// The devices that every container has (OCI runtime specification, "Default Devices").
const DEVICES: &str = "null zero full random urandom tty";

/// Starts the default command as a container does: root read-only, no network but its own, a user without rights.
fn start(root: &Path) -> Outcome<()> {
    let script = format!(
        "set -eu; mount --bind \"$0\" \"$0\"; mount -t proc proc \"$0/proc\"; mount -t tmpfs dev \"$0/dev\"; \
         for device in {DEVICES}; do touch \"$0/dev/$device\"; mount --bind /dev/$device \"$0/dev/$device\"; done; \
         mount -o remount,bind,ro \"$0\"; \
         mount -t tmpfs -o mode=0700,uid={USER},gid={USER} data \"$0/{DATA}\"; \
         mount -t tmpfs -o mode=1777 tmp \"$0/tmp\"; ip link set lo up; \
         exec env -i PATH={PATH} CLIENTBANK_SANDBOX_DATA=/{DATA} chroot --userspec={USER}:{USER} \"$0\" \
         /usr/bin/clientbank sandbox --seed 1 --listen 0.0.0.0 --json"
    );
    let begun = Instant::now();
    let mut container = Command::new("unshare")
        .args(["--mount", "--pid", "--net", "--fork", "--kill-child", "sh", "-c", &script])
        .arg(root)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("unshare did not start: {error}"))?;
    let mut told = String::new();
    if let Some(output) = container.stdout.take() {
        BufReader::new(output)
            .read_line(&mut told)
            .map_err(|error| format!("the image's program: {error}"))?;
    }
    let taken = begun.elapsed();
    let outcome = if told.starts_with('{') {
        shell::line(&format!("the image was ready after {} ms", taken.as_millis()));
        look(container.id())
    } else {
        Err("the image's program said nothing and ended".to_owned())
    };
    // The namespaces end with it, and everything inside.
    let _ = container.kill();
    let _ = container.wait();
    outcome
}

/// Asks the program in its own network whether it is ready, and reads what memory it holds.
fn look(container: u32) -> Outcome<()> {
    let children = read(Path::new(&format!("/proc/{container}/task/{container}/children")))?;
    let program = children.split_whitespace().next().ok_or("the image's program is gone")?.to_owned();
    let ready = ["--fail", "--silent", "http://127.0.0.1:8082/health/ready"];
    shell::run(Command::new("nsenter").args(["--target", &program, "--net", "curl"]).args(ready))?;
    let status = read(Path::new(&format!("/proc/{program}/status")))?;
    for line in status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("RssAnon")) {
        shell::line(line);
    }
    shell::run(Command::new("kill").args(["-TERM", &program]))?;
    // Its files are removed next.
    let end = format!("--pid={program}");
    shell::run(Command::new("timeout").args([END_MAX, "tail", &end, "--follow", "/dev/null"]))
}

/// Installs the package in a new Debian, runs the README's commands there against a demo and those of a first day,
/// upgrades and purges.
pub(super) fn installation(edition: &Edition, out: &Path) -> Outcome<()> {
    DEBOOTSTRAP.provide();
    let root = out.with_extension("root");
    remove(&root)?;
    let release = read(Path::new("/etc/os-release"))?;
    let codename = release
        .lines()
        .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
        .ok_or("/etc/os-release names no version of Debian")?;
    shell::run(
        Command::new("debootstrap")
            .args([
                "--variant=minbase",
                "--include=adduser,init-system-helpers,curl,ca-certificates",
                codename,
            ])
            .arg(&root),
    )?;
    let package = format!("clientbank_{}_{}.deb", edition.version, edition.architecture);
    let inside = root.join("root").join(&package);
    std::fs::copy(out.join(&package), &inside).map_err(|error| format!("{package}: {error}"))?;
    let commands_of = |document| read(&shell::root().join(document)).map(|text| tested_commands(&text));
    let script =
        installation_script(&package, &commands_of("README.md")?, &commands_of("docs/OPERATIONS.md")?);
    write(&root.join("root/trial.sh"), &script)?;
    let outcome = shell::run(
        Command::new("unshare")
            .args(["--mount", "--pid", "--net", "--fork", "--kill-child", "sh", "-c"])
            .arg(format!(
                "set -eu; mount -t proc proc \"$0/proc\"; ip link set lo up; \
                 exec env -i PATH={PATH} HOME=/root chroot \"$0\" bash /root/trial.sh",
            ))
            .arg(&root),
    );
    remove(&root)?;
    outcome
}

/// The commands that a new Debian runs, around those of the README and those of OPERATIONS for a first day.
pub(super) fn installation_script(package: &str, readme: &str, first_day: &str) -> String {
    include_str!("installation.sh")
        .replace("@PACKAGE@", package)
        .replace("@README@", readme)
        .replace("@FIRST_DAY@", first_day)
}

/// The commands of a document that are under the mark `tested`, each block with its indentation taken away.
pub(super) fn tested_commands(document: &str) -> String {
    let mut commands = String::new();
    let mut is_marked = false;
    let mut is_inside = false;
    for line in document.lines().map(str::trim_start) {
        if line == "<!-- tested -->" {
            is_marked = true;
        } else if line.starts_with("```") {
            is_inside = is_marked && !is_inside;
            is_marked = is_inside;
        } else if is_inside {
            commands.push_str(line);
            commands.push('\n');
        }
    }
    commands
}
