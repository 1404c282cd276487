//! Every sentence of the pages about agreements, in both languages; the labels of fields stand in `fields`.

use kernel::Language;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) company: &'static str,
    pub(super) status: &'static str,
    pub(super) any_status: &'static str,
    pub(super) search: &'static str,
    pub(super) find: &'static str,
    pub(super) reset: &'static str,
    pub(super) agreement: &'static str,
    pub(super) facility: &'static str,
    pub(super) amount: &'static str,
    pub(super) until: &'static str,
    pub(super) nothing: &'static str,
    pub(super) nothing_found: &'static str,
    pub(super) write: &'static str,
    pub(super) without_number: &'static str,
    pub(super) key: &'static str,
    pub(super) version: &'static str,
    pub(super) earlier: &'static str,
    pub(super) ask: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
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
    title: "Договоры о гарантиях",
    lead: "Договоры торгового финансирования с банком, каждый в последней редакции",
    company: "Компания",
    status: "Статус",
    any_status: "Любой",
    search: "Номер договора",
    find: "Показать",
    reset: "Сбросить",
    agreement: "Договор",
    facility: "Вид",
    amount: "Сумма",
    until: "Действует до",
    nothing: "У компании нет договоров о гарантиях. Чтобы заключить договор,",
    nothing_found: "По этим условиям договоров нет. Измените условия или сбросьте их. Если договор должен быть здесь,",
    write: "напишите в банк",
    without_number: "без номера",
    key: "Идентификатор договора",
    version: "Редакция",
    earlier: "Это одна из редакций договора. Последняя есть в списке.",
    ask: "Спросить банк об этом договоре",
    yes: "да",
    no: "нет",
};

static ENGLISH: Words = Words {
    title: "Guarantee agreements",
    lead: "Agreements of trade finance with the bank, each in its latest version",
    company: "Company",
    status: "Status",
    any_status: "Any",
    search: "Agreement number",
    find: "Show",
    reset: "Reset",
    agreement: "Agreement",
    facility: "Facility",
    amount: "Amount",
    until: "Valid until",
    nothing: "The company has no guarantee agreements. To make one,",
    nothing_found: "No agreement matches. Change the conditions or reset them. If an agreement should be here,",
    write: "write to the bank",
    without_number: "without a number",
    key: "Agreement id",
    version: "Version",
    earlier: "This is one version of the agreement. The latest one is in the list.",
    ask: "Ask the bank about this agreement",
    yes: "yes",
    no: "no",
};
