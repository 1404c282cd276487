//! The bank's name, and the ways to reach it.

use kernel::Language;

use crate::Contacts;

/// The bank, as its pages call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brand {
    /// The bank's name in Russian.
    pub name_ru: String,
    /// The bank's name in English.
    pub name_en: String,
    /// True in a sandbox: every page says so.
    pub is_sandbox: bool,
    /// The ways to reach it.
    pub contacts: Contacts,
}

impl Default for Brand {
    fn default() -> Self {
        Self {
            name_ru: "Клиент-Банк".to_owned(),
            name_en: "Clientbank".to_owned(),
            is_sandbox: false,
            contacts: Contacts::default(),
        }
    }
}

impl Brand {
    /// The bank's name in `language`.
    pub fn name(&self, language: Language) -> &str {
        match language {
            Language::Russian => &self.name_ru,
            Language::English => &self.name_en,
        }
    }
}
