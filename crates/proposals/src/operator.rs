//! People of the bank who change things.

use std::str::FromStr;

use kernel::Instant;
use p256::ecdsa::signature::{Signer as _, Verifier as _};
use p256::ecdsa::{Signature, SigningKey, VerifyingKey};
use p256::pkcs8::{DecodePrivateKey as _, DecodePublicKey as _};
use thiserror::Error;

/// The most characters of a name.
const NAME_CHARACTERS_MAX: usize = 64;

/// The name of an operator: letters, digits, `.`, `_`, `@` and `-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OperatorName(String);

/// The text is no name of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a name has 1 to {NAME_CHARACTERS_MAX} letters, digits, `.`, `_`, `@` and `-`")]
pub struct OperatorNameError;

impl FromStr for OperatorName {
    type Err = OperatorNameError;

    fn from_str(text: &str) -> Result<Self, OperatorNameError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._@-".contains(&byte));
        let is_name = is_plain && (1..=NAME_CHARACTERS_MAX).contains(&text.len());
        if is_name { Ok(Self(text.to_owned())) } else { Err(OperatorNameError) }
    }
}

kernel::text_newtype!(OperatorName);

kernel::text_enum! {
    /// Kind of changes that an operator proposes and approves, or of things that one only reads.
    pub enum OperatorRole {
        /// Reads the trail, and changes nothing.
        Audit = "audit",
        /// Payments, orders, and jobs that move money.
        Money = "money",
        /// Reads the registry, and changes nothing.
        Read = "read",
        /// Companies, people, rights, accounts and everything else that files bring.
        Registry = "registry",
        /// Keys, second factors, systems, operators, and locks that end.
        Security = "security",
    }
}

const PEM_BEGIN: &str = "-----BEGIN PUBLIC KEY-----";
const PEM_END: &str = "-----END PUBLIC KEY-----";
/// The most bytes between them.
const PEM_BYTES_MAX: usize = 4_096;
/// Letters of a line in the strict form of RFC 7468, which is the only one that the decoder reads.
const PEM_LINE: usize = 64;

/// A public key on P-256, for signatures of ECDSA with SHA-256.
#[derive(Clone, PartialEq, Eq)]
pub struct OperatorKey(VerifyingKey);

impl OperatorKey {
    /// Reads the file that `openssl ec -pubout` writes, however its lines are broken; none when it is of another kind.
    pub fn from_pem(pem: &str) -> Option<Self> {
        // Some programs write the key in words before it.
        let (_, rest) = pem.split_once(PEM_BEGIN)?;
        let base64 = rest.trim_end().strip_suffix(PEM_END)?;
        let base64 = Some(base64).filter(|base64| base64.len() <= PEM_BYTES_MAX)?;
        let letters: Vec<char> = base64.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
        let lines: Vec<String> = letters.chunks(PEM_LINE).map(|line| line.iter().collect()).collect();
        let pem = [PEM_BEGIN, &lines.join("\n"), PEM_END].join("\n");
        VerifyingKey::from_public_key_pem(&pem).ok().map(Self)
    }

    /// Reads a point; none when it is not on the curve.
    pub fn from_point(point: &[u8]) -> Option<Self> {
        VerifyingKey::from_sec1_bytes(point).ok().map(Self)
    }

    pub fn point(&self) -> Vec<u8> {
        self.0.to_sec1_point(false).as_bytes().to_vec()
    }

    /// Tells whether the signature, in DER, is this key's over a text.
    pub(crate) fn verifies(&self, text: &str, signature: &[u8]) -> bool {
        Signature::from_der(signature)
            .is_ok_and(|signature| self.0.verify(text.as_bytes(), &signature).is_ok())
    }
}

kernel::debug_shows!(OperatorKey(..));

/// The most characters of a subject of the bank's directory (OpenID Connect Core section 2).
pub const DIRECTORY_SUBJECT_CHARACTERS_MAX: usize = 255;

/// A person of the bank as somebody adds them.
#[derive(Clone, Copy, Debug)]
pub struct NewOperator<'a> {
    pub name: &'a OperatorName,
    /// The roles, in the order of their names.
    pub roles: &'a [OperatorRole],
    pub key: &'a OperatorKey,
    /// The subject by which the bank's directory knows them: 1 to [`DIRECTORY_SUBJECT_CHARACTERS_MAX`] characters.
    pub directory_subject: Option<&'a str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    pub name: OperatorName,
    /// The roles, in the order of their names.
    pub roles: Vec<OperatorRole>,
    pub key: OperatorKey,
    pub directory_subject: Option<String>,
    pub added_at: Instant,
    /// The moment from which they change nothing any more.
    pub closed_at: Option<Instant>,
}

impl Operator {
    /// Tells whether they propose and approve changes of this kind.
    pub fn has(&self, role: OperatorRole) -> bool {
        self.roles.contains(&role)
    }

    pub(crate) const fn is_open(&self) -> bool {
        self.closed_at.is_none()
    }

    /// Tells whether they change anything; others only read.
    pub fn changes(&self) -> bool {
        self.roles.iter().any(|role| !matches!(role, OperatorRole::Audit | OperatorRole::Read))
    }

    /// Tells whether they read the registry.
    pub fn reads_registry(&self) -> bool {
        self.changes() || self.has(OperatorRole::Read)
    }

    /// Tells whether they search the trail.
    pub fn reads_trail(&self) -> bool {
        self.has(OperatorRole::Audit) || self.has(OperatorRole::Security)
    }
}

/// The private part of an operator's key.
#[derive(Clone)]
pub struct PrivateKey(SigningKey);

impl PrivateKey {
    /// Reads a key in PEM, unencrypted, as PKCS#8 or SEC 1; none when it is of another kind.
    pub fn from_pem(pem: &str) -> Option<Self> {
        let pem = pem.trim();
        let key = p256::SecretKey::from_pkcs8_pem(pem).ok();
        let key = key.or_else(|| p256::SecretKey::from_sec1_pem(pem).ok())?;
        Some(Self(SigningKey::from(key)))
    }

    /// Signs a text; the signature is in DER and the same every time (RFC 6979).
    pub fn sign(&self, text: &str) -> Option<Vec<u8>> {
        let signature: Signature = self.0.try_sign(text.as_bytes()).ok()?;
        Some(signature.to_der().as_bytes().to_vec())
    }

    /// Signs a text in the form of ES256 (RFC 7518 section 3.4).
    pub fn sign_es256(&self, text: &str) -> Option<Vec<u8>> {
        let signature: Signature = self.0.try_sign(text.as_bytes()).ok()?;
        Some(signature.to_bytes().to_vec())
    }
}

kernel::debug_shows!(PrivateKey(..));

/// An operator with what makes or brings the signature under a deed.
#[derive(Clone)]
pub struct Proved {
    pub(crate) operator: Operator,
    pen: Pen,
}

#[derive(Clone)]
enum Pen {
    Key(PrivateKey),
    /// A signature in DER that was made elsewhere, at this moment, which fits one text or none.
    Made(Vec<u8>, Instant),
}

impl Proved {
    /// Compares a private key in PEM, unencrypted, with that of the operator; none when it is another one.
    pub(crate) fn by(operator: Operator, private_pem: &str) -> Option<Self> {
        let key = PrivateKey::from_pem(private_pem)?;
        (*key.0.verifying_key() == operator.key.0).then_some(Self { operator, pen: Pen::Key(key) })
    }

    /// Takes a signature that the operator has made elsewhere; it is compared with the text when that is written.
    pub const fn with_signature(operator: Operator, signature: Vec<u8>, at: Instant) -> Self {
        Self { operator, pen: Pen::Made(signature, at) }
    }

    /// Returns the moment that the signed text has.
    pub(crate) const fn signs_at(&self, now: Instant) -> Instant {
        match self.pen {
            Pen::Key(_) => now,
            Pen::Made(_, at) => at,
        }
    }

    pub const fn operator(&self) -> &Operator {
        &self.operator
    }

    /// Returns the signature under a text, in DER. None when one that was made elsewhere is that of another text.
    pub(crate) fn sign(&self, text: &str) -> Option<Vec<u8>> {
        match &self.pen {
            Pen::Key(key) => key.sign(text),
            Pen::Made(signature, _) => self.operator.key.verifies(text, signature).then(|| signature.clone()),
        }
    }
}

kernel::debug_shows!(Proved { operator, .. });
