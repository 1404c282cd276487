//! Measures a newcomer's wait: from a fresh clone to the first account read, by the README's own command.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sdk::{AccountField, Bank};

use crate::login;
use crate::memory::{self, RESIDENT};
use crate::refresh::openssl_signatures_per_second;

/// The account of the README.
const ACCOUNT: &str = "40702810600000000001";
/// The wait before the memory of a demo that does nothing is read: its start is over, and the allocator has given back.
const IDLE_AFTER: Duration = Duration::from_secs(3);
/// Clock ticks a second in `/proc` on Linux, a constant of its interface to programs.
const TICKS_PER_S: f64 = 100.0;

/// A clone in a folder of its own, which goes with this value.
struct Clone(PathBuf);

impl Drop for Clone {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A demo and when it said that it is ready.
struct Started {
    child: Child,
    addresses: serde_json::Value,
    ready_after: Duration,
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Clones `repository`, runs the README's first command in the clone, reads an account, and prints how long each took.
///
/// # Errors
/// A command fails, or the demo answers with an error.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn run(repository: &Path) -> Result<(), Box<dyn Error>> {
    let signatures = openssl_signatures_per_second()?;
    let clone = Clone(std::env::temp_dir().join(format!("clientbank-first-run-{}", std::process::id())));
    let begin = Instant::now();
    let source = repository.canonicalize()?;
    let status =
        Command::new("git").args(["clone", "--quiet", "--local"]).arg(source).arg(&clone.0).status()?;
    if !status.success() {
        return Err("git does not clone the repository".into());
    }
    let cloned = begin.elapsed();
    let mut cargo = Command::new("cargo");
    cargo
        .args(["run", "--quiet", "--release", "--package", "clientbank", "--"])
        .env_remove("CARGO_TARGET_DIR")
        .current_dir(&clone.0);
    let demo = start(cargo, &clone.0)?;
    let built = demo.ready_after;
    let processor = processor_seconds(&demo.child)?;
    read_an_account(&demo.addresses)?;
    let total = begin.elapsed();
    drop(demo);

    let program = clone.0.join("target/release/clientbank");
    let mut again = Command::new(&program);
    again.current_dir(&clone.0);
    let demo = start(again, &clone.0)?;
    let memory_kib = memory_after_a_while(&demo.child)?;
    println!("openssl, ES256 signatures per second on one core   {signatures:.0}");
    println!("clone                                             {:.1} s", cloned.as_secs_f64());
    println!("build and first start                             {:.1} s", built.as_secs_f64());
    println!("  processor time of that                          {processor:.1} s");
    println!("from clone to first read                          {:.1} s", total.as_secs_f64());
    println!("start to ready with data                          {:.2} s", demo.ready_after.as_secs_f64());
    println!(
        "the program                                       {} KiB",
        fs::metadata(&program)?.len() / 1024
    );
    println!("memory of the idle demo                           {memory_kib} KiB");
    Ok(())
}

/// Runs `program demo` on free ports until it says where it listens.
fn start(mut program: Command, folder: &Path) -> Result<Started, Box<dyn Error>> {
    let begin = Instant::now();
    let data = folder.join("clientbank-demo");
    program.args(["demo", "--json", "--api-port", "0", "--identity-port", "0", "--administration-port", "0"]);
    let mut child = program.arg("--data").arg(data).stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().ok_or("the demo has no standard output")?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    let ready_after = begin.elapsed();
    let addresses = serde_json::from_str(&line).map_err(|_| "the demo ended without a line")?;
    Ok(Started { child, addresses, ready_after })
}

fn read_an_account(addresses: &serde_json::Value) -> Result<(), Box<dyn Error>> {
    let address = |name: &str| addresses[name].as_str().ok_or(format!("no address of {name}"));
    let (identity, api) = (address("identity")?, address("api")?);
    let settings = login::settings_at(identity, api)?;
    let mut bank = Bank::new(&settings, login::tokens_at(identity, api)?);
    bank.account(&ACCOUNT.parse()?, &[AccountField::Number, AccountField::Balance])?;
    Ok(())
}

/// Processor seconds of a process and of the children it has waited for. `cargo run` becomes the program that it has
/// built, so these are its compilers' too.
#[expect(clippy::float_arithmetic, reason = "a measurement is no money")]
fn processor_seconds(child: &Child) -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id()))?;
    let fields = stat.rsplit_once(')').ok_or("/proc/PID/stat has no name")?.1;
    // Behind the name: state is the first field; utime, stime, cutime and cstime are the 12th to the 15th.
    let ticks = fields.split_whitespace().skip(11).take(4).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / TICKS_PER_S)
}

#[expect(clippy::disallowed_methods, reason = "idle is a time without work: there is no event to wait for")]
fn memory_after_a_while(child: &Child) -> Result<u64, Box<dyn Error>> {
    std::thread::sleep(IDLE_AFTER);
    memory::kib(&child.id().to_string(), RESIDENT)
}
