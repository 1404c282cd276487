//! Sentences about signatures that were given: what they are worth by now.

use kernel::Language;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct StandingWords {
    /// A signature of a scheduled statement does not count any more; its reason follows.
    pub(super) lost: &'static str,
    /// The way out.
    pub(super) lost_hint: &'static str,
    /// The same, on the first page.
    pub(super) signatures_lost: &'static str,
    /// The company lowered its scheme.
    pub(super) enough_signatures: &'static str,
    /// Link to the form that sends the statement on.
    pub(super) complete_link: &'static str,
    /// For a person who may not.
    pub(super) complete_by_signer: &'static str,
    /// Title of that form.
    pub(super) complete_title: &'static str,
    /// The effect of the button.
    pub(super) complete_hint: &'static str,
    /// Its button.
    pub(super) complete: &'static str,
    /// The notice afterwards.
    pub(super) done_completed: &'static str,
}

impl StandingWords {
    /// Returns the sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }
}

static RUSSIAN: StandingWords = StandingWords {
    lost: "Ведомость не будет исполнена.",
    lost_hint: "Скопируйте ведомость как новую, подпишите её заново, а эту удалите.",
    signatures_lost: "Не будут исполнены: подпись больше не действует",
    enough_signatures: "Подписей достаточно: компания теперь требует меньше подписей.",
    complete_link: "Отправить на исполнение",
    complete_by_signer: "Отправить ведомость на исполнение может тот, у кого есть право подписи.",
    complete_title: "Отправка на исполнение",
    complete_hint: "Новой подписи не нужно. Подтвердите, что ведомость можно исполнить с теми подписями, \
        которые есть.",
    complete: "Отправить на исполнение",
    done_completed: "Ведомость отправлена на исполнение.",
};

static ENGLISH: StandingWords = StandingWords {
    lost: "The statement will not be executed.",
    lost_hint: "Copy the statement as new, sign the copy, and delete this one.",
    signatures_lost: "Will not be executed: a signature does not count any more",
    enough_signatures: "There are enough signatures: the company now asks for fewer.",
    complete_link: "Send it to execution",
    complete_by_signer: "Somebody with the right to sign can send it to execution.",
    complete_title: "Send to execution",
    complete_hint: "No further signature is needed. Confirm that the statement may be executed with the \
        signatures it has.",
    complete: "Send to execution",
    done_completed: "The statement was sent to execution.",
};
