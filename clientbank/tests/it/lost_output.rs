//! OPS-01: a command whose result is lost fails, and says so; whoever has read enough may close the pipe.

use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::process::Stdio;
use std::time::Instant;

use crate::commands::Installation;
use crate::program::{clientbank, text};
use crate::two_processes::PATIENCE;

/// A device on which every write finds the disk full.
fn full_disk() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").expect("a device").into()
}

#[test]
fn ops_01_a_command_fails_when_its_result_finds_no_room() {
    let installation = Installation::sqlite();
    installation.import();
    let commands: [&[&str]; 3] = [&["clients", "secret", "demo-erp"], &["openapi"], &["audit"]];
    for arguments in commands {
        let mut command = match arguments {
            ["openapi"] => clientbank(),
            _ => installation.command(&[]),
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

/// Has an administration port with one more call for each question; returns its address.
fn administration() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for (number, stream) in (1..).zip(listener.incoming().flatten()) {
            let has_asked =
                BufReader::new(&stream).lines().any(|line| line.is_ok_and(|line| line.is_empty()));
            let body = serde_json::json!({ "calls": [{ "number": number }] }).to_string();
            let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json";
            let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            assert!(has_asked, "a question");
            (&stream).write_all(answer.as_bytes()).expect("it is answered");
        }
    });
    address
}

#[test]
fn ops_01_a_log_that_nobody_follows_any_more_ends() {
    for (is_good, out) in [(true, Stdio::piped()), (false, full_disk())] {
        let mut command = clientbank();
        command.args(["logs", "--follow", "--administration", &administration()]);
        let mut child = command.stdout(out).stderr(Stdio::null()).spawn().expect("the program starts");
        drop(child.stdout.take());
        let began = Instant::now();
        let ended = loop {
            match child.try_wait().expect("its state") {
                Some(ended) => break ended,
                None if began.elapsed() > PATIENCE => {
                    drop(child.kill());
                    panic!("it goes on and on");
                }
                None => std::thread::yield_now(),
            }
        };
        assert_eq!(ended.success(), is_good);
    }
}

#[test]
fn ops_01_the_trail_says_when_its_limit_cut_it() {
    let installation = Installation::sqlite();
    installation.import();
    installation.says(&["users", "lock", "ivanova"]);
    let cut = installation.run(&["audit", "--limit", "1"], "");
    assert!(
        cut.1.lines().count() == 1 && cut.2.contains("there may be older entries than these 1"),
        "{cut:?}"
    );
    let (_, whole, remark) = installation.run(&["audit", "--limit", "1000"], "");
    assert!(whole.lines().count() > 1 && !remark.contains("older entries"), "{remark}");
}
