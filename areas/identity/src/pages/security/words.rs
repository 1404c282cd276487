//! Every sentence of the room, in both languages. A field that one language lacks does not compile.

use crate::login::login_history::LoginOutcome;
use crate::person::origin::{BrowserFamily, Origin};
use crate::person::password_rule::PasswordRuleError;

kernel::words! {
    pub(super) struct Words {
        /// Heading of the room, and the link back to it.
        title = "Безопасность", "Security";
        lead =
            "Ваш вход в банк: чем он защищён и откуда им пользуются.",
            "Your login to the bank: how it is protected and where it is used.";
        password_title = "Сменить пароль", "Change the password";
        password_note = "Все остальные сеансы при этом завершатся.", "All other sessions will end.";
        password_lead =
            "Остальные сеансы, в том числе доступ программ от вашего имени, завершатся сразу. Этот сеанс продолжится.",
            "Other sessions will end at once, and so will the access of applications on your behalf. This session goes \
                on.";
        password_present = "Текущий пароль", "Current password";
        password_new = "Новый пароль", "New password";
        password_hint =
            "От 8 до 256\u{a0}символов. Не подойдут логин и пароли, которые подбирают первыми.",
            "8 to 256 characters. Not your login, and not a common password.";
        password_repeated = "Новый пароль ещё раз", "New password again";
        password_change = "Сменить пароль", "Change the password";
        password_changed =
            "Пароль изменён. Все остальные сеансы завершены.",
            "The password is changed. All other sessions have ended.";
        password_wrong =
            "Неверный текущий пароль. Проверьте раскладку клавиатуры и попробуйте ещё раз.",
            "The current password is wrong. Check the keyboard layout and try again.";
        password_same =
            "Новый пароль совпадает с текущим. Придумайте другой.",
            "The new password is the same as the current one. Choose another.";
        password_repeated_wrong =
            "Пароли не совпадают. Введите новый пароль дважды одинаково.",
            "The passwords differ. Enter the new password the same way twice.";
        rule_length = "В пароле должно быть от 8 до 256\u{a0}символов.", "A password must have 8 to 256 characters.";
        rule_control =
            "В пароле есть символ, который нельзя ввести с клавиатуры.",
            "The password has a character that cannot be typed.";
        rule_common =
            "Этот пароль подбирают одним из первых. Придумайте другой.",
            "This password is too common. Choose another.";
        rule_login = "Пароль не должен совпадать с логином.", "The password must not be the login.";
        show = "Показать", "Show";
        hide = "Скрыть", "Hide";
        factor_title = "Второй фактор", "Second factor";
        factor_lead =
            "Код из приложения на телефоне, который спрашивают после пароля и перед подписью.",
            "A code from an application on your phone, asked for after the password and before a signature.";
        factor_none =
            "Войти можно одним паролем. Второй фактор защищает, если пароль узнают.",
            "A password alone opens your login. A second factor protects it if somebody learns the password.";
        factor_on = "включён", "on";
        factor_off = "выключен", "off";
        factor_first = "Включить второй фактор", "Set up the second factor";
        factor_replace = "Заменить второй фактор", "Replace the second factor";
        factor_ends_sessions =
            "Когда новый второй фактор подтверждён, все остальные сеансы завершаются, а прежние коды восстановления \
                перестают действовать.",
            "Once the new second factor is confirmed, all other sessions end and earlier recovery codes stop working.";
        factor_code = "Код подтверждения", "Confirmation code";
        factor_code_or_recovery = "Код подтверждения или код восстановления", "Confirmation code or recovery code";
        factor_begin = "Продолжить", "Continue";
        factor_new_title = "Новый второй фактор", "New second factor";
        factor_scan =
            "Откройте приложение для одноразовых паролей, добавьте учётную запись и наведите камеру на этот код. \
                Страница действует 10\u{a0}минут.",
            "Open your authenticator application, add an account and point the camera at this code. This page is \
             valid for 10 minutes.";
        factor_qr =
            "QR-код для приложения одноразовых паролей; тот же секрет приведён ниже текстом",
            "QR code for the authenticator application; the same secret is below as text";
        factor_by_hand = "Если камеры нет, введите секрет вручную:", "Without a camera, type the secret:";
        factor_first_code =
            "Шесть цифр, которые теперь показывает приложение",
            "Six digits that the application shows now";
        factor_confirm = "Подтвердить", "Confirm";
        factor_set =
            "Второй фактор включён. Все остальные сеансы завершены.",
            "The second factor is on. All other sessions have ended.";
        factor_wrong_answer =
            "Не подошло. Проверьте и введите ещё раз.",
            "That did not match. Check it and enter it again.";
        factor_wrong_code =
            "Код не подошёл. Проверьте время на телефоне, дождитесь нового кода и введите его.",
            "The code does not match. Check the time of your phone, wait for a new code and enter it.";
        codes_title = "Коды восстановления", "Recovery codes";
        codes_left = "Неиспользованных кодов восстановления:", "Unused recovery codes:";
        codes_hint =
            "Если телефона нет под рукой, при входе вместо кода подтверждения введите один из этих кодов. Каждый \
                действует один раз.",
            "Without your phone, enter one of these codes at the login instead of the confirmation code. Each \
             works once.";
        codes_once =
            "Сохраните коды сейчас: больше банк их не покажет",
            "Save these codes now: the bank will not show them again";
        codes_kept = "Коды сохранены", "The codes are saved";
        codes_renew = "Создать новые коды", "Make new codes";
        codes_renewed =
            "Созданы новые коды. Прежние больше не действуют.",
            "New codes are made. The earlier ones no longer work.";
        passkeys_title = "Ключи доступа", "Passkeys";
        passkeys_note = "Зарегистрировано:", "Registered:";
        passkeys_lead =
            "Ключ доступа хранится на вашем устройстве или токене и открывается отпечатком, лицом или PIN-кодом. При \
                входе он заменяет пароль и код, а при подтверждении — код.",
            "A passkey stays on your device or security key and opens with a fingerprint, a face or a PIN. It replaces \
                the password and the code at the login, and the code where something is confirmed.";
        passkeys_none = "У вас пока нет ключей доступа.", "You have no passkeys yet.";
        passkey_name = "Название", "Name";
        passkey_added = "Добавлен", "Registered";
        passkey_used = "Последнее использование", "Last used";
        passkey_never = "ещё не было", "not yet";
        passkey_synced = "может быть на нескольких устройствах", "may be on several devices";
        passkey_device = "только на этом устройстве", "only on this device";
        passkey_remove = "Удалить", "Remove";
        passkey_rename = "Переименовать", "Rename";
        passkey_rename_button = "Сохранить название", "Save the name";
        passkey_renamed = "Ключ доступа переименован.", "The passkey has a new name.";
        passkey_remove_hint =
            "Когда ключ удалён, все остальные сеансы завершаются.",
            "When a passkey is removed, all other sessions end.";
        passkey_done = "Ключ доступа добавлен.", "The passkey is registered.";
        passkey_gone =
            "Ключ доступа удалён. Все остальные сеансы завершены.",
            "The passkey is removed. All other sessions have ended.";
        passkey_add = "Добавить ключ доступа", "Add a passkey";
        passkey_add_hint = "Сначала подтвердите, что это вы.", "First confirm that it is you.";
        passkeys_full =
            "У вас уже столько ключей, сколько можно. Удалите один, чтобы добавить другой. Наибольшее число:",
            "You have reached the limit of passkeys. Remove one to add another. The limit:";
        passkeys_absent =
            "Для адреса этого банка браузеры не создают ключей доступа: нужны имя и https.",
            "Browsers do not make passkeys for the address of this bank: it needs a host name and https.";
        passkeys_elsewhere =
            "Ключ доступа принадлежит имени, а не IP-адресу. Откройте эту же страницу по имени:",
            "A passkey belongs to a name, and not to an IP address. Open this page by its name:";
        passkey_new_title = "Новый ключ доступа", "New passkey";
        passkey_new_lead =
            "Дайте ему название, по которому узнаете его, и следуйте указаниям браузера. Страница действует \
                5\u{a0}минут.",
            "Give it a name that you will recognise, then follow your browser. This page is valid for 5 minutes.";
        passkey_name_hint =
            "Например: рабочий ноутбук, телефон, токен. Не больше 60\u{a0}символов.",
            "For example: work laptop, telephone, security key. At most 60 characters.";
        passkey_name_fault = "Введите название от 1 до 60\u{a0}символов.", "Enter a name of 1 to 60 characters.";
        passkey_expired =
            "Время для нового ключа вышло, или он уже использован. Начните заново.",
            "The time for the new passkey has run out, or it was used already. Start again.";
        passkey_refused =
            "Ответ устройства не принят. Начните заново.",
            "The device’s answer could not be accepted. Start again.";
        passkey_known =
            "Этот ключ доступа уже зарегистрирован. Начните заново с другим устройством.",
            "This passkey is registered already. Start again with another device.";
        sessions_title = "Сеансы и устройства", "Sessions and devices";
        sessions_note = "Где сейчас открыт доступ от вашего имени:", "Open on your behalf now:";
        sessions_lead =
            "Здесь всё, что сейчас открыто от вашего имени: сеансы интернет-банка и доступ программ. Завершённый сеанс \
                перестаёт действовать в течение двух секунд.",
            "Everything that is open on your behalf now: sessions of the online bank and access of applications. A \
                session that is ended stops working within two seconds.";
        session_program = "Программа", "Application";
        session_company = "Номер клиента", "Client number";
        session_place = "Откуда вход", "Logged in from";
        session_begun = "Начат", "Begun";
        session_used = "Последнее использование", "Last used";
        session_this = "этот сеанс", "this session";
        session_end = "Завершить", "End";
        session_ended = "Сеанс завершён.", "The session has ended.";
        sessions_end_others = "Завершить все остальные", "End all others";
        session_end_question = "Завершить этот сеанс?", "End this session?";
        sessions_end_question = "Завершить все остальные сеансы?", "End all other sessions?";
        session_end_text =
            "На том устройстве или в той программе придётся войти заново.",
            "Whoever uses it has to log in again.";
        sessions_ended = "Все остальные сеансы завершены.", "All other sessions have ended.";
        /// Before the most that the list shows.
        sessions_full = "Показаны последние сеансы, не больше", "The latest sessions are shown, at most";
        logins_title = "История входов", "History of logins";
        logins_note =
            "Кто, когда и откуда входил под вашим логином",
            "Who logged in under your login, when and from where";
        logins_lead =
            "Входы и попытки входа под вашим логином за последние 90\u{a0}дней. Если вы видите вход, которого не было, \
                смените пароль.",
            "Logins and attempts under your login in the last 90 days. If there is one that was not yours, change the \
                password.";
        login_at = "Когда", "When";
        login_outcome = "Результат", "Outcome";
        logins_full = "Показаны последние записи, не больше", "The latest entries are shown, at most";
        login_succeeded = "Вход выполнен", "Logged in";
        way_password = "по паролю", "with the password";
        way_code = "по паролю и одноразовому коду", "with the password and a one-time code";
        way_recovery_code = "по паролю и коду восстановления", "with the password and a recovery code";
        way_passkey = "ключом доступа", "with a passkey";
        login_wrong_password = "Неверный пароль", "Wrong password";
        login_wrong_code = "Неверный код подтверждения", "Wrong confirmation code";
        login_used_code = "Код уже использован", "Code used before";
        login_wrong_recovery = "Неверный код восстановления", "Wrong recovery code";
        login_wrong_passkey = "Ключ доступа не принят", "Passkey refused";
        login_passkey_counter =
            "Ключ доступа не принят: возможно, есть его копия",
            "Passkey refused: there may be a copy of it";
        login_passkey_added = "Добавлен ключ доступа", "Passkey registered";
        login_passkey_removed = "Удалён ключ доступа", "Passkey removed";
        login_password_by_bank = "Банк выдал пароль", "The bank issued a password";
        login_factor_by_bank = "Банк выдал второй фактор", "The bank issued a second factor";
        login_factor_gone_by_bank = "Банк отключил второй фактор", "The bank removed the second factor";
        login_not_active = "Пользователь заблокирован", "User is locked";
        login_locked = "Вход заблокирован на 30\u{a0}минут", "Locked for 30 minutes";
        online_bank = "Интернет-банк", "Online bank";
        browser_yandex = "Яндекс Браузер", "Yandex Browser";
        browser_other = "другой браузер", "another browser";
        place_unknown = "неизвестно", "unknown";
        cancel = "Отменить", "Cancel";
    }
}

impl Words {
    /// Tells what was done; nothing for a name that is none.
    pub(super) fn done(&self, what: &str) -> Option<&'static str> {
        match what {
            "password" => Some(self.password_changed),
            "session" => Some(self.session_ended),
            "sessions" => Some(self.sessions_ended),
            "passkey" => Some(self.passkey_done),
            "passkey-removed" => Some(self.passkey_gone),
            "passkey-renamed" => Some(self.passkey_renamed),
            _ => None,
        }
    }

    /// Returns the class of an outcome's badge, and its text.
    pub(super) const fn outcome(&self, outcome: LoginOutcome) -> (&'static str, &'static str) {
        match outcome {
            LoginOutcome::Succeeded
            | LoginOutcome::ByPassword
            | LoginOutcome::ByCode
            | LoginOutcome::ByRecoveryCode
            | LoginOutcome::ByPasskey => ("good", self.login_succeeded),
            LoginOutcome::WrongPassword => ("warning", self.login_wrong_password),
            LoginOutcome::WrongCode => ("warning", self.login_wrong_code),
            LoginOutcome::UsedCode => ("warning", self.login_used_code),
            LoginOutcome::WrongRecoveryCode => ("warning", self.login_wrong_recovery),
            LoginOutcome::WrongPasskey => ("warning", self.login_wrong_passkey),
            LoginOutcome::PasskeyCounter => ("bad", self.login_passkey_counter),
            LoginOutcome::PasskeyAdded => ("", self.login_passkey_added),
            LoginOutcome::PasskeyRemoved => ("", self.login_passkey_removed),
            LoginOutcome::PasswordByBank => ("warning", self.login_password_by_bank),
            LoginOutcome::FactorByBank => ("warning", self.login_factor_by_bank),
            LoginOutcome::FactorGoneByBank => ("warning", self.login_factor_gone_by_bank),
            LoginOutcome::UserNotActive => ("bad", self.login_not_active),
            LoginOutcome::Locked => ("bad", self.login_locked),
        }
    }

    /// Tells how somebody has logged in; nothing where nobody knows.
    pub(super) const fn way(&self, outcome: LoginOutcome) -> Option<&'static str> {
        match outcome {
            LoginOutcome::ByPassword => Some(self.way_password),
            LoginOutcome::ByCode => Some(self.way_code),
            LoginOutcome::ByRecoveryCode => Some(self.way_recovery_code),
            LoginOutcome::ByPasskey => Some(self.way_passkey),
            _ => None,
        }
    }

    pub(super) const fn rule(&self, rule: PasswordRuleError) -> &'static str {
        match rule {
            PasswordRuleError::Length => self.rule_length,
            PasswordRuleError::ControlCharacter => self.rule_control,
            PasswordRuleError::Common => self.rule_common,
            PasswordRuleError::LoginName => self.rule_login,
        }
    }

    /// Writes where a login came from: "Firefox, 192.0.2.7".
    pub(super) fn place(&self, origin: Origin) -> String {
        let browser = origin.browser.map(|browser| self.browser(browser));
        match (browser, origin.address) {
            (Some(browser), Some(address)) => format!("{browser}, {address}"),
            (Some(browser), None) => browser.to_owned(),
            (None, Some(address)) => address.to_string(),
            (None, None) => self.place_unknown.to_owned(),
        }
    }

    const fn browser(&self, browser: BrowserFamily) -> &'static str {
        match browser {
            BrowserFamily::Yandex => self.browser_yandex,
            BrowserFamily::Edge => "Edge",
            BrowserFamily::Opera => "Opera",
            BrowserFamily::Firefox => "Firefox",
            BrowserFamily::Chrome => "Chrome",
            BrowserFamily::Safari => "Safari",
            BrowserFamily::Other => self.browser_other,
        }
    }
}
