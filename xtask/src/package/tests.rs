//! Tests of what the packages say of themselves; the packages are tried by `cargo xtask package --try`.

use super::bill::{from_tree, sums_of};
use super::image::{DATA, USER, image_configuration};
use super::licences::is_licence;
use super::trial::{installation_script, tested_commands};
use super::{Edition, debian};

const TREE: &str = "0 clientbank v0.1.0 (/somewhere/clientbank)|Apache-2.0\n1 one v1.2.3|MIT/Apache-2.0\n2 two \
    v2.0.0|MIT\n1 two v2.0.0 (*)|MIT\n1 two v3.0.0|\n";
const LOCK: &str = "version = 4\n\n[[package]]\nname = \"clientbank\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \
    \"one\"\nversion = \"1.2.3\"\nsource = \"registry\"\nchecksum = \"ab12\"\ndependencies = [\n \"two 2.0.0\",\n]\n";

fn edition() -> Edition {
    Edition { version: "0.1.0".to_owned(), epoch: "1700000000".to_owned(), architecture: "amd64" }
}

fn key(name: &str, version: &str) -> (String, String) {
    (name.to_owned(), version.to_owned())
}

#[test]
fn the_bill_has_every_crate_once_with_what_it_asks_for() {
    let bill = from_tree(TREE).unwrap();
    assert_eq!(bill.crates.len(), 4);
    assert_eq!(bill.crates[&key("one", "1.2.3")], "MIT OR Apache-2.0");
    let document = bill.document("0.1.0", "2026-01-01T00:00:00Z");
    let below = |name: &str| {
        let dependencies = document["dependencies"].as_array().unwrap();
        let one = dependencies.iter().find(|one| one["ref"] == name).unwrap();
        one["dependsOn"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(below("clientbank@0.1.0"), ["one@1.2.3", "two@2.0.0", "two@3.0.0", "glibc"]);
    assert_eq!(below("one@1.2.3"), ["two@2.0.0"]);
    assert_eq!(below("two@3.0.0"), Vec::<String>::new());
    // The program is what the bill is of, and no component of itself.
    let names: Vec<_> =
        document["components"].as_array().unwrap().iter().map(|one| &one["bom-ref"]).collect();
    assert_eq!(names, ["one@1.2.3", "two@2.0.0", "two@3.0.0", "glibc", "ca-certificates"]);
    assert!(document["components"][2].get("licenses").is_none(), "no licence is none, not an empty one");
}

#[test]
fn a_line_that_is_no_crate_is_refused() {
    for line in ["x one v1.0.0|MIT", "0 one 1.0.0|MIT", "0 one v1.0.0", "0"] {
        assert!(from_tree(line).is_err(), "{line}");
    }
}

#[test]
fn sums_are_those_of_the_registry() {
    let sums = sums_of(LOCK);
    assert_eq!(sums.into_iter().collect::<Vec<_>>(), [(key("one", "1.2.3"), "ab12".to_owned())]);
}

#[test]
fn licences_are_known_by_their_names() {
    for name in
        ["license", "license-mit", "license.md", "copying", "notice.txt", "unlicense", "licence-apache"]
    {
        assert!(is_licence(name), "{name}");
    }
    for name in ["license.rs", "readme.md", "mylicense", "copyright.toml"] {
        assert!(!is_licence(name), "{name}");
    }
}

#[test]
fn the_image_is_started_by_nobody_special() {
    let image = image_configuration(&edition(), "2026-01-01T00:00:00Z", "00ff");
    assert_eq!(image["config"]["User"], format!("{USER}:{USER}"));
    assert_eq!(image["config"]["Cmd"][0], "sandbox");
    assert!(image["config"]["Volumes"].get(format!("/{DATA}")).is_some());
    assert_eq!(image["rootfs"]["diff_ids"][0], "sha256:00ff");
    assert_eq!(image["architecture"], "amd64");
}

#[test]
fn debian_reads_the_description() {
    let text = debian::description(&edition(), "123");
    assert!(text.contains("\nInstalled-Size: 123\n"));
    let (_, long) = text.split_once("Description: ").unwrap();
    assert!(long.lines().skip(1).all(|line| line.starts_with(' ') && line.len() <= 80), "{long}");
    assert!(text.ends_with('\n'));
}

#[test]
fn commands_are_those_under_the_mark() {
    let document = "```sh\nno\n```\n<!-- tested -->\n```sh\none \\\n  --two\n```\n```sh\nno\n```\n- \n  <!-- tested \
        -->\n  ```sh\n  three\n  ```\n";
    assert_eq!(tested_commands(document), "one \\\n--two\nthree\n");
    let script = installation_script("a.deb", "three\n", "four\n");
    assert!(script.starts_with("set -euo pipefail\n"));
    assert!(script.contains("\nthree\n") && script.contains("\nfour\n") && script.contains("dpkg --purge"));
    let marks = ["@PACKAGE@", "@README@", "@FIRST_DAY@"];
    assert!(script.contains("dpkg --install a.deb") && !marks.iter().any(|mark| script.contains(mark)));
}

#[test]
fn the_readme_has_commands_to_try() {
    let readme = include_str!("../../../README.md");
    assert!(tested_commands(readme).matches("curl").count() >= 5);
}

#[test]
fn the_first_day_of_operations_is_what_the_package_says() {
    let commands = tested_commands(include_str!("../../../docs/OPERATIONS.md"));
    let settings = include_str!("../../../packaging/clientbank.toml");
    let line = settings.lines().find_map(|line| line.strip_prefix("#   (")).unwrap();
    assert!(line.contains("set -C"), "a key that is there is not overwritten: {line}");
    assert!(commands.contains(line), "{commands}");
    assert!(commands.contains("runuser -u clientbank -- env CLIENTBANK_CONFIGURATION="), "{commands}");
}

#[test]
fn lif_04_an_upgrade_leaves_the_service_at_work() {
    let script = include_str!("../../../packaging/debian/postinst");
    assert!(!script.contains("restart clientbank") && !script.contains("deb-systemd-invoke"), "{script}");
    assert!(script.contains("migrate --plan") && script.contains("make a backup"), "{script}");
}

#[test]
fn ops_03_the_unit_lets_the_service_see_when_it_started() {
    // `/proc/stat` has the time of the machine's start, from which that of a process counts.
    assert!(!include_str!("../../../packaging/clientbank.service").contains("ProcSubset"));
}
