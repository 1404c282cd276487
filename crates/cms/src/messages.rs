//! The reasons as codes for programs and as words for people.

use kernel::Language;

use crate::{Attribute, CmsError, Part};

impl Part {
    /// Names the structure in words.
    pub const fn name(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::SignedData, _) => "SignedData (RFC 5652)",
            (Self::SignerInfo, _) => "SignerInfo (RFC 5652)",
            (Self::Parameters, Language::Russian) => "параметры алгоритма",
            (Self::Parameters, Language::English) => "the parameters of an algorithm",
            (Self::Certificate, Language::Russian) => "сертификат X.509",
            (Self::Certificate, Language::English) => "an X.509 certificate",
            (Self::PublicKey, Language::Russian) => "открытый ключ сертификата",
            (Self::PublicKey, Language::English) => "the public key of a certificate",
            (Self::RevocationList, Language::Russian) => "список отзыва (CRL)",
            (Self::RevocationList, Language::English) => "a revocation list (CRL)",
            (Self::Request, Language::Russian) => "запрос на сертификат (PKCS#10)",
            (Self::Request, Language::English) => "a certification request (PKCS#10)",
            (Self::Name, Language::Russian) => "имя владельца сертификата",
            (Self::Name, Language::English) => "the name of the owner",
            (Self::Pem, _) => "PEM",
        }
    }
}

impl Attribute {
    /// The name of the attribute as its specification has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ContentType => "content-type",
            Self::MessageDigest => "message-digest",
            Self::SigningCertificateV2 => "signing-certificate-v2",
        }
    }
}

impl CmsError {
    /// The reason as a code: the same for the same reason in every version.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLarge => "TOO_LARGE",
            Self::NotBer => "NOT_BER",
            Self::TooDeep => "TOO_DEEP",
            Self::NotSignedData => "NOT_SIGNED_DATA",
            Self::Malformed(_) => "MALFORMED",
            Self::ContentEmbedded => "CONTENT_EMBEDDED",
            Self::ContentType => "CONTENT_TYPE",
            Self::NoSigners => "NO_SIGNERS",
            Self::TooManySigners => "TOO_MANY_SIGNERS",
            Self::TooManyCertificates => "TOO_MANY_CERTIFICATES",
            Self::DigestAlgorithm(_) => "DIGEST_ALGORITHM",
            Self::SignatureAlgorithm(_) => "SIGNATURE_ALGORITHM",
            Self::SignedAttributesAbsent => "SIGNED_ATTRIBUTES_ABSENT",
            Self::TooManyAttributes => "TOO_MANY_ATTRIBUTES",
            Self::AttributeAbsent(_) => "ATTRIBUTE_ABSENT",
            Self::AttributeRepeated(_) => "ATTRIBUTE_REPEATED",
            Self::AttributeMalformed(_) => "ATTRIBUTE_MALFORMED",
            Self::ContentTypeDiffers => "CONTENT_TYPE_DIFFERS",
            Self::MessageDigestDiffers => "MESSAGE_DIGEST_DIFFERS",
            Self::SigningCertificateDiffers => "SIGNING_CERTIFICATE_DIFFERS",
            Self::CertificateAbsent => "CERTIFICATE_ABSENT",
            Self::KeyAlgorithm(_) => "KEY_ALGORITHM",
            Self::KeyTooShort(_) => "KEY_TOO_SHORT",
            Self::KeyTooLong(_) => "KEY_TOO_LONG",
            Self::SignatureWrong => "SIGNATURE_WRONG",
            Self::IssuerUnknown => "ISSUER_UNKNOWN",
            Self::ChainTooLong => "CHAIN_TOO_LONG",
            Self::CertificateSignatureWrong => "CERTIFICATE_SIGNATURE_WRONG",
            Self::CertificateNotYetValid => "CERTIFICATE_NOT_YET_VALID",
            Self::CertificateExpired => "CERTIFICATE_EXPIRED",
            Self::AuthorityNotYetValid => "AUTHORITY_NOT_YET_VALID",
            Self::AuthorityExpired => "AUTHORITY_EXPIRED",
            Self::NotAnAuthority => "NOT_AN_AUTHORITY",
            Self::AuthorityKeyUsage => "AUTHORITY_KEY_USAGE",
            Self::PathLength => "PATH_LENGTH",
            Self::KeyUsage => "KEY_USAGE",
            Self::CriticalExtension(_) => "CRITICAL_EXTENSION",
            Self::RevocationListSignatureWrong => "REVOCATION_LIST_SIGNATURE_WRONG",
            Self::RevocationListKeyUsage => "REVOCATION_LIST_KEY_USAGE",
            Self::RevocationListKind => "REVOCATION_LIST_KIND",
        }
    }

    /// The reason in words, without a period at the end, to stand after a colon.
    pub fn message(&self, language: Language) -> String {
        let text = match language {
            Language::Russian => self.russian(),
            Language::English => self.english(),
        };
        let detail = match self {
            Self::Malformed(part) => Some(part.name(language).to_owned()),
            Self::AttributeAbsent(attribute)
            | Self::AttributeRepeated(attribute)
            | Self::AttributeMalformed(attribute) => Some(attribute.name().to_owned()),
            Self::DigestAlgorithm(oid)
            | Self::SignatureAlgorithm(oid)
            | Self::KeyAlgorithm(oid)
            | Self::CriticalExtension(oid) => Some(oid.clone()),
            Self::KeyTooShort(bits) | Self::KeyTooLong(bits) => Some(bits.to_string()),
            _ => None,
        };
        detail.map_or_else(|| text.to_owned(), |detail| format!("{text}: {detail}"))
    }

    const fn russian(&self) -> &'static str {
        match self {
            Self::TooLarge => "слишком много байтов",
            Self::NotBer => "это не DER и не BER",
            Self::TooDeep => "слишком глубокая вложенность",
            Self::NotSignedData => "это не подпись CMS (SignedData)",
            Self::Malformed(_) => "неверная структура",
            Self::ContentEmbedded => "подпись должна быть отсоединённой, без содержимого",
            Self::ContentType => "подписаны не простые данные (id-data)",
            Self::NoSigners => "нет ни одного подписанта",
            Self::TooManySigners => "слишком много подписантов",
            Self::TooManyCertificates => "слишком много сертификатов",
            Self::DigestAlgorithm(_) => "алгоритм хеширования не принимается",
            Self::SignatureAlgorithm(_) => "алгоритм подписи не принимается",
            Self::SignedAttributesAbsent => "нет подписанных атрибутов (CAdES-BES)",
            Self::TooManyAttributes => "слишком много подписанных атрибутов",
            Self::AttributeAbsent(_) => "нет подписанного атрибута",
            Self::AttributeRepeated(_) => "подписанный атрибут повторяется",
            Self::AttributeMalformed(_) => "подписанный атрибут имеет неверную структуру",
            Self::ContentTypeDiffers => "атрибут content-type не совпадает с типом содержимого",
            Self::MessageDigestDiffers => {
                "подпись сделана для другого документа (message-digest не совпадает)"
            }
            Self::SigningCertificateDiffers => {
                "атрибут signing-certificate-v2 указывает на другой сертификат"
            }
            Self::SignatureWrong => "подпись неверна",
            Self::CertificateAbsent => "нет сертификата подписанта",
            Self::KeyAlgorithm(_) => "ключ такого вида не принимается",
            Self::KeyTooShort(_) => "ключ RSA слишком короткий, битов",
            Self::KeyTooLong(_) => "ключ RSA слишком длинный, битов",
            Self::IssuerUnknown => "сертификат выдан не удостоверяющим центром банка",
            Self::ChainTooLong => "цепочка сертификатов слишком длинная",
            Self::CertificateSignatureWrong => "подпись удостоверяющего центра под сертификатом неверна",
            Self::CertificateNotYetValid => "сертификат ещё не действует",
            Self::CertificateExpired => "срок действия сертификата истёк",
            Self::AuthorityNotYetValid => "сертификат удостоверяющего центра ещё не действует",
            Self::AuthorityExpired => "срок действия сертификата удостоверяющего центра истёк",
            Self::NotAnAuthority => "издатель сертификата не является удостоверяющим центром",
            Self::AuthorityKeyUsage => "удостоверяющий центр не вправе выдавать сертификаты",
            Self::PathLength => "под удостоверяющим центром слишком много центров",
            Self::KeyUsage => "сертификат не предназначен для подписания документов",
            Self::CriticalExtension(_) => {
                "расширение сертификата, которое нужно проверять, не поддерживается"
            }
            Self::RevocationListSignatureWrong => "подпись под списком отзыва неверна",
            Self::RevocationListKeyUsage => "удостоверяющий центр не вправе подписывать списки отзыва",
            Self::RevocationListKind => "частичные и непрямые списки отзыва не принимаются",
        }
    }

    const fn english(&self) -> &'static str {
        match self {
            Self::TooLarge => "too many bytes",
            Self::NotBer => "this is neither DER nor BER",
            Self::TooDeep => "nested too deeply",
            Self::NotSignedData => "this is no CMS signature (SignedData)",
            Self::Malformed(_) => "the structure is wrong",
            Self::ContentEmbedded => "the signature must be detached, without content",
            Self::ContentType => "what is signed is not plain data (id-data)",
            Self::NoSigners => "there is no signer",
            Self::TooManySigners => "too many signers",
            Self::TooManyCertificates => "too many certificates",
            Self::DigestAlgorithm(_) => "the digest algorithm is not accepted",
            Self::SignatureAlgorithm(_) => "the signature algorithm is not accepted",
            Self::SignedAttributesAbsent => "there are no signed attributes (CAdES-BES)",
            Self::TooManyAttributes => "too many signed attributes",
            Self::AttributeAbsent(_) => "a signed attribute is missing",
            Self::AttributeRepeated(_) => "a signed attribute is repeated",
            Self::AttributeMalformed(_) => "a signed attribute has the wrong structure",
            Self::ContentTypeDiffers => "the attribute content-type is not the type of the content",
            Self::MessageDigestDiffers => "something else was signed: message-digest differs",
            Self::SigningCertificateDiffers => {
                "the attribute signing-certificate-v2 names another certificate"
            }
            Self::SignatureWrong => "the signature is wrong",
            Self::CertificateAbsent => "the signer's certificate is missing",
            Self::KeyAlgorithm(_) => "a key of this kind is not accepted",
            Self::KeyTooShort(_) => "the RSA key is too short, bits",
            Self::KeyTooLong(_) => "the RSA key is too long, bits",
            Self::IssuerUnknown => "the certificate was not issued by an authority of the bank",
            Self::ChainTooLong => "the chain of certificates is too long",
            Self::CertificateSignatureWrong => "the authority's signature under the certificate is wrong",
            Self::CertificateNotYetValid => "the certificate is not valid yet",
            Self::CertificateExpired => "the certificate has expired",
            Self::AuthorityNotYetValid => "the certificate of an authority is not valid yet",
            Self::AuthorityExpired => "the certificate of an authority has expired",
            Self::NotAnAuthority => "the issuer of a certificate is no authority",
            Self::AuthorityKeyUsage => "an authority may not sign certificates",
            Self::PathLength => "an authority has more authorities below it than it may",
            Self::KeyUsage => "the certificate is not for signing documents",
            Self::CriticalExtension(_) => {
                "an extension of a certificate that has to be checked is not understood"
            }
            Self::RevocationListSignatureWrong => "the signature under the revocation list is wrong",
            Self::RevocationListKeyUsage => "an authority may not sign revocation lists",
            Self::RevocationListKind => "partial and indirect revocation lists are not accepted",
        }
    }
}
