//! Every sentence of the pages, in both languages. A field that one language lacks does not compile.

use crate::delivery::DeliveryState;
use crate::webhook::WebhookState;
use outgoing::attempt::Outcome;

kernel::words! {
    pub(super) struct Words {
        webhooks = "Уведомления о событиях", "Webhooks";
        webhooks_lead =
            "Банк сам сообщает программе об изменениях: подписанный запрос на её адрес при каждом событии.",
            "The bank tells your software about changes by itself: it sends a signed request to its address for \
             each event.";
        webhook = "Уведомление о событиях", "Webhook";
        integrations = "Интеграции", "Integrations";
        nothing = "Адресов пока нет.", "There are no addresses yet.";
        address = "Адрес", "Address";
        address_hint =
            "https, порт 443 или от 1024, без имени пользователя и пароля.",
            "https, port 443 or from 1024 on, without user name and password.";
        client = "Интеграция", "Integration";
        state = "Состояние", "State";
        on = "Включено", "On";
        off = "Выключено", "Off";
        unreachable = "Недоступен, выключен банком", "Unreachable, switched off by the bank";
        deleted = "Удалено", "Deleted";
        /// Entry on the first page.
        unreachable_waiting = "Адреса уведомлений недоступны", "Webhooks that cannot be reached";
        types = "События", "Events";
        all_types = "Все, включая будущие", "All, including future ones";
        create = "Добавить адрес", "Add an address";
        create_button = "Добавить", "Add";
        terms = "Адрес и события", "Address and events";
        save = "Сохранить", "Save";
        failing_since = "Ничего не доставлено с", "Nothing has arrived since";
        secret = "Секрет подписи", "Signing secret";
        secret_lead =
            "Прежний секрет подписывает вместе с новым ещё 24\u{a0}часа.",
            "The previous secret signs beside the new one for another 24 hours.";
        secret_button = "Заменить секрет", "Replace the secret";
        secret_title = "Секрет уведомлений", "Secret of the webhook";
        secret_once =
            "Банк показывает секрет один раз. Перенесите его в настройки программы.",
            "The bank shows the secret once. Put it into the settings of the software.";
        public_key = "Открытый ключ (v1a)", "Public key (v1a)";
        shared_secret = "Секрет (v1)", "Secret (v1)";
        previous_until = "Прежний секрет подписывает до", "The previous secret signs until";
        secret_saved = "Секрет сохранён", "The secret is saved";
        copy = "Скопировать", "Copy";
        copied = "Скопировано", "Copied";
        try_out = "Отправить проверочное событие", "Send a test event";
        switch = "Включение", "Switch";
        switch_off = "Выключить", "Switch off";
        switch_on = "Включить", "Switch on";
        delete = "Удалить", "Delete";
        delete_question = "Удалить адрес?", "Delete the address?";
        delete_text =
            "События на этот адрес больше не придут. Вернуть его нельзя: понадобится новый адрес с новым секретом.",
            "Events are no longer sent to it. It cannot be restored: you would need a new address with a new secret.";
        switch_off_question = "Выключить отправку событий?", "Stop sending events?";
        switch_off_text =
            "События на этот адрес не отправляются, пока вы не включите его снова. О том, что произойдёт до тех пор, \
                банк сам не сообщит.",
            "No events are sent to this address until you switch it on again. What happens until then is not sent \
             afterwards.";
        log = "Журнал доставки", "Delivery log";
        no_log = "Доставок пока нет.", "There are no deliveries yet.";
        newest = "К последним", "To the newest";
        older = "Более ранние", "Older";
        pages = "Страницы журнала", "Pages of the log";
        event = "Событие", "Event";
        attempts = "Попытки", "Attempts";
        next = "Следующая попытка", "Next attempt";
        waiting = "Ждёт доставки", "Waiting";
        delivered = "Доставлено", "Delivered";
        failed = "Не доставлено", "Failed";
        again = "Доставить снова", "Deliver again";
        period = "Доставить снова за период", "Deliver a period again";
        from = "С", "From";
        to = "По", "To";
        period_fault = "Укажите два дня, первый не позже второго.", "Enter two days, the first not after the second.";
        period_empty =
            "За эти дни нет событий, которые можно доставить снова.",
            "No event of these days can be delivered again.";
        delivery = "Доставка события", "Delivery of an event";
        request = "Запрос", "Request";
        forgotten = "Срок хранения события истёк.", "The event is past its retention time and no longer kept.";
        event_hidden =
            "События о зарплате видит только тот, кто вправе видеть зарплатные ведомости.",
            "Payroll events are shown only to somebody who may see payroll statements.";
        at = "Время", "Time";
        took = "Время ответа, мс", "Took, ms";
        outcome = "Результат", "Result";
        answer = "Ответ", "Answer";
        refused = "Отклонено получателем", "Refused by the receiver";
        redirected = "Перенаправление, не выполняется", "Redirect, not followed";
        timed_out = "Нет ответа вовремя", "No answer in time";
        name_unknown = "Имя не найдено", "Name not found";
        forbidden = "Адрес закрытой сети", "Address of a private network";
        not_connected = "Нет соединения", "No connection";
        tls_failed = "Ошибка TLS или сертификата", "TLS or certificate error";
        broken = "Соединение прервано", "Connection broken";
        unsent = "Не отправлено банком", "Not sent by the bank";
        rehearsed = "Песочница сделала вид, что событие не дошло", "The sandbox acted as if it had not arrived";
        too_many =
            "У компании уже 10\u{a0}адресов, больше нельзя. Сначала удалите один из них.",
            "The company has 10 addresses, which is the most. Delete one of them first.";
        client_fault =
            "Выберите интеграцию. Если ни одной нет, сначала зарегистрируйте её.",
            "Choose an integration. If there is none, register one first.";
        types_fault = "Выберите хотя бы одно событие.", "Choose at least one event.";
        types_not_readable =
            "Типы о зарплате выбирает тот, кто вправе видеть зарплатные ведомости.",
            "Payroll events can be chosen only by somebody who may see payroll statements.";
        /// Somebody else was faster; the saved values are beside the fields.
        terms_changed =
            "Адрес или события только что изменил кто-то другой. Ниже ваши значения, рядом — сохранённые. Сохраните \
                ещё раз, если верны ваши.",
            "Somebody else has just changed the address or the events. Your values are below, with the saved ones \
                beside them. Save again when yours are right.";
        saved_now = "Сохранено сейчас", "Saved now";
        address_malformed =
            "Это не адрес: нужен полный, латиницей, до 500\u{a0}символов.",
            "This is not an address: enter a full one, in ASCII, of at most 500 characters.";
        address_plain = "Адрес должен начинаться с https://.", "The address must begin with https://.";
        address_credentials =
            "В адресе не должно быть имени пользователя и пароля.",
            "The address must have no user name and no password.";
        address_fragment = "В адресе не должно быть части после #.", "The address must have no part after #.";
        address_port = "Порт должен быть 443 или от 1024.", "The port must be 443, or from 1024 on.";
        address_private = "Адрес не должен вести в закрытую сеть.", "The address must not lead into a private network.";
        address_no_machine =
            "Адрес должен принадлежать одной машине: 0.0.0.0 и групповые адреса не подходят.",
            "The address must be that of one machine: neither 0.0.0.0 nor one of a group.";
        address_own_port =
            "Адрес не должен вести на порт программы банка.",
            "The address must not lead to a port of the bank's own program.";
        done_made =
            "Адрес уже добавлен, секрет был показан тогда. Если он потерян, замените секрет.",
            "The address was added before, and its secret was shown then. If it is lost, replace the secret.";
        done_saved = "Сохранено.", "Saved.";
        done_tried = "Проверочное событие отправлено.", "The test event is on its way.";
        done_off = "Уведомления выключены.", "The webhook is switched off.";
        done_on = "Уведомления включены.", "The webhook is switched on.";
        done_redelivered = "События будут доставлены снова.", "The events are delivered again.";
        done_redelivered_first =
            "Снова будут доставлены первые события периода, сколько можно сразу. Для остальных укажите период, \
                который начинается позже: тот же самый начнётся с тех же событий. Остаток одного дня доставляется \
                только через API, где начало периода — время, а не день. Если банк откажет, повторите через час.",
            "The first events of the period are delivered again, as many as may be at once. For the rest enter a \
                period that begins later: the same one begins with the same events. The rest of a single day is \
                delivered through the API alone, where a period begins at a time of day. If it is refused, try again \
                in an hour.";
        done_deleted = "Адрес удалён.", "The address is deleted.";
        done_gone =
            "Адрес уже был добавлен этой формой и потом удалён. Если он снова нужен, добавьте его ещё раз.",
            "This form added the address before, and it was deleted since. If you need it, add it once more.";
    }
}

impl Words {
    pub(super) const fn state(&self, state: WebhookState) -> &'static str {
        match state {
            WebhookState::On => self.on,
            WebhookState::Off => self.off,
            WebhookState::Unreachable => self.unreachable,
            WebhookState::Deleted => self.deleted,
        }
    }

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
