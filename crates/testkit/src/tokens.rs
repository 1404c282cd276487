//! Tokens as the identity provider would issue them, and every kind of token that must be refused.

use std::sync::{Arc, OnceLock};

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
};
use aws_lc_rs::{digest, hmac};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edge::{Edge, PublicKey, SigningAlgorithm, Verifier, VerifierSettings};
use kernel::Clock;
use serde_json::{Value, json};

use crate::test_caller::TestCaller;

/// `iss` of every test token.
pub const TEST_ISSUER: &str = "https://identity.test";
/// `aud` of every test access token.
pub const TEST_AUDIENCE: &str = "https://api.test";
/// Seconds from `iat` to `exp` of every test token (IDN-08).
pub const TEST_TOKEN_LIFETIME_S: i64 = 900;
/// Seconds by which a token that is not valid yet is early: far beyond any tolerated skew.
const EARLY_S: i64 = 600;

const ES256_KID: &str = "test-es256";
const RS256_KID: &str = "test-rs256";
const UNKNOWN_KID: &str = "test-unknown";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenPair {
    /// For `Authorization: Bearer`.
    pub access: String,
    /// For `Id-Token`.
    pub identity: String,
}

/// The token of a pair that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenSide {
    Access,
    Identity,
}

const ACCESS: &[TokenSide] = &[TokenSide::Access];
const IDENTITY: &[TokenSide] = &[TokenSide::Identity];
const BOTH: &[TokenSide] = &[TokenSide::Access, TokenSide::Identity];

/// Declares each way once, with the tokens that can be broken in it.
macro_rules! broken_tokens {
    ($($(#[$documentation:meta])* $way:ident of $sides:ident,)+) => {
        /// Every way in which a token must not be accepted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BrokenToken { $($(#[$documentation])* $way),+ }

        impl BrokenToken {
            pub const ALL: [Self; [$(stringify!($way)),+].len()] = [$(Self::$way),+];

            /// The tokens that can be broken in this way.
            pub const fn sides(self) -> &'static [TokenSide] {
                match self { $(Self::$way => $sides),+ }
            }
        }
    };
}

broken_tokens! {
    /// `exp` is now.
    Expired of BOTH,
    /// `nbf` lies ahead.
    NotYetValid of BOTH,
    /// `alg` is `none` and the signature empty.
    AlgNone of BOTH,
    /// Signed with HMAC, the public key as the secret.
    Hs256WithPublicKey of BOTH,
    WrongIssuer of BOTH,
    /// Another `aud`.
    WrongAudience of BOTH,
    IdentityAsAccess of ACCESS,
    AccessAsIdentity of IDENTITY,
    /// Signed by the right key, but with the `typ` of a refresh token.
    RefreshLike of BOTH,
    OtherSessionsIdentity of IDENTITY,
    OtherSubject of IDENTITY,
    /// A good identity token of another client.
    OtherClient of IDENTITY,
    UnknownKey of BOTH,
    /// Signed by an unpublished key under the name of a published one.
    ForgedSignature of BOTH,
    /// The claims were changed after signing.
    TamperedPayload of BOTH,
    /// `exp` is a text.
    StringExp of BOTH,
    NoExp of BOTH,
    /// An extension that must be understood (`crit`).
    CriticalExtension of BOTH,
    /// No JWT at all.
    Garbage of BOTH,
}

/// The keys of the test identity provider, made once per process: an RSA key takes a while.
struct TestKeys {
    es256: EcdsaKeyPair,
    rs256: RsaKeyPair,
    /// Signs tokens that must be refused.
    unpublished: EcdsaKeyPair,
}

fn keys() -> &'static TestKeys {
    static KEYS: OnceLock<TestKeys> = OnceLock::new();
    KEYS.get_or_init(|| TestKeys {
        es256: EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a P-256 key"),
        rs256: RsaKeyPair::generate(KeySize::Rsa2048).expect("an RSA key"),
        unpublished: EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a P-256 key"),
    })
}

/// Issues tokens for tests: access tokens ES256, identity tokens RS256, times from the given clock.
#[derive(Clone, Debug)]
pub struct TestTokens {
    clock: Arc<dyn Clock>,
}

impl TestTokens {
    /// An issuer that goes by `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }

    pub fn public_keys(&self) -> Vec<PublicKey> {
        let es256 = keys().es256.public_key().as_ref().to_vec();
        let rs256 = keys().rs256.public_key().as_ref().to_vec();
        vec![
            PublicKey { kid: ES256_KID.to_owned(), algorithm: SigningAlgorithm::Es256, der: es256 },
            PublicKey { kid: RS256_KID.to_owned(), algorithm: SigningAlgorithm::Rs256, der: rs256 },
        ]
    }

    /// A verifier that knows the keys and has no revocation feed.
    pub fn verifier(&self) -> Arc<Verifier> {
        self.verifier_with_feed_age(None)
    }

    /// Makes a verifier that knows the keys and refuses everything when its revocations are older than this.
    pub fn verifier_with_feed_age(&self, feed_age_s_max: Option<i64>) -> Arc<Verifier> {
        let settings = VerifierSettings {
            issuer: TEST_ISSUER.to_owned(),
            audience: TEST_AUDIENCE.to_owned(),
            feed_age_s_max,
        };
        let verifier = Verifier::new(settings, Arc::clone(&self.clock));
        verifier.set_keys(self.public_keys()).expect("the test keys are keys");
        Arc::new(verifier)
    }

    pub fn edge(&self) -> Edge {
        Edge::new(self.verifier(), Arc::clone(&self.clock))
    }

    /// The claims of a good access token.
    pub fn access_claims(&self, caller: &TestCaller) -> Value {
        let issued_at = self.clock.now().unix_seconds();
        caller.marked(json!({
            "iss": TEST_ISSUER,
            "sub": caller.user,
            "aud": TEST_AUDIENCE,
            "client_id": caller.client,
            "iat": issued_at,
            "exp": issued_at + TEST_TOKEN_LIFETIME_S,
            "jti": format!("token-{issued_at}"),
            "sid": caller.session,
            "scope": "openid profile email phone",
            "roles": caller.roles,
            "company": caller.company,
        }))
    }

    /// The claims of a good identity token.
    pub fn identity_claims(&self, caller: &TestCaller) -> Value {
        let issued_at = self.clock.now().unix_seconds();
        caller.marked(json!({
            "iss": TEST_ISSUER,
            "sub": caller.user,
            "aud": caller.client,
            "iat": issued_at,
            "exp": issued_at + TEST_TOKEN_LIFETIME_S,
            "auth_time": issued_at,
            "nonce": "nonce",
            "sid": caller.session,
            "name": "Иванова Анна Сергеевна",
            "email": "user@bank.test",
            "phone_number": "+70000000000",
        }))
    }

    /// A good access token (ES256, `typ` `at+jwt`).
    pub fn access(&self, caller: &TestCaller) -> String {
        self.sign_access(&self.access_claims(caller))
    }

    /// A good identity token (RS256, `typ` `JWT`).
    pub fn identity(&self, caller: &TestCaller) -> String {
        self.sign_identity(&self.identity_claims(caller))
    }

    /// A good identity token signed with ES256, as clients may be registered for.
    pub fn identity_es256(&self, caller: &TestCaller) -> String {
        let header = json!({"alg": "ES256", "kid": ES256_KID, "typ": "JWT"});
        sign_es256(&header, &self.identity_claims(caller), &keys().es256)
    }

    pub fn pair(&self, caller: &TestCaller) -> TokenPair {
        TokenPair { access: self.access(caller), identity: self.identity(caller) }
    }

    /// These claims as an access token.
    pub fn sign_access(&self, claims: &Value) -> String {
        sign_es256(&access_header(), claims, &keys().es256)
    }

    /// These claims as a session token of the online bank.
    pub fn sign_online_bank(&self, claims: &Value) -> String {
        let header = json!({"alg": "ES256", "kid": ES256_KID, "typ": "online-bank+jwt"});
        sign_es256(&header, claims, &keys().es256)
    }

    /// These claims as an identity token.
    pub fn sign_identity(&self, claims: &Value) -> String {
        sign_rs256(&identity_header(), claims)
    }

    /// Every pair that must be answered with 401, each with a name for the failure message.
    pub fn broken_pairs(&self, caller: &TestCaller) -> Vec<(String, TokenPair)> {
        let ways =
            BrokenToken::ALL.iter().flat_map(|kind| kind.sides().iter().map(move |side| (*kind, *side)));
        ways.map(|(kind, side)| (format!("{kind:?} {side:?}"), self.broken(caller, kind, side))).collect()
    }

    /// A pair in which only the token on `side` is wrong, in the way of `kind`.
    pub fn broken(&self, caller: &TestCaller, kind: BrokenToken, side: TokenSide) -> TokenPair {
        let good = self.pair(caller);
        let token = self.broken_token(caller, kind, side);
        match side {
            TokenSide::Access => TokenPair { access: token, ..good },
            TokenSide::Identity => TokenPair { identity: token, ..good },
        }
    }

    fn broken_token(&self, caller: &TestCaller, kind: BrokenToken, side: TokenSide) -> String {
        let now = self.clock.now().unix_seconds();
        let (header, claims) = match side {
            TokenSide::Access => (access_header(), self.access_claims(caller)),
            TokenSide::Identity => (identity_header(), self.identity_claims(caller)),
        };
        let with = |name: &str, value: Value| sign(&header, &changed(&claims, name, value), side);
        match kind {
            BrokenToken::Expired => with("exp", now.into()),
            BrokenToken::NotYetValid => with("nbf", (now + EARLY_S).into()),
            BrokenToken::WrongIssuer => with("iss", "https://elsewhere.test".into()),
            BrokenToken::WrongAudience => with("aud", "https://elsewhere.test".into()),
            BrokenToken::StringExp => with("exp", (now + TEST_TOKEN_LIFETIME_S).to_string().into()),
            BrokenToken::NoExp => with("exp", Value::Null),
            BrokenToken::AlgNone => {
                format!("{}.", signing_input(&changed(&header, "alg", "none".into()), &claims))
            }
            BrokenToken::Hs256WithPublicKey => sign_hs256(&header, &claims, side),
            BrokenToken::IdentityAsAccess => self.identity(caller),
            BrokenToken::AccessAsIdentity => self.access(caller),
            BrokenToken::RefreshLike => sign(&changed(&header, "typ", "rt+jwt".into()), &claims, side),
            BrokenToken::CriticalExtension => sign(&changed(&header, "crit", json!(["exp"])), &claims, side),
            BrokenToken::OtherSessionsIdentity => with("sid", "another-session".into()),
            BrokenToken::OtherSubject => with("sub", "U99999".into()),
            BrokenToken::OtherClient => with("aud", "another-client".into()),
            BrokenToken::UnknownKey | BrokenToken::ForgedSignature => {
                let key = if kind == BrokenToken::UnknownKey { UNKNOWN_KID } else { ES256_KID };
                let header = changed(&changed(&header, "kid", key.into()), "alg", "ES256".into());
                sign_es256(&header, &claims, &keys().unpublished)
            }
            BrokenToken::TamperedPayload => tampered(&sign(&header, &claims, side), &claims),
            BrokenToken::Garbage => "not.a.token".to_owned(),
        }
    }
}

fn access_header() -> Value {
    json!({"alg": "ES256", "kid": ES256_KID, "typ": "at+jwt"})
}

fn identity_header() -> Value {
    json!({"alg": "RS256", "kid": RS256_KID, "typ": "JWT"})
}

/// `object` with one member replaced, or removed by `null`.
fn changed(object: &Value, name: &str, value: Value) -> Value {
    let mut copy = object.clone();
    if value.is_null() {
        copy.as_object_mut().expect("an object").remove(name);
    } else {
        copy[name] = value;
    }
    copy
}

/// The signed text with another `company` (access) and `name` (identity) under the old signature.
fn tampered(signed: &str, claims: &Value) -> String {
    let (header, rest) = signed.split_once('.').expect("a JWT");
    let (_, signature) = rest.split_once('.').expect("a JWT");
    let claims = changed(&changed(claims, "company", "C99999".into()), "name", "Somebody else".into());
    format!("{header}.{}.{signature}", URL_SAFE_NO_PAD.encode(claims.to_string()))
}

fn signing_input(header: &Value, claims: &Value) -> String {
    format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), URL_SAFE_NO_PAD.encode(claims.to_string()))
}

fn with_signature(input: &str, signature: &[u8]) -> String {
    format!("{input}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn sign(header: &Value, claims: &Value, side: TokenSide) -> String {
    match side {
        TokenSide::Access => sign_es256(header, claims, &keys().es256),
        TokenSide::Identity => sign_rs256(header, claims),
    }
}

fn sign_es256(header: &Value, claims: &Value, key: &EcdsaKeyPair) -> String {
    let input = signing_input(header, claims);
    let signature = key.sign(&SystemRandom::new(), input.as_bytes()).expect("an ECDSA signature");
    with_signature(&input, signature.as_ref())
}

fn sign_rs256(header: &Value, claims: &Value) -> String {
    let input = signing_input(header, claims);
    let key = &keys().rs256;
    let mut signature = vec![0; key.public_modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), input.as_bytes(), &mut signature)
        .expect("an RSA signature");
    with_signature(&input, &signature)
}

/// The attack of CVE-2015-9235: a reader that follows the token's `alg` takes the public key for a shared secret.
fn sign_hs256(header: &Value, claims: &Value, side: TokenSide) -> String {
    let public_key = match side {
        TokenSide::Access => keys().es256.public_key().as_ref(),
        TokenSide::Identity => keys().rs256.public_key().as_ref(),
    };
    let input = signing_input(&changed(header, "alg", "HS256".into()), claims);
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, public_key), input.as_bytes());
    with_signature(&input, tag.as_ref())
}

/// The first half of a SHA-256 in Base64url: `at_hash` of `OpenID` Connect Core, section 3.1.3.6.
pub fn at_hash(access_token: &str) -> String {
    let hash = digest::digest(&digest::SHA256, access_token.as_bytes());
    URL_SAFE_NO_PAD.encode(&hash.as_ref()[..16])
}
