//! Every sentence of the pages about integrations, in both languages. A field that one language lacks does not compile.

use ::pages::Language;
use clients::{ClientStatus, RedirectUriError};

use crate::company::integration::{AddressError, AddressesError, Overlap};

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    /// Heading of the list.
    pub(super) integrations: &'static str,
    /// Explanation below it.
    pub(super) integrations_lead: &'static str,
    /// Link to the addresses that are told of events, which have pages of their own.
    pub(super) webhooks: &'static str,
    /// The list is empty.
    pub(super) nothing: &'static str,
    /// Label of the name.
    pub(super) name: &'static str,
    /// Hint beside the name.
    pub(super) name_hint: &'static str,
    /// Label of the identifier.
    pub(super) client_id: &'static str,
    /// Label of the status.
    pub(super) status: &'static str,
    /// In service.
    pub(super) active: &'static str,
    /// Switched off by the company.
    pub(super) switched_off: &'static str,
    /// Stopped by the bank.
    pub(super) stopped: &'static str,
    /// Label of the last use.
    pub(super) last_use: &'static str,
    /// No use in the time that is kept.
    pub(super) never: &'static str,
    /// Badge of a client that others decide about too.
    pub(super) shared: &'static str,
    /// Explanation of that.
    pub(super) shared_lead: &'static str,
    /// Summary of the form.
    pub(super) register: &'static str,
    /// Its button.
    pub(super) register_button: &'static str,
    /// Label of the addresses for logins.
    pub(super) redirect_uris: &'static str,
    /// Hint beside them.
    pub(super) redirect_uris_hint: &'static str,
    /// Label of the addresses for logouts.
    pub(super) logout_uris: &'static str,
    /// Legend of the profiles.
    pub(super) profile: &'static str,
    /// The default profile.
    pub(super) profile_specification: &'static str,
    /// And what it asks.
    pub(super) profile_specification_detail: &'static str,
    /// The profile of client libraries.
    pub(super) profile_standard: &'static str,
    /// And what it lets.
    pub(super) profile_standard_detail: &'static str,
    /// Button of the settings.
    pub(super) save: &'static str,
    /// Summary of the settings.
    pub(super) settings: &'static str,
    /// Somebody else has saved meanwhile.
    pub(super) settings_changed: &'static str,
    pub(super) saved_now: &'static str,
    /// Heading of the page with a secret.
    pub(super) secret_title: &'static str,
    /// And why.
    pub(super) secret_lead: &'static str,
    /// Heading of the values.
    pub(super) secret_values: &'static str,
    /// Label of the secret.
    pub(super) secret: &'static str,
    /// Link that leads on.
    pub(super) secret_saved: &'static str,
    /// Label of the time at which it was set.
    pub(super) secret_set: &'static str,
    /// For something that is not known.
    pub(super) unknown: &'static str,
    /// Label of the moment until which the secret before works.
    pub(super) previous_until: &'static str,
    /// Button that ends it.
    pub(super) end_previous: &'static str,
    /// Summary of the replacement.
    pub(super) replace_secret: &'static str,
    /// Explanation of it.
    pub(super) replace_secret_lead: &'static str,
    /// Label of the time.
    pub(super) overlap: &'static str,
    /// It stops at once.
    pub(super) overlap_none: &'static str,
    /// An hour.
    pub(super) overlap_hour: &'static str,
    /// A day.
    pub(super) overlap_day: &'static str,
    /// A week.
    pub(super) overlap_week: &'static str,
    /// Thirty days.
    pub(super) overlap_month: &'static str,
    /// Button of the replacement.
    pub(super) replace_secret_button: &'static str,
    /// Heading of the values for software.
    pub(super) how_to_use: &'static str,
    /// Explanation below it.
    pub(super) how_to_use_lead: &'static str,
    /// Label of the issuer.
    pub(super) issuer: &'static str,
    /// Label of the discovery document.
    pub(super) discovery: &'static str,
    /// Label of the login.
    pub(super) authorization: &'static str,
    /// Label of the token endpoint.
    pub(super) token: &'static str,
    /// Label of the keys.
    pub(super) keys: &'static str,
    /// Label of userinfo.
    pub(super) userinfo: &'static str,
    /// Label of revocation.
    pub(super) revocation: &'static str,
    /// Label of the logout.
    pub(super) logout: &'static str,
    /// Label of the scopes.
    pub(super) scopes: &'static str,
    /// Label of the audience.
    pub(super) audience: &'static str,
    /// Button that copies.
    pub(super) copy: &'static str,
    /// The same button after that.
    pub(super) copied: &'static str,
    /// Heading of the calls.
    pub(super) calls: &'static str,
    /// Explanation below it.
    pub(super) calls_lead: &'static str,
    /// Link to them.
    pub(super) calls_show: &'static str,
    /// Heading of the grants.
    pub(super) grants: &'static str,
    /// Explanation below it.
    pub(super) grants_lead: &'static str,
    /// There are none.
    pub(super) no_grants: &'static str,
    /// Label of the person.
    pub(super) person: &'static str,
    /// Label of the first login.
    pub(super) granted: &'static str,
    /// Button that ends one grant.
    pub(super) revoke: &'static str,
    /// Button that ends all grants.
    pub(super) revoke_all: &'static str,
    /// Asked before access ends.
    pub(super) revoke_question: &'static str,
    /// Text of the question.
    pub(super) revoke_text: &'static str,
    /// Asked before the switch.
    pub(super) switch_off_question: &'static str,
    /// Asked before the end of a secret.
    pub(super) end_previous_question: &'static str,
    /// Text of the question.
    pub(super) end_previous_text: &'static str,
    /// Heading of the switch.
    pub(super) switch: &'static str,
    /// Button.
    pub(super) switch_off: &'static str,
    /// Explanation of it.
    pub(super) switch_off_lead: &'static str,
    /// Button.
    pub(super) switch_on: &'static str,
    /// Explanation of it.
    pub(super) switch_on_lead: &'static str,
    /// Only the bank lets it in again.
    pub(super) stopped_by_bank: &'static str,
    /// The form was sent before.
    pub(super) done_registered: &'static str,
    /// After the settings.
    pub(super) done_saved: &'static str,
    /// After the end of a secret.
    pub(super) done_ended: &'static str,
    /// After grants were ended.
    pub(super) done_revoked: &'static str,
    /// After switching off.
    pub(super) done_off: &'static str,
    /// After switching on.
    pub(super) done_on: &'static str,
    /// The company has enough.
    pub(super) too_many: &'static str,
    /// A name that cannot be.
    pub(super) name_fault: &'static str,
    /// No profile chosen.
    pub(super) profile_fault: &'static str,
    /// No address.
    pub(super) uris_none: &'static str,
    /// Too many addresses.
    pub(super) uris_too_many: &'static str,
    /// Before the number of a line.
    pub(super) line: &'static str,
    /// Not an address.
    pub(super) uri_form: &'static str,
    /// A fragment.
    pub(super) uri_fragment: &'static str,
    /// Credentials.
    pub(super) uri_credentials: &'static str,
    /// A host behind escapes.
    pub(super) uri_host: &'static str,
    /// Another scheme.
    pub(super) uri_scheme: &'static str,
    /// Twice.
    pub(super) uri_twice: &'static str,
}

impl Words {
    /// Returns the sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// Names a status.
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

static RUSSIAN: Words = Words {
    integrations: "Интеграции",
    webhooks: "Уведомления о событиях",
    integrations_lead: "Программы, которые работают с банком от имени сотрудников вашей компании.",
    nothing: "Пока ни одной интеграции. Зарегистрируйте первую ниже.",
    name: "Название",
    name_hint: "Его видят сотрудники на странице входа.",
    client_id: "Идентификатор (client_id)",
    status: "Состояние",
    active: "Работает",
    switched_off: "Выключена",
    stopped: "Остановлена банком",
    last_use: "Последнее обращение",
    never: "за последние 30\u{a0}дней не было",
    shared: "Общая",
    shared_lead: "Эта программа обслуживает и другие компании, поэтому её настройки меняет банк. Вы видите, кто \
                  из вашей компании дал ей доступ, и можете его отозвать.",
    register: "Зарегистрировать интеграцию",
    register_button: "Зарегистрировать и получить секрет",
    redirect_uris: "Адреса возврата после входа (redirect_uri)",
    redirect_uris_hint: "По одному в строке: https или http на самом компьютере (127.0.0.1, [::1], localhost). \
                         Сравниваются побайтно, поэтому важны и порт, и косая черта в конце. Домены не латиницей \
                         — в виде xn--…",
    logout_uris: "Адреса возврата после выхода (необязательно)",
    profile: "Как программа входит",
    profile_specification: "Строго по спецификации банка",
    profile_specification_detail: "Все четыре области доступа и параметр state обязательны.",
    profile_standard: "Как обычная библиотека OpenID Connect",
    profile_standard_detail: "Можно запросить часть областей доступа; prompt=none и max_age понимаются как в \
                              стандарте.",
    save: "Сохранить",
    settings: "Название, адреса и способ входа",
    saved_now: "Сохранено сейчас",
    settings_changed: "Настройки только что изменил кто-то другой. Ниже ваши значения: сохраните ещё раз, если \
        они верны.",
    secret_title: "Сохраните секрет сейчас",
    secret_lead: "Банк показывает секрет один раз и не хранит его. Перенесите его в настройки программы; если он \
                  потеряется, замените его на странице интеграции.",
    secret_values: "Для настроек программы",
    secret: "Секрет",
    secret_saved: "Секрет сохранён",
    secret_set: "Установлен",
    unknown: "неизвестно",
    previous_until: "Прежний секрет действует до",
    end_previous: "Отключить прежний секрет сейчас",
    replace_secret: "Заменить секрет",
    replace_secret_lead: "Появится новый секрет. Прежний может работать ещё некоторое время, чтобы программу \
                          успели перенастроить.",
    overlap: "Прежний секрет",
    overlap_none: "перестаёт работать сразу",
    overlap_hour: "работает ещё час",
    overlap_day: "работает ещё сутки",
    overlap_week: "работает ещё неделю",
    overlap_month: "работает ещё 30\u{a0}дней",
    replace_secret_button: "Получить новый секрет",
    how_to_use: "Как подключить",
    how_to_use_lead: "Библиотеке OpenID Connect достаточно первых двух значений и секрета. Программа входит с \
                      PKCE (S256) и передаёт секрет в заголовке Authorization (client_secret_basic).",
    issuer: "Издатель (issuer)",
    discovery: "Документ настроек",
    authorization: "Вход (authorize)",
    token: "Выдача токенов (token)",
    keys: "Ключи (jwks)",
    userinfo: "Сведения о пользователе (userinfo)",
    revocation: "Отзыв токена (revoke)",
    logout: "Выход (logout)",
    scopes: "Области доступа",
    audience: "Кому предназначен токен доступа (aud)",
    copy: "Скопировать",
    copied: "Скопировано",
    calls: "Вызовы",
    calls_lead: "Что программа спрашивала и что ей ответил банк, с ошибками словами.",
    calls_show: "Показать последние вызовы",
    grants: "Кто дал доступ",
    grants_lead: "Сотрудник даёт программе доступ, входя через неё; доступ действует до 30\u{a0}дней. Программа может \
                  ровно то, на что у сотрудника есть права.",
    no_grants: "Сейчас доступа нет ни у кого.",
    person: "Сотрудник",
    granted: "Доступ с",
    revoke: "Отозвать",
    revoke_all: "Отозвать доступ у всех",
    revoke_question: "Отозвать доступ?",
    revoke_text: "Программа сразу потеряет доступ. Чтобы вернуть его, сотрудник должен войти через неё заново.",
    switch_off_question: "Выключить интеграцию?",
    end_previous_question: "Отключить прежний секрет?",
    end_previous_text: "Программа, в которой ещё стоит прежний секрет, сразу перестанет работать.",
    switch: "Выключатель",
    switch_off: "Выключить",
    switch_off_lead: "Все входы через программу закончатся сразу, новые станут невозможны, пока вы её не включите.",
    switch_on: "Включить",
    switch_on_lead: "После включения сотрудники войдут в программе заново.",
    stopped_by_bank: "Программу остановил банк, и включить её может только он.",
    done_registered: "Эта интеграция уже зарегистрирована; секрет был показан один раз. Если он потерян, замените его.",
    done_saved: "Сохранено.",
    done_ended: "Прежний секрет больше не действует.",
    done_revoked: "Доступ отозван.",
    done_off: "Интеграция выключена, все входы через неё завершены.",
    done_on: "Интеграция включена.",
    too_many: "У компании уже 100\u{a0}интеграций — больше зарегистрировать нельзя. Попросите банк убрать лишние.",
    name_fault: "Введите название до 100\u{a0}символов, без переносов строк и служебных символов.",
    profile_fault: "Выберите один из двух способов.",
    uris_none: "Укажите хотя бы один адрес.",
    uris_too_many: "Не больше 50\u{a0}адресов.",
    line: "Строка",
    uri_form: "это не адрес: нужен полный адрес латиницей, без пробелов, до 2000\u{a0}символов",
    uri_fragment: "в адресе не может быть части после #",
    uri_credentials: "в адресе не может быть логина или пароля",
    uri_host: "домен пишется латинскими буквами, цифрами, точками и дефисами, без экранирования",
    uri_scheme: "нужен https или http на самом компьютере (127.0.0.1, [::1], localhost)",
    uri_twice: "этот адрес уже есть выше",
};

static ENGLISH: Words = Words {
    integrations: "Integrations",
    webhooks: "Webhooks",
    integrations_lead: "Software that works with the bank on behalf of your company’s people.",
    nothing: "No integrations yet. Register the first one below.",
    name: "Name",
    name_hint: "People see it on the login page.",
    client_id: "Identifier (client_id)",
    status: "Status",
    active: "In service",
    switched_off: "Switched off",
    stopped: "Stopped by the bank",
    last_use: "Last use",
    never: "none in the last 30 days",
    shared: "Shared",
    shared_lead: "This software serves other companies too, so the bank changes its settings. You see who of your \
                  company gave it access, and can revoke that.",
    register: "Register an integration",
    register_button: "Register and get the secret",
    redirect_uris: "Return addresses after login (redirect_uri)",
    redirect_uris_hint: "One a line: https, or http on the machine itself (127.0.0.1, [::1], localhost). They are \
                         compared byte for byte, so the port and a slash at the end matter. Domains not in Latin \
                         letters as xn--…",
    logout_uris: "Return addresses after logout (optional)",
    profile: "How the software logs in",
    profile_specification: "Exactly as the bank specifies",
    profile_specification_detail: "All four scopes and the parameter state are required.",
    profile_standard: "As OpenID Connect libraries do",
    profile_standard_detail: "A part of the scopes may be asked for; prompt=none and max_age mean what the \
                              standard says.",
    save: "Save",
    settings: "Name, addresses and the way to log in",
    saved_now: "Saved now",
    settings_changed: "Somebody else has just changed the settings. Your values are below: save again when they \
        are right.",
    secret_title: "Save the secret now",
    secret_lead: "The bank shows the secret once and does not keep it. Put it into the settings of the software; \
                  if it gets lost, replace it on the page of the integration.",
    secret_values: "For the settings of the software",
    secret: "Secret",
    secret_saved: "The secret is saved",
    secret_set: "Set",
    unknown: "unknown",
    previous_until: "The previous secret works until",
    end_previous: "End the previous secret now",
    replace_secret: "Replace the secret",
    replace_secret_lead: "There will be a new secret. The previous one may go on for a while, so that there is \
                          time to set up the software.",
    overlap: "The previous secret",
    overlap_none: "stops working at once",
    overlap_hour: "works for another hour",
    overlap_day: "works for another day",
    overlap_week: "works for another week",
    overlap_month: "works for another 30 days",
    replace_secret_button: "Get a new secret",
    how_to_use: "How to connect",
    how_to_use_lead: "An OpenID Connect library needs the first two values and the secret. The software logs in \
                      with PKCE (S256) and sends the secret in the Authorization header (client_secret_basic).",
    issuer: "Issuer",
    discovery: "Discovery document",
    authorization: "Login (authorize)",
    token: "Tokens (token)",
    keys: "Keys (jwks)",
    userinfo: "Who the user is (userinfo)",
    revocation: "Revocation (revoke)",
    logout: "Logout (logout)",
    scopes: "Scopes",
    audience: "Audience of access tokens (aud)",
    copy: "Copy",
    copied: "Copied",
    calls: "Calls",
    calls_lead: "What the software asked for and what the bank answered, with errors in words.",
    calls_show: "Show the last calls",
    grants: "Who gave access",
    grants_lead: "A person gives access by logging in through the software; it lasts for up to 30 days. The \
                  software may do exactly what the person has rights for.",
    no_grants: "Nobody gives access at this moment.",
    person: "Person",
    granted: "Access since",
    revoke: "Revoke",
    revoke_all: "Revoke the access of everybody",
    revoke_question: "Revoke the access?",
    revoke_text: "The software loses access at once. To give it back, the person has to log in through the \
        software again.",
    switch_off_question: "Switch the integration off?",
    end_previous_question: "End the previous secret?",
    end_previous_text: "Software that still has the previous secret stops working at once.",
    switch: "Switch",
    switch_off: "Switch off",
    switch_off_lead: "Every login through the software ends at once, and there are no new ones until you switch it on.",
    switch_on: "Switch on",
    switch_on_lead: "After that people log in to the software anew.",
    stopped_by_bank: "The bank has stopped this software, and only the bank can let it in again.",
    done_registered: "This integration is registered already; its secret was shown once. If it is lost, replace it.",
    done_saved: "Saved.",
    done_ended: "The previous secret does not work any more.",
    done_revoked: "The access is revoked.",
    done_off: "The integration is switched off; every login through it has ended.",
    done_on: "The integration is switched on.",
    too_many: "The company has 100 integrations, which is the most. Ask the bank to remove some.",
    name_fault: "Enter a name of up to 100 characters, without line breaks and control characters.",
    profile_fault: "Choose one of the two.",
    uris_none: "Enter at least one address.",
    uris_too_many: "At most 50 addresses.",
    line: "Line",
    uri_form: "is no address: a full one in ASCII without spaces is needed, of at most 2000 characters",
    uri_fragment: "must not have a part after #",
    uri_credentials: "must not have a user name or password",
    uri_host: "must name its host in Latin letters, digits, periods and hyphens, without escapes",
    uri_scheme: "must be https, or http on the machine itself (127.0.0.1, [::1], localhost)",
    uri_twice: "stands above already",
};
