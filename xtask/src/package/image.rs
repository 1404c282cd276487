//! The image: the program alone as an OCI image of one layer in a tar, for a user who is not root and a root that
//! nobody writes to. `podman load` and `skopeo` read it.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::contents::{Contents, install, set_mode, tar};
use super::{Edition, write};
use crate::shell::{self, Outcome, at, create};

/// The user and group inside, which own nothing but the folder of data.
pub(super) const USER: &str = "65532";
/// The folder of data, a volume.
pub(super) const DATA: &str = "data";

/// The authorities that Debian trusts, from its package `ca-certificates`.
const TRUSTED: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Makes `clientbank-VERSION-ARCHITECTURE.oci.tar`.
pub(super) fn make(contents: &Contents<'_>, work: &Path, out: &Path) -> Outcome<()> {
    let edition = contents.edition;
    let layer = layer(contents, work)?;
    let layout = work.join("layout");
    let blobs = layout.join("blobs/sha256");
    create(&blobs)?;

    let difference = sum(&layer)?;
    shell::run(Command::new("gzip").args(["-6", "-n"]).arg(&layer))?;
    let layer = keep(&layer.with_extension("tar.gz"), &blobs)?;
    let configuration = work.join("configuration.json");
    let made = edition.time("+%Y-%m-%dT%H:%M:%SZ")?;
    write(&configuration, &image_configuration(edition, &made, &difference).to_string())?;
    let configuration = keep(&configuration, &blobs)?;
    let manifest = work.join("manifest.json");
    write(&manifest, &manifest_of(&configuration, &layer).to_string())?;
    let manifest = keep(&manifest, &blobs)?;
    write(&layout.join("oci-layout"), &json!({"imageLayoutVersion": "1.0.0"}).to_string())?;
    write(&layout.join("index.json"), &index_of(edition, &manifest).to_string())?;

    let image = out.join(format!("{}.oci.tar", edition.stem()));
    tar(edition, ("--create", &image), "0", &layout, &["oci-layout", "index.json", "blobs"])
}

/// The files of the image as a tar: those of root, and then what belongs to the user.
fn layer(contents: &Contents<'_>, work: &Path) -> Outcome<std::path::PathBuf> {
    let root = work.join("image");
    contents.program_to(&root.join("usr/bin/clientbank"))?;
    contents.papers_to(&root.join("usr/share/doc/clientbank"))?;
    create(&root.join("etc"))?;
    for (file, text) in [
        (
            "etc/passwd",
            format!("root:x:0:0::/:/nonexistent\nclientbank:x:{USER}:{USER}::/{DATA}:/nonexistent\n"),
        ),
        ("etc/group", format!("root:x:0:\nclientbank:x:{USER}:\n")),
        // Names are looked up in the container's hosts and by DNS, both of which are part of the program.
        ("etc/nsswitch.conf", "hosts: files dns\n".to_owned()),
    ] {
        write(&root.join(file), &text)?;
    }
    // By these the program knows the receivers of webhooks; a mount over the file brings a bank's own.
    install(Path::new(TRUSTED), &root.join(TRUSTED.trim_start_matches('/')), 0o644)?;
    // Mounts need the folders on which they lie.
    for folder in ["proc", "sys", "dev", "tmp", DATA] {
        create(&root.join(folder))?;
    }
    for folder in ["tmp", DATA] {
        set_mode(&root.join(folder), 0o755)?;
    }
    let layer = work.join("layer.tar");
    let edition = contents.edition;
    tar(edition, ("--create", &layer), "0", &root, &["dev", "etc", "proc", "sys", "usr"])?;
    tar(edition, ("--append", &layer), USER, &root, &[DATA, "tmp"])?;
    Ok(layer)
}

/// A blob of the layout: its sum and its length in bytes.
pub(super) struct Blob {
    pub(super) sum: String,
    pub(super) length: u64,
}

/// Moves a file to the blobs, under its sum.
fn keep(file: &Path, blobs: &Path) -> Outcome<Blob> {
    let sum = sum(file)?;
    let length = file.metadata().map_err(at(file))?.len();
    std::fs::rename(file, blobs.join(&sum)).map_err(at(file))?;
    Ok(Blob { sum, length })
}

fn sum(file: &Path) -> Outcome<String> {
    let line = shell::output(Command::new("sha256sum").arg(file))?;
    line.split_whitespace().next().map(str::to_owned).ok_or_else(|| format!("no sum of {}", file.display()))
}

/// Describes the start of the image: the sandbox, unless other words are given.
pub(super) fn image_configuration(edition: &Edition, made: &str, difference: &str) -> Value {
    json!({
        "created": made,
        "architecture": edition.architecture,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "Env": [format!("CLIENTBANK_SANDBOX_DATA=/{DATA}"), "CLIENTBANK_OPERATOR=container"],
            "Entrypoint": ["/usr/bin/clientbank"],
            "Cmd": ["sandbox", "--seed", "1", "--listen", "0.0.0.0"],
            "WorkingDir": format!("/{DATA}"),
            "Volumes": {format!("/{DATA}"): {}, "/tmp": {}},
            "ExposedPorts": {"8080/tcp": {}, "8081/tcp": {}, "8082/tcp": {}},
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.title": "clientbank",
                "org.opencontainers.image.version": edition.version,
                "org.opencontainers.image.licenses": "Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{difference}")]},
        "history": [{"created": made, "created_by": "cargo xtask package"}],
    })
}

fn manifest_of(configuration: &Blob, layer: &Blob) -> Value {
    json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": descriptor("application/vnd.oci.image.config.v1+json", configuration),
        "layers": [descriptor("application/vnd.oci.image.layer.v1.tar+gzip", layer)],
    })
}

fn index_of(edition: &Edition, manifest: &Blob) -> Value {
    let mut manifest = descriptor("application/vnd.oci.image.manifest.v1+json", manifest);
    manifest["platform"] = json!({"architecture": edition.architecture, "os": "linux"});
    manifest["annotations"] = json!({"org.opencontainers.image.ref.name": edition.version});
    json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [manifest],
    })
}

fn descriptor(kind: &str, blob: &Blob) -> Value {
    json!({"mediaType": kind, "digest": format!("sha256:{}", blob.sum), "size": blob.length})
}
