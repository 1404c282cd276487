//! Every sentence of the page about the unified treasury, in both languages.

use kernel::Language;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) inn: &'static str,
    pub(super) inn_hint: &'static str,
    pub(super) inn_wrong: &'static str,
    pub(super) find: &'static str,
    pub(super) reset: &'static str,
    pub(super) company: &'static str,
    pub(super) cnum: &'static str,
    pub(super) kpp: &'static str,
    pub(super) signing: &'static str,
    pub(super) can_sign: &'static str,
    pub(super) cannot_sign: &'static str,
    pub(super) nothing: &'static str,
    pub(super) nothing_found: &'static str,
    pub(super) rules: &'static str,
    pub(super) write: &'static str,
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
    title: "Единое казначейство",
    lead: "Компании, которые вы можете включить в единое казначейство",
    inn: "ИНН компании",
    inn_hint: "Покажем группу компании с этим ИНН, если она вам доступна.",
    inn_wrong: "В ИНН 10 или 12\u{a0}цифр. Исправьте его или сбросьте поиск.",
    find: "Найти",
    reset: "Сбросить",
    company: "Компания",
    cnum: "Номер клиента",
    kpp: "КПП",
    signing: "Документ о создании казначейства",
    can_sign: "вы можете подписать",
    cannot_sign: "подпишет другой сотрудник",
    nothing: "Сейчас ни одну из ваших компаний включить нельзя.",
    nothing_found: "Компанию с этим ИНН включить нельзя: проверьте цифры. Видны только ваша компания и компании её \
        группы.",
    rules: "Включить можно компанию, которую обслуживает банк, с открытым расчётным счётом и не из другого \
        казначейства. \
        Чтобы открыть счёт или выйти из прежнего казначейства,",
    write: "напишите в банк",
};

static ENGLISH: Words = Words {
    title: "Unified treasury",
    lead: "Companies that you may include in a unified treasury",
    inn: "Tax number (INN)",
    inn_hint: "The group of the company with this number is shown, if you may see it.",
    inn_wrong: "A tax number has 10 or 12 digits. Correct it, or reset the search.",
    find: "Find",
    reset: "Reset",
    company: "Company",
    cnum: "Client number",
    kpp: "KPP",
    signing: "Document that creates the treasury",
    can_sign: "you may sign it",
    cannot_sign: "somebody else signs it",
    nothing: "None of your companies can be included at present.",
    nothing_found: "No company with this number can be included: check the digits. You see only your company and \
        those of \
        its group.",
    rules: "A company can be included when the bank serves it, it has an open settlement account and is in no other \
        treasury. To open an account or to leave a treasury,",
    write: "write to the bank",
};
