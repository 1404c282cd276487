//! OAuth clients, the software that calls.

use kernel::{ClientId, Cnum, text_enum};

use crate::{ClientSecrets, RedirectUri};

text_enum! {
    /// The strictness with which an authorization request is read (IDN-02).
    pub enum Profile {
        /// Exactly the parameters of spec section 4.1.
        Specification = "SPECIFICATION",
        /// Parameters as any OpenID Connect library sends them: any subset of the scopes with `openid`, no `state`,
        /// each `prompt` that asks for a page, `max_age=0`.
        Standard = "STANDARD",
    }
}

text_enum! {
    pub enum IdTokenAlgorithm {
        /// RSA with SHA-256, which every client library reads.
        Rs256 = "RS256",
        /// ECDSA on P-256 with SHA-256.
        Es256 = "ES256",
    }
}

text_enum! {
    /// A client's service: it gets and uses tokens, or none.
    pub enum ClientStatus {
        /// It may.
        Active = "ACTIVE",
        /// It may not, and neither may the tokens it has: its company has switched it off, and may switch it on.
        SwitchedOff = "SWITCHED_OFF",
        /// It may not, and neither may the tokens it has: the bank has stopped it.
        Disabled = "DISABLED",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OauthClient {
    /// The identifier that the bank issued.
    pub id: ClientId,
    pub name: String,
    pub secrets: ClientSecrets,
    pub profile: Profile,
    pub id_token_algorithm: IdTokenAlgorithm,
    pub status: ClientStatus,
    /// A number that grows with each change.
    pub version: i64,
    /// The addresses to which logins may return, ordered.
    pub redirect_uris: Vec<RedirectUri>,
    /// The addresses to which logouts may return, ordered.
    pub post_logout_redirect_uris: Vec<RedirectUri>,
    /// The companies it may be used for, ordered.
    pub companies: Vec<Cnum>,
}

impl OauthClient {
    /// Tells whether logins may return to `uri`: one of the registered, byte for byte.
    pub fn may_redirect_to(&self, uri: &str) -> bool {
        self.redirect_uris.iter().any(|registered| registered.as_str() == uri)
    }

    /// Tells whether logouts may return to `uri`: one of the registered, byte for byte.
    pub fn may_redirect_after_logout_to(&self, uri: &str) -> bool {
        self.post_logout_redirect_uris.iter().any(|registered| registered.as_str() == uri)
    }

    pub fn serves(&self, company: &Cnum) -> bool {
        self.companies.contains(company)
    }
}
