//! Every sentence of the page of calls, in both languages.

kernel::words! {
    pub(super) struct Words {
        integrations = "Интеграции", "Integrations";
        title = "Последние вызовы", "Last calls";
        lead =
            "Последние вызовы программы от имени вашей компании, до 1000. Токенов, тел запросов и значений параметров \
                здесь нет; номер запроса пригодится, если спросить банк.",
            "The last calls of the software on behalf of your company, at most 1000. There are no tokens, bodies or \
                values of parameters here; the request’s identifier helps when you ask the bank.";
        not_kept = "Банк не ведёт журнал вызовов.", "The bank keeps no log of calls.";
        none = "Вызовов ещё не было.", "There were no calls yet.";
        at = "Время", "Time";
        call = "Вызов", "Call";
        status = "Ответ", "Answer";
        duration = "Длительность", "Duration";
        error = "Ошибка", "Error";
        triggers = "Триггеры", "Triggers";
        request_id = "Номер запроса", "Request";
    }
}
