//! Settings of identity, decided by the operator. Every value has a default except the addresses and the master key.

use std::num::NonZeroU32;

use edge::{REVOCATION_FEED_AGE_S_MAX, RateLimit};

use crate::person::credential::PasswordSettings;
use crate::sealing::MasterKey;
use crate::token::online_bank::SessionLimits;
use crate::token::token_claims::TOKEN_LIFETIME_S_MAX;
use ::pages::Brand;

/// Seconds that access and identity tokens live when the client does not ask for another time (IDN-08).
pub const TOKEN_LIFETIME_S: u32 = 900;
/// Seconds from the login until its last refresh token expires: 30 days (IDN-08).
pub const LOGIN_LIFETIME_S: u32 = 30 * 86_400;
/// Seconds that an authorization code may be exchanged (IDN-06).
pub const CODE_LIFETIME_S: u32 = 60;

/// Logins that may be begun from one address: an office at nine in the morning, and not a program.
pub const LOGINS_BEGUN: RateLimit = RateLimit { per_second: TEN, burst: THREE_HUNDRED };
const TEN: NonZeroU32 = NonZeroU32::new(10).unwrap();
const THREE_HUNDRED: NonZeroU32 = NonZeroU32::new(300).unwrap();

#[derive(Clone, Debug)]
pub struct IdentitySettings {
    /// The address of the identity provider, `{auth_url}` of the specification: the `iss` of every token and the
    /// beginning of every address in the discovery document. Without a slash at the end.
    pub issuer: String,
    /// The name of the business API: the `aud` of every access token.
    pub api_audience: String,
    /// Seconds that access and identity tokens live: 1 to [`TOKEN_LIFETIME_S_MAX`].
    pub token_lifetime_s: u32,
    /// Seconds from the login until it cannot be refreshed any more.
    pub login_lifetime_s: u32,
    /// Seconds that an authorization code may be exchanged.
    pub code_lifetime_s: u32,
    /// The key from which the keys for everything secret in the database are derived.
    pub master_key: MasterKey,
    /// Cost and bounds of password hashes.
    pub passwords: PasswordSettings,
    /// Logins that may be begun from one address.
    pub logins_begun: RateLimit,
    /// Seconds after which tokens are neither issued nor revoked when [`crate::IdentityState::feed_read`] was not
    /// called again. `None` when no feed runs, which only tests may want.
    pub feed_age_s_max: Option<i64>,
    pub online_bank: SessionLimits,
    /// True where nobody signs or administers a company in the online bank without a second factor or a passkey.
    pub second_factor_required: bool,
    /// True in a sandbox: every token says so (`sandbox`), and only such tokens are accepted.
    pub is_sandbox: bool,
    /// The bank, as its pages call it.
    pub brand: Brand,
}

impl IdentitySettings {
    /// Returns the defaults for a provider at `issuer` and an API called `api_audience`.
    pub fn new(issuer: impl Into<String>, api_audience: impl Into<String>, master_key: MasterKey) -> Self {
        Self {
            issuer: issuer.into(),
            api_audience: api_audience.into(),
            token_lifetime_s: TOKEN_LIFETIME_S,
            login_lifetime_s: LOGIN_LIFETIME_S,
            code_lifetime_s: CODE_LIFETIME_S,
            master_key,
            passwords: PasswordSettings::default(),
            logins_begun: LOGINS_BEGUN,
            feed_age_s_max: Some(REVOCATION_FEED_AGE_S_MAX),
            online_bank: SessionLimits::default(),
            second_factor_required: false,
            is_sandbox: false,
            brand: Brand::default(),
        }
    }

    /// Returns the seconds that the access and identity tokens of a login with this `max_age` live. Zero, which only
    /// clients of the profile `standard` may send, asks for a fresh login and not for tokens without a life.
    pub fn token_lifetime_s_for(&self, max_age_s: Option<u32>) -> u32 {
        match max_age_s {
            None | Some(0) => self.token_lifetime_s,
            Some(seconds) => seconds.min(TOKEN_LIFETIME_S_MAX),
        }
    }
}
