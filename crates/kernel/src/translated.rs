//! Texts in every language of the bank.

use crate::Language;

/// A text in both languages of the bank; neither is ever missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translated {
    pub russian: String,
    pub english: String,
}

impl Translated {
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::Russian => &self.russian,
            Language::English => &self.english,
        }
    }
}
