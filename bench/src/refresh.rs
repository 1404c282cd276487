//! Refresh grants with ES256 identity tokens, durable, beside the signatures that the core can make.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::login::{self, CLIENT_ID, CLIENT_SECRET};
use crate::refresh_load::RefreshLoad;
use crate::server::{Demo, SERVER_CORE};
use crate::statistics::ratio_line;

/// Sessions that refresh at once: enough for the core to have work while a commit waits for the disk.
const SESSIONS: usize = 256;
const ROUNDS: usize = 15;
/// Grants for each signature that openssl makes: 5,000 per second where it makes the usual 20,000.
const GOAL_OF_SIGNATURES: f64 = 0.25;

/// Prints grants per second, signatures per second and their ratio.
///
/// # Errors
/// A process does not start or answers with an error.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    let demo = Demo::start(program, None)?;
    demo.use_es256_identity_tokens(program)?;
    let mut refresh_tokens = Vec::with_capacity(SESSIONS);
    for _ in 0..SESSIONS {
        refresh_tokens.push(login::tokens(&demo)?.refresh_token);
    }
    let authority = demo.identity.trim_start_matches("http://").trim_end_matches('/');
    let credentials = STANDARD.encode(format!("{CLIENT_ID}:{CLIENT_SECRET}"));
    let mut load = RefreshLoad {
        address: authority.parse()?,
        authorization: format!("Basic {credentials}"),
        refresh_tokens,
    };
    let (mut grants, mut signatures) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        grants.push(load.per_second()?);
        signatures.push(openssl_signatures_per_second()?);
    }
    let peer = "signatures of openssl on the same core";
    println!(
        "{}",
        ratio_line("refresh grants, SQLite, ES256", &grants, peer, &signatures, GOAL_OF_SIGNATURES)
    );
    Ok(())
}

/// ES256 signatures that openssl makes on one core in a second: how fast this machine is.
///
/// # Errors
/// There is no openssl, or it prints something else.
pub(crate) fn openssl_signatures_per_second() -> Result<f64, Box<dyn Error>> {
    let output = Command::new("taskset")
        .args(["-c", SERVER_CORE, "openssl", "speed", "-seconds", "1", "ecdsap256"])
        .output()?;
    let report = String::from_utf8(output.stdout)?;
    let line =
        report.lines().rev().find(|line| line.contains("nistp256")).ok_or("openssl printed no figure")?;
    let figures: Vec<&str> = line.split_whitespace().collect();
    Ok(figures.get(figures.len().wrapping_sub(2)).ok_or("openssl printed no figure")?.parse()?)
}
