//! Sentences about signatures that were given: what they are worth by now.

kernel::words! {
    /// The sentences of one language.
    pub(super) struct StandingWords {
        /// A signature of a scheduled statement does not count any more; its reason follows.
        lost = "Ведомость не будет исполнена.", "The statement will not be executed.";
        lost_hint =
            "Скопируйте ведомость как новую, подпишите её заново, а эту удалите.",
            "Copy the statement as new, sign the copy, and delete this one.";
        /// The same, on the first page.
        signatures_lost =
            "Не будут исполнены: подпись больше не действует",
            "Will not be executed: a signature does not count any more";
        /// The company lowered its scheme.
        enough_signatures =
            "Подписей достаточно: компания теперь требует меньше подписей.",
            "There are enough signatures: the company now asks for fewer.";
        /// Link to the form that sends the statement on.
        complete_link = "Отправить на исполнение", "Send it for execution";
        /// For a person who may not.
        complete_by_signer =
            "Отправить ведомость на исполнение может тот, у кого есть право подписи.",
            "Somebody with the right to sign can send it for execution.";
        complete_title = "Отправка на исполнение", "Send for execution";
        /// The effect of the button.
        complete_hint =
            "Новой подписи не нужно. Подтвердите, что ведомость можно исполнить с теми подписями, которые есть.",
            "No further signature is needed. Confirm that the statement may be executed with the signatures it has.";
        complete = "Отправить на исполнение", "Send for execution";
        done_completed = "Ведомость отправлена на исполнение.", "The statement was sent for execution.";
    }
}
