//! Errors of signatures that do not count.

use kernel::Language;

use crate::SignatureType;

/// The reason for which a signature does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Signature or certificate are wrong in themselves.
    Cms(cms::CmsError),
    NotBase64,
    /// The text is longer than [`super::SIGNATURE_CHARACTERS_MAX`].
    TooLong,
    CertificateRevoked,
    /// The certificate of an authority above it is revoked.
    AuthorityRevoked,
    /// The revocation list of an authority is out of date, so that later revocations are unknown.
    RevocationListExpired,
    /// An authority has no revocation list here, and the bank asks for one.
    RevocationListMissing,
    CertificateNotRegistered,
    CertificateWithdrawn,
    /// The certificate is registered for several people (rule 3 of the specification's section 4.5).
    CertificateOfSeveralPeople,
    /// The certificate is registered for several types of signatures (the same rule).
    CertificateOfSeveralTypes,
    /// The user is locked or closed.
    UserNotActive,
    /// The user may not give signatures of the type for the company any more.
    RightAbsent(SignatureType),
}

/// Error of a signature that does not count, with its signer when there are several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureError {
    reason: Reason,
    signer: Option<usize>,
}

impl SignatureError {
    pub(crate) const fn new(reason: Reason) -> Self {
        Self { reason, signer: None }
    }

    /// The signer with the number `signer`, counted from 1.
    pub(crate) fn by(self, signer: usize) -> Self {
        Self { signer: Some(signer), ..self }
    }

    pub const fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The reason as a code: the same for the same reason in every version.
    pub const fn code(&self) -> &'static str {
        match &self.reason {
            Reason::Cms(error) => error.code(),
            Reason::NotBase64 => "NOT_BASE64",
            Reason::TooLong => "TOO_LONG",
            Reason::CertificateRevoked => "CERTIFICATE_REVOKED",
            Reason::AuthorityRevoked => "AUTHORITY_REVOKED",
            Reason::RevocationListExpired => "REVOCATION_LIST_EXPIRED",
            Reason::RevocationListMissing => "REVOCATION_LIST_MISSING",
            Reason::CertificateNotRegistered => "CERTIFICATE_NOT_REGISTERED",
            Reason::CertificateWithdrawn => "CERTIFICATE_WITHDRAWN",
            Reason::CertificateOfSeveralPeople => "CERTIFICATE_OF_SEVERAL_PEOPLE",
            Reason::CertificateOfSeveralTypes => "CERTIFICATE_OF_SEVERAL_TYPES",
            Reason::UserNotActive => "USER_NOT_ACTIVE",
            Reason::RightAbsent(_) => "RIGHT_ABSENT",
        }
    }

    /// The reason in words for the signature with the number `number` in its document, counted from 1.
    pub fn message(&self, number: usize, language: Language) -> String {
        let words = self.words(language);
        let place = match (language, self.signer) {
            (Language::Russian, None) => format!("Подпись {number}"),
            (Language::Russian, Some(signer)) => format!("Подпись {number}, подписант {signer}"),
            (Language::English, None) => format!("Signature {number}"),
            (Language::English, Some(signer)) => format!("Signature {number}, signer {signer}"),
        };
        format!("{place}: {words}")
    }

    /// The reason in words, without a place.
    pub fn words(&self, language: Language) -> String {
        match (&self.reason, language) {
            (Reason::Cms(error), language) => error.message(language),
            (Reason::RightAbsent(right), Language::Russian) => {
                format!("у пользователя нет права подписи {right} для компании")
            }
            (Reason::RightAbsent(right), Language::English) => {
                format!("the user has no right to sign {right} for the company")
            }
            (reason, Language::Russian) => reason.russian().to_owned(),
            (reason, Language::English) => reason.english().to_owned(),
        }
    }
}

impl Reason {
    const fn russian(&self) -> &'static str {
        match self {
            Self::Cms(_) | Self::RightAbsent(_) => "",
            Self::NotBase64 => "это не Base64: нужна подпись в DER, закодированная Base64, без строк PEM",
            Self::TooLong => "слишком длинная",
            Self::CertificateRevoked => "сертификат отозван",
            Self::AuthorityRevoked => "сертификат удостоверяющего центра отозван",
            Self::RevocationListExpired => "список отзыва удостоверяющего центра устарел",
            Self::RevocationListMissing => "у банка нет списка отзыва удостоверяющего центра",
            Self::CertificateNotRegistered => "сертификат не зарегистрирован для компании",
            Self::CertificateWithdrawn => "регистрация сертификата прекращена",
            Self::CertificateOfSeveralPeople => "сертификат зарегистрирован на разных людей",
            Self::CertificateOfSeveralTypes => "сертификат зарегистрирован для разных видов подписи",
            Self::UserNotActive => "пользователь заблокирован",
        }
    }

    const fn english(&self) -> &'static str {
        match self {
            Self::Cms(_) | Self::RightAbsent(_) => "",
            Self::NotBase64 => "this is not Base64: send the DER in Base64, without the lines of PEM",
            Self::TooLong => "too long",
            Self::CertificateRevoked => "the certificate is revoked",
            Self::AuthorityRevoked => "the certificate of an authority is revoked",
            Self::RevocationListExpired => "the revocation list of an authority is out of date",
            Self::RevocationListMissing => "the bank has no revocation list of an authority",
            Self::CertificateNotRegistered => "the certificate is not registered for the company",
            Self::CertificateWithdrawn => "the registration of the certificate was withdrawn",
            Self::CertificateOfSeveralPeople => "the certificate is registered for different people",
            Self::CertificateOfSeveralTypes => {
                "the certificate is registered for different types of signatures"
            }
            Self::UserNotActive => "the user is locked",
        }
    }
}

#[cfg(test)]
mod tests;
