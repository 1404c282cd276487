//! Texts in both languages of the bank.

use jiff::civil::Date;
use kernel::Language;

/// A text in both languages of the bank; neither is ever missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translated {
    /// In Russian.
    pub russian: String,
    /// In English.
    pub english: String,
}

impl Translated {
    /// The text in `language`.
    #[must_use]
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::Russian => &self.russian,
            Language::English => &self.english,
        }
    }
}

/// `20 ноября 2026 г.` or `20 November 2026`.
#[must_use]
pub fn date_text(date: Date, language: Language) -> String {
    const RUSSIAN: [&str; 12] = [
        "января",
        "февраля",
        "марта",
        "апреля",
        "мая",
        "июня",
        "июля",
        "августа",
        "сентября",
        "октября",
        "ноября",
        "декабря",
    ];
    const ENGLISH: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let month = usize::try_from(date.month() - 1).unwrap_or_default();
    match language {
        Language::Russian => {
            format!("{} {} {} г.", date.day(), RUSSIAN.get(month).copied().unwrap_or_default(), date.year())
        }
        Language::English => {
            format!("{} {} {}", date.day(), ENGLISH.get(month).copied().unwrap_or_default(), date.year())
        }
    }
}
