//! One request of the demo's first user, ready to be sent, and its measurement beside a bare handler.

use std::error::Error;

use crate::login;
use crate::requests;
use crate::server::{Demo, Server};
use crate::statistics::ratio_line;

/// Measurements of each side, in turn: many short ones, because a shared machine is faster in one second than in
/// another.
pub(crate) const PAIRS: usize = 15;
/// The least share of a bare handler's rate that a read with both tokens verified has to reach.
const GOAL_OF_BARE_HANDLER: f64 = 0.5;

/// A request with both tokens, and the body it is answered with.
pub(crate) struct Call {
    pub(crate) url: String,
    path: String,
    bearer: String,
    id_token: String,
    pub(crate) body: Vec<u8>,
}

impl Call {
    /// Logs in and asks once.
    ///
    /// # Errors
    /// The login fails or the answer is an error.
    pub(crate) fn prepare(demo: &Demo, path: &str) -> Result<Self, Box<dyn Error>> {
        let tokens = login::tokens(demo)?;
        let url = format!("{}{path}", demo.api);
        let bearer = format!("Bearer {}", tokens.access_token);
        let mut answer =
            ureq::get(&url).header("authorization", &bearer).header("id-token", &tokens.id_token).call()?;
        let body = answer.body_mut().read_to_vec()?;
        Ok(Self { url, path: path.to_owned(), bearer, id_token: tokens.id_token, body })
    }

    pub(crate) fn headers(&self) -> [(&str, &str); 2] {
        [("Authorization", &self.bearer), ("Id-Token", &self.id_token)]
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
        let peer = Server::start(&std::env::current_exe()?, &["bare-handler", "--body", body_text])?;
        let peer_url = format!("http://{}{}", peer.first_line.trim(), self.path);
        let (mut ours, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            ours.push(requests::per_second(&self.url, &self.headers())?);
            bare.push(requests::per_second(&peer_url, &self.headers())?);
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
}
