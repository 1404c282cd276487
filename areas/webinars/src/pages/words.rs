//! Every sentence of the pages about webinars, in both languages.

use kernel::Language;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) nothing: &'static str,
    pub(super) new: &'static str,
    pub(super) files: &'static str,
    pub(super) announced: &'static str,
}

impl Words {
    /// The sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }
}

static RUSSIAN: Words = Words {
    title: "Вебинары",
    lead: "Разбираем работу с банком: прямые эфиры, записи и материалы",
    nothing: "Вебинаров пока нет.",
    new: "Новый",
    files: "Материалы",
    announced: "появится позже",
};

static ENGLISH: Words = Words {
    title: "Webinars",
    lead: "How to work with the bank: live events, recordings and material",
    nothing: "There are no webinars yet.",
    new: "New",
    files: "Material",
    announced: "to come later",
};
