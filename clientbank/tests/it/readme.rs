//! Every block of shell in the README and in docs/ runs as it is printed: the blocks of a page one after the other in
//! one shell, as somebody would copy them, against the demo that the README starts. Those that cannot run here are
//! named with the reason.

use std::process::Command;

use crate::markdown::{blocks, pages};
use crate::program::{Server, folder, text};

const README: &str = include_str!("../../../README.md");

/// Blocks that are not run: the page, the beginning of the block, and the reason.
const NOT_RUN: [(&str, &str, &str); 22] = [
    ("README.md", "cargo run", "builds the program, and starts the demo that runs here already"),
    ("README.md", "cargo xtask test", "runs all tests, this one too"),
    ("FIRST-HOUR.md", "clientbank demo\n", "starts the demo that runs here already"),
    ("FIRST-HOUR.md", "python3", "`cargo xtask e2e first-hour` runs it"),
    ("FIRST-HOUR.md", "node", "`cargo xtask e2e first-hour` runs it"),
    ("FIRST-HOUR.md", "java", "`cargo xtask e2e first-hour` runs it"),
    ("FIRST-HOUR.md", "mcs", "`cargo xtask e2e first-hour` runs it"),
    ("WEBHOOKS.md", "secret=$1", "`cargo xtask e2e webhooks` runs it"),
    ("SANDBOX.md", "clientbank sandbox --data", "starts a server that does not end"),
    ("SANDBOX.md", "./clientbank-0.1.0-amd64", "needs the packages and a Docker"),
    ("CONNECT.md", "openssl", "needs a bank's database, and its settings"),
    ("CONNECT.md", "python3", "plays systems that an operator has added"),
    ("CONNECT.md", "clientbank orders export", "needs a system that an operator has added"),
    ("CONNECT.md", "clientbank orders answer", "needs orders of a bank without an answer"),
    ("OPERATIONS.md", "(umask 077", "writes to /etc, and needs the bank's PostgreSQL"),
    ("OPERATIONS.md", "ID_TOKEN=", "needs the directory of a bank, and its bank API"),
    ("OPERATIONS.md", "createuser", "needs a PostgreSQL as its superuser"),
    ("OPERATIONS.md", "(cd /etc/clientbank", "`cargo xtask package` runs it in a new Debian"),
    ("OPERATIONS.md", "openssl", "needs a bank's database; the tests of four eyes do the same"),
    (
        "OPERATIONS.md",
        "export CLIENTBANK_OPERATOR",
        "needs a bank's database; the tests of four eyes do the same",
    ),
    (
        "OPERATIONS.md",
        "export CLIENTBANK_BANK_ADDRESS",
        "needs a bank's server; the tests of people's commands do the same",
    ),
    ("OPERATIONS.md", "clientbank retention", "needs a bank with years behind it, and its settings"),
];

/// The tools of a person who copies: curl that fails where the bank refuses (but for a failure that is asked for), and
/// a login without a browser.
const SHELL: &str = r#"
set -euo pipefail
curl() {
  case "$*" in
    *--fail*) command curl "$@" ;;
    *Sandbox-Trigger*) command curl --silent --show-error "$@" ;;
    *) command curl --fail-with-body --silent --show-error "$@" ;;
  esac
}
clientbank() {
  case "$*" in
    "login --export --client-id kolos-erp"*) command clientbank demo token --user sidorov ;;
    "login --export"*) command clientbank demo token --user ivanova --company C00001 ;;
    *) command clientbank "$@" ;;
  esac
}
"#;

/// Runs the blocks of a page against a new demo; the number of blocks.
fn run(name: &str, blocks: &[String]) -> usize {
    if blocks.is_empty() {
        return 0;
    }
    let folder = folder();
    let server = Server::demo(&folder.path().join("clientbank-demo"), &[]);
    let (programs, _) = env!("CARGO_BIN_EXE_clientbank").rsplit_once('/').expect("a folder");
    // The ports of the pages may be taken here; the demo of this test has ports of its own.
    let script = blocks
        .join("\necho\n")
        .replace("http://127.0.0.1:8080", &server.api)
        .replace("http://127.0.0.1:8081", &server.identity)
        .replace("http://127.0.0.1:8082", &server.administration);
    let output = Command::new("bash")
        .args(["-c", &format!("{SHELL}{script}")])
        .current_dir(folder.path())
        .env("PATH", format!("{programs}:{}", std::env::var("PATH").unwrap_or_default()))
        .env("CLIENTBANK_ADMINISTRATION", &server.administration)
        .output()
        .expect("bash starts");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{name}:\n{script}\n{out}\n{err}");
    blocks.len()
}

#[test]
fn integrator_14_every_block_of_shell_runs_as_it_is_printed() {
    let (mut ran, mut left_out) = (0, Vec::new());
    for (path, page) in pages() {
        let name = path.rsplit_once('/').expect("a folder").1;
        let shell = blocks(&page).into_iter().filter(|block| block.language == "sh").map(|block| block.text);
        let (not_run, run_here): (Vec<String>, Vec<String>) = shell.partition(|text| {
            NOT_RUN.iter().any(|(page, begin, _)| *page == name && text.trim_start().starts_with(begin))
        });
        left_out.extend(not_run.into_iter().map(|text| (name.to_owned(), text)));
        ran += run(name, &run_here);
    }
    assert!(ran > 20, "blocks that ran: {ran}");
    for (name, begin, reason) in NOT_RUN {
        let is_there = |(page, text): &(String, String)| page == name && text.trim_start().starts_with(begin);
        assert!(left_out.iter().any(is_there), "{name} has no block {begin}, which is not run: {reason}");
    }
}

#[test]
fn every_link_of_the_readme_leads_to_a_file() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let targets = README.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let mut files = 0;
    for target in targets.filter(|target| !target.starts_with("http") && !target.starts_with('#')) {
        let path = target.split('#').next().unwrap_or(target);
        assert!(std::path::Path::new(root).join(path).exists(), "{target}");
        files += 1;
    }
    assert!(files > 3, "the README leads on: {files}");
}
