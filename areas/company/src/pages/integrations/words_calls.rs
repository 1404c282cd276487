//! Every sentence of the page of calls, in both languages.

kernel::words! {
    /// The sentences of one language.
    pub(super) struct Words {
        /// Heading of the integrations, above.
        integrations = "Интеграции", "Integrations";
        title = "Последние вызовы", "Last calls";
        lead =
            "Последние вызовы программы от имени вашей компании, до 1000. Токенов, тел запросов и значений параметров \
                здесь нет; номер запроса пригодится, если спросить банк.",
            "The last calls of the software on behalf of your company, at most 1000. There are no tokens, bodies or \
                values of parameters here; the request’s identifier helps when you ask the bank.";
        /// The bank keeps no calls.
        not_kept = "Банк не ведёт журнал вызовов.", "The bank keeps no log of calls.";
        none = "Вызовов ещё не было.", "There were no calls yet.";
        at = "Время", "Time";
        /// Label of method and path.
        call = "Вызов", "Call";
        status = "Ответ", "Answer";
        duration = "Длительность", "Duration";
        error = "Ошибка", "Error";
        /// Label of the triggers of a sandbox.
        triggers = "Триггеры", "Triggers";
        /// Label of the request's identifier.
        request_id = "Номер запроса", "Request";
    }
}
