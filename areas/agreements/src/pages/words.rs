//! Every sentence of the pages about agreements, in both languages; the labels of fields are in `fields`.

kernel::words! {
    pub(super) struct Words {
        title = "Договоры о гарантиях", "Guarantee agreements";
        lead =
            "Договоры торгового финансирования с банком, каждый в последней редакции",
            "Trade finance agreements with the bank, each in its latest version";
        company = "Компания", "Company";
        status = "Статус", "Status";
        any_status = "Любой", "Any";
        search = "Номер договора", "Agreement number";
        find = "Показать", "Show";
        reset = "Сбросить", "Reset";
        agreement = "Договор", "Agreement";
        facility = "Вид", "Facility";
        amount = "Сумма", "Amount";
        until = "Действует до", "Valid until";
        nothing =
            "У компании нет договоров о гарантиях. Чтобы заключить договор,",
            "The company has no guarantee agreements. To make one,";
        nothing_found =
            "По этим условиям договоров нет. Измените условия или сбросьте их. Если договор должен быть здесь,",
            "No agreement matches. Change the conditions or reset them. If an agreement should be here,";
        write = "напишите в банк", "write to the bank";
        without_number = "без номера", "without a number";
        key = "Идентификатор договора", "Agreement id";
        version = "Редакция", "Version";
        earlier =
            "Это одна из редакций договора. Последняя есть в списке.",
            "This is one version of the agreement. The latest one is in the list.";
        ask = "Спросить банк об этом договоре", "Ask the bank about this agreement";
        yes = "да", "yes";
        no = "нет", "no";
    }
}
