//! The half of the authorization code flow that happens in a browser (RFC 6749, RFC 7636, RFC 9207).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Randomness;
use sha2::{Digest, Sha256};
use url::Url;

use crate::error::SdkError;
use crate::settings::{Settings, below};

/// The four scopes that the specification fixes (section 4.1).
const SCOPE: &str = "openid profile email phone";
/// Random bytes in each secret: 256 bits, 43 characters of base64url.
const SECRET_BYTES: usize = 32;

/// A login that was begun: the address to open and the secrets that prove that the answer belongs to it.
pub struct Login {
    authorization_url: Url,
    redirect_uri: Url,
    issuer: String,
    state: String,
    nonce: String,
    verifier: String,
}

/// The code with which a login ends: good for one exchange, for a minute.
pub struct Code(pub(crate) String);

impl Login {
    /// Begins a login.
    pub fn begin(settings: &Settings, randomness: &dyn Randomness) -> Result<Self, SdkError> {
        Self::begin_with(settings, randomness, None)
    }

    /// Begins a login whose tokens live for `max_age_s` seconds, 1 to 86400, instead of the bank's default.
    pub fn begin_with(
        settings: &Settings,
        randomness: &dyn Randomness,
        max_age_s: Option<u32>,
    ) -> Result<Self, SdkError> {
        if settings.identity.cannot_be_a_base() {
            return Err(SdkError::Answer(format!("{} is no web address", settings.identity)));
        }
        let [state, nonce, verifier] = [secret(randomness), secret(randomness), secret(randomness)];
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
        let mut authorization_url = below(&settings.identity, &["authorize"]);
        authorization_url
            .query_pairs_mut()
            .append_pair("scope", SCOPE)
            .append_pair("client_id", settings.client_id.as_str())
            .append_pair("response_type", "code")
            .append_pair("redirect_uri", settings.redirect_uri.as_str())
            .append_pair("state", &state)
            .append_pair("nonce", &nonce)
            .append_pair("prompt", "login")
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        if let Some(seconds) = max_age_s {
            authorization_url.query_pairs_mut().append_pair("max_age", &seconds.to_string());
        }
        let redirect_uri = settings.redirect_uri.clone();
        let issuer = settings.issuer().to_owned();
        Ok(Self { authorization_url, redirect_uri, issuer, state, nonce, verifier })
    }

    /// The address to open in the user's browser.
    pub fn authorization_url(&self) -> &Url {
        &self.authorization_url
    }

    /// Checks the address that the browser was sent to and takes the code out of it.
    ///
    /// # Errors
    /// [`SdkError::Foreign`] when the answer belongs to another login, [`SdkError::Login`] when the identity provider
    /// reports an error.
    pub fn accept(&self, answer: &Url) -> Result<Code, SdkError> {
        if answer.origin() != self.redirect_uri.origin() || answer.path() != self.redirect_uri.path() {
            return Err(SdkError::Foreign("another address"));
        }
        let one = |name: &str| answer.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value);
        if one("state").as_deref() != Some(&self.state) {
            return Err(SdkError::Foreign("another state"));
        }
        if one("iss").is_some_and(|issuer| issuer != self.issuer) {
            return Err(SdkError::Foreign("another issuer"));
        }
        if let Some(error) = one("error") {
            let description = one("error_description").unwrap_or_default().into_owned();
            return Err(SdkError::Login { error: error.into_owned(), description });
        }
        let code = one("code").ok_or_else(|| SdkError::Answer("neither a code nor an error".to_owned()))?;
        Ok(Code(code.into_owned()))
    }

    pub(crate) fn verifier(&self) -> &str {
        &self.verifier
    }

    pub(crate) fn nonce(&self) -> &str {
        &self.nonce
    }
}

fn secret(randomness: &dyn Randomness) -> String {
    let mut bytes = [0_u8; SECRET_BYTES];
    randomness.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

// For logs: the secrets are left out.
kernel::debug_shows!(Login { issuer, .. });

// For logs: a code is a secret.
kernel::debug_shows!(Code(..));
