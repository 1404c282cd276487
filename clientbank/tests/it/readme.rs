//! The commands of the README work: every block marked `<!-- tested -->` is run in a shell of its own, against the
//! demo that the README starts.

use std::process::Command;

use crate::browser::{IVANOVA, settings, tokens};
use crate::program::{Server, folder, text};

const README: &str = include_str!("../../../README.md");
const MARK: &str = "<!-- tested -->";

/// The text of every marked block.
fn marked_blocks() -> Vec<&'static str> {
    let after_marks = README.split(MARK).skip(1);
    after_marks
        .map(|rest| {
            let (_, rest) = rest.split_once("```sh\n").expect("a block of shell after the mark");
            rest.split_once("```").expect("an end of the block").0
        })
        .collect()
}

#[test]
fn the_commands_of_the_readme_work() {
    let folder = folder();
    let server = Server::demo(&folder.path().join("demo"), &[]);
    let tokens = tokens(&settings(&server), IVANOVA);
    let blocks = marked_blocks();
    assert!(blocks.len() >= 2, "the README has blocks to try: {}", blocks.len());
    for block in blocks {
        let binary = env!("CARGO_BIN_EXE_clientbank");
        let (programs, _) = binary.rsplit_once('/').expect("a folder");
        let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
        // The ports of the README may be taken here; the demo of this test has ports of its own.
        let block = block
            .replace("http://127.0.0.1:8080", &server.api)
            .replace("http://127.0.0.1:8081", &server.identity)
            .replace("http://127.0.0.1:8082", &server.administration);
        let output = Command::new("bash")
            .args(["-euo", "pipefail", "-c", &block])
            .current_dir(folder.path())
            .env("PATH", path)
            .env("ACCESS_TOKEN", &tokens.access_token)
            .env("ID_TOKEN", &tokens.id_token)
            .env("REFRESH_TOKEN", &tokens.refresh_token)
            .output()
            .expect("bash starts");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{block}\n{out}{err}");
        assert!(!out.contains("\"error\""), "{block}\n{out}");
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
