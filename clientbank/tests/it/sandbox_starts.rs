//! The start of a sandbox as a new user tries it: prepared, anew, with a seed, on both engines (SBX-04, SBX-06).

use serde_json::Value;
use testkit::script::HostCaller;

use crate::demo::postgres_database;
use crate::program::{self, Server, folder, said};

/// The words of a start that is refused.
fn refused(arguments: &[&str]) -> String {
    program::refused(&[&["sandbox"], arguments].concat())
}

/// A key of the seed data: it follows from the seed.
fn key(folder: &std::path::Path) -> Vec<u8> {
    std::fs::read(folder.join("demo-keys/ivanova-C00001-FIRST.crt")).expect("a key")
}

#[test]
fn sbx_04_prepared_seed_data_is_copied_by_later_starts() {
    let folder = folder();
    let path = folder.path().to_str().expect("UTF-8");
    let prepared = said(&["sandbox", "--prepare", "--seed", "9", "--data", path]);
    assert!(prepared.contains("ready"), "{prepared}");
    let before = key(folder.path());
    let server = Server::sandbox(folder.path(), &["--seed", "9", "--listen", "127.0.0.1"]);
    assert_eq!(key(folder.path()), before, "nothing was made anew");
    let answer = HostCaller::new(&server.api, None).call("GET", "/openapi.json", &[], "");
    assert_eq!(answer.status, 200, "{}", answer.head);
    assert!(server.stop().success());
    // Of the same seed elsewhere it is the same.
    let other = crate::program::folder();
    said(&["sandbox", "--prepare", "--seed", "9", "--data", other.path().to_str().expect("UTF-8")]);
    assert_eq!(key(other.path()), before);
}

#[test]
fn sbx_04_a_folder_holds_the_data_of_one_seed() {
    let folder = folder();
    let path = folder.path().to_str().expect("UTF-8");
    let prepare =
        |more: &[&'static str]| said(&[&["sandbox", "--prepare", "--json", "--data", path], more].concat());
    let told: Value = serde_json::from_str(&prepare(&["--seed", "1"])).expect("one line of JSON");
    let first = key(folder.path());
    assert!(told["data"].as_str().is_some_and(|data| data.ends_with(path)), "{told}");
    for arguments in [vec!["--data", path, "--seed", "2"], vec!["--data", path, "--seed", "2", "--prepare"]] {
        assert!(refused(&arguments).contains("another seed"), "{arguments:?}");
    }
    // The same seed, and no wish for one, take what is there.
    prepare(&["--seed", "1"]);
    assert!(Server::sandbox(folder.path(), &[]).stop().success());
    assert_eq!(key(folder.path()), first);
    // Data that begins anew may follow from another one.
    prepare(&["--seed", "2", "--fresh"]);
    assert_ne!(key(folder.path()), first);
    assert!(Server::sandbox(folder.path(), &["--seed", "1", "--fresh"]).stop().success());
    assert_eq!(key(folder.path()), first);
    // Data without a seed belongs to no seed.
    prepare(&["--fresh"]);
    assert!(refused(&["--data", path, "--seed", "1"]).contains("another seed"));
    prepare(&[]);
}

#[test]
fn sbx_06_a_database_that_a_start_cannot_take_is_refused_in_words() {
    let (folder, other) = (folder(), folder());
    let database = postgres_database("sandbox_starts");
    let path = |folder: &tempfile::TempDir| folder.path().to_str().expect("UTF-8").to_owned();
    let (data, elsewhere) = (path(&folder), path(&other));
    for (arguments, wanted) in [
        (vec!["--data", &data, "--database", "nothing"], "database"),
        (vec!["--data", &data, "--database", &database, "--prepare"], "by its first start"),
        (vec!["--data", &data, "--database", &database, "--fresh"], "never a PostgreSQL database"),
    ] {
        let told = refused(&arguments);
        assert!(told.contains(wanted), "{arguments:?}: {told}");
    }
    let started = Server::sandbox(folder.path(), &["--seed", "1", "--database", &database]);
    assert!(started.stop().success());
    // Its master key is in the first folder.
    let ports = ["--api-port", "0", "--identity-port", "0", "--administration-port", "0"];
    let told =
        refused(&[&["--data", &elsewhere, "--seed", "2", "--database", &database], &ports[..]].concat());
    assert!(told.contains("the folder that filled this database"), "{told}");
}
