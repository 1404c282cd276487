//! The sentences of the clock's page, in both languages.

kernel::words! {
    /// The sentences of one language.
    pub(super) struct Words {
        title = "Часы песочницы", "The clock of the sandbox";
        /// The purpose of the page.
        lead =
            "По этим часам наступают сроки. Вход и токены тоже стареют по ним, если банк не настроил иначе.",
            "What waits for time waits for this clock. Logins and tokens age by it too, unless it was set otherwise.";
        stands = "Часы стоят.", "It stands.";
        runs = "Часы идут.", "It runs.";
        /// Before the next moment at which something is due.
        next_is = "Ближайший срок:", "Due next:";
        nothing_waits = "Ничего не ждёт своего срока.", "Nothing waits for time.";
        next = "К ближайшему сроку", "To what is due next";
        hour = "На час вперёд", "An hour on";
        day = "На день вперёд", "A day on";
        run = "Пустить часы", "Let it run";
        stand = "Остановить часы", "Let it stand";
        /// Label of a moment, in the bank's zone.
        to = "Перевести на (время банка)", "Set it to (the bank's time)";
        go = "Перевести", "Set";
        /// The moment is none, or cannot be reached.
        not_there =
            "Часы идут только вперёд, и не дальше чем на десять лет.",
            "The clock goes forward only, and ten years at most.";
        nothing_due = "Ничего не ждёт своего срока.", "Nothing waits for time.";
        too_much =
            "Наступило слишком много сроков: часы остановились раньше.",
            "Too much was due: the clock stopped earlier.";
        still_at_work =
            "Сейчас выполняется другая работа: попробуйте ещё раз.",
            "Something else is at work: try again.";
    }
}
