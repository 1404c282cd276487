//! Every sentence of the pages, in both languages. A field that one language lacks does not compile.

use ::pages::Language;

use crate::delivery::{DeliveryState, Outcome};
use crate::webhook::WebhookState;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    /// Heading of the list.
    pub(super) webhooks: &'static str,
    /// Explanation below it.
    pub(super) webhooks_lead: &'static str,
    /// Heading of one.
    pub(super) webhook: &'static str,
    /// Link back to the section.
    pub(super) integrations: &'static str,
    /// The list is empty.
    pub(super) nothing: &'static str,
    /// Label of the address.
    pub(super) address: &'static str,
    /// Hint beside it.
    pub(super) address_hint: &'static str,
    /// Label of the software.
    pub(super) client: &'static str,
    /// Label of the state.
    pub(super) state: &'static str,
    /// It is told of events.
    pub(super) on: &'static str,
    /// The company switched it off.
    pub(super) off: &'static str,
    /// The bank switched it off.
    pub(super) unreachable: &'static str,
    /// It is gone.
    pub(super) deleted: &'static str,
    /// Entry on the first page.
    pub(super) unreachable_waiting: &'static str,
    /// Legend of the types.
    pub(super) types: &'static str,
    /// All types.
    pub(super) all_types: &'static str,
    /// Summary of the form.
    pub(super) create: &'static str,
    /// Its button.
    pub(super) create_button: &'static str,
    /// Summary of the terms.
    pub(super) terms: &'static str,
    /// Button of the terms.
    pub(super) save: &'static str,
    /// Label of the moment since which nothing has arrived.
    pub(super) failing_since: &'static str,
    /// Heading of the secret.
    pub(super) secret: &'static str,
    /// Explanation of its replacement.
    pub(super) secret_lead: &'static str,
    /// Button that replaces it.
    pub(super) secret_button: &'static str,
    /// Heading of the page with a secret.
    pub(super) secret_title: &'static str,
    /// Warning that the secret is shown once.
    pub(super) secret_once: &'static str,
    /// Label of the public key.
    pub(super) public_key: &'static str,
    /// Label of the shared secret.
    pub(super) shared_secret: &'static str,
    /// Label of the end of the secret before.
    pub(super) previous_until: &'static str,
    /// Link that leads on.
    pub(super) secret_saved: &'static str,
    /// Button that copies.
    pub(super) copy: &'static str,
    /// After that.
    pub(super) copied: &'static str,
    /// Button of the test.
    pub(super) try_out: &'static str,
    /// Heading of the switch.
    pub(super) switch: &'static str,
    /// Button.
    pub(super) switch_off: &'static str,
    /// Button.
    pub(super) switch_on: &'static str,
    /// Button.
    pub(super) delete: &'static str,
    /// Asked before the end of an address.
    pub(super) delete_question: &'static str,
    /// Text of the question.
    pub(super) delete_text: &'static str,
    /// Asked before the switch.
    pub(super) switch_off_question: &'static str,
    /// Text of the question.
    pub(super) switch_off_text: &'static str,
    /// Heading of the log.
    pub(super) log: &'static str,
    /// It is empty.
    pub(super) no_log: &'static str,
    /// Label of an event.
    pub(super) event: &'static str,
    /// Label of the number of attempts.
    pub(super) attempts: &'static str,
    /// Label of the next attempt.
    pub(super) next: &'static str,
    /// State of a delivery.
    pub(super) waiting: &'static str,
    /// State of a delivery.
    pub(super) delivered: &'static str,
    /// State of a delivery.
    pub(super) failed: &'static str,
    /// Button of one event.
    pub(super) again: &'static str,
    /// Legend of the period.
    pub(super) period: &'static str,
    /// Label.
    pub(super) from: &'static str,
    /// Label.
    pub(super) to: &'static str,
    /// The error of a form, in words.
    pub(super) period_fault: &'static str,
    /// Heading of a delivery.
    pub(super) delivery: &'static str,
    /// Heading of the request.
    pub(super) request: &'static str,
    /// The event is too old.
    pub(super) forgotten: &'static str,
    /// Label of the moment.
    pub(super) at: &'static str,
    /// Label of the duration.
    pub(super) took: &'static str,
    /// Label of the result.
    pub(super) outcome: &'static str,
    /// Label of the answer.
    pub(super) answer: &'static str,
    /// Result.
    pub(super) refused: &'static str,
    /// Result.
    pub(super) redirected: &'static str,
    /// Result.
    pub(super) timed_out: &'static str,
    /// Result.
    pub(super) name_unknown: &'static str,
    /// Result.
    pub(super) forbidden: &'static str,
    /// Result.
    pub(super) not_connected: &'static str,
    /// Result.
    pub(super) tls_failed: &'static str,
    /// Result.
    pub(super) broken: &'static str,
    /// Result.
    pub(super) unsent: &'static str,
    pub(super) rehearsed: &'static str,
    /// The company has as many as it may have.
    pub(super) too_many: &'static str,
    /// No type is chosen.
    pub(super) types_fault: &'static str,
    /// Somebody asks for events that they may not read.
    pub(super) types_not_readable: &'static str,
    /// Somebody else was faster; the saved values stand beside the fields.
    pub(super) terms_changed: &'static str,
    pub(super) saved_now: &'static str,
    /// The error of a form, in words.
    pub(super) address_malformed: &'static str,
    /// The error of a form, in words.
    pub(super) address_plain: &'static str,
    /// The error of a form, in words.
    pub(super) address_credentials: &'static str,
    /// The error of a form, in words.
    pub(super) address_fragment: &'static str,
    /// The error of a form, in words.
    pub(super) address_port: &'static str,
    /// The error of a form, in words.
    pub(super) address_private: &'static str,
    /// Message after a change.
    pub(super) done_saved: &'static str,
    /// Message after a change.
    pub(super) done_tried: &'static str,
    /// Message after a change.
    pub(super) done_off: &'static str,
    /// Message after a change.
    pub(super) done_on: &'static str,
    /// Message after a change.
    pub(super) done_redelivered: &'static str,
    /// Message after a change.
    pub(super) done_deleted: &'static str,
}

impl Words {
    /// The sentences of a language.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// Words a state.
    pub(super) const fn state(&self, state: WebhookState) -> &'static str {
        match state {
            WebhookState::On => self.on,
            WebhookState::Off => self.off,
            WebhookState::Unreachable => self.unreachable,
            WebhookState::Deleted => self.deleted,
        }
    }

    /// Words the state of a delivery.
    pub(super) const fn delivery_state(&self, state: DeliveryState) -> &'static str {
        match state {
            DeliveryState::Waiting => self.waiting,
            DeliveryState::Delivered => self.delivered,
            DeliveryState::Failed => self.failed,
        }
    }

    /// Chooses the class of the badge of a delivery.
    pub(super) const fn delivery_badge(state: DeliveryState) -> &'static str {
        match state {
            DeliveryState::Waiting => "busy",
            DeliveryState::Delivered => "good",
            DeliveryState::Failed => "bad",
        }
    }

    /// Words the result of an attempt.
    pub(super) const fn outcome(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Delivered => self.delivered,
            Outcome::Refused => self.refused,
            Outcome::Redirected => self.redirected,
            Outcome::TimedOut => self.timed_out,
            Outcome::NameUnknown => self.name_unknown,
            Outcome::Forbidden => self.forbidden,
            Outcome::Unreachable => self.not_connected,
            Outcome::TlsFailed => self.tls_failed,
            Outcome::Broken => self.broken,
            Outcome::Unsent => self.unsent,
            Outcome::Rehearsed => self.rehearsed,
        }
    }
}

static RUSSIAN: Words = Words {
    webhooks: "Уведомления о событиях",
    webhooks_lead: "Банк сам сообщает программе об изменениях: подписанный запрос на её адрес при каждом событии.",
    webhook: "Уведомление о событиях",
    integrations: "Интеграции",
    nothing: "Адресов пока нет.",
    address: "Адрес",
    address_hint: "https, порт 443 или от 1024, без имени пользователя и пароля.",
    client: "Интеграция",
    state: "Состояние",
    on: "Включено",
    off: "Выключено",
    unreachable: "Недоступен, выключен банком",
    deleted: "Удалено",
    unreachable_waiting: "Адреса уведомлений недоступны",
    types: "События",
    all_types: "Все, включая будущие",
    create: "Добавить адрес",
    create_button: "Добавить",
    terms: "Адрес и события",
    save: "Сохранить",
    failing_since: "Ничего не доставлено с",
    secret: "Секрет подписи",
    secret_lead: "Прежний секрет подписывает вместе с новым ещё 24\u{a0}часа.",
    secret_button: "Заменить секрет",
    secret_title: "Секрет уведомлений",
    secret_once: "Банк показывает секрет один раз. Перенесите его в настройки программы.",
    public_key: "Открытый ключ (v1a)",
    shared_secret: "Секрет (v1)",
    previous_until: "Прежний секрет подписывает до",
    secret_saved: "Секрет сохранён",
    copy: "Скопировать",
    copied: "Скопировано",
    try_out: "Отправить проверочное событие",
    switch: "Включение",
    switch_off: "Выключить",
    switch_on: "Включить",
    delete: "Удалить",
    delete_question: "Удалить адрес?",
    delete_text: "События на этот адрес больше не придут. Вернуть его нельзя: понадобится новый адрес с новым \
        секретом.",
    switch_off_question: "Выключить отправку событий?",
    switch_off_text: "События на этот адрес не отправляются, пока вы не включите его снова.",
    log: "Журнал доставки",
    no_log: "Доставок пока нет.",
    event: "Событие",
    attempts: "Попытки",
    next: "Следующая попытка",
    waiting: "Ждёт доставки",
    delivered: "Доставлено",
    failed: "Не доставлено",
    again: "Доставить снова",
    period: "Доставить снова за период",
    from: "С",
    to: "По",
    period_fault: "Укажите два дня, первый не позже второго.",
    delivery: "Доставка события",
    request: "Запрос",
    forgotten: "Срок хранения события истёк.",
    at: "Время",
    took: "Время ответа, мс",
    outcome: "Результат",
    answer: "Ответ",
    refused: "Отклонено получателем",
    redirected: "Перенаправление, не выполняется",
    timed_out: "Нет ответа вовремя",
    name_unknown: "Имя не найдено",
    forbidden: "Адрес закрытой сети",
    not_connected: "Нет соединения",
    tls_failed: "Ошибка TLS или сертификата",
    broken: "Соединение прервано",
    unsent: "Не отправлено банком",
    rehearsed: "Песочница сделала вид, что событие не дошло",
    too_many: "У компании уже 10\u{a0}адресов, больше нельзя.",
    types_fault: "Выберите хотя бы одно событие.",
    terms_changed: "Адрес или события только что изменил кто-то другой. Ниже ваши значения, рядом — сохранённые. \
        Сохраните ещё раз, если верны ваши.",
    saved_now: "Сохранено сейчас",
    types_not_readable: "Типы о зарплате выбирает тот, кто вправе видеть зарплатные ведомости.",
    address_malformed: "Это не адрес: нужен полный, латиницей, до 500\u{a0}символов.",
    address_plain: "Адрес должен начинаться с https://.",
    address_credentials: "В адресе не должно быть имени пользователя и пароля.",
    address_fragment: "В адресе не должно быть части после #.",
    address_port: "Порт должен быть 443 или от 1024.",
    address_private: "Адрес не должен вести в закрытую сеть.",
    done_saved: "Сохранено.",
    done_tried: "Проверочное событие отправлено.",
    done_off: "Уведомления выключены.",
    done_on: "Уведомления включены.",
    done_redelivered: "События будут доставлены снова.",
    done_deleted: "Адрес удалён.",
};

static ENGLISH: Words = Words {
    webhooks: "Webhooks",
    webhooks_lead: "The bank tells your software of changes by itself: a signed request to its address for \
        each event.",
    webhook: "Webhook",
    integrations: "Integrations",
    nothing: "There are no addresses yet.",
    address: "Address",
    address_hint: "https, port 443 or from 1024 on, without user name and password.",
    client: "Integration",
    state: "State",
    on: "On",
    off: "Off",
    unreachable: "Unreachable, switched off by the bank",
    deleted: "Deleted",
    unreachable_waiting: "Webhooks that cannot be reached",
    types: "Events",
    all_types: "All, including future ones",
    create: "Add an address",
    create_button: "Add",
    terms: "Address and events",
    save: "Save",
    failing_since: "Nothing has arrived since",
    secret: "Signing secret",
    secret_lead: "The previous secret signs beside the new one for another 24 hours.",
    secret_button: "Replace the secret",
    secret_title: "Secret of the webhook",
    secret_once: "The bank shows the secret once. Put it into the settings of the software.",
    public_key: "Public key (v1a)",
    shared_secret: "Secret (v1)",
    previous_until: "The previous secret signs until",
    secret_saved: "The secret is saved",
    copy: "Copy",
    copied: "Copied",
    try_out: "Send a test event",
    switch: "Switch",
    switch_off: "Switch off",
    switch_on: "Switch on",
    delete: "Delete",
    delete_question: "Delete the address?",
    delete_text: "Events are no longer sent to it. It cannot be restored: you would need a new address with \
        a new secret.",
    switch_off_question: "Stop sending events?",
    switch_off_text: "No events are sent to this address until you switch it on again.",
    log: "Delivery log",
    no_log: "There are no deliveries yet.",
    event: "Event",
    attempts: "Attempts",
    next: "Next attempt",
    waiting: "Waiting",
    delivered: "Delivered",
    failed: "Failed",
    again: "Deliver again",
    period: "Deliver a period again",
    from: "From",
    to: "To",
    period_fault: "Enter two days, the first not after the second.",
    delivery: "Delivery of an event",
    request: "Request",
    forgotten: "The event is over its time and not kept.",
    at: "Time",
    took: "Took, ms",
    outcome: "Result",
    answer: "Answer",
    refused: "Refused by the receiver",
    redirected: "Redirect, not followed",
    timed_out: "No answer in time",
    name_unknown: "Name not found",
    forbidden: "Address of a private network",
    not_connected: "No connection",
    tls_failed: "Error of TLS or of its certificate",
    broken: "Connection broken",
    unsent: "Not sent by the bank",
    rehearsed: "The sandbox did as if it had not arrived",
    too_many: "The company has 10 addresses, which is the most.",
    types_fault: "Choose at least one event.",
    terms_changed: "Somebody else has just changed the address or the events. Your values are below, with the saved \
        ones beside them. Save again when yours are right.",
    saved_now: "Saved now",
    types_not_readable: "Types about payroll are chosen by somebody who may see payroll statements.",
    address_malformed: "This is not an address: enter a full one, in ASCII, of at most 500 characters.",
    address_plain: "The address must begin with https://.",
    address_credentials: "The address must have no user name and no password.",
    address_fragment: "The address must have no part after #.",
    address_port: "The port must be 443, or from 1024 on.",
    address_private: "The address must not lead into a private network.",
    done_saved: "Saved.",
    done_tried: "The test event is on its way.",
    done_off: "The webhook is switched off.",
    done_on: "The webhook is switched on.",
    done_redelivered: "The events are delivered again.",
    done_deleted: "The address is deleted.",
};
