//! The bank API, as people of the bank and its systems call it.

use serde_json::Value;
use ureq::Agent;
use url::Url;

use crate::error::SdkError;
use crate::transport::{self, at, parsed};

const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// The bank API with a token.
#[derive(Debug)]
pub struct BankApi {
    address: Url,
    agent: Agent,
    token: String,
}

impl BankApi {
    /// Gets a token for an assertion (RFC 7523).
    ///
    /// # Errors
    /// The bank refuses it, cannot be reached, or does not answer in JSON.
    pub fn log_in(address: &Url, assertion: &str) -> Result<Self, SdkError> {
        let agent = transport::agent();
        let form = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", ASSERTION),
            ("client_assertion", assertion),
        ];
        let token = at(address, "bank/v1/token")?;
        let answer: Value = parsed(&transport::body(agent.post(token.as_str()).send_form(form))?)?;
        let token = answer["access_token"].as_str();
        let token = token.ok_or_else(|| SdkError::Answer("it has no token".to_owned()))?.to_owned();
        Ok(Self { address: address.clone(), agent, token })
    }

    /// Reads what is below `/bank/v1/`, with its query.
    pub fn get(&self, path: &str) -> Result<Value, SdkError> {
        let address = at(&self.address, &format!("bank/v1/{path}"))?;
        parsed(&transport::body(
            self.agent.get(address.as_str()).header("authorization", self.bearer()).call(),
        )?)
    }

    /// Sends `body` to what is below `/bank/v1/`; an empty answer is `null`.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, SdkError> {
        let address = at(&self.address, &format!("bank/v1/{path}"))?;
        let request = self.agent.post(address.as_str()).header("authorization", self.bearer());
        let request = request.content_type("application/json");
        let answer = transport::body(request.send(body.to_string().as_bytes()))?;
        if answer.is_empty() { Ok(Value::Null) } else { parsed(&answer) }
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }
}
