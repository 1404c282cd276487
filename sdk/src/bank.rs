//! The business API on behalf of one login.

use std::time::Duration;

use serde::de::DeserializeOwned;
use ureq::RequestBuilder;
use url::Url;

use crate::error::{Problem, SdkError};
use crate::identity::Identity;
use crate::settings::{Settings, below};
use crate::tokens::Tokens;
use crate::transport;

/// A logged-in caller of the business API. Calls take turns, because a refresh replaces the tokens.
#[derive(Debug)]
pub struct Bank {
    api: Url,
    identity: Identity,
    tokens: Tokens,
}

/// The call, kept to be sent a second time.
enum Call {
    Get(Url),
    Post { address: Url, content_type: &'static str, body: Vec<u8> },
}

impl Bank {
    /// A caller with the tokens of a login; nothing is sent yet.
    pub fn new(settings: &Settings, tokens: Tokens) -> Self {
        Self { api: settings.api.clone(), identity: Identity::new(settings), tokens }
    }

    /// Ends each call after `longest`, in place of [`CALL_MAX`](crate::CALL_MAX).
    pub fn within(mut self, longest: Duration) -> Self {
        self.identity.agent = transport::agent(longest);
        self
    }

    /// The tokens as they are now. After a call they may be newer than those that the caller began with.
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
        transport::parsed(&self.answered(&Call::Get(address))?)
    }

    /// Sends a GET like [`Self::get`]. The answer as it came.
    pub(crate) fn get_bytes(&mut self, segments: &[&str]) -> Result<Vec<u8>, SdkError> {
        self.answered(&Call::Get(below(&self.api, segments)))
    }

    /// Sends a POST of JSON, with tokens like [`Self::get`].
    pub(crate) fn post<T: DeserializeOwned>(
        &mut self,
        segments: &[&str],
        json: String,
    ) -> Result<T, SdkError> {
        let text = self.post_bytes(segments, "application/json", json.into_bytes())?;
        transport::parsed(text.as_bytes())
    }

    /// Sends a POST of this content, with tokens like [`Self::get`]. The answer as text.
    pub(crate) fn post_bytes(
        &mut self,
        segments: &[&str],
        content_type: &'static str,
        body: Vec<u8>,
    ) -> Result<String, SdkError> {
        text_of(self.answered(&Call::Post { address: below(&self.api, segments), content_type, body })?)
    }

    fn answered(&mut self, call: &Call) -> Result<Vec<u8>, SdkError> {
        match self.send(call) {
            Err(SdkError::Refused(problem))
                if problem.status == 401 && !self.tokens.refresh_token.is_empty() =>
            {
                self.tokens =
                    self.identity.refresh(&self.tokens.refresh_token).map_err(|error| match error {
                        // The login is over: the refusal of the call tells more than that of the refresh. That of
                        // the client (401) goes on: another login would not help.
                        SdkError::Refused(refusal) if refusal.status == 400 => {
                            SdkError::from(Problem::clone(&problem))
                        }
                        other => other,
                    })?;
                self.send(call)
            }
            other => other,
        }
    }

    fn send(&self, call: &Call) -> Result<Vec<u8>, SdkError> {
        let answer = match call {
            Call::Get(address) => self.with_tokens(self.identity.agent.get(address.as_str())).call(),
            Call::Post { address, content_type, body } => self
                .with_tokens(self.identity.agent.post(address.as_str()))
                .header("content-type", *content_type)
                .send(body.as_slice()),
        };
        transport::body(answer)
    }

    fn with_tokens<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        let bearer = format!("Bearer {}", self.tokens.access_token);
        request.header("authorization", bearer).header("id-token", &self.tokens.id_token)
    }
}

/// The answer as text.
pub(crate) fn text_of(body: Vec<u8>) -> Result<String, SdkError> {
    String::from_utf8(body).map_err(|_| SdkError::Answer("the body is not UTF-8".to_owned()))
}
