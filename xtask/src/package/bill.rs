//! The bill of materials of the program in the words of `CycloneDX` 1.5: the crates linked into it with the features
//! of the packages, and the C library.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::{Value, json};

use super::{Edition, read};
use crate::shell::{self, Outcome};

/// A crate by its name and version.
pub(super) type Key = (String, String);

/// The parts that are linked into the program.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Bill {
    /// Each crate with the licence that it names, as an SPDX expression.
    pub(super) crates: BTreeMap<Key, String>,
    /// The crates that each crate asks for.
    edges: BTreeMap<Key, BTreeSet<Key>>,
    /// The sums of what came from the registry, in SHA-256.
    sums: BTreeMap<Key, String>,
    c_library: String,
    /// The version of the list of authorities in the image.
    authorities: String,
}

/// The crates of the packages' program, named as code names them.
pub(crate) fn crates_of_program() -> Outcome<BTreeSet<String>> {
    Ok(tree_of_the_program()?.crates.into_keys().map(|(name, _)| name.replace('-', "_")).collect())
}

/// Asks cargo what the packages' program is made of.
pub(super) fn of_the_program() -> Outcome<Bill> {
    let mut bill = tree_of_the_program()?;
    bill.sums = sums_of(&read(&shell::root().join("Cargo.lock"))?);
    let c_library = shell::output(Command::new("getconf").arg("GNU_LIBC_VERSION"))?;
    c_library.trim().trim_start_matches("glibc ").clone_into(&mut bill.c_library);
    let mut authorities = Command::new("dpkg-query");
    bill.authorities = shell::output(authorities.args(["-W", "-f", "${Version}", "ca-certificates"]))?;
    Ok(bill)
}

/// The crates of the program, and which asks for which.
fn tree_of_the_program() -> Outcome<Bill> {
    let mut tree = shell::cargo();
    tree.args(["tree", "--locked", "--package", "clientbank", "--features", "clientbank/jemalloc"]);
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", " {p}|{l}"]);
    tree.env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION");
    from_tree(&shell::output(&mut tree)?)
}

/// Reads lines like `2 serde v1.0.0 (*)|MIT`: the depth, the crate, its licence. A crate that came before comes again
/// without what it asks for.
pub(super) fn from_tree(text: &str) -> Outcome<Bill> {
    let mut bill = Bill::default();
    let mut above: Vec<Key> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let told = || format!("cargo tree wrote {line}");
        let (depth, rest) = line.split_once(' ').ok_or_else(told)?;
        let depth: usize = depth.parse().map_err(|_| told())?;
        let (package, licence) = rest.split_once('|').ok_or_else(told)?;
        let mut words = package.split_whitespace();
        let name = words.next().ok_or_else(told)?;
        let version = words.next().and_then(|word| word.strip_prefix('v')).ok_or_else(told)?;
        let key = (name.to_owned(), version.to_owned());
        above.truncate(depth);
        if let Some(parent) = above.last() {
            bill.edges.entry(parent.clone()).or_default().insert(key.clone());
        }
        // Old manifests separate by a slash what SPDX joins by a word.
        let licence = licence.trim_end_matches(" (*)").trim().replace(" / ", "/").replace('/', " OR ");
        bill.crates.insert(key.clone(), licence);
        above.push(key);
    }
    Ok(bill)
}

/// Reads the sums from the lock file.
pub(super) fn sums_of(lock: &str) -> BTreeMap<Key, String> {
    let mut sums = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let value = |name: &str| {
            let start = format!("{name} = \"");
            package.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix('"')).map(str::to_owned)
        };
        if let (Some(name), Some(version), Some(sum)) = (value("name"), value("version"), value("checksum")) {
            sums.insert((name, version), sum);
        }
    }
    sums
}

impl Bill {
    /// Says whether a crate came from the registry.
    pub(super) fn is_of_others(&self, key: &Key) -> bool {
        self.sums.contains_key(key)
    }

    /// The version of the C library that is linked into the program.
    pub(super) fn c_library(&self) -> &str {
        &self.c_library
    }

    pub(super) fn text(&self, edition: &Edition) -> Outcome<String> {
        let bill = self.document(&edition.version, &edition.time("+%Y-%m-%dT%H:%M:%SZ")?);
        serde_json::to_string_pretty(&bill).map(|text| text + "\n").map_err(|error| error.to_string())
    }

    pub(super) fn document(&self, version: &str, time: &str) -> Value {
        let program = ("clientbank".to_owned(), version.to_owned());
        let mut components: Vec<Value> =
            self.crates.keys().filter(|key| **key != program).map(|key| self.component(key)).collect();
        components.push(json!({
            "type": "library",
            "bom-ref": "glibc",
            "name": "glibc",
            "version": self.c_library,
            "licenses": [{"license": {"id": "LGPL-2.1-or-later"}}],
        }));
        // Inside the image alone.
        components.push(json!({
            "type": "data",
            "bom-ref": "ca-certificates",
            "name": "ca-certificates",
            "version": self.authorities,
            "licenses": [{"license": {"id": "MPL-2.0"}}],
        }));
        let mut dependencies: Vec<Value> = self
            .crates
            .keys()
            .map(|key| {
                let mut below: Vec<String> =
                    self.edges.get(key).into_iter().flatten().map(reference).collect();
                if *key == program {
                    below.push("glibc".to_owned());
                }
                json!({"ref": reference(key), "dependsOn": below})
            })
            .collect();
        dependencies.push(json!({"ref": "glibc", "dependsOn": []}));
        json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": {
                "timestamp": time,
                "component": {
                    "type": "application",
                    "bom-ref": reference(&program),
                    "name": "clientbank",
                    "version": version,
                    "licenses": [{"expression": "Apache-2.0"}],
                },
            },
            "components": components,
            "dependencies": dependencies,
        })
    }

    fn component(&self, key: &Key) -> Value {
        let (name, version) = key;
        let mut component = json!({
            "type": "library",
            "bom-ref": reference(key),
            "name": name,
            "version": version,
        });
        if let Some(licence) = self.crates.get(key).filter(|licence| !licence.is_empty()) {
            component["licenses"] = json!([{"expression": licence}]);
        }
        if let Some(sum) = self.sums.get(key) {
            component["hashes"] = json!([{"alg": "SHA-256", "content": sum}]);
            component["purl"] = json!(format!("pkg:cargo/{name}@{version}"));
        }
        component
    }
}

fn reference((name, version): &Key) -> String {
    format!("{name}@{version}")
}
