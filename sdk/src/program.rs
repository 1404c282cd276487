//! The APIs in JSON of a program beside the business API: its administration port, and the bank API.

use std::time::Duration;

use serde_json::Value;
use ureq::http::HeaderName;
use ureq::http::header::{AUTHORIZATION, HOST};
use ureq::{Agent, RequestBuilder};
use url::Url;

use crate::error::SdkError;
use crate::transport::{self, CALL_MAX, at, parsed};

/// The header without which a sandbox changes nothing.
const MEANT: HeaderName = HeaderName::from_static("sandbox-administration");
/// The longest that a call of the administration port takes: the program itself gives up after 300 s, and says so.
pub const ADMINISTRATION_MAX: Duration = Duration::from_secs(310);
const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// The administration port of a program: the log of calls and, of a sandbox, people, staff and tokens.
#[derive(Debug)]
pub struct Administration(Program);

impl Administration {
    /// Makes a caller of the port at this address.
    pub fn new(address: &Url) -> Self {
        Self(Program::new(address, (MEANT, "1".to_owned()), ADMINISTRATION_MAX))
    }

    /// Calls the sandbox with this key instead of the main one.
    pub fn of_sandbox(mut self, key: &str) -> Self {
        self.0.headers.push((HOST, format!("{key}.localhost")));
        self
    }

    /// Reads `path`, with its query.
    ///
    /// # Errors
    /// The program refuses, cannot be reached, or does not answer in JSON.
    pub fn get(&self, path: &str) -> Result<Value, SdkError> {
        self.0.get(path)
    }

    /// Sends `body` to `path`; an empty answer is `null`.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, SdkError> {
        self.0.post(path, body)
    }

    /// Removes what is at `path`.
    pub fn delete(&self, path: &str) -> Result<(), SdkError> {
        let Self(program) = self;
        let request = program.agent.delete(at(&program.address, path)?.as_str());
        transport::body(program.with_headers(request).call()).map(drop)
    }
}

/// The bank API with a token, as people of the bank and its systems call it.
#[derive(Debug)]
pub struct BankApi(Program);

impl BankApi {
    /// Gets a token for an assertion (RFC 7523).
    ///
    /// # Errors
    /// The bank refuses it, cannot be reached, or does not answer in JSON.
    pub fn log_in(address: &Url, assertion: &str) -> Result<Self, SdkError> {
        let form = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", ASSERTION),
            ("client_assertion", assertion),
        ];
        let request = transport::agent(CALL_MAX).post(at(address, "bank/v1/token")?.as_str());
        let answer: Value = parsed(&transport::body(request.send_form(form))?)?;
        let token = answer["access_token"].as_str();
        let token = token.ok_or_else(|| SdkError::Answer("it has no token".to_owned()))?;
        Ok(Self(Program::new(address, (AUTHORIZATION, format!("Bearer {token}")), CALL_MAX)))
    }

    /// Reads what is below `/bank/v1/`, with its query.
    pub fn get(&self, path: &str) -> Result<Value, SdkError> {
        self.0.get(&format!("bank/v1/{path}"))
    }

    /// Sends `body` to what is below `/bank/v1/`; an empty answer is `null`.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, SdkError> {
        self.0.post(&format!("bank/v1/{path}"), body)
    }
}

/// A program, with the headers of each request to it.
#[derive(Debug)]
struct Program {
    address: Url,
    agent: Agent,
    headers: Vec<(HeaderName, String)>,
}

impl Program {
    fn new(address: &Url, header: (HeaderName, String), longest: Duration) -> Self {
        Self { address: address.clone(), agent: transport::agent(longest), headers: vec![header] }
    }

    fn get(&self, path: &str) -> Result<Value, SdkError> {
        let request = self.agent.get(at(&self.address, path)?.as_str());
        parsed(&transport::body(self.with_headers(request).call())?)
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, SdkError> {
        let request = self.with_headers(self.agent.post(at(&self.address, path)?.as_str()));
        let request = request.content_type("application/json");
        let answer = transport::body(request.send(body.to_string().as_bytes()))?;
        if answer.is_empty() { Ok(Value::Null) } else { parsed(&answer) }
    }

    fn with_headers<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        self.headers.iter().fold(request, |request, (name, value)| request.header(name, value))
    }
}
