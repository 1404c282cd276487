//! LIF-08: checkpoints of the trail leave by HTTP, and nothing waits for their receiver.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};

use tlog::{Checkpoint, VerifyingKey};

use crate::commands::Installation;
use crate::trail_log::{Serving, logged, wait_for};
use crate::two_processes::free_ports;

/// A request that waits for its answer.
struct Asked {
    connection: TcpStream,
    size: u64,
}

impl Asked {
    /// Takes the next request, which puts a checkpoint that the key has signed under its size.
    fn next(listener: &TcpListener, key: &VerifyingKey) -> Self {
        let (mut connection, _) = listener.accept().expect("a connection");
        let (mut read, mut part) = (Vec::new(), [0; 4_096]);
        loop {
            let count = connection.read(&mut part).expect("a request");
            assert!(count > 0, "it ends early: {}", String::from_utf8_lossy(&read));
            read.extend_from_slice(&part[..count]);
            let text = String::from_utf8_lossy(&read);
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let head = head.to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.expect("a length").parse().expect("a number");
            if body.len() < length {
                continue;
            }
            assert!(head.contains("\r\nif-none-match: *"), "{head}");
            let size = head.strip_prefix("put /log/").and_then(|rest| rest.split_once(' '));
            let size: u64 = size.expect("a name").0.parse().expect("a number");
            let checkpoint = Checkpoint::verified(body, key).expect("it is signed");
            assert_eq!(checkpoint.size, size);
            return Self { connection, size };
        }
    }

    fn answer(mut self, status: &str) -> u64 {
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        self.connection.write_all(answer.as_bytes()).expect("an answer");
        self.size
    }
}

fn checkpoints_leave(mut installation: Installation) {
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    installation.says(&["import", &files]);
    let folder = installation.files.with_file_name("log");
    let port = free_ports()[0];
    installation.settings.push(format!("trail_log={}", folder.display()));
    installation.settings.push(format!("trail_checkpoints=http://127.0.0.1:{port}/log"));
    let key: VerifyingKey = installation.says(&["trail", "key"]).trim().parse().expect("a key");
    let entries =
        |installation: &Installation| installation.says(&["audit", "--limit", "1000"]).lines().count();
    let behind = |serving: &Serving| {
        let text = serving.metrics();
        let line =
            text.lines().find(|line| line.starts_with("clientbank_trail_log_behind{place=\"address\"}"));
        line.and_then(|line| line.rsplit_once(' '))
            .map(|(_, number)| number.parse::<f64>().expect("a number"))
    };

    // Nobody is there: the folder is written all the same, and the metric tells it.
    let serving = Serving::start(&installation);
    wait_for(&folder, entries(&installation));
    while behind(&serving).is_none_or(|behind| behind < 1.0) {
        std::thread::yield_now();
    }
    // A receiver that is silent holds nothing up.
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port");
    let silent = Asked::next(&listener, &key);
    installation.says(&["users", "lock", "ivanova"]);
    wait_for(&folder, entries(&installation));
    assert!(u64::try_from(logged(&folder)).expect("a number") > silent.size);
    // The next one is asked with what there is by then; it has it already, and is not asked for the same again.
    let there = Asked::next(&listener, &key).answer("412 Precondition Failed");
    assert!(there > silent.size, "{there}");
    installation.says(&["users", "unlock", "ivanova"]);
    let busy = Asked::next(&listener, &key).answer("503 Service Unavailable");
    assert!(busy > there, "{busy}");
    let again = Asked::next(&listener, &key).answer("201 Created");
    assert!(again >= busy);
    wait_for(&folder, entries(&installation));
    listener.set_nonblocking(true).expect("a listener that does not wait");
    while behind(&serving) != Some(0.0) {
        if let Ok((connection, _)) = listener.accept() {
            connection.set_nonblocking(false).expect("a connection that waits");
            Asked { connection, size: 0 }.answer("201 Created");
        }
    }
    drop(serving);
    // A checkpoint that left is one that the log has grown from.
    let size = fs::read_to_string(folder.join("checkpoint")).expect("a checkpoint");
    assert!(Checkpoint::verified(&size, &key).expect("it is signed").size >= again);
}

#[test]
fn lif_08_checkpoints_leave_by_http_and_nothing_waits_for_their_receiver_on_sqlite() {
    checkpoints_leave(Installation::sqlite());
}

#[test]
fn lif_08_checkpoints_leave_by_http_and_nothing_waits_for_their_receiver_on_postgres() {
    checkpoints_leave(Installation::postgres("trail_checkpoints"));
}
