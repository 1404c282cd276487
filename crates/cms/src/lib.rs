//! Detached CMS signatures (RFC 5652) and the certificates behind them: bytes in, a verified signer or the reason why
//! not out.
//!
//! It accepts CAdES-BES (ETSI EN 319 122-1, section 5.2): signed attributes with the content type, the message digest
//! and the certificate that signed (ESS signing-certificate-v2, RFC 5035). The bytes may be DER or BER with
//! indefinite lengths. Digests are SHA-256, SHA-384 and SHA-512; keys ECDSA on P-256 and P-384 and RSA of 2048 bits
//! and more with PKCS#1 v1.5 or PSS padding; and GOST R 34.10-2012 of 256 and 512 bits with
//! Streebog. Everything is pure: no files, no clock, no network.
//!
//! A caller reads the CMS, finds each signer's certificate inside or elsewhere, checks the certificate's chain, then
//! the signature:
//!
//! ```
//! use cms::{Chain, SignedData};
//!
//! # use cms::{Certificate, CmsError};
//! # fn check(bytes: &[u8], digest: &[u8; 32], roots: &[Certificate], now: kernel::Instant) -> Result<(), CmsError> {
//! let signed = SignedData::read(bytes)?;
//! for signer in signed.signers() {
//!     let certificate = signed.certificate_of(signer).ok_or(cms::CmsError::CertificateAbsent)?;
//!     Chain::build(certificate, roots, &[], Some(now))?;
//!     signer.verify(digest, certificate)?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`sign`] makes such signatures with ECDSA keys, and [`Authority`] issues certificates for demonstrations and tests.
//! To add an algorithm, add it to `algorithm` and `key`; nothing else tells algorithms apart.

mod algorithm;
mod attributes;
mod authority;
mod ber;
mod certificate;
mod chain;
mod error;
mod gost;
mod key;
mod limits;
mod name;
mod oid;
mod pem;
mod request;
mod revocation;
mod sign;
mod signed;
mod signed_data;
mod signer_info;
mod tlv;
mod write;

pub use authority::{Authority, Subject};
pub use ber::normalise;
pub use certificate::Certificate;
pub use chain::Chain;
pub use error::{Attribute, CmsError, Part};
pub use key::PublicKey;
pub use limits::{
    ATTRIBUTES_MAX, BYTES_MAX, CERTIFICATE_BYTES_MAX, CERTIFICATES_MAX, CHAIN_MAX, DEPTH_MAX,
    REQUEST_ATTRIBUTES_MAX, REQUEST_BYTES_MAX, REVOCATION_LIST_BYTES_MAX, RSA_BITS_MAX, RSA_BITS_MIN,
    SIGNERS_MAX,
};
pub use name::PersonName;
pub use request::CertificateRequest;
pub use revocation::{RevocationList, Revoked};
pub use sign::{Signer, SignerError, request, sign};
pub use signed_data::SignedData;
pub use signer_info::SignerInfo;
