//! The sentences of the clock's page, in both languages.

use kernel::Language;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    /// The title.
    pub(super) title: &'static str,
    /// The purpose of the page.
    pub(super) lead: &'static str,
    /// The clock stands.
    pub(super) stands: &'static str,
    /// The clock runs.
    pub(super) runs: &'static str,
    /// Before the next moment at which something is due.
    pub(super) next_is: &'static str,
    /// Nothing is due.
    pub(super) nothing_waits: &'static str,
    /// Button: to that moment.
    pub(super) next: &'static str,
    /// Button: an hour.
    pub(super) hour: &'static str,
    /// Button: a day.
    pub(super) day: &'static str,
    /// Button: let it run.
    pub(super) run: &'static str,
    /// Button: let it stand.
    pub(super) stand: &'static str,
    /// Label of a moment, in the bank's zone.
    pub(super) to: &'static str,
    /// Button: to the moment.
    pub(super) go: &'static str,
    /// The moment is none, or cannot be reached.
    pub(super) not_there: &'static str,
    /// Nothing is due.
    pub(super) nothing_due: &'static str,
    /// Too much was due.
    pub(super) too_much: &'static str,
    pub(super) still_at_work: &'static str,
}

impl Words {
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }
}

static RUSSIAN: Words = Words {
    title: "Часы песочницы",
    lead: "По этим часам наступают сроки. Вход и токены тоже стареют по ним, если банк не настроил иначе.",
    stands: "Часы стоят.",
    runs: "Часы идут.",
    next_is: "Ближайший срок:",
    nothing_waits: "Ничего не ждёт своего срока.",
    next: "К ближайшему сроку",
    hour: "На час вперёд",
    day: "На день вперёд",
    run: "Пустить часы",
    stand: "Остановить часы",
    to: "Перевести на (время банка)",
    go: "Перевести",
    not_there: "Часы идут только вперёд, и не дальше чем на десять лет.",
    nothing_due: "Ничего не ждёт своего срока.",
    too_much: "Наступило слишком много сроков: часы остановились раньше.",
    still_at_work: "Сейчас выполняется другая работа: попробуйте ещё раз.",
};

static ENGLISH: Words = Words {
    title: "The clock of the sandbox",
    lead: "What waits for time waits for this clock. Logins and tokens age by it too, unless it was set otherwise.",
    stands: "It stands.",
    runs: "It runs.",
    next_is: "Due next:",
    nothing_waits: "Nothing waits for time.",
    next: "To what is due next",
    hour: "An hour on",
    day: "A day on",
    run: "Let it run",
    stand: "Let it stand",
    to: "Set it to (the bank's time)",
    go: "Set",
    not_there: "The clock goes forward only, and ten years at most.",
    nothing_due: "Nothing waits for time.",
    too_much: "Too much was due: the clock stopped earlier.",
    still_at_work: "Something else is at work: try again.",
};
