//! Every sentence of the page about the unified treasury, in both languages.

kernel::words! {
    pub(super) struct Words {
        title = "Единое казначейство", "Unified treasury";
        lead =
            "Компании, которые вы можете включить в единое казначейство",
            "Companies that you may include in a unified treasury";
        inn = "ИНН компании", "Tax number (INN)";
        inn_hint =
            "Покажем группу компании с этим ИНН, если она вам доступна.",
            "The group of the company with this number is shown, if you may see it.";
        inn_wrong =
            "В ИНН 10 или 12\u{a0}цифр. Исправьте его или сбросьте поиск.",
            "A tax number has 10 or 12 digits. Correct it, or reset the search.";
        find = "Найти", "Find";
        reset = "Сбросить", "Reset";
        company = "Компания", "Company";
        cnum = "Номер клиента", "Client number";
        kpp = "КПП", "KPP";
        signing = "Документ о создании казначейства", "Document that creates the treasury";
        can_sign = "вы можете подписать", "you may sign it";
        cannot_sign = "подпишет другой сотрудник", "somebody else signs it";
        nothing =
            "Сейчас ни одну из ваших компаний включить нельзя.",
            "None of your companies can be included at present.";
        nothing_found =
            "Компанию с этим ИНН включить нельзя: проверьте цифры. Видны только ваша компания и компании её группы.",
            "No company with this number can be included: check the digits. You see only your company and those of its \
                group.";
        rules =
            "Включить можно компанию, которую обслуживает банк, с открытым расчётным счётом и не из другого \
                казначейства. Чтобы открыть счёт или выйти из прежнего казначейства,",
            "A company can be included when the bank serves it, it has an open settlement account and is in no other \
                treasury. To open an account or to leave a treasury,";
        write = "напишите в банк", "write to the bank";
    }
}
