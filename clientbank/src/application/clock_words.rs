//! The sentences of the clock's page, in both languages.

kernel::words! {
    pub(super) struct Words {
        title = "Часы песочницы", "The clock of the sandbox";
        lead =
            "По этим часам наступают сроки. Вход и токены тоже стареют по ним, если банк не настроил иначе.",
            "Deadlines fall due by this clock. Logins and tokens expire by it too, unless the bank has set \
             otherwise.";
        stands = "Часы стоят.", "The clock is stopped.";
        runs = "Часы идут.", "The clock is running.";
        /// Before the next moment at which something is due.
        next_is = "Ближайший срок:", "Due next:";
        nothing_waits = "Ничего не ждёт своего срока.", "Nothing is due.";
        next = "К ближайшему сроку", "To the next deadline";
        hour = "На час вперёд", "One hour forward";
        day = "На день вперёд", "One day forward";
        run = "Пустить часы", "Start the clock";
        stand = "Остановить часы", "Stop the clock";
        /// Label of a moment, in the bank's zone.
        to = "Перевести на (время банка)", "Set it to (bank time)";
        go = "Перевести", "Set";
        /// The moment is none, or cannot be reached.
        not_there =
            "Часы идут только вперёд, и не дальше чем на десять лет.",
            "The clock only goes forward, and ten years at most.";
        nothing_due = "Ничего не ждёт своего срока.", "Nothing is due.";
        too_much =
            "Наступило слишком много сроков: часы остановились раньше.",
            "Too much fell due: the clock stopped earlier.";
        still_at_work =
            "Сейчас выполняется другая работа: попробуйте ещё раз.",
            "Other work is in progress: try again.";
    }
}
