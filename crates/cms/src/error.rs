//! The errors of signatures and certificates that are not accepted.

use thiserror::Error;

/// A structure that bytes are to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// `SignedData` (RFC 5652, section 5.1).
    SignedData,
    /// `SignerInfo` (RFC 5652, section 5.3).
    SignerInfo,
    /// The parameters of an algorithm.
    Parameters,
    /// A certificate (RFC 5280, section 4.1).
    Certificate,
    /// The public key within a certificate.
    PublicKey,
    /// A certificate revocation list (RFC 5280, section 5.1).
    RevocationList,
    /// A certification request (RFC 2986).
    Request,
    /// The subject of a certificate or a request, as far as it names a person.
    Name,
    /// PEM armour (RFC 7468).
    Pem,
}

/// A signed attribute that CAdES-BES asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attribute {
    /// `content-type` (RFC 5652, section 11.1).
    ContentType,
    /// `message-digest` (RFC 5652, section 11.2).
    MessageDigest,
    /// `signing-certificate-v2` (RFC 5035, section 3).
    SigningCertificateV2,
}

/// Error of a signature or a certificate that is not accepted. Each has a code and words of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(kernel::Language::English))]
pub enum CmsError {
    /// There are more bytes than [`crate::BYTES_MAX`] (or the limit of the thing that is read).
    TooLarge,
    /// The bytes are not BER (X.690): broken off, a wrong length, something after the end.
    NotBer,
    /// Elements are nested deeper than [`crate::DEPTH_MAX`].
    TooDeep,
    /// The CMS message is of another kind than signed data.
    NotSignedData,
    /// The bytes are BER and not the structure that they should be.
    Malformed(Part),
    /// The signature brings its content along instead of being detached.
    ContentEmbedded,
    /// The content is declared to be something else than plain data.
    ContentType,
    /// Nobody has signed.
    NoSigners,
    /// There are more signers than [`crate::SIGNERS_MAX`].
    TooManySigners,
    /// There are more certificates than [`crate::CERTIFICATES_MAX`].
    TooManyCertificates,
    /// The digest algorithm is not one of those that are accepted.
    DigestAlgorithm(String),
    /// The signature algorithm is not one of those that are accepted, or does not go with digest or key.
    SignatureAlgorithm(String),
    /// There are no signed attributes, so it is no CAdES-BES.
    SignedAttributesAbsent,
    /// There are more signed attributes than [`crate::ATTRIBUTES_MAX`].
    TooManyAttributes,
    /// A needed attribute is missing.
    AttributeAbsent(Attribute),
    /// An attribute occurs twice, or has several values.
    AttributeRepeated(Attribute),
    /// An attribute does not have the structure that it should have.
    AttributeMalformed(Attribute),
    /// The attribute `content-type` is another than the content's.
    ContentTypeDiffers,
    /// The attribute `message-digest` is not the digest of the message: something else was signed.
    MessageDigestDiffers,
    /// The attribute `signing-certificate-v2` names another certificate than the signer's.
    SigningCertificateDiffers,
    /// The signer's certificate is not in the signature.
    CertificateAbsent,
    /// The public key is of a kind that is not accepted.
    KeyAlgorithm(String),
    /// The RSA key is too short; its bits.
    KeyTooShort(usize),
    /// The RSA key is too long; its bits.
    KeyTooLong(usize),
    /// The signature does not belong to these attributes and this key.
    SignatureWrong,
    /// No authority of the bank issued the certificate.
    IssuerUnknown,
    /// The chain is longer than [`crate::CHAIN_MAX`].
    ChainTooLong,
    /// The certificate names an authority that did not sign it.
    CertificateSignatureWrong,
    /// The certificate is not valid yet.
    CertificateNotYetValid,
    /// The certificate is not valid any more.
    CertificateExpired,
    /// The certificate of an authority in the chain is not valid yet.
    AuthorityNotYetValid,
    /// The certificate of an authority in the chain is not valid any more.
    AuthorityExpired,
    /// A certificate in the chain is not that of an authority.
    NotAnAuthority,
    /// An authority in the chain may not sign certificates.
    AuthorityKeyUsage,
    /// An authority in the chain may not have so many authorities below it.
    PathLength,
    /// The certificate is not for signing documents.
    KeyUsage,
    /// A certificate has an extension that this crate does not understand: a critical one, or one that narrows the
    /// certificates below an authority.
    CriticalExtension(String),
    /// A revocation list was not signed by the authority that it names.
    RevocationListSignatureWrong,
    /// An authority may not sign revocation lists.
    RevocationListKeyUsage,
    /// A revocation list is a partial or an indirect one.
    RevocationListKind,
}
