//! OPS-01: a command whose result is lost fails, and says so; whoever has read enough may close the pipe.

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

use crate::commands::Installation;
use crate::program::{clientbank, text};

/// A device on which every write finds the disk full.
fn full_disk() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").expect("a device").into()
}

fn with_settings(installation: &Installation, arguments: &[&str]) -> Command {
    let mut command = clientbank();
    command.args(arguments);
    for setting in &installation.settings {
        command.args(["--set", setting]);
    }
    command
}

#[test]
fn ops_01_a_command_fails_when_its_result_finds_no_room() {
    let installation = Installation::sqlite();
    installation.says(&["import", installation.files.to_str().expect("UTF-8")]);
    let commands: [&[&str]; 3] = [&["clients", "secret", "demo-erp"], &["openapi"], &["audit"]];
    for arguments in commands {
        let mut command = match arguments {
            ["openapi"] => clientbank(),
            _ => with_settings(&installation, &[]),
        };
        let output = command.args(arguments).stdout(full_disk()).output().expect("the program starts");
        let words = text(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}: {words}");
        assert!(words.contains("error: the result cannot be written: No space left"), "{words}");
    }
    // The trail tells of the change, though nobody has read the secret.
    assert_eq!(installation.trail("client.secret_minted").len(), 1);
}

#[test]
fn ops_01_a_pipe_that_is_closed_early_is_no_fault() {
    let mut child = clientbank().arg("openapi").stdout(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stdout.take());
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn ops_01_the_trail_says_when_its_limit_cut_it() {
    let installation = Installation::sqlite();
    installation.says(&["import", installation.files.to_str().expect("UTF-8")]);
    installation.says(&["users", "lock", "ivanova"]);
    let cut = installation.run(&["audit", "--limit", "1"], "");
    assert!(
        cut.1.lines().count() == 1 && cut.2.contains("there may be older entries than these 1"),
        "{cut:?}"
    );
    let (_, whole, remark) = installation.run(&["audit", "--limit", "1000"], "");
    assert!(whole.lines().count() > 1 && !remark.contains("older entries"), "{remark}");
}
