//! A login that a person is in the middle of: from the client's request to the code, or from the first page of the
//! online bank to a session. Its forms carry what was asked for; a row of it exists from the moment on when the
//! password was right, so that whoever proves nothing leaves nothing behind.
//!
//! It is known by two secrets. The one in the forms names it; the one in a cookie binds it to the browser that began
//! it, so that a form sent to somebody else's browser, or a page opened in another one, leads nowhere. From both
//! together follows the token against forged forms, which needs no storage of its own.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{ClientId, Instant, Language, Randomness, UserId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::login::authorize_request::AuthorizeRequest;
use crate::login::login_history::LoginWay;
use crate::token::online_bank::ONLINE_BANK_CLIENT;

/// Seconds that a person has for all pages of a login.
pub const INTERACTION_S: i64 = 15 * 60;
/// Seconds that a finished or expired login is remembered, so that its pages can say what happened.
pub const INTERACTION_MEMORY_S: i64 = 60 * 60;
const SECRET_BYTES: usize = 32;
/// Characters of each secret in base64url.
const SECRET_CHARACTERS: usize = 43;

/// A secret of 256 bits in base64url. Its `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

kernel::debug_shows!(Secret(..));

impl Secret {
    pub fn mint(randomness: &dyn Randomness) -> Self {
        let mut bytes = [0_u8; SECRET_BYTES];
        randomness.fill(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads a secret that came back; `None` when the text has not the form of one.
    pub fn read(text: &str) -> Option<Self> {
        let is_base64url = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        (text.len() == SECRET_CHARACTERS && text.bytes().all(is_base64url)).then(|| Self(text.to_owned()))
    }

    /// Returns the secret as forms and cookies carry it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the hash that is stored instead of the secret.
    pub fn hash(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes()))
    }
}

/// Computes the token against forged forms: an HMAC of the login under the browser's secret.
pub fn csrf_token(interaction: &Secret, browser: &Secret) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, browser.as_str().as_bytes());
    URL_SAFE_NO_PAD.encode(hmac::sign(&key, interaction.as_str().as_bytes()))
}

/// Tells that `sent` is the token against forged forms; takes the same time for every wrong one.
pub fn csrf_matches(sent: &str, interaction: &Secret, browser: &Secret) -> bool {
    let key = hmac::Key::new(hmac::HMAC_SHA256, browser.as_str().as_bytes());
    URL_SAFE_NO_PAD
        .decode(sent)
        .is_ok_and(|tag| hmac::verify(&key, interaction.as_str().as_bytes(), &tag).is_ok())
}

/// Stage of a login.
///
/// | From | Event | To |
/// |---|---|---|
/// | password | right, no second factor, one company or none | finished |
/// | password | right, no second factor, several companies | company |
/// | password | right, second factor | second factor |
/// | second factor | right | company or finished, as above |
/// | password, second factor | right, by a one-time password | new password |
/// | new password | chosen | company or finished, as above |
/// | company | picked | finished |
/// | any but finished | cancelled | finished |
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Login and password are asked for.
    Password,
    /// The password was right; the one-time code is asked for.
    SecondFactor {
        /// The user with this password.
        user: UserId,
    },
    /// The person is known; the company is asked for.
    Company(Known),
    /// The person is known, and has to replace a one-time password before anything else. The table has it as
    /// `COMPANY`: the credential says that its password is a one-time one.
    NewPassword(Known),
    /// The person was sent back to the client.
    Finished,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub user: UserId,
    /// The moment of the last proof: the `auth_time` of the identity token.
    pub authenticated_at: Instant,
    pub way: Option<LoginWay>,
}

impl Stage {
    /// Returns the name that the table holds.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Password => "PASSWORD",
            Self::SecondFactor { .. } => "SECOND_FACTOR",
            Self::Company(_) | Self::NewPassword(_) => "COMPANY",
            Self::Finished => "FINISHED",
        }
    }

    /// Returns the user who has proved something already.
    pub const fn user(&self) -> Option<&UserId> {
        match self {
            Self::SecondFactor { user } => Some(user),
            Self::Company(known) | Self::NewPassword(known) => Some(&known.user),
            Self::Password | Self::Finished => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destination {
    /// Back to a client's software, with an authorization code.
    Client {
        client: ClientId,
        /// The URI that the answer goes to; registered for the client when the login began.
        redirect_uri: String,
        #[serde(flatten)]
        request: Box<AuthorizeRequest>,
    },
    /// To a page of the online bank, with a session of its own.
    OnlineBank { next: String },
}

impl Destination {
    /// Returns the name of whoever asks for the login, as the audit trail and the tables have it.
    pub fn client_name(&self) -> &str {
        match self {
            Self::Client { client, .. } => client.as_str(),
            Self::OnlineBank { .. } => ONLINE_BANK_CLIENT,
        }
    }

    pub const fn is_online_bank(&self) -> bool {
        matches!(self, Self::OnlineBank { .. })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interaction {
    /// The hash of the secret that names it.
    pub hash: String,
    /// The hash of the secret of its browser.
    pub browser_hash: String,
    pub destination: Destination,
    pub language: Language,
    pub stage: Stage,
    /// After this moment no page of it works.
    pub expires_at: Instant,
}
