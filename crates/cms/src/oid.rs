//! Object identifiers.

use const_oid::ObjectIdentifier;

const fn oid(text: &str) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(text)
}

/// `id-data` (RFC 5652).
pub(crate) const DATA: ObjectIdentifier = oid("1.2.840.113549.1.7.1");
/// `id-signedData` (RFC 5652).
pub(crate) const SIGNED_DATA: ObjectIdentifier = oid("1.2.840.113549.1.7.2");
/// `id-contentType` (RFC 5652).
pub(crate) const CONTENT_TYPE: ObjectIdentifier = oid("1.2.840.113549.1.9.3");
/// `id-messageDigest` (RFC 5652).
pub(crate) const MESSAGE_DIGEST: ObjectIdentifier = oid("1.2.840.113549.1.9.4");
/// `id-aa-signingCertificateV2` (RFC 5035).
pub(crate) const SIGNING_CERTIFICATE_V2: ObjectIdentifier = oid("1.2.840.113549.1.9.16.2.47");

/// `id-sha256` (RFC 5754).
pub(crate) const SHA256: ObjectIdentifier = oid("2.16.840.1.101.3.4.2.1");
/// `id-sha384` (RFC 5754).
pub(crate) const SHA384: ObjectIdentifier = oid("2.16.840.1.101.3.4.2.2");
/// `id-sha512` (RFC 5754).
pub(crate) const SHA512: ObjectIdentifier = oid("2.16.840.1.101.3.4.2.3");

/// `id-ecPublicKey` (RFC 5480).
pub(crate) const EC_PUBLIC_KEY: ObjectIdentifier = oid("1.2.840.10045.2.1");
/// `secp256r1` (RFC 5480).
pub(crate) const SECP256R1: ObjectIdentifier = oid("1.2.840.10045.3.1.7");
/// `secp384r1` (RFC 5480).
pub(crate) const SECP384R1: ObjectIdentifier = oid("1.3.132.0.34");
/// `ecdsa-with-SHA256` (RFC 5758).
pub(crate) const ECDSA_SHA256: ObjectIdentifier = oid("1.2.840.10045.4.3.2");
/// `ecdsa-with-SHA384` (RFC 5758).
pub(crate) const ECDSA_SHA384: ObjectIdentifier = oid("1.2.840.10045.4.3.3");
/// `ecdsa-with-SHA512` (RFC 5758).
pub(crate) const ECDSA_SHA512: ObjectIdentifier = oid("1.2.840.10045.4.3.4");

/// `rsaEncryption` (RFC 8017).
pub(crate) const RSA: ObjectIdentifier = oid("1.2.840.113549.1.1.1");
/// `id-mgf1` (RFC 8017).
pub(crate) const MGF1: ObjectIdentifier = oid("1.2.840.113549.1.1.8");
/// `id-RSASSA-PSS` (RFC 8017).
pub(crate) const RSA_PSS: ObjectIdentifier = oid("1.2.840.113549.1.1.10");
/// `sha256WithRSAEncryption` (RFC 8017).
pub(crate) const RSA_SHA256: ObjectIdentifier = oid("1.2.840.113549.1.1.11");
/// `sha384WithRSAEncryption` (RFC 8017).
pub(crate) const RSA_SHA384: ObjectIdentifier = oid("1.2.840.113549.1.1.12");
/// `sha512WithRSAEncryption` (RFC 8017).
pub(crate) const RSA_SHA512: ObjectIdentifier = oid("1.2.840.113549.1.1.13");

/// `id-tc26-gost3410-12-256` (RFC 9215).
pub(crate) const GOST_256: ObjectIdentifier = oid("1.2.643.7.1.1.1.1");
/// `id-tc26-gost3410-12-512` (RFC 9215).
pub(crate) const GOST_512: ObjectIdentifier = oid("1.2.643.7.1.1.1.2");
/// `id-tc26-gost3411-12-256` (RFC 9215).
pub(crate) const STREEBOG_256: ObjectIdentifier = oid("1.2.643.7.1.1.2.2");
/// `id-tc26-gost3411-12-512` (RFC 9215).
pub(crate) const STREEBOG_512: ObjectIdentifier = oid("1.2.643.7.1.1.2.3");
/// `id-tc26-signwithdigest-gost3410-12-256` (RFC 9215).
pub(crate) const GOST_256_STREEBOG: ObjectIdentifier = oid("1.2.643.7.1.1.3.2");
/// `id-tc26-signwithdigest-gost3410-12-512` (RFC 9215).
pub(crate) const GOST_512_STREEBOG: ObjectIdentifier = oid("1.2.643.7.1.1.3.3");

/// `id-at-commonName` (RFC 5280).
pub(crate) const COMMON_NAME: ObjectIdentifier = oid("2.5.4.3");
/// `id-at-surname` (RFC 5280).
pub(crate) const SURNAME: ObjectIdentifier = oid("2.5.4.4");
/// `id-at-organizationName` (RFC 5280).
pub(crate) const ORGANISATION: ObjectIdentifier = oid("2.5.4.10");
/// `id-at-givenName` (RFC 5280).
pub(crate) const GIVEN_NAME: ObjectIdentifier = oid("2.5.4.42");

/// `id-ce-subjectKeyIdentifier` (RFC 5280).
pub(crate) const SUBJECT_KEY_IDENTIFIER: ObjectIdentifier = oid("2.5.29.14");
/// `id-ce-keyUsage` (RFC 5280).
pub(crate) const KEY_USAGE: ObjectIdentifier = oid("2.5.29.15");
/// `id-ce-basicConstraints` (RFC 5280).
pub(crate) const BASIC_CONSTRAINTS: ObjectIdentifier = oid("2.5.29.19");
/// `id-ce-cRLNumber` (RFC 5280).
pub(crate) const CRL_NUMBER: ObjectIdentifier = oid("2.5.29.20");
/// `id-ce-nameConstraints` (RFC 5280).
pub(crate) const NAME_CONSTRAINTS: ObjectIdentifier = oid("2.5.29.30");
/// `id-ce-certificatePolicies` (RFC 5280).
pub(crate) const CERTIFICATE_POLICIES: ObjectIdentifier = oid("2.5.29.32");
/// `id-ce-authorityKeyIdentifier` (RFC 5280).
pub(crate) const AUTHORITY_KEY_IDENTIFIER: ObjectIdentifier = oid("2.5.29.35");
/// `id-ce-policyConstraints` (RFC 5280).
pub(crate) const POLICY_CONSTRAINTS: ObjectIdentifier = oid("2.5.29.36");
/// `id-ce-extKeyUsage` (RFC 5280).
pub(crate) const EXTENDED_KEY_USAGE: ObjectIdentifier = oid("2.5.29.37");
