//! Proof that a sandbox repeats itself: one seed and one list of calls give the same answers, byte by byte (requirement
//! SBX-04).

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use testkit::script::{HostCaller, Process, Receiver, play};

use crate::memory::{self, RESIDENT};
use crate::outcome::Outcome;
use crate::server::Server;

/// The key of the sandbox that is asked again and again, and that of one beside it, which is in the way.
const KEY: &str = "proof";
const BESIDE: &str = "beside";
/// Sandboxes more, of which the memory is told.
const MORE: u32 = 32;

/// Plays the list of calls again and again, after a reset each time and beside another sandbox that is called too.
pub(super) fn run(program: &Path, rounds: u32, seed: u64) -> Outcome<()> {
    let folder = TempDir::with_prefix("clientbank-prove-")?;
    let (running, process, started) = start(program, folder.path(), seed)?;
    let administration = HostCaller::new(&process.administration, None);
    let made = |key: &str| {
        let raw = administration.post("/sandboxes", &format!(r#"{{"key":"{key}","seed":{seed}}}"#));
        if raw.status == 201 { Ok(()) } else { Err(raw.body) }
    };
    made(KEY)?;
    made(BESIDE)?;
    let receiver = Receiver::start();
    let first = play(&process, KEY, &receiver);
    let (mut longest, mut resets) = (Duration::ZERO, Duration::ZERO);
    for round in 1..rounds {
        let began = Instant::now();
        let reset = administration.post(&format!("/sandboxes/{KEY}/reset"), "{}");
        if reset.status != 200 {
            return Err(reset.body.into());
        }
        longest = longest.max(began.elapsed());
        resets += began.elapsed();
        let _ = HostCaller::new(&process.api, Some(BESIDE)).call("GET", "/v1/accounts", &[], "");
        let again = play(&process, KEY, &receiver);
        if let Some((one, other)) = first.lines().zip(again.lines()).find(|(one, other)| one != other) {
            return Err(format!("round {round} differs:\n{one}\n{other}").into());
        }
        if first.len() != again.len() {
            return Err(format!("round {round} has {} bytes, not {}", again.len(), first.len()).into());
        }
    }
    let before = memory::kib(&running.process(), RESIDENT)?;
    for number in 0..MORE {
        made(&format!("memory-{number}"))?;
    }
    let each = memory::kib(&running.process(), RESIDENT)?.saturating_sub(before) / u64::from(MORE);
    let mean = resets / rounds.saturating_sub(1).max(1);
    println!(
        "sandbox: {rounds} times the same {} bytes; start {:.2} s with its seed data to be loaded, reset {:.3} s \
         in the mean and {:.3} s at most, {each} KiB for each of {MORE} more",
        first.len(),
        started.as_secs_f64(),
        mean.as_secs_f64(),
        longest.as_secs_f64()
    );
    Ok(())
}

fn start(program: &Path, folder: &Path, seed: u64) -> Outcome<(Server, Process, Duration)> {
    let began = Instant::now();
    let mut command = Command::new(program);
    command.args(["sandbox", "--json", "--seed", &seed.to_string()]);
    command.args(["--api-port", "0", "--identity-port", "0", "--administration-port", "0", "--data"]);
    command.arg(folder).stderr(Stdio::null());
    let running = Server::of(command)?;
    let started = began.elapsed();
    let (api, identity) = (running.address("api")?, running.address("identity")?);
    let administration = running.address("administration")?;
    Ok((running, Process { api, identity, administration, keys: folder.join("demo-keys") }, started))
}
