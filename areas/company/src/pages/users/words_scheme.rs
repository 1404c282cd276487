//! Sentences about a change of the signature scheme that waits, in both languages.

kernel::words! {
    pub(super) struct SchemeWords {
        title = "Изменение схемы подписей", "Change of the signature scheme";
        lead =
            "Если по новой схеме подписей нужно меньше или обе может дать один человек, её подтверждает ещё один \
                администратор или сотрудник с\u{a0}правом подписи. До этого действует прежняя схема.",
            "A scheme that asks for fewer signatures, or lets one person give both, is confirmed by another \
                administrator or by a person with the right to sign. Until then the scheme stays as it is.";
        scheme_now = "Действует сейчас", "In force now";
        waits = "Ждёт подтверждения", "Waits for confirmation";
        wanted = "Новая схема", "New scheme";
        asked_by = "Кто просит", "Asked for by";
        asked_at = "Когда", "On";
        until = "Подтвердить до", "Confirm before";
        /// For the person who asked.
        own =
            "Вы предложили эту схему, поэтому подтвердить её должен кто-то другой.",
            "You asked for this scheme, so somebody else confirms it.";
        /// For the person who asked, where nobody else may confirm.
        own_alone =
            "Подтвердить некому: в\u{a0}компании нет второго администратора или сотрудника с\u{a0}правом подписи. \
                Обратитесь в\u{a0}банк: он подтвердит изменение.",
            "There is nobody to confirm it: the company has no second administrator and nobody else with the right to \
                sign. Ask the bank to confirm the change.";
        confirm_lead =
            "Подтвердите, только если знаете, почему компания упрощает схему.",
            "Confirm only if you know why the company makes the scheme less strict.";
        confirm = "Подтвердить", "Confirm";
        refuse = "Отклонить", "Refuse";
        /// Button of the person who asked.
        take_back = "Отозвать", "Withdraw";
        /// In the place of a change.
        nothing_waits = "Нет изменений, которые ждут подтверждения.", "No change waits for confirmation.";
        done_asked = "Изменение ждёт подтверждения.", "The change waits for confirmation.";
        done_confirmed = "Новая схема подписей действует.", "The new signature scheme is in force.";
        done_refused =
            "Изменение отменено, схема подписей прежняя.",
            "The change is cancelled, and the signature scheme stays as it was.";
        /// Line of the first page.
        on_home = "Подтвердить схему подписей", "Signature scheme to confirm";
        /// Link of the page of users.
        on_users = "Посмотреть изменение, которое ждёт подтверждения", "See the change that waits for confirmation";
    }
}
