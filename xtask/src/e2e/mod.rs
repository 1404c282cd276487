//! Client libraries of others, unmodified, against a demo on free ports: the first day of an integration.

mod first_hour;
mod generated;
mod webhooks;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use clap::ValueEnum;

use crate::debian;
use crate::harness;
use crate::python;
use crate::shell::{self, Outcome};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Clients {
    /// The crate openidconnect.
    Rust,
    /// openid-client, oauth4webapi and oidc-client-ts, and clients generated in TypeScript; needs Node 20 or newer
    /// and npm.
    Node,
    /// Authlib, the example of docs/examples with OpenSSL, and a client generated in Python; needs Python with venv
    /// and the program openssl.
    Python,
    /// The programs of docs/FIRST-HOUR.md, in the languages that this machine has; needs Python and the program
    /// openssl.
    FirstHour,
    /// The commands and programs of docs/WEBHOOKS.md, in the languages that this machine has; needs Python with venv,
    /// curl and openssl.
    Webhooks,
    /// The online bank in Chromium: what people do and each page judged; needs Node 20 or newer and npm.
    Browser,
    /// The part of `browser` that does what people do and sees what they see, without the two files that judge each
    /// page for minutes.
    Journeys,
}

/// The test files in a browser that do what people do, and the one that sees what they see at a glance.
const JOURNEYS: [&str; 8] = [
    "payroll.test.mjs",
    "security.test.mjs",
    "passkeys.test.mjs",
    "certificates.test.mjs",
    "statements.test.mjs",
    "integration.test.mjs",
    "noscript.test.mjs",
    "seen.test.mjs",
];
/// The test files in a browser that judge each page for minutes.
const JUDGES: [&str; 2] = ["pages.test.mjs", "accessibility.test.mjs"];

/// Runs the clients of `kinds`, or of every kind when none is named.
pub(crate) fn run(kinds: &[Clients]) -> Outcome<()> {
    harness::server()?;
    let target = shell::target_folder()?;
    let demo = Demo::start(&target)?;
    let all = [
        Clients::Rust,
        Clients::Node,
        Clients::Python,
        Clients::FirstHour,
        Clients::Webhooks,
        Clients::Browser,
    ];
    for kind in if kinds.is_empty() { &all } else { kinds } {
        match kind {
            Clients::Rust => rust(&demo, &target)?,
            Clients::Node => {
                node(&demo)?;
                generated::node(&target)?;
            }
            Clients::Python => python(&demo, &target)?,
            Clients::FirstHour => first_hour::run(&demo, &target)?,
            Clients::Webhooks => webhooks::run(&demo, &target)?,
            Clients::Browser => browser(&target, &[&JOURNEYS[..], &JUDGES[..]].concat())?,
            Clients::Journeys => browser(&target, &JOURNEYS)?,
        }
    }
    Ok(())
}

fn rust(demo: &Demo, target: &Path) -> Outcome<()> {
    let mut command = shell::cargo();
    command.args(["run", "--locked", "--quiet", "--manifest-path", "e2e/openidconnect-rs/Cargo.toml"]);
    shell::run(demo.told(command.arg("--target-dir").arg(target.join("e2e"))))
}

fn node(demo: &Demo) -> Outcome<()> {
    let folder = shell::root().join("e2e/oidc-clients");
    npm_ci(&folder)?;
    let tests = [
        "openid-client.test.mjs",
        "oauth4webapi.test.mjs",
        "oidc-client-ts.test.mjs",
        "kept-connections.test.mjs",
        "integration.test.mjs",
        "webhooks.test.mjs",
    ];
    shell::run(demo.told(Command::new("node").arg("--test").args(tests).current_dir(&folder)))
}

/// Installs the packages of npm that a folder locks.
fn npm_ci(folder: &Path) -> Outcome<()> {
    shell::run(Command::new("npm").args(["ci", "--no-progress"]).current_dir(folder))
}

fn python(demo: &Demo, target: &Path) -> Outcome<()> {
    let folder = shell::root().join("e2e/oidc-clients");
    let python = python::environment(&target.join("e2e-python"), &folder.join("requirements.txt"))?;
    shell::run(demo.told(Command::new(&python).args(["-B", "test_authlib.py"]).current_dir(&folder)))?;
    let folder = shell::root().join("e2e/python");
    shell::run(Command::new(&python).args(["-B", "test_messages.py"]).current_dir(&folder))?;
    for test in ["test_statement_files.py", "test_kept_connections.py", "test_webhooks.py", "test_payroll.py"]
    {
        let mut test_of = Command::new(&python);
        test_of.args(["-B", test]).current_dir(&folder).env("CLIENTBANK_DATA", demo.address("data"));
        shell::run(demo.told(test_of.env("CLIENTBANK_PROGRAM", target.join("debug/clientbank"))))?;
    }
    generated::python(target)
}

/// Takes the pictures of docs/ONLINE-BANK.md anew, from a demo that was just made.
pub(crate) fn screenshots() -> Outcome<()> {
    shell::run(shell::cargo().args(["build", "--locked", "--package", "clientbank"]))?;
    let target = shell::target_folder()?;
    let folder = browser_folder()?;
    let demo = Demo::start(&target)?;
    in_browser(&demo, &target, Command::new("node").arg("tour.mjs").current_dir(&folder))
}

/// Each test file has a demo of its own: they change the same people's passwords, statements and certificates.
fn browser(target: &Path, tests: &[&str]) -> Outcome<()> {
    let folder = browser_folder()?;
    for &test in tests {
        let demo = Demo::start(target)?;
        in_browser(&demo, target, Command::new("node").args(["--test", test]).current_dir(&folder))?;
    }
    Ok(())
}

/// Returns the folder of the tests in a browser, with all that they need.
fn browser_folder() -> Outcome<PathBuf> {
    debian::CHROMIUM.provide();
    debian::XMLLINT.provide();
    let folder = shell::root().join("e2e/browser");
    // The checker of HTML would download a Java of its own.
    shell::run(Command::new("npm").args(["ci", "--no-progress", "--ignore-scripts"]).current_dir(&folder))?;
    Ok(folder)
}

fn in_browser(demo: &Demo, target: &Path, node: &mut Command) -> Outcome<()> {
    node.env("CLIENTBANK_DATA", demo.address("data"));
    // Chromium names a download in the characters of its locale alone.
    node.env("LC_ALL", "C.UTF-8");
    shell::run(demo.told(node.env("CLIENTBANK_PROGRAM", target.join("debug/clientbank"))))
}

/// The number of demos that this process has started.
static DEMOS: AtomicU32 = AtomicU32::new(0);

/// A demo with data of its own, ended and removed with this value.
struct Demo {
    child: Child,
    data: PathBuf,
    addresses: BTreeMap<String, String>,
}

impl Demo {
    fn start(target: &Path) -> Outcome<Self> {
        let number = DEMOS.fetch_add(1, Ordering::Relaxed);
        let data = target.join(format!("e2e-demo-{}-{number}", std::process::id()));
        let mut command = Command::new(target.join("debug/clientbank"));
        command.args(["demo", "--json", "--data"]).arg(&data);
        for port in ["--api-port", "--identity-port", "--administration-port"] {
            command.args([port, "0"]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| format!("the demo did not start: {error}"))?;
        let mut demo = Self { child, data, addresses: BTreeMap::new() };
        let output = demo.child.stdout.take().ok_or("the demo has no output")?;
        let mut line = String::new();
        BufReader::new(output)
            .read_line(&mut line)
            .map_err(|error| format!("the demo said nothing: {error}"))?;
        demo.addresses = serde_json::from_str(&line)
            .map_err(|error| format!("the demo did not say where it is: {error}"))?;
        Ok(demo)
    }

    /// Tells a client where the demo is.
    fn told<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("CLIENTBANK_ISSUER", self.address("identity"))
            .env("CLIENTBANK_ONLINE_BANK", self.address("online_bank"))
            .env("CLIENTBANK_API", self.address("api"))
    }

    /// One of the places that the demo named at its start.
    fn address(&self, name: &str) -> &str {
        self.addresses.get(name).map_or("", String::as_str)
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // It has no more to do, and nothing of it is kept.
        drop(self.child.kill());
        drop(self.child.wait());
        drop(std::fs::remove_dir_all(&self.data));
    }
}
