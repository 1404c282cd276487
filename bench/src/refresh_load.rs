//! Load for the refresh grant: every caller walks along its own chain of refresh tokens.

use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::load::{self, Caller};
use crate::server::LOAD_CORE;

/// A load of refreshes by one client.
pub(crate) struct RefreshLoad {
    pub(crate) address: SocketAddr,
    /// The value of the Authorization header.
    pub(crate) authorization: String,
    /// One refresh token for each caller.
    pub(crate) refresh_tokens: Vec<String>,
}

impl RefreshLoad {
    /// Grants per second, all callers together, in a process of its own on the other core; the tokens are those of
    /// the last answers after it.
    ///
    /// # Errors
    /// A connection broke or an answer was not 200.
    pub(crate) fn per_second(&mut self) -> Result<f64, Box<dyn Error>> {
        let mut child = Command::new("taskset")
            .args(["-c", LOAD_CORE])
            .arg(std::env::current_exe()?)
            .args(["refresh-load", "--address", &self.address.to_string()])
            .args(["--authorization", &self.authorization])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        child
            .stdin
            .take()
            .ok_or("no standard input")?
            .write_all(self.refresh_tokens.join("\n").as_bytes())?;
        let output = child.wait_with_output()?;
        if !output.status.success() {
            return Err("the refresh load failed".into());
        }
        let report = String::from_utf8(output.stdout)?;
        let mut lines = report.lines();
        let rate = lines.next().ok_or("the refresh load printed no rate")?.parse()?;
        self.refresh_tokens = lines.map(str::to_owned).collect();
        Ok(rate)
    }
}

/// Reads a refresh token per line from standard input, refreshes for a while, prints the grants per second and the last
/// refresh tokens.
///
/// # Errors
/// A connection broke or an answer was not 200.
#[expect(clippy::print_stdout, reason = "the parent process reads the report from standard output")]
pub(crate) fn run(address: SocketAddr, authorization: &str) -> Result<(), Box<dyn Error>> {
    let tokens = std::io::read_to_string(std::io::stdin())?;
    let chains = tokens.lines().map(|token| Chain::new(address, authorization, token)).collect();
    let (rate, chains) = load::per_second(address, chains, false)?;
    println!("{rate:.1}");
    for chain in chains {
        println!("{}", chain.refresh_token);
    }
    Ok(())
}

/// The refresh tokens of one session, each exchanged for the next.
struct Chain {
    /// Everything before the form; all refresh tokens are equally long.
    head: String,
    refresh_token: String,
    request: Vec<u8>,
}

#[derive(Deserialize)]
struct Answer {
    refresh_token: String,
}

impl Chain {
    fn new(address: SocketAddr, authorization: &str, refresh_token: &str) -> Self {
        let head = format!(
            "POST /token HTTP/1.1\r\nHost: {address}\r\nAuthorization: {authorization}\r\nContent-Type: \
             application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
            form(refresh_token).len(),
        );
        let mut chain = Self { head, refresh_token: refresh_token.to_owned(), request: Vec::new() };
        chain.write_request();
        chain
    }

    fn write_request(&mut self) {
        self.request.clear();
        self.request.extend_from_slice(self.head.as_bytes());
        self.request.extend_from_slice(form(&self.refresh_token).as_bytes());
    }
}

impl Caller for Chain {
    fn request(&self) -> &[u8] {
        &self.request
    }

    fn answered(&mut self, body: &[u8]) -> Result<(), Box<dyn Error>> {
        let answer: Answer = serde_json::from_slice(body)?;
        self.refresh_token = answer.refresh_token;
        self.write_request();
        Ok(())
    }
}

fn form(refresh_token: &str) -> String {
    format!("grant_type=refresh_token&refresh_token={refresh_token}")
}
