//! Sentences about a change of the signature scheme that waits, in both languages.

use ::pages::Language;

/// Sentences of the page.
#[derive(Debug)]
pub(in crate::pages) struct SchemeWords {
    /// Heading.
    pub(super) title: &'static str,
    /// Explanation below it.
    pub(super) lead: &'static str,
    /// Heading of the scheme that holds.
    pub(super) scheme_now: &'static str,
    /// Heading of the change.
    pub(super) waits: &'static str,
    /// Label of the scheme that is asked for.
    pub(super) wanted: &'static str,
    /// Label of the person.
    pub(super) asked_by: &'static str,
    /// Label of the moment.
    pub(super) asked_at: &'static str,
    /// Label of the last moment.
    pub(super) until: &'static str,
    /// For the person who asked.
    pub(super) own: &'static str,
    /// For the person who asked, where nobody else may confirm.
    pub(super) own_alone: &'static str,
    /// Above the confirmation.
    pub(super) confirm_lead: &'static str,
    /// Button.
    pub(super) confirm: &'static str,
    /// Button.
    pub(super) refuse: &'static str,
    /// Button of the person who asked.
    pub(super) take_back: &'static str,
    /// In the place of a change.
    pub(super) nothing_waits: &'static str,
    /// After somebody asked.
    pub(super) done_asked: &'static str,
    /// After the confirmation.
    pub(super) done_confirmed: &'static str,
    /// After the refusal.
    pub(super) done_refused: &'static str,
    /// Line of the first page.
    pub(in crate::pages) on_home: &'static str,
    /// Link of the page of users.
    pub(super) on_users: &'static str,
}

impl SchemeWords {
    /// Returns the sentences of `language`.
    pub(in crate::pages) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }
}

static RUSSIAN: SchemeWords = SchemeWords {
    title: "Изменение схемы подписей",
    lead: "Если по новой схеме подписей нужно меньше, её подтверждает ещё один администратор или сотрудник \
           с\u{a0}правом подписи. До этого действует прежняя схема.",
    scheme_now: "Действует сейчас",
    waits: "Ждёт подтверждения",
    wanted: "Новая схема",
    asked_by: "Кто просит",
    asked_at: "Когда",
    until: "Подтвердить до",
    own: "Вы предложили эту схему, поэтому подтвердить её должен кто-то другой.",
    own_alone: "Подтвердить некому: в\u{a0}компании нет второго администратора или сотрудника с\u{a0}правом подписи. \
                Обратитесь в\u{a0}банк: он подтвердит изменение.",
    confirm_lead: "Подтвердите, только если знаете, почему компании нужно меньше подписей.",
    confirm: "Подтвердить",
    refuse: "Отклонить",
    take_back: "Отозвать",
    nothing_waits: "Нет изменений, которые ждут подтверждения.",
    done_asked: "Изменение ждёт подтверждения.",
    done_confirmed: "Новая схема подписей действует.",
    done_refused: "Изменение отменено, схема подписей прежняя.",
    on_home: "Подтвердить схему подписей",
    on_users: "Посмотреть изменение, которое ждёт подтверждения",
};

static ENGLISH: SchemeWords = SchemeWords {
    title: "Change of the signature scheme",
    lead: "A scheme that asks for fewer signatures is confirmed by another administrator or by a person with the right \
           to sign. Until then the scheme stays as it is.",
    scheme_now: "In force now",
    waits: "Waits for confirmation",
    wanted: "New scheme",
    asked_by: "Asked for by",
    asked_at: "On",
    until: "Confirm before",
    own: "You asked for this scheme, so somebody else confirms it.",
    own_alone: "There is nobody to confirm it: the company has no second administrator and nobody else with the right \
                to sign. Ask the bank to confirm the change.",
    confirm_lead: "Confirm only if you know why the company needs fewer signatures.",
    confirm: "Confirm",
    refuse: "Refuse",
    take_back: "Withdraw",
    nothing_waits: "No change waits for confirmation.",
    done_asked: "The change waits for confirmation.",
    done_confirmed: "The new signature scheme is in force.",
    done_refused: "The change is cancelled, and the signature scheme stays as it was.",
    on_home: "Signature scheme to confirm",
    on_users: "See the change that waits for confirmation",
};
