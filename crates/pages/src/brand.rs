//! The bank's name, and the ways to reach it.

use kernel::Language;

use crate::Contacts;

/// The bank, as its pages call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brand {
    pub name_ru: String,
    pub name_en: String,
    /// True in a sandbox: every page says so.
    pub is_sandbox: bool,
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
    pub fn name(&self, language: Language) -> &str {
        language.pick(&self.name_ru, &self.name_en)
    }
}
