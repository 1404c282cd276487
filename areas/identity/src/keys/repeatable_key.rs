//! Makes keys that follow from a source of randomness, for sandboxes whose answers are to be repeated byte by byte.

use std::convert::Infallible;

use kernel::Randomness;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::pkcs8::EncodePrivateKey as _;
use rsa::pkcs1::EncodeRsaPublicKey as _;
use rsa::rand_core::{TryCryptoRng, TryRng};

const RSA_BITS: usize = 2_048;
/// The most draws for a number below the order of P-256; one in 2³² fails.
const DRAWS_MAX: usize = 16;

/// The source of randomness as the libraries ask for it.
struct Drawing<'a>(&'a dyn Randomness);

impl TryRng for Drawing<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.0.fill(&mut bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill(bytes);
        Ok(())
    }
}

impl TryCryptoRng for Drawing<'_> {}

/// Makes a key on P-256: the private half in PKCS #8, and the public half as an uncompressed point. Nothing when the
/// libraries fail.
pub(crate) fn es256(randomness: &dyn Randomness) -> Option<(Vec<u8>, Vec<u8>)> {
    let key = draw(randomness)?;
    let private_key = key.to_pkcs8_der().ok()?;
    let point = key.public_key().to_sec1_point(false);
    Some((private_key.as_bytes().to_vec(), point.as_bytes().to_vec()))
}

/// Makes an RSA key: the private half in PKCS #8, and the public half in PKCS #1. Nothing when the libraries fail.
pub(crate) fn rs256(randomness: &dyn Randomness) -> Option<(Vec<u8>, Vec<u8>)> {
    let key = rsa::RsaPrivateKey::new(&mut Drawing(randomness), RSA_BITS).ok()?;
    let private_key = rsa::pkcs8::EncodePrivateKey::to_pkcs8_der(&key).ok()?;
    let public_key = key.to_public_key().to_pkcs1_der().ok()?;
    Some((private_key.as_bytes().to_vec(), public_key.as_bytes().to_vec()))
}

fn draw(randomness: &dyn Randomness) -> Option<p256::SecretKey> {
    let mut octets = [0_u8; 32];
    (0..DRAWS_MAX).find_map(|_| {
        randomness.fill(&mut octets);
        p256::SecretKey::from_slice(&octets).ok()
    })
}
