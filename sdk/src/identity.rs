//! The calls of the identity provider that a program makes by itself (spec section 4.1).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ureq::Agent;
use url::form_urlencoded;

use crate::error::SdkError;
use crate::login::{Code, Login};
use crate::settings::{Settings, below};
use crate::tokens::Tokens;
use crate::transport;

/// The token endpoint of one bank.
#[derive(Debug)]
pub struct Identity {
    pub(crate) agent: Agent,
    settings: Settings,
}

impl Identity {
    /// A connection to the identity provider; nothing is sent yet.
    pub fn new(settings: &Settings) -> Self {
        Self { agent: transport::agent(transport::CALL_MAX), settings: settings.clone() }
    }

    /// Exchanges the code of a login for its tokens.
    ///
    /// # Errors
    /// The provider refuses (the code is used up or older than a minute), or the tokens are for something else.
    pub fn exchange(&self, login: &Login, code: &Code) -> Result<Tokens, SdkError> {
        let tokens = self.token(&[
            ("grant_type", "authorization_code"),
            ("client_id", self.settings.client_id.as_str()),
            ("code", &code.0),
            ("redirect_uri", self.settings.redirect_uri.as_str()),
            ("code_verifier", login.verifier()),
        ])?;
        tokens.check(self.settings.issuer(), self.settings.client_id.as_str(), login.nonce())?;
        Ok(tokens)
    }

    /// Exchanges a refresh token for the next set of tokens. The same refresh may be repeated, and has the
    /// same refresh token in its answer, until that was used.
    ///
    /// # Errors
    /// The provider refuses: with 400 the login is over, and a new one is needed; with 401 the client or its secret is
    /// not accepted; after 429 and 503 the same refresh may work later.
    pub fn refresh(&self, refresh_token: &str) -> Result<Tokens, SdkError> {
        self.token(&[
            ("grant_type", "refresh_token"),
            ("client_id", self.settings.client_id.as_str()),
            ("refresh_token", refresh_token),
        ])
    }

    fn token(&self, form: &[(&str, &str)]) -> Result<Tokens, SdkError> {
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let answer = self
            .agent
            .post(below(&self.settings.identity, &["token"]).as_str())
            .header("authorization", self.basic())
            .header("content-type", "application/x-www-form-urlencoded")
            .send(form);
        transport::parsed(&transport::body(answer)?)
    }

    /// RFC 6749 section 2.3.1: both parts are encoded as a form before they are joined.
    fn basic(&self) -> String {
        let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let id = encoded(self.settings.client_id.as_str());
        let secret = encoded(&self.settings.client_secret);
        format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")))
    }
}
