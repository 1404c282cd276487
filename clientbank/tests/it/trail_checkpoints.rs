//! LIF-08: checkpoints of the trail leave by HTTP, and nothing waits for their receiver.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::time::Instant;

use tlog::{Checkpoint, VerifyingKey};

use crate::commands::Installation;
use crate::trail_log::{Serving, logged, wait_for};
use crate::two_processes::{PATIENCE, free_ports};

/// A request that waits for its answer.
struct Asked {
    connection: TcpStream,
    size: u64,
    /// The value of `Authorization`.
    credentials: Option<String>,
}

/// Waits for the next connection; a request that never comes fails the test.
fn accepted(listener: &TcpListener) -> TcpStream {
    let start = Instant::now();
    listener.set_nonblocking(true).expect("a listener that does not wait");
    loop {
        assert!(start.elapsed() < PATIENCE, "nobody comes");
        let Ok((connection, _)) = listener.accept() else {
            std::thread::yield_now();
            continue;
        };
        connection.set_nonblocking(false).expect("a connection that waits");
        return connection;
    }
}

impl Asked {
    /// Takes the next request, which puts a checkpoint that the key has signed under its size.
    fn next(listener: &TcpListener, key: &VerifyingKey) -> Self {
        let mut connection = accepted(listener);
        let (mut read, mut part) = (Vec::new(), [0; 4_096]);
        loop {
            let count = connection.read(&mut part).expect("a request");
            assert!(count > 0, "it ends early: {}", String::from_utf8_lossy(&read));
            read.extend_from_slice(&part[..count]);
            let text = String::from_utf8_lossy(&read);
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let credentials = head.lines().find_map(|line| line.strip_prefix("authorization: "));
            let credentials = credentials.map(str::to_owned);
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
            return Self { connection, size, credentials };
        }
    }

    fn answer(mut self, status: &str) -> u64 {
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        self.connection.write_all(answer.as_bytes()).expect("an answer");
        self.size
    }
}

/// Counts the entries that no checkpoint at the address covers; nothing before the server has looked.
fn uncovered(serving: &Serving) -> Option<f64> {
    let text = serving.metrics();
    let line = text.lines().find(|line| line.starts_with("clientbank_trail_log_behind{place=\"address\"}"));
    line.and_then(|line| line.rsplit_once(' ')).map(|(_, number)| number.parse().expect("a number"))
}

fn wait_until(serving: &Serving, is_it: impl Fn(f64) -> bool) {
    let start = Instant::now();
    while !uncovered(serving).is_some_and(&is_it) {
        assert!(start.elapsed() < PATIENCE, "{:?} entries are not covered", uncovered(serving));
        std::thread::yield_now();
    }
}

/// Takes whatever comes until every entry is covered.
fn answer_until_all_is_there(listener: &TcpListener, serving: &Serving) {
    let start = Instant::now();
    listener.set_nonblocking(true).expect("a listener that does not wait");
    while uncovered(serving) != Some(0.0) {
        assert!(start.elapsed() < PATIENCE, "{:?} entries are not covered", uncovered(serving));
        if let Ok((connection, _)) = listener.accept() {
            connection.set_nonblocking(false).expect("a connection that waits");
            Asked { connection, size: 0, credentials: None }.answer("201 Created");
        }
    }
}

/// Imports the data, and returns the port that checkpoints go to and the key that signs them.
fn imported(installation: &mut Installation) -> (u16, VerifyingKey) {
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    installation.says(&["import", &files]);
    let port = receiver(installation);
    (port, installation.says(&["trail", "key"]).trim().parse().expect("a key"))
}

/// Lets checkpoints go to a port where nobody listens yet, and returns it. Of two settings of one name the last counts.
fn receiver(installation: &mut Installation) -> u16 {
    let port = free_ports()[0];
    installation.settings.push(format!("trail_checkpoints=http://127.0.0.1:{port}/log"));
    port
}

fn checkpoints_leave(mut installation: Installation) {
    let (port, key) = imported(&mut installation);
    let folder = installation.files.with_file_name("log");
    installation.settings.push(format!("trail_log={}", folder.display()));
    let entries =
        |installation: &Installation| installation.says(&["audit", "--limit", "1000"]).lines().count();

    // Nobody is there: the folder is written all the same, and the metric tells it.
    let serving = Serving::start(&installation);
    wait_for(&folder, entries(&installation));
    wait_until(&serving, |uncovered| uncovered >= 1.0);
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
    answer_until_all_is_there(&listener, &serving);
    drop(serving);
    // A checkpoint that left is one that the log has grown from.
    let size = fs::read_to_string(folder.join("checkpoint")).expect("a checkpoint");
    assert!(Checkpoint::verified(&size, &key).expect("it is signed").size >= again);
}

crate::commands::on_both_databases! {
    fn lif_08_checkpoints_leave_by_http_and_nothing_waits_for_their_receiver_on(bank: "trail_checkpoints") {
        checkpoints_leave(bank);
    }
}

fn credentials_are_shown(mut installation: Installation) {
    let (_, key) = imported(&mut installation);
    installation.settings.push("log_filter=debug".to_owned());
    let secret = installation.files.with_file_name("credentials");
    fs::write(&secret, "Bearer t0ken-of-the-log\n").expect("a file");
    fs::set_permissions(&secret, PermissionsExt::from_mode(0o600)).expect("permissions");
    let by_file = format!("trail_checkpoints_credentials_file={}", secret.display());
    let by_value = "trail_checkpoints_credentials=bank:t0ken-of-the-log".to_owned();
    // `bank:t0ken-of-the-log` in Base64, and neither of the secrets.
    let basic = "Basic YmFuazp0MGtlbi1vZi10aGUtbG9n";
    for (setting, wanted) in
        [(None, None), (Some(by_file), Some("Bearer t0ken-of-the-log")), (Some(by_value), Some(basic))]
    {
        let given = installation.settings.len();
        installation.settings.extend(setting);
        // A port for each: a child that another test is starting may hold the last listener for a moment.
        let port = receiver(&mut installation);
        let log = installation.files.with_file_name("log");
        let told = fs::File::create(&log).expect("a file");
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port");
        let serving = Serving::telling(&installation, told.into());
        let asked = Asked::next(&listener, &key);
        assert_eq!(asked.credentials.as_deref(), wanted);
        // The receiver takes nothing without them.
        if asked.credentials.is_some() {
            asked.answer("201 Created");
            answer_until_all_is_there(&listener, &serving);
        } else {
            asked.answer("401 Unauthorized");
            wait_until(&serving, |uncovered| uncovered >= 1.0);
        }
        drop(serving);
        let (said, shown) = (fs::read_to_string(&log).expect("a log"), installation.says(&["settings"]));
        assert!(!said.is_empty() && said.contains("it answers 401") == wanted.is_none(), "{said}");
        for secret in ["t0ken", "YmFuazp0"] {
            assert!(!said.contains(secret) && !shown.contains(secret), "{said}{shown}");
        }
        installation.settings.truncate(given);
    }
}

fn checkpoints_wait(mut installation: Installation) {
    let (port, key) = imported(&mut installation);
    let folder = installation.files.with_file_name("log");
    installation.settings.push(format!("trail_log={}", folder.display()));
    let size = |folder: &std::path::Path| u64::try_from(logged(folder)).expect("a number");
    let entries = || installation.says(&["audit", "--limit", "1000"]).lines().count();
    let serving = Serving::start(&installation);
    wait_until(&serving, |uncovered| uncovered >= 1.0);
    // Several checkpoints are made while nobody is there to take them.
    let mut before = 0;
    for (act, login) in [("lock", "ivanova"), ("unlock", "ivanova"), ("lock", "petrov")] {
        installation.says(&["users", act, login]);
        wait_for(&folder, entries());
        assert!(size(&folder) > before, "the log has grown");
        before = size(&folder);
        wait_until(&serving, |uncovered| uncovered >= 1.0);
    }
    // The receiver is back, and nothing new happens: what waited comes by itself, the newest for all of them.
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port");
    let refused = Asked::next(&listener, &key).answer("503 Service Unavailable");
    assert!(refused >= before, "{refused} covers what {before} did");
    let mut sizes = vec![refused, Asked::next(&listener, &key).answer("201 Created")];
    // Each checkpoint covers more than the one before it, so none comes late or twice.
    installation.says(&["users", "unlock", "petrov"]);
    while sizes.last().is_none_or(|last| *last < u64::try_from(entries()).expect("a number")) {
        sizes.push(Asked::next(&listener, &key).answer("201 Created"));
    }
    assert!(sizes[0] <= sizes[1] && sizes[1..].is_sorted_by(|one, next| one < next), "{sizes:?}");
    wait_until(&serving, |uncovered| uncovered == 0.0);
}

crate::commands::on_both_databases! {
    fn lif_08_checkpoints_leave_with_the_credentials_that_their_receiver_asks_for_on(bank: "trail_credentials") {
        credentials_are_shown(bank);
    }
    fn lif_08_checkpoints_that_waited_come_when_their_receiver_is_back_on(bank: "trail_waiting") {
        checkpoints_wait(bank);
    }
}
