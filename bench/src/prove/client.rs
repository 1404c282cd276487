//! A company's program: signs statements and sends them.

use std::path::Path;
use std::time::Duration;

use cms::Signer;
use sdk::StatementRequest;
use sdk::Tokens;

use crate::outcome::Outcome;
use crate::outside::{JSON, User};

/// The longest wait for an answer: a stopped process gives none.
const ANSWER_MAX: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// 202: from now on the bank has it.
    Accepted,
    /// 400: the bank has one of this name.
    Exists,
    /// No answer, or an answer that the bank cannot tell now: the fate is unknown.
    Unknown,
    Unexpected(u16),
}

/// The two signers that the demo's scheme asks for.
pub(crate) struct Signers([Signer; 2]);

impl Signers {
    pub(crate) fn read(data: &Path) -> Outcome<Self> {
        let signer = |name: &str| -> Outcome<Signer> {
            let read =
                |ending: &str| std::fs::read_to_string(data.join(format!("demo-keys/{name}.{ending}")));
            Ok(Signer::from_pem(&read("key")?, &read("crt")?)?)
        };
        Ok(Self([signer("ivanova-C00001-FIRST")?, signer("petrov-C00001-SECOND")?]))
    }

    pub(crate) fn body(&self, payload: &str) -> Outcome<String> {
        let mut request = StatementRequest::new(payload)?;
        for signer in &self.0 {
            request.sign(signer)?;
        }
        Ok(request.body())
    }
}

/// A connection of its own to one process.
pub(crate) struct Caller(User);

impl Caller {
    pub(crate) fn new(address: &str, tokens: &Tokens) -> Self {
        Self(User::new(address, tokens, Some(ANSWER_MAX)))
    }

    pub(crate) fn send(&self, body: &str) -> Answer {
        let sent = self.0.post("/v1/statements", JSON, body);
        let Ok(mut answer) = sent else { return Answer::Unknown };
        match answer.status().as_u16() {
            202 => Answer::Accepted,
            // The message names the status of the statement that exists.
            400 if answer.body_mut().read_to_string().is_ok_and(|text| text.contains("externalId")) => {
                Answer::Exists
            }
            500 | 502..=504 => Answer::Unknown,
            status => Answer::Unexpected(status),
        }
    }
}
