//! Every sentence of the page of calls, in both languages.

use ::pages::Language;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    /// Heading of the integrations, above.
    pub(super) integrations: &'static str,
    /// Heading of the page.
    pub(super) title: &'static str,
    /// Explanation below it.
    pub(super) lead: &'static str,
    /// The bank keeps no calls.
    pub(super) not_kept: &'static str,
    /// There are none.
    pub(super) none: &'static str,
    /// Label of the moment.
    pub(super) at: &'static str,
    /// Label of method and path.
    pub(super) call: &'static str,
    /// Label of the status.
    pub(super) status: &'static str,
    /// Label of the duration.
    pub(super) duration: &'static str,
    /// Label of the error.
    pub(super) error: &'static str,
    /// Label of the triggers of a sandbox.
    pub(super) triggers: &'static str,
    /// Label of the request's identifier.
    pub(super) request_id: &'static str,
}

impl Words {
    /// Returns the sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }
}

static RUSSIAN: Words = Words {
    integrations: "Интеграции",
    title: "Последние вызовы",
    lead: "Последние вызовы программы от имени вашей компании, до 1000. Токенов, тел запросов и значений \
           параметров здесь нет; номер запроса пригодится, если спросить банк.",
    not_kept: "Банк не ведёт журнал вызовов.",
    none: "Вызовов ещё не было.",
    at: "Время",
    call: "Вызов",
    status: "Ответ",
    duration: "Длительность",
    error: "Ошибка",
    triggers: "Триггеры",
    request_id: "Номер запроса",
};

static ENGLISH: Words = Words {
    integrations: "Integrations",
    title: "Last calls",
    lead: "The last calls of the software on behalf of your company, at most 1000. There are no tokens, bodies \
        or values \
           of parameters here; the request’s identifier helps when you ask the bank.",
    not_kept: "The bank keeps no log of calls.",
    none: "There were no calls yet.",
    at: "Time",
    call: "Call",
    status: "Answer",
    duration: "Duration",
    error: "Error",
    triggers: "Triggers",
    request_id: "Request",
};
