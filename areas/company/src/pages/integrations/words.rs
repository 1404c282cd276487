//! Every sentence of the pages about integrations, in both languages. A field that one language lacks does not compile.

use clients::{ClientStatus, RedirectUriError};

use crate::integration::{AddressError, AddressesError, Overlap};

kernel::words! {
    pub(super) struct Words {
        integrations = "Интеграции", "Integrations";
        integrations_lead =
            "Программы, которые работают с банком от имени сотрудников вашей компании.",
            "Software that works with the bank on behalf of your company’s people.";
        /// Link to the addresses that are told of events, which have pages of their own.
        webhooks = "Уведомления о событиях", "Webhooks";
        nothing =
            "Пока ни одной интеграции. Зарегистрируйте первую ниже.",
            "No integrations yet. Register the first one below.";
        name = "Название", "Name";
        name_hint = "Его видят сотрудники на странице входа.", "People see it on the login page.";
        client_id = "Идентификатор (client_id)", "Identifier (client_id)";
        status = "Состояние", "Status";
        active = "Работает", "In service";
        switched_off = "Выключена", "Switched off";
        stopped = "Остановлена банком", "Stopped by the bank";
        last_use = "Последнее обращение", "Last use";
        /// No login that the bank still knows: a day after its end it is forgotten.
        never = "нет сведений", "not known";
        /// Badge of a client that others decide about too.
        shared = "Общая", "Shared";
        shared_lead =
            "Эта программа обслуживает и другие компании, поэтому её настройки меняет банк. Вы видите, кто из вашей \
                компании дал ей доступ, и можете его отозвать.",
            "This software serves other companies too, so the bank changes its settings. You see who of your company \
                gave it access, and can revoke that.";
        register = "Зарегистрировать интеграцию", "Register an integration";
        register_button = "Зарегистрировать и получить секрет", "Register and get the secret";
        redirect_uris = "Адреса возврата после входа (redirect_uri)", "Return addresses after login (redirect_uri)";
        redirect_uris_hint =
            "По одному в строке: https или http на самом компьютере (127.0.0.1, [::1], localhost). Сравниваются \
                побайтно, поэтому важны и порт, и косая черта в конце. Домены не латиницей — в виде xn--…",
            "One per line: https, or http on the machine itself (127.0.0.1, [::1], localhost). They are compared \
             byte for byte, so the port and a slash at the end matter. Domains not in Latin letters as xn--…";
        logout_uris = "Адреса возврата после выхода (необязательно)", "Return addresses after logout (optional)";
        profile = "Как программа входит", "How the software logs in";
        profile_specification = "Строго по спецификации банка", "Exactly as the bank specifies";
        profile_specification_detail =
            "Все четыре области доступа и параметр state обязательны.",
            "All four scopes and the parameter state are required.";
        /// The profile of client libraries.
        profile_standard = "Как обычная библиотека OpenID Connect", "As OpenID Connect libraries do";
        profile_standard_detail =
            "Можно запросить часть областей доступа; prompt=none и max_age понимаются как в стандарте.",
            "Some of the scopes may be requested; prompt=none and max_age mean what the standard says.";
        save = "Сохранить", "Save";
        settings = "Название, адреса и способ входа", "Name, addresses and the way to log in";
        settings_changed =
            "Настройки только что изменил кто-то другой. Ниже ваши значения: сохраните ещё раз, если они верны.",
            "Somebody else has just changed the settings. Your values are below: save again when they are right.";
        saved_now = "Сохранено сейчас", "Saved now";
        secret_title = "Сохраните секрет сейчас", "Save the secret now";
        secret_lead =
            "Банк показывает секрет один раз и не хранит его. Перенесите его в настройки программы; если он \
                потеряется, замените его на странице интеграции.",
            "The bank shows the secret once and does not keep it. Put it into the settings of the software; if it gets \
                lost, replace it on the page of the integration.";
        secret_values = "Для настроек программы", "For the settings of the software";
        secret = "Секрет", "Secret";
        secret_saved = "Секрет сохранён", "The secret is saved";
        /// Label of the time at which it was set.
        secret_set = "Установлен", "Set";
        /// For something that is not known.
        unknown = "неизвестно", "unknown";
        /// Label of the moment until which the secret before works.
        previous_until = "Прежний секрет действует до", "The previous secret works until";
        end_previous = "Отключить прежний секрет сейчас", "End the previous secret now";
        replace_secret = "Заменить секрет", "Replace the secret";
        replace_secret_lead =
            "Появится новый секрет. Прежний может работать ещё некоторое время, чтобы программу успели перенастроить.",
            "There will be a new secret. The previous one can keep working for a while, so that there is time to \
             set up the software.";
        overlap = "Прежний секрет", "The previous secret";
        overlap_none = "перестаёт работать сразу", "stops working at once";
        overlap_hour = "работает ещё час", "works for another hour";
        overlap_day = "работает ещё сутки", "works for another day";
        overlap_week = "работает ещё неделю", "works for another week";
        overlap_month = "работает ещё 30\u{a0}дней", "works for another 30 days";
        replace_secret_button = "Получить новый секрет", "Get a new secret";
        /// Heading of the values for software.
        how_to_use = "Как подключить", "How to connect";
        how_to_use_lead =
            "Библиотеке OpenID Connect достаточно первых двух значений и секрета. Программа входит с PKCE (S256) и \
                передаёт секрет в заголовке Authorization (client_secret_basic).",
            "An OpenID Connect library needs the first two values and the secret. The software logs in with PKCE \
                (S256) and sends the secret in the Authorization header (client_secret_basic).";
        issuer = "Издатель (issuer)", "Issuer";
        discovery = "Документ настроек", "Discovery document";
        authorization = "Вход (authorize)", "Login (authorize)";
        token = "Выдача токенов (token)", "Tokens (token)";
        keys = "Ключи (jwks)", "Keys (jwks)";
        userinfo = "Сведения о пользователе (userinfo)", "Who the user is (userinfo)";
        revocation = "Отзыв токена (revoke)", "Revocation (revoke)";
        logout = "Выход (logout)", "Logout (logout)";
        scopes = "Области доступа", "Scopes";
        audience = "Кому предназначен токен доступа (aud)", "Audience of access tokens (aud)";
        copy = "Скопировать", "Copy";
        /// The same button after that.
        copied = "Скопировано", "Copied";
        calls = "Вызовы", "Calls";
        calls_lead =
            "Что программа спрашивала и что ей ответил банк, с ошибками словами.",
            "What the software asked for and what the bank answered, with errors in words.";
        calls_show = "Показать последние вызовы", "Show the last calls";
        grants = "Кто дал доступ", "Who gave access";
        /// Before the longest life of a login.
        grants_lead =
            "Сотрудник даёт программе доступ, входя через неё. Программа может ровно то, на что у сотрудника есть \
                права. Доступ действует до",
            "A person gives access by logging in through the software. The software may do exactly what the person has \
                rights for. The access lasts for up to";
        no_grants = "Сейчас доступа нет ни у кого.", "Nobody gives access at this moment.";
        /// Beneath the first ones, when there are more than the page shows.
        more_grants =
            "Показаны не все, кто дал доступ. Кнопка ниже отзывает его у всех, и у тех, кого здесь не видно.",
            "Not everybody who gave access is shown. The button below revokes it for all of them, the others too.";
        person = "Сотрудник", "Person";
        /// Label of the first login.
        granted = "Доступ с", "Access since";
        revoke = "Отозвать", "Revoke";
        revoke_all = "Отозвать доступ у всех", "Revoke everybody’s access";
        revoke_question = "Отозвать доступ?", "Revoke the access?";
        revoke_text =
            "Программа сразу потеряет доступ. Чтобы вернуть его, сотрудник должен войти через неё заново.",
            "The software loses access at once. To give it back, the person has to log in through the software again.";
        switch_off_question = "Выключить интеграцию?", "Switch the integration off?";
        end_previous_question = "Отключить прежний секрет?", "End the previous secret?";
        end_previous_text =
            "Программа, в которой ещё стоит прежний секрет, сразу перестанет работать.",
            "Software that still has the previous secret stops working at once.";
        switch = "Выключатель", "Switch";
        switch_off = "Выключить", "Switch off";
        switch_off_lead =
            "Все входы через программу закончатся сразу, новые станут невозможны, пока вы её не включите.",
            "Every login through the software ends at once, and there are no new ones until you switch it on.";
        switch_on = "Включить", "Switch on";
        switch_on_lead =
            "После включения сотрудники войдут в программе заново.",
            "People then log in to the software again.";
        /// Only the bank lets it in again.
        stopped_by_bank =
            "Программу остановил банк, и включить её может только он.",
            "The bank has stopped this software, and only the bank can let it in again.";
        /// The form was sent before.
        done_registered =
            "Эта интеграция уже зарегистрирована; секрет был показан один раз. Если он потерян, замените его.",
            "This integration is registered already; its secret was shown once. If it is lost, replace it.";
        done_saved = "Сохранено.", "Saved.";
        done_ended = "Прежний секрет больше не действует.", "The previous secret does not work any more.";
        done_revoked = "Доступ отозван.", "The access is revoked.";
        done_off =
            "Интеграция выключена, все входы через неё завершены.",
            "The integration is switched off; every login through it has ended.";
        done_on = "Интеграция включена.", "The integration is switched on.";
        too_many =
            "У компании уже 100\u{a0}интеграций — больше зарегистрировать нельзя. Попросите банк убрать лишние.",
            "The company has 100 integrations, which is the most. Ask the bank to remove some.";
        name_fault =
            "Введите название до 100\u{a0}символов, без переносов строк и служебных символов.",
            "Enter a name of up to 100 characters, without line breaks and control characters.";
        profile_fault = "Выберите один из двух способов.", "Choose one of the two.";
        uris_none = "Укажите хотя бы один адрес.", "Enter at least one address.";
        uris_too_many = "Не больше 50\u{a0}адресов.", "At most 50 addresses.";
        line = "Строка", "Line";
        uri_form =
            "это не адрес: нужен полный адрес латиницей, без пробелов, до 2000\u{a0}символов",
            "is no address: a full one in ASCII without spaces is needed, of at most 2000 characters";
        uri_fragment = "в адресе не может быть части после #", "must not have a part after #";
        uri_credentials = "в адресе не может быть логина или пароля", "must not have a user name or password";
        uri_host =
            "домен пишется латинскими буквами, цифрами, точками и дефисами, без экранирования",
            "must name its host in Latin letters, digits, periods and hyphens, without escapes";
        uri_scheme =
            "нужен https или http на самом компьютере (127.0.0.1, [::1], localhost)",
            "must be https, or http on the machine itself (127.0.0.1, [::1], localhost)";
        uri_twice = "этот адрес уже есть выше", "is above already";
    }
}

impl Words {
    pub(super) const fn status(&self, status: ClientStatus) -> &'static str {
        match status {
            ClientStatus::Active => self.active,
            ClientStatus::SwitchedOff => self.switched_off,
            ClientStatus::Disabled => self.stopped,
        }
    }

    /// Says how long a secret goes on.
    pub(super) const fn overlap(&self, overlap: Overlap) -> &'static str {
        match overlap {
            Overlap::None => self.overlap_none,
            Overlap::Hour => self.overlap_hour,
            Overlap::Day => self.overlap_day,
            Overlap::Week => self.overlap_week,
            Overlap::Month => self.overlap_month,
        }
    }

    /// Says what is wrong with a list of addresses.
    pub(super) fn addresses_fault(&self, error: AddressesError) -> String {
        match error {
            AddressesError::None => self.uris_none.to_owned(),
            AddressesError::TooMany => self.uris_too_many.to_owned(),
            AddressesError::Line(line, error) => {
                format!("{} {line}: {}.", self.line, self.address_fault(error))
            }
        }
    }

    const fn address_fault(&self, error: AddressError) -> &'static str {
        match error {
            AddressError::Refused(RedirectUriError::Form) => self.uri_form,
            AddressError::Refused(RedirectUriError::Fragment) => self.uri_fragment,
            AddressError::Refused(RedirectUriError::Credentials) => self.uri_credentials,
            AddressError::Refused(RedirectUriError::Host) => self.uri_host,
            AddressError::Refused(RedirectUriError::Scheme) | AddressError::NotWeb => self.uri_scheme,
            AddressError::Twice => self.uri_twice,
        }
    }
}
