//! Refresh grants with ES256 identity tokens, durable, beside the signatures that the core can make.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use crate::load::{self, Caller};
use crate::login::{self, CLIENT_ID, CLIENT_SECRET};
use crate::outcome::Outcome;
use crate::server::{Demo, SERVER_CORE};
use crate::statistics::ratio_line;

/// Sessions that refresh at once: enough for the core to have work while a commit waits for the disk.
const SESSIONS: usize = 256;
const ROUNDS: usize = 15;
/// Grants for each signature that openssl makes: 5,000 per second where it makes the usual 20,000.
const GOAL_OF_SIGNATURES: f64 = 0.25;

/// Prints grants per second, signatures per second and their ratio.
pub(crate) fn run(program: &Path) -> Outcome<()> {
    let demo = Demo::start(program, None, SERVER_CORE, &[])?;
    demo.use_es256_identity_tokens(program)?;
    let address = demo.identity.trim_start_matches("http://").trim_end_matches('/').parse()?;
    let authorization = format!("Basic {}", STANDARD.encode(format!("{CLIENT_ID}:{CLIENT_SECRET}")));
    let mut chains = Vec::with_capacity(SESSIONS);
    for _ in 0..SESSIONS {
        chains.push(Chain::new(address, &authorization, &login::tokens(&demo)?.refresh_token));
    }
    let (mut grants, mut signatures) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let grants_per_second;
        (grants_per_second, chains) = load::per_second(address, chains, false)?;
        grants.push(grants_per_second);
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
pub(crate) fn openssl_signatures_per_second() -> Outcome<f64> {
    let output = Command::new("taskset")
        .args(["-c", SERVER_CORE, "openssl", "speed", "-seconds", "1", "ecdsap256"])
        .output()?;
    let report = String::from_utf8(output.stdout)?;
    let line =
        report.lines().rev().find(|line| line.contains("nistp256")).ok_or("openssl printed no figure")?;
    let figures: Vec<&str> = line.split_whitespace().collect();
    Ok(figures.get(figures.len().wrapping_sub(2)).ok_or("openssl printed no figure")?.parse()?)
}

/// The refresh tokens of one session, each exchanged for the next.
struct Chain {
    /// Everything before the form; all refresh tokens are equally long.
    head: String,
    request: String,
}

#[derive(Deserialize)]
struct Answer {
    refresh_token: String,
}

impl Chain {
    fn new(address: SocketAddr, authorization: &str, refresh_token: &str) -> Self {
        let form = form(refresh_token);
        let head = format!(
            "POST /token HTTP/1.1\r\nHost: {address}\r\nAuthorization: {authorization}\r\nContent-Type: \
             application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
            form.len(),
        );
        Self { request: format!("{head}{form}"), head }
    }
}

impl Caller for Chain {
    fn request(&self) -> &[u8] {
        self.request.as_bytes()
    }

    fn answered(&mut self, body: &[u8]) -> Outcome<()> {
        let answer: Answer = serde_json::from_slice(body)?;
        self.request = format!("{}{}", self.head, form(&answer.refresh_token));
        Ok(())
    }
}

fn form(refresh_token: &str) -> String {
    format!("grant_type=refresh_token&refresh_token={refresh_token}")
}
