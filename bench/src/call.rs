//! One request of the demo's first user, ready to be sent, and its measurement beside a bare handler.

use std::error::Error;

use store::Query;

use crate::bare_statement::{self, Parameters};
use crate::login;
use crate::outside::User;
use crate::requests;
use crate::server::{Demo, SERVER_CORE, Server};
use crate::statistics::ratio_line;

/// Measurements of each side, in turn: many short ones, because a shared machine is faster in one second than in
/// another.
pub(crate) const PAIRS: usize = 15;
/// The least share of a bare handler's rate that a read with both tokens verified has to reach.
const GOAL_OF_BARE_HANDLER: f64 = 0.5;

/// A request with both tokens, and the body it is answered with.
pub(crate) struct Call {
    url: String,
    path: String,
    user: User,
    body: String,
}

impl Call {
    /// Logs in and asks once.
    ///
    /// # Errors
    /// The login fails or the answer is an error.
    pub(crate) fn prepare(demo: &Demo, path: &str) -> Result<Self, Box<dyn Error>> {
        let user = User::new(&demo.api, &login::tokens(demo)?, None);
        let body = user.read(path)?;
        Ok(Self { url: format!("{}{path}", demo.api), path: path.to_owned(), user, body })
    }

    /// Measures the request and a bare handler that returns the same bytes, in turn, and prints both.
    ///
    /// # Errors
    /// A process does not start or answers with an error.
    #[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
    pub(crate) fn beside_bare_handler(&self, name: &str, demo: &Demo) -> Result<(), Box<dyn Error>> {
        let body = std::env::temp_dir().join(format!("clientbank-bench-{}.json", std::process::id()));
        std::fs::write(&body, &self.body)?;
        let body_text = body.to_str().ok_or("the temporary folder is not UTF-8")?;
        let peer =
            Server::start(&std::env::current_exe()?, &["bare-handler", "--body", body_text], SERVER_CORE)?;
        let peer_url = format!("http://{}{}", peer.first_line.trim(), self.path);
        let (mut ours, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            ours.push(requests::per_second(&self.url, &self.user.headers())?);
            bare.push(requests::per_second(&peer_url, &self.user.headers())?);
        }
        std::fs::remove_file(&body)?;
        println!("{}", ratio_line(name, &ours, "bare axum handler", &bare, GOAL_OF_BARE_HANDLER));
        println!(
            "  {} bytes a body; peak memory of the server {:?} KiB",
            self.body.len(),
            demo.memory_peak_kib()
        );
        Ok(())
    }

    /// Measures the request and a statement of PostgreSQL in a loop, in turn: the rates of both.
    ///
    /// # Errors
    /// Either is refused.
    pub(crate) fn beside_statement(
        &self,
        url: &str,
        queries: &[&'static Query],
        name: &str,
        parameters: Parameters,
    ) -> Result<(Vec<f64>, Vec<f64>), Box<dyn Error>> {
        let (mut ours, mut statements) = (Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            ours.push(requests::per_second_with_sleep(&self.url, &self.user.headers())?);
            statements.push(bare_statement::per_second(url, queries, name, parameters)?);
        }
        Ok((ours, statements))
    }
}
