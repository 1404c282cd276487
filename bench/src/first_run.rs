//! Measures a newcomer's wait: from a fresh clone to the first account read, by the README's own command.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use sdk::{AccountField, Bank};
use tempfile::TempDir;

use crate::login;
use crate::memory::{self, RESIDENT};
use crate::outcome::Outcome;
use crate::outside::pause;
use crate::refresh::openssl_signatures_per_second;
use crate::server::Server;

const ACCOUNT: &str = "40702810600000000001";
/// The wait before the memory of a demo that does nothing is read: its start is over, and the allocator has given back.
const IDLE_AFTER: Duration = Duration::from_secs(3);

/// Clones `repository`, runs the README's first command in the clone, reads an account, and prints how long each took.
pub(crate) fn run(repository: &Path) -> Outcome<()> {
    let signatures = openssl_signatures_per_second()?;
    let clone = TempDir::with_prefix("clientbank-first-run-")?;
    let begin = Instant::now();
    let source = repository.canonicalize()?;
    let status =
        Command::new("git").args(["clone", "--quiet", "--local"]).arg(source).arg(clone.path()).status()?;
    if !status.success() {
        return Err("git does not clone the repository".into());
    }
    let cloned = begin.elapsed();
    let mut cargo = Command::new("cargo");
    cargo
        .args(["run", "--quiet", "--release", "--package", "clientbank", "--"])
        .env_remove("CARGO_TARGET_DIR")
        .current_dir(clone.path());
    let (demo, built) = start(cargo, clone.path())?;
    // `cargo run` becomes the program that it has built, so its compilers are children of that.
    let processor = memory::processor_time(&demo.process(), true)?;
    read_an_account(&demo)?;
    let total = begin.elapsed();
    drop(demo);

    let program = clone.path().join("target/release/clientbank");
    let mut again = Command::new(&program);
    again.current_dir(clone.path());
    let (demo, ready_after) = start(again, clone.path())?;
    pause(IDLE_AFTER);
    let memory_kib = memory::kib(&demo.process(), RESIDENT)?;
    println!("openssl, ES256 signatures per second on one core   {signatures:.0}");
    println!("clone                                             {:.1} s", cloned.as_secs_f64());
    println!("build and first start                             {:.1} s", built.as_secs_f64());
    println!("  processor time of that                          {:.1} s", processor.as_secs_f64());
    println!("from clone to first read                          {:.1} s", total.as_secs_f64());
    println!("start to ready with data                          {:.2} s", ready_after.as_secs_f64());
    println!(
        "the program                                       {} KiB",
        fs::metadata(&program)?.len() / 1024
    );
    println!("memory of the idle demo                           {memory_kib} KiB");
    Ok(())
}

/// Runs `program demo` on free ports until it says where it listens, and returns how long that took.
fn start(mut program: Command, folder: &Path) -> Outcome<(Server, Duration)> {
    let begin = Instant::now();
    program.args(["demo", "--json", "--api-port", "0", "--identity-port", "0", "--administration-port", "0"]);
    program.arg("--data").arg(folder.join("clientbank-demo"));
    Ok((Server::of(program)?, begin.elapsed()))
}

fn read_an_account(demo: &Server) -> Outcome<()> {
    let (identity, api) = (demo.address("identity")?, demo.address("api")?);
    let settings = login::settings_at(&identity, &api)?;
    let mut bank = Bank::new(&settings, login::tokens_at(&identity, &api)?);
    bank.account(&ACCOUNT.parse()?, &[AccountField::Number, AccountField::Balance])?;
    Ok(())
}
