//! Reasons for which certificates are rejected: a code for programs, a sentence for people, the place in the document.
//!
//! To add a reason, add it to [`ReasonCode`], write the check that finds it in `checks/`, and its row in
//! docs/api/currency-certificates.md.

use iso20022::{Document, Element};
use kernel::{Language, Translated, text_enum};

/// The most characters of a wrong value that a reason repeats.
pub const FOUND_CHARACTERS_MAX: usize = 140;

text_enum! {
    /// Mistake in a certificate (requirement CTC-03).
    pub enum ReasonCode {
        /// An account at a bank of this country is not named by 20 digits.
        AccountNumber = "ACCOUNT_NUMBER",
        /// The control key of the account does not belong to this bank.
        AccountKey = "ACCOUNT_KEY",
        /// A date of what has already happened lies in the future.
        FutureDate = "FUTURE_DATE",
        /// A currency is not one of ISO 4217.
        CurrencyCode = "CURRENCY_CODE",
        /// An amount is zero.
        AmountNotPositive = "AMOUNT_NOT_POSITIVE",
        /// A correction does not say what it corrects.
        OriginalMissing = "ORIGINAL_MISSING",
        /// No earlier certificate has the identifier that the correction names.
        OriginalNotFound = "ORIGINAL_NOT_FOUND",
        /// The earlier certificate that the correction names was rejected.
        OriginalRejected = "ORIGINAL_REJECTED",
        /// Currency control has rejected the certificate, for a reason in its own words.
        CurrencyControl = "CURRENCY_CONTROL",
        /// The bank could not check the certificate, through no fault of it.
        NotChecked = "NOT_CHECKED",
    }
}

impl ReasonCode {
    /// Tells that its sentence names the wrong value, or has currency control's own words.
    pub const fn names_found(self) -> bool {
        !matches!(self, Self::OriginalMissing | Self::NotChecked)
    }

    /// The sentence for people about the wrong value `found`.
    pub fn message(self, found: &str, language: Language) -> String {
        let (russian, english) = match self {
            Self::AccountNumber => (
                format!("Счёт в этом банке указывают в Id/Othr/Id, ровно 20 цифр, а не «{found}»"),
                format!(
                    "An account at this bank is named in Id/Othr/Id by exactly 20 digits, not by '{found}'"
                ),
            ),
            Self::AccountKey => (
                format!("Контрольный ключ счёта {found} не подходит к этому банку"),
                format!("The control key of account {found} is wrong for this bank"),
            ),
            Self::FutureDate => {
                (format!("Дата {found} ещё не наступила"), format!("The date {found} lies in the future"))
            }
            Self::CurrencyCode => (
                format!("{found} не код валюты по ISO 4217"),
                format!("{found} is not a currency code of ISO 4217"),
            ),
            Self::AmountNotPositive => (
                format!("Сумма должна быть больше нуля, а не {found}"),
                format!("The amount must be greater than zero, not {found}"),
            ),
            Self::OriginalMissing => (
                "Корректирующая справка называет исправляемую в Amdmnt/OrgnlDocId".to_owned(),
                "A correction names the certificate that it corrects in Amdmnt/OrgnlDocId".to_owned(),
            ),
            Self::OriginalNotFound => (
                format!("Более ранней справки «{found}» нет"),
                format!("There is no earlier certificate '{found}'"),
            ),
            Self::OriginalRejected => (
                format!("Более ранняя справка «{found}» отклонена: подайте её заново вместо исправления"),
                format!(
                    "The earlier certificate '{found}' was rejected: send it anew instead of correcting it"
                ),
            ),
            Self::CurrencyControl => (
                format!("Валютный контроль отклонил справку: {found}"),
                format!("Currency control has rejected the certificate: {found}"),
            ),
            Self::NotChecked => (
                "Банк не смог проверить справку: подайте её заново в новом сообщении".to_owned(),
                "The bank could not check the certificate: send it anew in a new message".to_owned(),
            ),
        };
        language.pick(russian, english)
    }
}

/// Something wrong in a document that is still at hand.
#[derive(Clone, Copy, Debug)]
pub struct Finding<'d> {
    pub code: ReasonCode,
    pub element: Element<'d>,
    /// The wrong value; empty where something is missing.
    pub found: &'d str,
}

/// The findings with their places, in the same order. The places of all are counted in one pass over the document.
pub fn placed(document: &Document, findings: &[Finding<'_>]) -> Vec<Reason> {
    let elements: Vec<Element<'_>> = findings.iter().map(|finding| finding.element).collect();
    let places = document.positions(&elements);
    let reason = |(finding, (line, column)): (&Finding<'_>, (u32, u32))| Reason {
        code: finding.code,
        found: cut(finding.found),
        found_english: None,
        line,
        column,
        path: finding.element.path(),
    };
    findings.iter().zip(places).map(reason).collect()
}

/// As much of a text as a reason repeats.
fn cut(text: &str) -> String {
    text.chars().take(FOUND_CHARACTERS_MAX).collect()
}

/// The root of every document that is taken: the place of what no single element is to blame for.
const ROOT_PATH: &str = "/Document";

/// One reason for which a certificate was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub code: ReasonCode,
    /// The wrong value, at most [`FOUND_CHARACTERS_MAX`] characters of it; empty where something is missing.
    pub found: String,
    /// Currency control's own words in English, where `found` has them in Russian; none for a value.
    pub found_english: Option<String>,
    /// The line of the element in the document, from 1.
    pub line: u32,
    /// The column of the element in its line, from 1.
    pub column: u32,
    /// The element, such as `/Document/PmtRgltryInfNtfctn/TxNtfctn/TxCert[2]/Acct/Id/Othr/Id`.
    pub path: String,
}

impl Reason {
    /// The bank could not check the certificate. The document cannot be asked for a place: it may be what could not be
    /// read.
    pub fn not_checked() -> Self {
        Self::of_message(ReasonCode::NotChecked, String::new())
    }

    /// A reason that no single element of the document is to blame for.
    pub fn of_message(code: ReasonCode, found: String) -> Self {
        Self { code, found, found_english: None, line: 1, column: 1, path: ROOT_PATH.to_owned() }
    }

    /// The reason of currency control, in its own words.
    pub fn of_currency_control(words: &Translated) -> Self {
        let found_english = Some(cut(&words.english));
        Self { found_english, ..Self::of_message(ReasonCode::CurrencyControl, cut(&words.russian)) }
    }

    /// The path from the certificate on: `Acct/Id/Othr/Id`.
    pub fn path_in_certificate(&self) -> &str {
        let inside = self.path.split_once("/TxCert").and_then(|(_, rest)| rest.split_once('/'));
        inside.map_or(self.path.as_str(), |(_, path)| path)
    }

    pub fn message(&self, language: Language) -> String {
        let english = self.found_english.as_deref().filter(|_| language == Language::English);
        self.code.message(english.unwrap_or(&self.found), language)
    }
}

#[cfg(test)]
mod tests;
