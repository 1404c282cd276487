//! Addresses of the provider below its issuer, as software is told of them.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// The document from which client libraries learn the rest.
    pub discovery: String,
    pub authorization: String,
    pub token: String,
    pub keys: String,
    /// The person behind an access token.
    pub userinfo: String,
    /// The end of a session, for the client's server.
    pub revocation: String,
    pub introspection: String,
    pub logout: String,
}

impl Addresses {
    /// Returns the addresses of the provider at `issuer`, which has no slash at the end.
    pub fn below(issuer: &str) -> Self {
        let at = |path: &str| format!("{issuer}{path}");
        Self {
            discovery: at("/.well-known/openid-configuration"),
            authorization: at("/authorize"),
            token: at("/token"),
            keys: at("/jwks"),
            userinfo: at("/userinfo"),
            revocation: at("/revoke"),
            introspection: at("/introspect"),
            logout: at("/logout"),
        }
    }
}
