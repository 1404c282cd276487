use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Instant, SeededRandomness};

use super::{Jwk, JwkMaterial, KeyState, Nonces, SealedKey, SigningAlgorithm, SigningKeyError};
use crate::sealing::{KEY_BYTES, MasterKey};

fn master_key(seed: u8) -> MasterKey {
    MasterKey::from_bytes(&[seed; KEY_BYTES])
}

fn mint(algorithm: SigningAlgorithm) -> SealedKey {
    let now = Instant::from_unix_seconds(1_000);
    SealedKey::mint(algorithm, KeyState::Next, &master_key(1), &SeededRandomness::new(1), now).unwrap()
}

#[test]
fn what_a_key_signs_verifies_with_its_public_half() {
    let sealed = mint(SigningAlgorithm::Es256);
    let signature = sealed.open(&master_key(1), Nonces::Drawn).unwrap().sign(b"message").unwrap();
    assert_eq!(signature.len(), 64);
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &sealed.public_key)
        .verify(b"message", &signature)
        .unwrap();

    let sealed = mint(SigningAlgorithm::Rs256);
    let signature = sealed.open(&master_key(1), Nonces::Drawn).unwrap().sign(b"message").unwrap();
    assert_eq!(signature.len(), 256);
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &sealed.public_key)
        .verify(b"message", &signature)
        .unwrap();
}

#[test]
fn a_key_opens_with_its_master_key_and_under_its_name_only() {
    let sealed = mint(SigningAlgorithm::Es256);
    assert!(matches!(sealed.open(&master_key(2), Nonces::Drawn), Err(SigningKeyError::Sealed { .. })));
    let renamed = SealedKey { kid: "other".to_owned(), ..sealed.clone() };
    assert!(matches!(renamed.open(&master_key(1), Nonces::Drawn), Err(SigningKeyError::Sealed { .. })));
}

#[test]
fn the_published_numbers_are_those_of_the_key() {
    let sealed = mint(SigningAlgorithm::Rs256);
    let JwkMaterial::Rsa { n, e } = Jwk::new("kid", sealed.algorithm, &sealed.public_key).unwrap().material
    else {
        panic!("an RSA key");
    };
    assert_eq!(e, "AQAB");
    let modulus = URL_SAFE_NO_PAD.decode(n).unwrap();
    assert_eq!(modulus.len(), 256);
    assert!(sealed.public_key.windows(256).any(|window| window == modulus));

    let sealed = mint(SigningAlgorithm::Es256);
    let JwkMaterial::Ec { crv, x, y } =
        Jwk::new("kid", sealed.algorithm, &sealed.public_key).unwrap().material
    else {
        panic!("a point");
    };
    assert_eq!(crv, "P-256");
    let point = [URL_SAFE_NO_PAD.decode(x).unwrap(), URL_SAFE_NO_PAD.decode(y).unwrap()].concat();
    assert_eq!(point, sealed.public_key[1..]);

    for bad in [&[][..], &[4], &[0x30], &[0x30, 0x82, 1], &[0x30, 0x83, 1, 1, 1], &[0x30, 2, 2, 5]] {
        assert_eq!(Jwk::new("kid", SigningAlgorithm::Rs256, bad), None);
        assert_eq!(Jwk::new("kid", SigningAlgorithm::Es256, bad), None);
    }
}

/// The example of RFC 7638, section 3.1.
#[test]
fn a_key_is_called_by_its_thumbprint() {
    let n = "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCi\
             FV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgn\
             Yb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqb\
             w0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
    let jwk = Jwk {
        kid: String::new(),
        key_use: "sig",
        alg: "RS256",
        material: JwkMaterial::Rsa { n: n.to_owned(), e: "AQAB".to_owned() },
    };
    let thumbprint = URL_SAFE_NO_PAD.encode(crate::sealing::sha256(jwk.thumbprint_input().as_bytes()));
    assert_eq!(thumbprint, "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
}

/// A source whose keys and signatures are to be repeated, as a sandbox has it.
#[derive(Debug)]
struct Repeatable(kernel::SeededRandomness);

impl kernel::Randomness for Repeatable {
    fn fill(&self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }

    fn is_repeatable(&self) -> bool {
        true
    }
}

#[test]
fn sbx_04_a_sandbox_makes_equal_keys_and_signatures_from_equal_seeds() {
    let made = |algorithm, seed| {
        let randomness = Repeatable(kernel::SeededRandomness::new(seed));
        let now = kernel::Instant::from_unix_seconds(1);
        let sealed = SealedKey::mint(algorithm, KeyState::Active, &master_key(1), &randomness, now).unwrap();
        let key = sealed.open(&master_key(1), Nonces::fitting(&randomness)).unwrap();
        let signature = key.sign(b"message").unwrap();
        // The library of live programs reads the key and accepts the signature's form.
        let drawn = sealed.open(&master_key(1), Nonces::Drawn).unwrap().sign(b"message").unwrap();
        assert_eq!(drawn.len(), signature.len());
        let verified = match algorithm {
            SigningAlgorithm::Es256 => UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &sealed.public_key)
                .verify(b"message", &signature),
            SigningAlgorithm::Rs256 => {
                UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &sealed.public_key)
                    .verify(b"message", &signature)
            }
        };
        verified.unwrap();
        (sealed.kid, sealed.public_key, signature)
    };
    for algorithm in SigningAlgorithm::ALL {
        assert_eq!(made(algorithm, 7), made(algorithm, 7));
        assert_ne!(made(algorithm, 7).0, made(algorithm, 8).0);
    }
}
