//! Every sentence of the page of operations, in both languages.

use super::format::Format;
use crate::ledger::EntryKind;

kernel::words! {
    pub(in crate::pages) struct Words {
        title = "Операции", "Operations";
        from = "С даты", "From";
        to = "По дату", "To";
        search = "Поиск", "Search";
        search_hint = "Контрагент, ИНН, назначение, сумма", "Counterparty, INN, purpose, amount";
        find = "Показать", "Show";
        reset = "Сбросить", "Reset";
        backwards =
            "Период заканчивается раньше, чем начинается. Исправьте даты.",
            "The period ends before it begins. Correct the dates.";
        archived =
            "Первые дни периода уже в архиве банка. Выберите более поздние дни; за прежними обратитесь в банк.",
            "The first days of the period are in the bank’s archive. Choose later days; ask the bank for earlier ones.";
        not_a_day = "Такой даты нет. Исправьте даты.", "There is no such date. Correct the dates.";
        too_long =
            "Слишком длинный поиск: не больше 100\u{a0}символов.",
            "The search is too long: 100 characters at most.";
        period_title = "Итоги за период", "Totals of the period";
        opening = "Входящий остаток", "Opening balance";
        closing = "Исходящий остаток", "Closing balance";
        credits = "Поступления", "Credits";
        debits = "Списания", "Debits";
        count = "Число операций", "Number of operations";
        nothing = "За этот период операций нет.", "There are no operations in this period.";
        nothing_found =
            "Среди просмотренных операций ничего не найдено.",
            "Nothing was found in the operations searched so far.";
        searched_part =
            "Просмотрена часть периода. Поиск можно продолжить.",
            "Only part of the period was searched. You can continue the search.";
        when = "Дата", "Date";
        document = "Документ", "Document";
        number = "№", "No.";
        document_number = "Номер документа", "Document number";
        operation = "Вид операции", "Kind of operation";
        amount = "Сумма", "Amount";
        counterparty = "Контрагент", "Counterparty";
        counterparty_account = "Счёт контрагента", "Counterparty account";
        inn = "ИНН", "INN";
        kpp = "КПП", "KPP";
        bank = "Банк контрагента", "Counterparty bank";
        bic = "БИК", "BIC";
        debit = "Списание", "Debit";
        credit = "Поступление", "Credit";
        balance = "Остаток", "Balance";
        value_date = "Дата валютирования", "Value date";
        newest = "К последним", "To the newest";
        older = "Более ранние", "Older";
        pages = "Страницы операций", "Pages of operations";
        files = "Скачать выписку за период", "Download the statement of the period";
        files_hint =
            "В файле все операции периода, поиск на него не влияет.",
            "The file contains all operations of the period, regardless of the search.";
        files_max = "в файле не больше операций, чем", "the most operations in a file:";
        order = "Документ, PDF", "Document, PDF";
        statement = "Выписка по счёту", "Statement of account";
        owner = "Владелец", "Owner";
        period = "Период", "Period";
        counterparty_and_purpose = "Контрагент и назначение", "Counterparty and purpose";
        csv_columns: [&'static str; 15] =
            ["Номер операции", "Дата", "Дата валютирования", "Операция", "Номер документа", "Контрагент", "ИНН", "КПП",
                "Счёт контрагента", "БИК", "Назначение", "Списание", "Поступление", "Остаток", "Валюта"],
            ["Operation number", "Date", "Value date", "Operation", "Document number", "Counterparty", "INN", "KPP",
                "Counterparty account", "BIC", "Purpose", "Debit", "Credit", "Balance", "Currency"];
        formats: [&'static str; Format::ALL.len()] =
            ["CSV", "XLSX", "PDF", "1С", "1С в UTF-8", "camt.053"],
            ["CSV", "XLSX", "PDF", "1C", "1C in UTF-8", "camt.053"];
        kinds: [&'static str; EntryKind::ALL.len()] =
            ["Начальный остаток", "Перевод", "Зарплата", "Платёж в другой банк", "Возврат платежа", "Обмен валюты",
                "Исправление", "Переоценка"],
            ["Opening balance", "Transfer", "Payroll", "Payment to another bank", "Payment returned",
                "Currency exchange", "Correction", "Revaluation"];
    }
}

impl Words {
    pub(super) const fn format(&self, format: Format) -> &'static str {
        self.formats[format as usize]
    }

    pub(super) const fn kind(&self, kind: EntryKind) -> &'static str {
        self.kinds[kind as usize]
    }
}
