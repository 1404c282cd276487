//! OAuth clients, the software that calls.

use kernel::{ClientId, Cnum};

use crate::text_enum::text_enum;
use crate::{RedirectUri, SecretHash};

text_enum! {
    /// How strictly the authorization request is read (IDN-02).
    Profile {
        /// Exactly the parameters of spec section 4.1.
        Specification = "SPECIFICATION",
        /// What OpenID Connect clients in general send: a subset of the scopes, `prompt=none`, `max_age` as the age of the
        /// login.
        Standard = "STANDARD",
    }
}

text_enum! {
    /// The algorithm that signs the identity tokens of a client.
    IdTokenAlgorithm {
        /// RSA with SHA-256, which every client library reads.
        Rs256 = "RS256",
        /// ECDSA on P-256 with SHA-256.
        Es256 = "ES256",
    }
}

text_enum! {
    /// Whether a client may get and use tokens.
    ClientStatus {
        /// It may.
        Active = "ACTIVE",
        /// It may not, and neither may the tokens it has.
        Disabled = "DISABLED",
    }
}

/// An OAuth client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OauthClient {
    /// The identifier that the bank issued.
    pub id: ClientId,
    /// The name that users are shown.
    pub name: String,
    /// The hash of its secret.
    pub secret_hash: SecretHash,
    /// How strictly its authorization requests are read.
    pub profile: Profile,
    /// What signs its identity tokens.
    pub id_token_algorithm: IdTokenAlgorithm,
    /// Whether it may get and use tokens.
    pub status: ClientStatus,
    /// Where logins may return to, ordered.
    pub redirect_uris: Vec<RedirectUri>,
    /// Where logouts may return to, ordered.
    pub post_logout_redirect_uris: Vec<RedirectUri>,
    /// The companies it may be used for, ordered.
    pub companies: Vec<Cnum>,
}

impl OauthClient {
    /// Whether `secret` is its secret; takes the same time wherever the difference lies.
    #[must_use]
    pub fn secret_matches(&self, secret: &str) -> bool {
        self.secret_hash.matches(&self.id, secret)
    }

    /// Whether logins may return to `uri`: one of the registered, byte for byte.
    #[must_use]
    pub fn may_redirect_to(&self, uri: &str) -> bool {
        self.redirect_uris.iter().any(|registered| registered.as_str() == uri)
    }

    /// Whether logouts may return to `uri`: one of the registered, byte for byte.
    #[must_use]
    pub fn may_redirect_after_logout_to(&self, uri: &str) -> bool {
        self.post_logout_redirect_uris.iter().any(|registered| registered.as_str() == uri)
    }

    /// Whether it may be used for the company.
    #[must_use]
    pub fn serves(&self, company: &Cnum) -> bool {
        self.companies.contains(company)
    }
}
