//! Looks at processes from outside: waits for them, asks their API as a user does, reads their database.

use std::time::Duration;

use sdk::Tokens;
use store::{Store, StoreLimits, StoreLocation};
use tokio::runtime::Runtime;
use ureq::http::Response;
use ureq::{Agent, AsSendBody, Body};

use crate::outcome::Outcome;

/// Lets the time pass.
#[expect(
    clippy::disallowed_methods,
    reason = "other processes are looked at, which tell of nothing by themselves"
)]
pub(crate) fn pause(time: Duration) {
    std::thread::sleep(time);
}

/// Opens a database, looks at it and closes it.
pub(crate) fn on_store<T>(
    location: &StoreLocation,
    look: impl AsyncFnOnce(&Store) -> Outcome<T>,
) -> Outcome<T> {
    Runtime::new()?.block_on(async {
        let limits = StoreLimits { rows_max: usize::MAX, ..StoreLimits::default() };
        let store = Store::open(location, limits).await?;
        let found = look(&store).await?;
        store.close().await;
        Ok(found)
    })
}

/// An agent that takes an answer with any status for one, and waits so long for it.
pub(crate) fn agent(answer_max: Option<Duration>) -> Agent {
    Agent::config_builder().timeout_global(answer_max).http_status_as_error(false).build().into()
}

/// A user's connection to the API at one address.
pub(crate) struct User {
    agent: Agent,
    address: String,
    bearer: String,
    id_token: String,
}

impl User {
    pub(crate) fn new(address: &str, tokens: &Tokens, answer_max: Option<Duration>) -> Self {
        let (bearer, id_token) = (format!("Bearer {}", tokens.access_token), tokens.id_token.clone());
        Self { agent: agent(answer_max), address: address.to_owned(), bearer, id_token }
    }

    pub(crate) fn headers(&self) -> [(&str, &str); 2] {
        [("Authorization", &self.bearer), ("Id-Token", &self.id_token)]
    }

    pub(crate) fn get(&self, path: &str) -> Result<Response<Body>, ureq::Error> {
        let request = self.agent.get(format!("{}{path}", self.address));
        self.headers().into_iter().fold(request, |request, (name, value)| request.header(name, value)).call()
    }

    /// Reads an answer that is 200.
    pub(crate) fn read(&self, path: &str) -> Outcome<String> {
        let mut answer = self.get(path)?;
        let (status, text) = (answer.status(), answer.body_mut().read_to_string()?);
        if status == 200 { Ok(text) } else { Err(format!("{path} was answered {status}: {text}").into()) }
    }

    /// Sends a body, with more headers, of which one is its type.
    pub(crate) fn post(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: impl AsSendBody,
    ) -> Result<Response<Body>, ureq::Error> {
        let request = self.agent.post(format!("{}{path}", self.address));
        let all = self.headers().into_iter().chain(headers.iter().copied());
        all.fold(request, |request, (name, value)| request.header(name, value)).send(body)
    }
}

/// The headers of a body of JSON.
pub(crate) const JSON: &[(&str, &str)] = &[("content-type", "application/json")];
