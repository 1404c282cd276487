//! The binary, as a user starts it.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
pub(crate) use testkit::person::agent;

/// The longest wait for one answer of the program.
const ANSWER_MAX: Duration = Duration::from_mins(1);

/// The program with an environment of its own.
pub(crate) fn clientbank() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clientbank"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CLIENTBANK_")) {
        command.env_remove(name);
    }
    command
}

/// Writes the demo's files for a database that is a bank's own: with passwords of its own, `bank-ivanova` and so on.
pub(crate) fn write_bank_files(folder: &Path) {
    clientbank::demo::write_files(folder, &"044525999".parse().expect("a BIC")).expect("the files");
    let path = folder.join("credentials.csv");
    let credentials = std::fs::read_to_string(&path).expect("the file");
    std::fs::write(&path, credentials.replace(",demo-", ",bank-")).expect("the file");
}

/// Runs a command to its end. A command that goes on instead, such as a server that should have refused to start, is
/// killed and fails the test.
pub(crate) fn run(arguments: &[&str]) -> Output {
    let mut command = clientbank();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let id = child.id().to_string();
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(ANSWER_MAX) else {
        let killed = Command::new("kill").args(["-s", "KILL", &id]).status();
        panic!("{arguments:?} goes on after {ANSWER_MAX:?}: {killed:?}");
    };
    output.expect("the program ends")
}

/// Runs a command that must succeed and returns its output.
pub(crate) fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{arguments:?} ended with {}: {out}{err}", output.status);
    out
}

/// Runs a command that must fail and returns its words.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A running server. Killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) api: String,
    pub(crate) identity: String,
    pub(crate) administration: String,
}

impl Server {
    /// A demo in `folder` on free ports.
    pub(crate) fn demo(folder: &Path, extra: &[&str]) -> Self {
        static FIRST: OnceLock<TempDir> = OnceLock::new();
        if extra.is_empty() {
            begin_with(FIRST.get_or_init(|| Self::first("demo")).path(), folder);
        }
        Self::of("demo", folder, extra)
    }

    /// A sandbox in `folder` on free ports.
    pub(crate) fn sandbox(folder: &Path, extra: &[&str]) -> Self {
        static FIRST: OnceLock<TempDir> = OnceLock::new();
        if extra.is_empty() {
            begin_with(FIRST.get_or_init(|| Self::first("sandbox")).path(), folder);
        }
        Self::of("sandbox", folder, extra)
    }

    /// A demo in a folder of its own.
    pub(crate) fn own_demo(extra: &[&str]) -> (TempDir, Self) {
        let folder = folder();
        let server = Self::demo(folder.path(), extra);
        (folder, server)
    }

    /// A sandbox in a folder of its own.
    pub(crate) fn own_sandbox(extra: &[&str]) -> (TempDir, Self) {
        let folder = folder();
        let server = Self::sandbox(folder.path(), extra);
        (folder, server)
    }

    fn of(name: &str, folder: &Path, extra: &[&str]) -> Self {
        let mut command = clientbank();
        command.arg(name).arg("--data").arg(folder);
        command.args(["--json", "--api-port", "0", "--identity-port", "0", "--administration-port", "0"]);
        Self::start(command.args(extra))
    }

    /// Makes the seed data in a folder that the others begin with.
    fn first(name: &str) -> TempDir {
        let folder = folder();
        assert!(Self::of(name, folder.path(), &[]).stop().success());
        folder
    }

    /// The addresses and the keys in its folder, for the list of calls of the test kit.
    pub(crate) fn process(&self, folder: &Path) -> testkit::script::Process {
        testkit::script::Process {
            api: self.api.clone(),
            identity: self.identity.clone(),
            administration: self.administration.clone(),
            keys: folder.join("demo-keys"),
        }
    }

    /// Starts a command that prints its addresses as one line of JSON.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("an output"));
        output.read_line(&mut line).expect("a line");
        let Ok(line) = serde_json::from_str::<Value>(&line) else {
            let status = child.wait();
            panic!("the program did not start: {status:?}, {line:?}");
        };
        let address = |name: &str| line[name].as_str().expect("an address").to_owned();
        Self {
            child,
            api: address("api"),
            identity: address("identity"),
            administration: address("administration"),
        }
    }

    /// Sends a signal by name.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill starts").success());
    }

    /// Asks the program to end and waits for it.
    pub(crate) fn stop(mut self) -> ExitStatus {
        self.signal("TERM");
        self.child.wait().expect("the program ends")
    }

    /// Waits for the end of a program that was asked to end.
    pub(crate) fn wait(mut self) -> ExitStatus {
        self.child.wait().expect("the program ends")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails when the program has ended by itself, which is as good.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Copies the seed data of a first start into a folder without any: to make it takes seconds. The database is that of
/// the seed data, as a start would copy it.
fn begin_with(first: &Path, folder: &Path) {
    const MARKER: &str = "clientbank-demo.json";
    if folder.join(MARKER).exists() {
        return;
    }
    std::fs::create_dir_all(folder).expect("a folder");
    assert!(std::fs::read_dir(folder).expect("a folder").next().is_none(), "it holds something");
    for name in [MARKER, "master.key", "seed.db", "seed.txt", "import", "import-later", "demo-keys"] {
        let from = first.join(name);
        if from.exists() {
            let copied = Command::new("cp").arg("-a").arg(&from).arg(folder.join(name)).status();
            assert!(copied.expect("cp starts").success(), "{name}");
        }
    }
}

/// A folder that is gone with the test.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Status and body of a GET.
pub(crate) fn get(address: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let request = agent().get(address);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let mut answer = request.call().expect("an answer");
    let mut body = String::new();
    answer.body_mut().as_reader().read_to_string(&mut body).expect("a body");
    (answer.status().as_u16(), body)
}
