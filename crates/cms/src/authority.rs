//! A small certificate authority, for demonstrations and tests: a bank has a real one.

use der::asn1::{GeneralizedTime, UtcTime};
use der::{DateTime, Encode};
use kernel::{Instant, Randomness};
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, EncodePublicKey as _};
use sha2::{Digest as _, Sha256};

use crate::sign::SigningKey;
use crate::tlv;
use crate::{Certificate, CertificateRequest, RevocationList, SignerError, oid, pem, write};

/// The most draws of a random number until it is a key; each is one with overwhelming probability.
const DRAWS_MAX: usize = 100;
/// Octets of a serial number: 127 random bits (RFC 5280, section 4.1.2.2).
const SERIAL_OCTETS: usize = 16;

/// Whom a certificate is for, and for how long.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The common name, up to 64 characters.
    pub common_name: String,
    /// The organisation, up to 64 characters.
    pub organisation: String,
    /// From when it is valid; whole seconds count.
    pub not_before: Instant,
    /// The last second in which it is valid.
    pub not_after: Instant,
}

/// An ECDSA key on P-256 with its own certificate, which issues others.
pub struct Authority {
    key: p256::SecretKey,
    certificate: Certificate,
}

impl Authority {
    pub fn new(subject: &Subject, randomness: &dyn Randomness) -> Result<Self, SignerError> {
        let key = draw(randomness)?;
        let name = name(subject);
        // An authority: `cA` true, and usage `keyCertSign` and `cRLSign`.
        let constraints = write::sequence(&[&write::element(tlv::BOOLEAN, &[&[0xff]])]);
        let extensions = [
            extension(oid::BASIC_CONSTRAINTS, true, &constraints),
            extension(oid::KEY_USAGE, true, &write::element(tlv::BIT_STRING, &[&[1, 0b0000_0110]])),
            extension(oid::SUBJECT_KEY_IDENTIFIER, false, &write::octets(&key_identifier(&key))),
        ];
        let certificate = issue(&key, &name, &spki(&key)?, subject, &extensions, randomness)?;
        Ok(Self { key, certificate })
    }

    /// An authority that was made before: its key, PEM of ECDSA on P-256 (PKCS#8), and the certificate of that key.
    pub fn from_pem(key: &str, certificate: &str) -> Result<Self, SignerError> {
        let der = pem::decode(key, &["PRIVATE KEY"]).map_err(|_| SignerError::Key)?;
        let key = p256::SecretKey::from_pkcs8_der(&der).map_err(|_| SignerError::Key)?;
        let certificate = Certificate::from_pem(certificate).map_err(SignerError::Certificate)?;
        let fingerprint: [u8; 32] = Sha256::digest(spki(&key)?).into();
        if fingerprint == certificate.key_fingerprint() {
            Ok(Self { key, certificate })
        } else {
            Err(SignerError::Mismatch)
        }
    }

    /// Its key as PEM: whoever has it issues certificates.
    pub fn key_to_pem(&self) -> Result<String, SignerError> {
        key_pem(&self.key)
    }

    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// A new key and a certificate for it, for signing documents; both as PEM.
    pub fn issue(
        &self,
        subject: &Subject,
        randomness: &dyn Randomness,
    ) -> Result<(String, Certificate), SignerError> {
        let key = draw(randomness)?;
        let certificate = self.certify(&spki(&key)?, &key_identifier(&key), subject, randomness)?;
        Ok((key_pem(&key)?, certificate))
    }

    /// A certificate for the key of `request`, for signing documents. The name is that of `subject`: an authority does
    /// not take it from whoever asks.
    pub fn issue_for(
        &self,
        request: &CertificateRequest,
        subject: &Subject,
        randomness: &dyn Randomness,
    ) -> Result<Certificate, SignerError> {
        // RFC 7093, method 4: of the whole `SubjectPublicKeyInfo`.
        let identifier: Vec<u8> = request.key_fingerprint().iter().take(20).copied().collect();
        self.certify(&request.spki, &identifier, subject, randomness)
    }

    fn certify(
        &self,
        spki: &[u8],
        identifier: &[u8],
        subject: &Subject,
        randomness: &dyn Randomness,
    ) -> Result<Certificate, SignerError> {
        let authority = write::element(tlv::context_primitive(0), &[&key_identifier(&self.key)]);
        // Usage `digitalSignature` and `nonRepudiation`.
        let extensions = [
            extension(oid::KEY_USAGE, true, &write::element(tlv::BIT_STRING, &[&[6, 0b1100_0000]])),
            extension(oid::SUBJECT_KEY_IDENTIFIER, false, &write::octets(identifier)),
            extension(oid::AUTHORITY_KEY_IDENTIFIER, false, &write::sequence(&[&authority])),
        ];
        issue(&self.key, self.certificate.subject(), spki, subject, &extensions, randomness)
    }

    /// A revocation list of `revoked`, made at `this_update`, as PEM.
    pub fn revoke(
        &self,
        revoked: &[&Certificate],
        this_update: Instant,
        next_update: Instant,
    ) -> Result<String, SignerError> {
        let entries = revoked.iter().map(|certificate| {
            Ok(write::sequence(&[&write::unsigned(certificate.serial()), &time(this_update)?]))
        });
        let entries: Vec<Vec<u8>> = entries.collect::<Result<_, SignerError>>()?;
        let entries: Vec<&[u8]> = entries.iter().map(Vec::as_slice).collect();
        let list = if entries.is_empty() { Vec::new() } else { write::sequence(&entries) };
        let number = extension(oid::CRL_NUMBER, false, &write::unsigned(&[1]));
        let extensions = write::element(tlv::context(0), &[&write::sequence(&[&number])]);
        let tbs = write::sequence(&[
            &write::unsigned(&[1]),
            &write::algorithm(oid::ECDSA_SHA256),
            self.certificate.subject(),
            &time(this_update)?,
            &time(next_update)?,
            &list,
            &extensions,
        ]);
        let der = signed(&self.key, &tbs)?;
        RevocationList::read(&der).map_err(SignerError::Certificate)?;
        Ok(pem::encode("X509 CRL", &der))
    }
}

kernel::debug_shows!(Authority { subject: certificate.subject_name(), .. });

fn draw(randomness: &dyn Randomness) -> Result<p256::SecretKey, SignerError> {
    let mut octets = [0_u8; 32];
    for _ in 0..DRAWS_MAX {
        randomness.fill(&mut octets);
        if let Ok(key) = p256::SecretKey::from_slice(&octets) {
            return Ok(key);
        }
    }
    Err(SignerError::Failed)
}

fn key_pem(key: &p256::SecretKey) -> Result<String, SignerError> {
    let document = key.to_pkcs8_der().map_err(|_| SignerError::Failed)?;
    Ok(pem::encode("PRIVATE KEY", document.as_bytes()))
}

/// RFC 7093, method 1: the leftmost 160 bits of the SHA-256 of the key.
fn key_identifier(key: &p256::SecretKey) -> Vec<u8> {
    let point = key.public_key().to_sec1_point(false);
    Sha256::digest(point.as_bytes()).iter().take(20).copied().collect()
}

fn spki(key: &p256::SecretKey) -> Result<Vec<u8>, SignerError> {
    let document = key.public_key().to_public_key_der().map_err(|_| SignerError::Failed)?;
    Ok(document.as_bytes().to_vec())
}

fn issue(
    authority: &p256::SecretKey,
    issuer: &[u8],
    spki: &[u8],
    subject: &Subject,
    extensions: &[Vec<u8>],
    randomness: &dyn Randomness,
) -> Result<Certificate, SignerError> {
    let mut serial = [0_u8; SERIAL_OCTETS];
    randomness.fill(&mut serial);
    if let Some(first) = serial.first_mut() {
        // Neither negative nor zero.
        *first = *first & 0x7f | 0x40;
    }
    let extensions: Vec<&[u8]> = extensions.iter().map(Vec::as_slice).collect();
    let tbs = write::sequence(&[
        &write::element(tlv::context(0), &[&write::unsigned(&[2])]),
        &write::unsigned(&serial),
        &write::algorithm(oid::ECDSA_SHA256),
        issuer,
        &write::sequence(&[&time(subject.not_before)?, &time(subject.not_after)?]),
        &name(subject),
        spki,
        &write::element(tlv::context(3), &[&write::sequence(&extensions)]),
    ]);
    Certificate::read(&signed(authority, &tbs)?).map_err(SignerError::Certificate)
}

/// The signed part with its algorithm and signature behind it.
fn signed(key: &p256::SecretKey, tbs: &[u8]) -> Result<Vec<u8>, SignerError> {
    let signature = SigningKey::P256(key.clone().into()).sign(tbs)?;
    Ok(write::sequence(&[tbs, &write::algorithm(oid::ECDSA_SHA256), &write::bits(&signature)]))
}

fn extension(kind: const_oid::ObjectIdentifier, critical: bool, value: &[u8]) -> Vec<u8> {
    let mark = if critical { write::element(tlv::BOOLEAN, &[&[0xff]]) } else { Vec::new() };
    write::sequence(&[&write::oid(kind), &mark, &write::octets(value)])
}

/// `O` and `CN`, as UTF-8.
fn name(subject: &Subject) -> Vec<u8> {
    let part = |kind, text: &str| {
        let value = write::element(tlv::UTF8_STRING, &[text.as_bytes()]);
        write::set_of(tlv::SET, &[&write::sequence(&[&write::oid(kind), &value])])
    };
    write::sequence(&[
        &part(oid::ORGANISATION, &subject.organisation),
        &part(oid::COMMON_NAME, &subject.common_name),
    ])
}

/// `Time`: two digits for the year up to 2049 (RFC 5280, section 4.1.2.5).
fn time(moment: Instant) -> Result<Vec<u8>, SignerError> {
    let seconds = u64::try_from(moment.unix_seconds()).map_err(|_| SignerError::Failed)?;
    let date = DateTime::from_unix_duration(std::time::Duration::from_secs(seconds))
        .map_err(|_| SignerError::Failed)?;
    let der = if date.year() < 2050 {
        UtcTime::from_date_time(date).and_then(|time| time.to_der())
    } else {
        GeneralizedTime::from_date_time(date).to_der()
    };
    der.map_err(|_| SignerError::Failed)
}
