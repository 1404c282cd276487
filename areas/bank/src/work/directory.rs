//! The bank's directory, which proves by OpenID Connect who a person is.

use std::path::PathBuf;
use std::slice;

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, decode, decode_header};
use kernel::Instant;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Number;
use sha2::{Digest as _, Sha256};

/// Seconds for which an identity token is taken after it was issued: a person logs in here right after the directory.
pub const TOKEN_AGE_S_MAX: i64 = 600;
/// Seconds by which the clock of the directory may differ.
const CLOCK_SKEW_S_MAX: i64 = 30;
/// The most bytes of an identity token: some directories name all groups of a person.
pub(crate) const TOKEN_BYTES_MAX: usize = 16 * 1024;
/// The most bytes of the file with the keys.
const KEYS_BYTES_MAX: u64 = 256 * 1024;
/// The algorithms that are taken: those of public keys which directories sign with.
const ALGORITHMS: [Algorithm; 3] = [Algorithm::RS256, Algorithm::PS256, Algorithm::ES256];

/// Refuses a token with extensions that have to be understood (RFC 7515 section 4.1.11): none is.
pub(super) const NOT_UNDERSTOOD: &str = "it has extensions that are not understood";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    pub issuer: String,
    /// The audience of those that are meant for this program: its client identifier there.
    pub audience: String,
    /// A file with its public keys, a JWK Set (RFC 7517); read at each login.
    pub keys: PathBuf,
    /// Values of `acr` or `amr` of which a token has one; none are asked for when this is empty.
    pub second_factors: Vec<String>,
}

/// A person as the directory has proved them.
#[derive(Debug)]
pub(crate) struct Proof {
    pub(crate) subject: String,
    /// Names the token, so that it works once.
    pub(crate) token_id: String,
    /// The moment from which the token works no more.
    pub(crate) ends_at: Instant,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audiences,
    azp: Option<String>,
    exp: NumericDate,
    iat: NumericDate,
    nbf: Option<NumericDate>,
    acr: Option<String>,
    #[serde(default)]
    amr: Vec<String>,
}

/// Seconds since 1970, which others may write with a fraction (RFC 7519 section 2); it is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NumericDate(i64);

impl<'de> Deserialize<'de> for NumericDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        let whole = || format!("{:.0}", number.as_f64()?.floor()).parse().ok();
        number.as_i64().or_else(whole).map(Self).ok_or_else(|| D::Error::custom("must be seconds since 1970"))
    }
}

impl NumericDate {
    pub(super) fn instant(self) -> Instant {
        Instant::from_unix_seconds(self.0)
    }
}

/// Those that a token is meant for (RFC 7519 section 4.1.3).
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Audiences {
    One(String),
    Many(Vec<String>),
}

impl Audiences {
    pub(super) fn names(&self) -> &[String] {
        match self {
            Self::One(one) => slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

/// Asks for a right signature and no more: times and names are compared by the clock that is passed in.
pub(super) fn signature_alone(algorithm: Algorithm) -> Validation {
    let mut validation = Validation::new(algorithm);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation
}

impl Directory {
    /// Finds out whom an identity token proves (OpenID Connect Core section 3.1.3.7). Reads a file.
    pub(crate) fn prove(&self, token: &str, now: Instant) -> Result<Proof, &'static str> {
        if token.len() > TOKEN_BYTES_MAX {
            return Err("it is too long");
        }
        let header = decode_header(token).map_err(|_| "it is no JWT")?;
        if header.typ.as_deref().is_some_and(|typ| !typ.eq_ignore_ascii_case("jwt")) {
            return Err("it is another kind of token");
        }
        if header.crit.is_some() {
            return Err(NOT_UNDERSTOOD);
        }
        let key = self.key_of(&header)?;
        let decoded = decode::<Claims>(token, &key, &signature_alone(header.alg));
        let claims = decoded.map_err(|_| "its signature or its claims do not fit")?.claims;
        if claims.sub.contains('\0') {
            return Err("its subject has a NUL");
        }
        let ends_at = self.check(&claims, now)?;
        // The signature is left out: some have a second form that is valid too.
        let signed = token.rsplit_once('.').map_or(token, |(signed, _)| signed);
        Ok(Proof { subject: claims.sub, token_id: kernel::hexadecimal(&Sha256::digest(signed)), ends_at })
    }

    /// Compares the claims and returns the moment from which the token works no more.
    fn check(&self, claims: &Claims, now: Instant) -> Result<Instant, &'static str> {
        if claims.iss != self.issuer {
            return Err("its issuer is another");
        }
        let meant = claims.aud.names();
        let is_authorized = claims.azp.as_ref().map_or(meant.len() == 1, |azp| *azp == self.audience);
        if !meant.contains(&self.audience) || !is_authorized {
            return Err("its audience is another");
        }
        let latest = now.plus_seconds(CLOCK_SKEW_S_MAX);
        let issued_at = claims.iat.instant();
        if issued_at > latest || claims.nbf.is_some_and(|nbf| nbf.instant() > latest) {
            return Err("it begins later");
        }
        let ends_at = claims.exp.instant().min(issued_at.plus_seconds(TOKEN_AGE_S_MAX));
        let ends_at = ends_at.plus_seconds(CLOCK_SKEW_S_MAX);
        if ends_at <= now {
            return Err("it has ended, or was issued too long ago");
        }
        let mut factors = claims.amr.iter().chain(&claims.acr);
        if !self.second_factors.is_empty() && !factors.any(|factor| self.second_factors.contains(factor)) {
            return Err("it tells of no second factor");
        }
        Ok(ends_at)
    }

    /// Finds the key that a token names, which has to be one for its algorithm.
    fn key_of(&self, header: &Header) -> Result<DecodingKey, &'static str> {
        if !ALGORITHMS.contains(&header.alg) {
            return Err("it is not signed with RS256, PS256 or ES256");
        }
        let kid = header.kid.as_deref().ok_or("it names no key")?;
        // Some directories have a key to encrypt with under the same name.
        let is_it = |key: &&Jwk| key.common.key_id.as_deref() == Some(kid) && is_for(key, header.alg);
        let keys = self.read_keys()?.keys;
        DecodingKey::from_jwk(keys.iter().find(is_it).ok_or("its key is unknown")?)
            .map_err(|_| "its key is no key")
    }

    fn read_keys(&self) -> Result<JwkSet, &'static str> {
        let unread = |error: std::io::Error| {
            tracing::error!("the keys of the directory cannot be read: {}: {error}", self.keys.display());
            "the keys of the directory cannot be read"
        };
        let length = std::fs::metadata(&self.keys).map_err(unread)?.len();
        if length > KEYS_BYTES_MAX {
            return Err("the file with the keys of the directory is too long");
        }
        let text = std::fs::read(&self.keys).map_err(unread)?;
        serde_json::from_slice(&text).map_err(|error| {
            tracing::error!("the keys of the directory are no JWK Set: {}: {error}", self.keys.display());
            "the keys of the directory are no JWK Set"
        })
    }
}

/// Tells whether signatures of this algorithm are made with the key.
fn is_for(key: &Jwk, algorithm: Algorithm) -> bool {
    let named = match algorithm {
        Algorithm::RS256 => KeyAlgorithm::RS256,
        Algorithm::PS256 => KeyAlgorithm::PS256,
        _ => KeyAlgorithm::ES256,
    };
    let is_of_kind = match &key.algorithm {
        AlgorithmParameters::RSA(_) => algorithm != Algorithm::ES256,
        AlgorithmParameters::EllipticCurve(curve) => {
            algorithm == Algorithm::ES256 && curve.curve == EllipticCurve::P256
        }
        _ => false,
    };
    let is_used = key.common.public_key_use.as_ref().is_none_or(|one| *one == PublicKeyUse::Signature);
    is_of_kind && is_used && key.common.key_algorithm.is_none_or(|one| one == named)
}
