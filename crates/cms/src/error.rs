//! The reasons why signatures and certificates are not accepted: as codes for programs and as words for people.

use kernel::Language;
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

impl Part {
    /// Names the structure in words.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Self::SignedData => "SignedData (RFC 5652)",
            Self::SignerInfo => "SignerInfo (RFC 5652)",
            Self::Parameters => language.pick("параметры алгоритма", "the parameters of an algorithm"),
            Self::Certificate => language.pick("сертификат X.509", "an X.509 certificate"),
            Self::PublicKey => language.pick("открытый ключ сертификата", "the public key of a certificate"),
            Self::RevocationList => language.pick("список отзыва (CRL)", "a revocation list (CRL)"),
            Self::Request => {
                language.pick("запрос на сертификат (PKCS#10)", "a certification request (PKCS#10)")
            }
            Self::Name => language.pick("имя владельца сертификата", "the name of the owner"),
            Self::Pem => "PEM",
        }
    }
}

kernel::text_enum! {
    /// A signed attribute that CAdES-BES asks for, by its name in the specification.
    pub enum Attribute {
        /// `content-type` (RFC 5652, section 11.1).
        ContentType = "content-type",
        /// `message-digest` (RFC 5652, section 11.2).
        MessageDigest = "message-digest",
        /// `signing-certificate-v2` (RFC 5035, section 3).
        SigningCertificateV2 = "signing-certificate-v2",
    }
}

macro_rules! reasons {
    ($(
        $(#[$meaning:meta])*
        $name:ident $(($detail:ty))? = $code:literal, $russian:literal, $english:literal;
    )+) => {
        /// Error of a signature or a certificate that is not accepted. Each has a code and words of its own, and a
        /// remark where the words leave something open.
        #[derive(Clone, Debug, PartialEq, Eq, Error)]
        #[error("{}", self.message(Language::English))]
        pub enum CmsError {
            $($(#[$meaning])* $name $(($detail))?,)+
        }

        impl CmsError {
            /// The reason as a code: the same for the same reason in every version.
            pub const fn code(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $code,)+
                }
            }

            fn text(&self, language: Language) -> &'static str {
                match self {
                    $(Self::$name { .. } => language.pick($russian, $english),)+
                }
            }
        }

        /// Each code with its words in both languages.
        #[cfg(test)]
        const WORDED: &[[&str; 3]] = &[$([$code, $russian, $english]),+];
    };
}

reasons! {
    /// There are more bytes than this limit of what is read.
    TooLarge(usize) = "TOO_LARGE", "слишком много байтов, допустимо", "too many bytes, at most";
    /// The bytes are not BER (X.690): broken off, a wrong length, something after the end.
    NotBer = "NOT_BER", "это не DER и не BER", "this is neither DER nor BER";
    /// Elements are nested deeper than [`crate::DEPTH_MAX`].
    TooDeep = "TOO_DEEP", "слишком глубокая вложенность", "nested too deeply";
    /// The CMS message is of another kind than signed data.
    NotSignedData = "NOT_SIGNED_DATA",
        "это не подпись CMS (SignedData)", "this is no CMS signature (SignedData)";
    /// The bytes are BER and not the structure that they should be.
    Malformed(Part) = "MALFORMED", "неверная структура", "the structure is wrong";
    ContentEmbedded = "CONTENT_EMBEDDED",
        "подпись должна быть отсоединённой, без содержимого", "the signature must be detached, without content";
    ContentType = "CONTENT_TYPE",
        "подписаны не простые данные (id-data)", "what is signed is not plain data (id-data)";
    NoSigners = "NO_SIGNERS", "нет ни одного подписанта", "there is no signer";
    /// There are more signers than this limit.
    TooManySigners(usize) = "TOO_MANY_SIGNERS",
        "слишком много подписантов, допустимо", "too many signers, at most";
    /// There are more certificates than this limit.
    TooManyCertificates(usize) = "TOO_MANY_CERTIFICATES",
        "слишком много сертификатов, допустимо", "too many certificates, at most";
    DigestAlgorithm(String) = "DIGEST_ALGORITHM",
        "алгоритм хеширования не принимается", "the digest algorithm is not accepted";
    /// The signature algorithm is not one of those that are accepted, or does not go with digest or key.
    SignatureAlgorithm(String) = "SIGNATURE_ALGORITHM",
        "алгоритм подписи не принимается", "the signature algorithm is not accepted";
    SignedAttributesAbsent = "SIGNED_ATTRIBUTES_ABSENT",
        "нет подписанных атрибутов (CAdES-BES)", "there are no signed attributes (CAdES-BES)";
    /// There are more signed attributes than this limit.
    TooManyAttributes(usize) = "TOO_MANY_ATTRIBUTES",
        "слишком много подписанных атрибутов, допустимо", "too many signed attributes, at most";
    AttributeAbsent(Attribute) = "ATTRIBUTE_ABSENT",
        "нет подписанного атрибута", "a signed attribute is missing";
    /// An attribute occurs twice, or has several values.
    AttributeRepeated(Attribute) = "ATTRIBUTE_REPEATED",
        "подписанный атрибут повторяется", "a signed attribute is repeated";
    AttributeMalformed(Attribute) = "ATTRIBUTE_MALFORMED",
        "подписанный атрибут имеет неверную структуру", "a signed attribute has the wrong structure";
    /// The attribute `content-type` is another than the content's.
    ContentTypeDiffers = "CONTENT_TYPE_DIFFERS",
        "атрибут content-type не совпадает с типом содержимого",
        "the attribute content-type is not the type of the content";
    /// The attribute `message-digest` is not the digest of the message: something else was signed.
    MessageDigestDiffers = "MESSAGE_DIGEST_DIFFERS",
        "подпись сделана для другого документа (message-digest не совпадает)",
        "something else was signed: message-digest differs";
    /// The attribute `signing-certificate-v2` names another certificate than the signer's.
    SigningCertificateDiffers = "SIGNING_CERTIFICATE_DIFFERS",
        "атрибут signing-certificate-v2 указывает на другой сертификат",
        "the attribute signing-certificate-v2 names another certificate";
    CertificateAbsent = "CERTIFICATE_ABSENT",
        "нет сертификата подписанта", "the signer's certificate is missing";
    KeyAlgorithm(String) = "KEY_ALGORITHM",
        "ключ такого вида не принимается", "a key of this kind is not accepted";
    KeyTooShort(usize) = "KEY_TOO_SHORT",
        "ключ RSA короче 2048 битов", "the RSA key is shorter than 2048 bits";
    KeyTooLong(usize) = "KEY_TOO_LONG",
        "ключ RSA длиннее 8192 битов", "the RSA key is longer than 8192 bits";
    /// The signature does not belong to these attributes and this key.
    SignatureWrong = "SIGNATURE_WRONG", "подпись неверна", "the signature is wrong";
    /// No authority of the bank issued the certificate.
    IssuerUnknown = "ISSUER_UNKNOWN",
        "сертификат выдан не удостоверяющим центром банка",
        "the certificate was not issued by an authority of the bank";
    /// The chain is longer than [`crate::CHAIN_MAX`].
    ChainTooLong = "CHAIN_TOO_LONG",
        "цепочка сертификатов слишком длинная", "the chain of certificates is too long";
    /// The certificate names an authority that did not sign it.
    CertificateSignatureWrong = "CERTIFICATE_SIGNATURE_WRONG",
        "подпись удостоверяющего центра под сертификатом неверна",
        "the authority's signature under the certificate is wrong";
    CertificateNotYetValid = "CERTIFICATE_NOT_YET_VALID",
        "сертификат ещё не действует", "the certificate is not valid yet";
    CertificateExpired = "CERTIFICATE_EXPIRED",
        "срок действия сертификата истёк", "the certificate has expired";
    AuthorityNotYetValid = "AUTHORITY_NOT_YET_VALID",
        "сертификат удостоверяющего центра ещё не действует", "the certificate of an authority is not valid yet";
    AuthorityExpired = "AUTHORITY_EXPIRED",
        "срок действия сертификата удостоверяющего центра истёк", "the certificate of an authority has expired";
    NotAnAuthority = "NOT_AN_AUTHORITY",
        "издатель сертификата не является удостоверяющим центром", "the issuer of a certificate is no authority";
    AuthorityKeyUsage = "AUTHORITY_KEY_USAGE",
        "удостоверяющий центр не вправе выдавать сертификаты", "an authority may not sign certificates";
    PathLength = "PATH_LENGTH",
        "под удостоверяющим центром слишком много центров", "an authority has more authorities below it than it may";
    KeyUsage = "KEY_USAGE",
        "сертификат не предназначен для подписания документов", "the certificate is not for signing documents";
    /// A certificate has an extension that this crate does not understand: a critical one, or one that narrows the
    /// certificates below an authority.
    CriticalExtension(String) = "CRITICAL_EXTENSION",
        "расширение сертификата, которое нужно проверять, не поддерживается",
        "an extension of a certificate that has to be checked is not understood";
    /// A revocation list was not signed by the authority that it names.
    RevocationListSignatureWrong = "REVOCATION_LIST_SIGNATURE_WRONG",
        "подпись под списком отзыва неверна", "the signature under the revocation list is wrong";
    RevocationListKeyUsage = "REVOCATION_LIST_KEY_USAGE",
        "удостоверяющий центр не вправе подписывать списки отзыва", "an authority may not sign revocation lists";
    RevocationListKind = "REVOCATION_LIST_KIND",
        "частичные и непрямые списки отзыва не принимаются", "partial and indirect revocation lists are not accepted";
}

impl CmsError {
    /// The reason in words, without a period at the end, to stand after a colon.
    pub fn message(&self, language: Language) -> String {
        let text = self.text(language);
        let detail = match self {
            Self::Malformed(part) => Some(part.name(language).to_owned()),
            Self::AttributeAbsent(attribute)
            | Self::AttributeRepeated(attribute)
            | Self::AttributeMalformed(attribute) => Some(attribute.to_string()),
            Self::DigestAlgorithm(oid)
            | Self::SignatureAlgorithm(oid)
            | Self::KeyAlgorithm(oid)
            | Self::CriticalExtension(oid) => Some(oid.clone()),
            Self::TooLarge(number)
            | Self::TooManySigners(number)
            | Self::TooManyCertificates(number)
            | Self::TooManyAttributes(number)
            | Self::KeyTooShort(number)
            | Self::KeyTooLong(number) => Some(number.to_string()),
            _ => None,
        };
        detail.map_or_else(|| text.to_owned(), |detail| format!("{text}: {detail}"))
    }
}

#[cfg(test)]
mod tests;
