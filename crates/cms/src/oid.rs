//! Object identifiers.

use const_oid::ObjectIdentifier;

/// Declares object identifiers; each line ends with the name that the standard has for it.
macro_rules! oids {
    ($($name:ident = $digits:literal,)+) => {
        $(pub(crate) const $name: ObjectIdentifier = ObjectIdentifier::new_unwrap($digits);)+
    };
}

oids! {
    DATA = "1.2.840.113549.1.7.1", // id-data (RFC 5652)
    SIGNED_DATA = "1.2.840.113549.1.7.2", // id-signedData (RFC 5652)
    CONTENT_TYPE = "1.2.840.113549.1.9.3", // id-contentType (RFC 5652)
    MESSAGE_DIGEST = "1.2.840.113549.1.9.4", // id-messageDigest (RFC 5652)
    SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47", // id-aa-signingCertificateV2 (RFC 5035)

    SHA256 = "2.16.840.1.101.3.4.2.1", // id-sha256 (RFC 5754)
    SHA384 = "2.16.840.1.101.3.4.2.2", // id-sha384 (RFC 5754)
    SHA512 = "2.16.840.1.101.3.4.2.3", // id-sha512 (RFC 5754)

    EC_PUBLIC_KEY = "1.2.840.10045.2.1", // id-ecPublicKey (RFC 5480)
    SECP256R1 = "1.2.840.10045.3.1.7", // secp256r1 (RFC 5480)
    SECP384R1 = "1.3.132.0.34", // secp384r1 (RFC 5480)
    ECDSA_SHA256 = "1.2.840.10045.4.3.2", // ecdsa-with-SHA256 (RFC 5758)
    ECDSA_SHA384 = "1.2.840.10045.4.3.3", // ecdsa-with-SHA384 (RFC 5758)
    ECDSA_SHA512 = "1.2.840.10045.4.3.4", // ecdsa-with-SHA512 (RFC 5758)

    RSA = "1.2.840.113549.1.1.1", // rsaEncryption (RFC 8017)
    MGF1 = "1.2.840.113549.1.1.8", // id-mgf1 (RFC 8017)
    RSA_PSS = "1.2.840.113549.1.1.10", // id-RSASSA-PSS (RFC 8017)
    RSA_SHA256 = "1.2.840.113549.1.1.11", // sha256WithRSAEncryption (RFC 8017)
    RSA_SHA384 = "1.2.840.113549.1.1.12", // sha384WithRSAEncryption (RFC 8017)
    RSA_SHA512 = "1.2.840.113549.1.1.13", // sha512WithRSAEncryption (RFC 8017)

    GOST_256 = "1.2.643.7.1.1.1.1", // id-tc26-gost3410-12-256 (RFC 9215)
    GOST_512 = "1.2.643.7.1.1.1.2", // id-tc26-gost3410-12-512 (RFC 9215)
    STREEBOG_256 = "1.2.643.7.1.1.2.2", // id-tc26-gost3411-12-256 (RFC 9215)
    STREEBOG_512 = "1.2.643.7.1.1.2.3", // id-tc26-gost3411-12-512 (RFC 9215)
    GOST_256_STREEBOG = "1.2.643.7.1.1.3.2", // id-tc26-signwithdigest-gost3410-12-256 (RFC 9215)
    GOST_512_STREEBOG = "1.2.643.7.1.1.3.3", // id-tc26-signwithdigest-gost3410-12-512 (RFC 9215)

    COMMON_NAME = "2.5.4.3", // id-at-commonName (RFC 5280)
    SURNAME = "2.5.4.4", // id-at-surname (RFC 5280)
    ORGANISATION = "2.5.4.10", // id-at-organizationName (RFC 5280)
    GIVEN_NAME = "2.5.4.42", // id-at-givenName (RFC 5280)

    SUBJECT_KEY_IDENTIFIER = "2.5.29.14", // id-ce-subjectKeyIdentifier (RFC 5280)
    KEY_USAGE = "2.5.29.15", // id-ce-keyUsage (RFC 5280)
    BASIC_CONSTRAINTS = "2.5.29.19", // id-ce-basicConstraints (RFC 5280)
    CRL_NUMBER = "2.5.29.20", // id-ce-cRLNumber (RFC 5280)
    NAME_CONSTRAINTS = "2.5.29.30", // id-ce-nameConstraints (RFC 5280)
    CERTIFICATE_POLICIES = "2.5.29.32", // id-ce-certificatePolicies (RFC 5280)
    AUTHORITY_KEY_IDENTIFIER = "2.5.29.35", // id-ce-authorityKeyIdentifier (RFC 5280)
    POLICY_CONSTRAINTS = "2.5.29.36", // id-ce-policyConstraints (RFC 5280)
    EXTENDED_KEY_USAGE = "2.5.29.37", // id-ce-extKeyUsage (RFC 5280)
}
