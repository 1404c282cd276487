//! A software authenticator: makes passkeys and signs with them, as a device and its browser do. It writes its CBOR by
//! hand, so that it shares nothing with what reads it.

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair as RsaKeyPair, KeySize};
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Randomness as _, SystemRandomness};
use serde_json::json;

/// Somebody is there.
pub const USER_PRESENT: u8 = 1;
/// The authenticator knows who.
pub const USER_VERIFIED: u8 = 1 << 2;
/// Copies of the passkey may exist.
pub const BACKUP_ELIGIBLE: u8 = 1 << 3;
/// Copies exist.
pub const BACKED_UP: u8 = 1 << 4;
/// A new credential follows.
const HAS_CREDENTIAL: u8 = 1 << 6;
/// Bytes of the identifier of a passkey.
const ID_BYTES: usize = 32;
/// The place of the modulus in the DER of a public key of 2,048 bits (RFC 8017, A.1.1): after a head of nine bytes.
const MODULUS: std::ops::Range<usize> = 9..265;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// ECDSA on P-256.
    Es256,
    /// Ed25519.
    EdDsa,
    /// RSA with 2,048 bits.
    Rs256,
}

enum Key {
    Es256(EcdsaKeyPair),
    EdDsa(Ed25519KeyPair),
    Rs256(Box<RsaKeyPair>),
}

/// A passkey on a device, at a page of `origin`. Its fields can be changed, to be somebody else.
pub struct Authenticator {
    key: Key,
    pub id: Vec<u8>,
    pub user_handle: Vec<u8>,
    /// The origin of the page in front of the person.
    pub origin: String,
    /// The relying party that the page asks for.
    pub relying_party: String,
    pub flags: u8,
    /// The counter of signatures, as the next answer tells it; zero for a device that does not count.
    pub sign_count: u32,
    /// True for a page in a frame of another origin.
    pub cross_origin: bool,
    /// True for an authenticator that signs its own attestation.
    pub attests_itself: bool,
}

/// The answer to a registration.
#[derive(Clone, Debug)]
pub struct Created {
    pub client_data: Vec<u8>,
    pub attestation_object: Vec<u8>,
}

/// The answer to a request for a proof.
#[derive(Clone, Debug)]
pub struct Signed {
    pub id: Vec<u8>,
    pub client_data: Vec<u8>,
    pub authenticator_data: Vec<u8>,
    pub signature: Vec<u8>,
    pub user_handle: Vec<u8>,
}

impl Created {
    /// Writes the answer as the script of the pages puts it into a form.
    pub fn text(&self) -> String {
        [&self.client_data, &self.attestation_object].map(|part| URL_SAFE_NO_PAD.encode(part)).join(".")
    }
}

impl Signed {
    /// Writes the answer as the script of the pages puts it into a form.
    pub fn text(&self) -> String {
        let parts =
            [&self.id, &self.client_data, &self.authenticator_data, &self.signature, &self.user_handle];
        format!("passkey.{}", parts.map(|part| URL_SAFE_NO_PAD.encode(part)).join("."))
    }
}

impl Authenticator {
    /// Makes a device at a page of `origin`, whose host is the relying party.
    pub fn at(origin: &str, algorithm: Algorithm) -> Self {
        let key = match algorithm {
            Algorithm::Es256 => {
                Key::Es256(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).expect("a key"))
            }
            Algorithm::EdDsa => Key::EdDsa(Ed25519KeyPair::generate().expect("a key")),
            Algorithm::Rs256 => Key::Rs256(Box::new(RsaKeyPair::generate(KeySize::Rsa2048).expect("a key"))),
        };
        let url = url::Url::parse(origin).expect("an origin");
        let mut id = vec![0; ID_BYTES];
        SystemRandomness.fill(&mut id);
        Self {
            key,
            id,
            user_handle: Vec::new(),
            origin: url.origin().ascii_serialization(),
            relying_party: url.host_str().expect("a host").to_owned(),
            flags: USER_PRESENT | USER_VERIFIED,
            sign_count: 0,
            cross_origin: false,
            attests_itself: false,
        }
    }

    /// Makes the passkey for the user of `user_handle`, with this challenge.
    pub fn create(&mut self, challenge: &str, user_handle: &[u8]) -> Created {
        user_handle.clone_into(&mut self.user_handle);
        let client_data = self.client_data("webauthn.create", challenge);
        let mut data = self.head(HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).expect("a short identifier").to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose_key());
        let statement = if self.attests_itself {
            let signature = self.signature(&data, &client_data);
            [&[0xa2][..], &text("alg"), &integer(self.algorithm()), &text("sig"), &bytes(&signature)].concat()
        } else {
            vec![0xa0]
        };
        let format = if self.attests_itself { "packed" } else { "none" };
        let attestation_object = [
            &[0xa3][..],
            &text("fmt"),
            &text(format),
            &text("attStmt"),
            &statement,
            &text("authData"),
            &bytes(&data),
        ]
        .concat();
        Created { client_data, attestation_object }
    }

    pub fn sign(&mut self, challenge: &str) -> Signed {
        let client_data = self.client_data("webauthn.get", challenge);
        let authenticator_data = self.head(0);
        let signature = self.signature(&authenticator_data, &client_data);
        let (id, user_handle) = (self.id.clone(), self.user_handle.clone());
        Signed { id, client_data, authenticator_data, signature, user_handle }
    }

    fn client_data(&self, kind: &str, challenge: &str) -> Vec<u8> {
        let (origin, cross_origin) = (&self.origin, self.cross_origin);
        let object =
            json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": cross_origin });
        object.to_string().into_bytes()
    }

    fn head(&self, flags: u8) -> Vec<u8> {
        let mut head = digest(&SHA256, self.relying_party.as_bytes()).as_ref().to_vec();
        head.push(self.flags | flags);
        head.extend(self.sign_count.to_be_bytes());
        head
    }

    fn signature(&self, data: &[u8], client_data: &[u8]) -> Vec<u8> {
        let message = [data, digest(&SHA256, client_data).as_ref()].concat();
        let random = SystemRandom::new();
        match &self.key {
            Key::Es256(key) => key.sign(&random, &message).expect("a signature").as_ref().to_vec(),
            Key::EdDsa(key) => key.sign(&message).as_ref().to_vec(),
            Key::Rs256(key) => {
                let mut signature = vec![0; key.public_modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, &message, &mut signature).expect("a signature");
                signature
            }
        }
    }

    const fn algorithm(&self) -> i64 {
        match self.key {
            Key::Es256(_) => -7,
            Key::EdDsa(_) => -8,
            Key::Rs256(_) => -257,
        }
    }

    /// Writes the public key (RFC 9052, section 7).
    fn cose_key(&self) -> Vec<u8> {
        let mut cose = Vec::new();
        let mut put = |label: i64, value: Vec<u8>| cose.extend([integer(label), value].concat());
        put(3, integer(self.algorithm()));
        let head = match &self.key {
            Key::Es256(key) => {
                let point = key.public_key().as_ref();
                put(1, integer(2));
                put(-1, integer(1));
                put(-2, bytes(&point[1..33]));
                put(-3, bytes(&point[33..]));
                0xa5
            }
            Key::EdDsa(key) => {
                put(1, integer(1));
                put(-1, integer(6));
                put(-2, bytes(key.public_key().as_ref()));
                0xa4
            }
            Key::Rs256(key) => {
                put(1, integer(3));
                put(-1, bytes(&key.public_key().as_ref()[MODULUS]));
                put(-2, bytes(&[1, 0, 1]));
                0xa4
            }
        };
        cose.insert(0, head);
        cose
    }
}

/// Writes the head of an item of CBOR (RFC 8949, section 3).
pub fn cbor_head(kind: u8, argument: u64) -> Vec<u8> {
    let kind = kind << 5;
    match u8::try_from(argument) {
        Ok(small @ 0..=23) => vec![kind | small],
        Ok(byte) => vec![kind | 0x18, byte],
        Err(_) if argument <= 0xffff => [&[kind | 0x19][..], &argument.to_be_bytes()[6..]].concat(),
        Err(_) => [&[kind | 0x1b][..], &argument.to_be_bytes()].concat(),
    }
}

fn integer(value: i64) -> Vec<u8> {
    if value < 0 { cbor_head(1, (-1 - value).unsigned_abs()) } else { cbor_head(0, value.unsigned_abs()) }
}

fn bytes(value: &[u8]) -> Vec<u8> {
    [cbor_head(2, value.len() as u64), value.to_vec()].concat()
}

fn text(value: &str) -> Vec<u8> {
    [cbor_head(3, value.len() as u64), value.as_bytes().to_vec()].concat()
}
