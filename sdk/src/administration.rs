//! The administration port of a program: the log of calls and, of a sandbox, people, staff and tokens.

use serde_json::Value;
use ureq::http::header;
use ureq::{Agent, RequestBuilder};
use url::Url;

use crate::error::SdkError;
use crate::transport::{self, at, parsed};

/// The header without which a sandbox changes nothing.
const MEANT: &str = "sandbox-administration";

/// A program as its operators reach it.
#[derive(Debug)]
pub struct Administration {
    address: Url,
    agent: Agent,
    /// The Host of a sandbox with a key.
    host: Option<String>,
}

impl Administration {
    /// Makes a caller of the port at this address.
    pub fn new(address: &Url) -> Self {
        Self { address: address.clone(), agent: transport::agent(), host: None }
    }

    /// Calls the sandbox with this key instead of the main one.
    pub fn of_sandbox(self, key: &str) -> Self {
        Self { host: Some(format!("{key}.localhost")), ..self }
    }

    /// Reads `path`, with its query.
    ///
    /// # Errors
    /// The program refuses, cannot be reached, or does not answer in JSON.
    pub fn get(&self, path: &str) -> Result<Value, SdkError> {
        let request = self.hosted(self.agent.get(at(&self.address, path)?.as_str()));
        parsed(&transport::body(request.call())?)
    }

    /// Sends `body` to `path`.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, SdkError> {
        let request =
            self.hosted(self.agent.post(at(&self.address, path)?.as_str())).content_type("application/json");
        let request = request.header(MEANT, "1");
        parsed(&transport::body(request.send(body.to_string().as_bytes()))?)
    }

    fn hosted<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.host {
            Some(host) => request.header(header::HOST, host),
            None => request,
        }
    }
}
