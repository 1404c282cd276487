//! The administration port of a program: the log of calls and, of a sandbox, people, staff and tokens.

use serde_json::Value;
use ureq::Agent;
use url::Url;

use crate::error::SdkError;
use crate::transport;

/// A program as its operators reach it.
#[derive(Debug)]
pub struct Administration {
    address: Url,
    agent: Agent,
}

impl Administration {
    /// Makes a caller of the port at this address.
    #[must_use]
    pub fn new(address: &Url) -> Self {
        Self { address: address.clone(), agent: transport::agent() }
    }

    /// Reads `path`, with its query.
    ///
    /// # Errors
    /// The program refuses, cannot be reached, or does not answer in JSON.
    pub fn get(&self, path: &str) -> Result<Value, SdkError> {
        let answer = self.agent.get(self.at(path)?.as_str()).call();
        read(&transport::body(answer)?)
    }

    /// Sends `body` to `path`.
    ///
    /// # Errors
    /// As of [`get`](Self::get).
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, SdkError> {
        let request = self.agent.post(self.at(path)?.as_str()).content_type("application/json");
        read(&transport::body(request.send(body.to_string().as_bytes()))?)
    }

    fn at(&self, path: &str) -> Result<Url, SdkError> {
        self.address.join(path).map_err(|error| SdkError::Answer(error.to_string()))
    }
}

fn read(body: &[u8]) -> Result<Value, SdkError> {
    serde_json::from_slice(body).map_err(|error| SdkError::Answer(error.to_string()))
}
