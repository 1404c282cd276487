//! The business API on behalf of one login.

use serde::de::DeserializeOwned;
use ureq::Agent;
use url::Url;

use crate::error::{Problem, SdkError};
use crate::identity::Identity;
use crate::settings::{Settings, below};
use crate::tokens::Tokens;
use crate::transport;

/// A logged-in caller of the business API. Calls take turns, because a refresh replaces the tokens.
#[derive(Debug)]
pub struct Bank {
    agent: Agent,
    api: Url,
    identity: Identity,
    tokens: Tokens,
}

impl Bank {
    /// A caller with the tokens of a login; nothing is sent yet.
    #[must_use]
    pub fn new(settings: &Settings, tokens: Tokens) -> Self {
        let identity = Identity::new(settings);
        Self { agent: transport::agent(), api: settings.api.clone(), identity, tokens }
    }

    /// The tokens as they are now. After a call they may be newer than those that the caller began with.
    #[must_use]
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Sends a GET with both tokens; on 401 refreshes once and sends it again.
    pub(crate) fn get<T: DeserializeOwned>(
        &mut self,
        segments: &[&str],
        query: &[(&str, String)],
    ) -> Result<T, SdkError> {
        let mut address = below(&self.api, segments);
        if !query.is_empty() {
            address.query_pairs_mut().extend_pairs(query);
        }
        let body = match self.send(&address) {
            Err(SdkError::Refused(problem)) if problem.status == 401 => {
                self.tokens =
                    self.identity.refresh(&self.tokens.refresh_token).map_err(|error| match error {
                        // The refusal of the call tells more than the refusal of a refresh that follows it.
                        SdkError::Refused(_) => SdkError::from(Problem::clone(&problem)),
                        other => other,
                    })?;
                self.send(&address)?
            }
            other => other?,
        };
        serde_json::from_str(&body).map_err(|error| SdkError::Answer(error.to_string()))
    }

    fn send(&self, address: &Url) -> Result<String, SdkError> {
        let answer = self
            .agent
            .get(address.as_str())
            .header("authorization", format!("Bearer {}", self.tokens.access_token))
            .header("id-token", &self.tokens.id_token)
            .call();
        transport::body(answer)
    }
}
