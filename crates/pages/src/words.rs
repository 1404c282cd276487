//! Every sentence of the frame, in both languages. A field that one language lacks does not compile.

use kernel::Language;

use crate::Section;

/// A title and its text.
pub(crate) type Notice = (&'static str, &'static str);

/// The sentences of one language.
#[derive(Debug)]
pub(crate) struct Words {
    /// Label of the language switch, for screen readers.
    pub(crate) language: &'static str,
    /// First stop of the keyboard.
    pub(crate) skip_to_content: &'static str,
    /// Above every page of a sandbox.
    pub(crate) sandbox: &'static str,
    /// Link to the clock of a sandbox.
    pub(crate) sandbox_clock: &'static str,
    /// Title of the list of things that wait.
    pub(crate) waiting: &'static str,
    /// Text in place of an empty list.
    pub(crate) nothing_waits: &'static str,
    /// Words before the number in the menu, for screen readers.
    pub(crate) waiting_here: &'static str,
    /// The name of the service, beneath the bank's name.
    pub(crate) service: &'static str,
    /// Label of the menu, for screen readers.
    pub(crate) menu: &'static str,
    /// Before the company's name.
    pub(crate) company: &'static str,
    /// Behind it.
    pub(crate) change_company: &'static str,
    /// Button that ends the session.
    pub(crate) log_out: &'static str,
    /// Label of the list of pages, for screen readers.
    pub(crate) pagination: &'static str,
    /// The page before.
    pub(crate) previous: &'static str,
    /// The page after.
    pub(crate) next: &'static str,
    /// For the support: the number of the request.
    pub(crate) reference: &'static str,
    /// Before the title of a page with a form that was refused.
    pub(crate) refused: &'static str,
    /// Link of a question: nothing is done.
    pub(crate) leave_as_it_is: &'static str,
    /// Link of a notice to the page before.
    pub(crate) back: &'static str,
    /// Link of a notice.
    pub(crate) to_start: &'static str,
    /// No such page, or not for this person.
    pub(crate) not_found: Notice,
    /// Link to help and contacts.
    pub(crate) help: &'static str,
    /// Before the moment at which the session ends.
    pub(crate) session_ends: &'static str,
    /// The session ends soon.
    pub(crate) session_soon: &'static str,
    /// Button that keeps it alive.
    pub(crate) session_stay: &'static str,
    /// The session has ended while the page was open.
    pub(crate) session_over: &'static str,
    /// Link to another login.
    pub(crate) session_log_in: &'static str,
    /// Somebody else has logged in meanwhile, or for another company.
    pub(crate) session_other: &'static str,
    /// Notice that a form of before the session ended is filled in again.
    pub(crate) kept_form: &'static str,
    /// Button at a login.
    pub(crate) passkey_log_in: &'static str,
    /// Button beside a confirmation.
    pub(crate) passkey_confirm: &'static str,
    /// Button that makes a new one.
    pub(crate) passkey_create: &'static str,
    /// The browser has given no passkey.
    pub(crate) passkey_failed: &'static str,
    /// In the place of the button without JavaScript.
    pub(crate) passkey_script: &'static str,
    /// The person may not do this.
    pub(crate) forbidden: Notice,
    pub(crate) factor_needed: Notice,
    /// Something changed in the meantime.
    pub(crate) conflict: Notice,
    /// A form came from elsewhere.
    pub(crate) foreign: Notice,
    /// A form cannot be read.
    pub(crate) malformed: Notice,
    /// The same of an address, which no form was sent to.
    pub(crate) odd_address: Notice,
    /// A page after the last of a list.
    pub(crate) past_end: Notice,
    /// Link from these two to the page without what was asked of it.
    pub(crate) to_first_page: &'static str,
    /// A form is too large.
    pub(crate) too_large: Notice,
    /// Too many requests.
    pub(crate) too_many: Notice,
    /// The server failed, or cannot answer at this moment.
    pub(crate) failed: Notice,
    sections: [&'static str; Section::ALL.len()],
}

impl Words {
    /// The sentences of `language`.
    pub(crate) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// Returns the section's name in the menu.
    pub(crate) const fn section(&self, section: Section) -> &'static str {
        let [
            accounts,
            payroll,
            certificates,
            tariffs,
            letters,
            treasury,
            agreements,
            webinars,
            integrations,
            users,
            signature,
            security,
        ] = self.sections;
        match section {
            Section::Accounts => accounts,
            Section::Payroll => payroll,
            Section::Certificates => certificates,
            Section::Tariffs => tariffs,
            Section::Letters => letters,
            Section::Webinars => webinars,
            Section::Treasury => treasury,
            Section::Agreements => agreements,
            Section::Integrations => integrations,
            Section::Users => users,
            Section::Signature => signature,
            Section::Security => security,
        }
    }
}

static RUSSIAN: Words = Words {
    language: "Язык",
    skip_to_content: "Перейти к содержанию",
    sandbox: "Песочница: деньги и документы здесь ненастоящие.",
    sandbox_clock: "Часы",
    waiting: "Ждут вас",
    nothing_waits: "Сейчас от вас ничего не требуется.",
    waiting_here: "ждут:",
    service: "Интернет-банк для бизнеса",
    menu: "Разделы интернет-банка",
    company: "Компания",
    change_company: "Сменить",
    log_out: "Выйти",
    pagination: "Страницы",
    previous: "Назад",
    next: "Вперёд",
    reference: "Номер обращения",
    refused: "Ошибка",
    leave_as_it_is: "Отменить",
    back: "Вернуться назад",
    to_start: "На главную",
    not_found: (
        "Страница не найдена",
        "По этому адресу ничего нет, или страница принадлежит другой компании.",
    ),
    help: "Помощь и контакты",
    session_ends: "Если ничего не делать, сеанс завершится",
    session_soon: "Сеанс скоро завершится: вы давно ничего не делали.",
    session_stay: "Продолжить работу",
    session_over: "Сеанс завершён. То, что вы ввели на этой странице, осталось: войдите в новой вкладке и вернитесь \
        сюда.",
    session_log_in: "Войти в новой вкладке",
    session_other: "В этом браузере открыт сеанс другого пользователя или другой компании. Введённое здесь \
        отправить нельзя.",
    kept_form: "Сеанс завершился раньше, чем форма была отправлена. То, что вы ввели, снова здесь; ничего не \
        отправлено. \
        Пароли, коды и файлы нужно указать ещё раз.",
    passkey_log_in: "Войти ключом доступа",
    passkey_confirm: "Подтвердить ключом доступа",
    passkey_create: "Создать ключ доступа",
    passkey_failed: "Ключ доступа не использован. Попробуйте ещё раз или другим способом.",
    passkey_script: "Ключи доступа работают, когда в браузере включён JavaScript. Остальные способы доступны.",
    forbidden: ("Нет права", "Для этого действия у вас нет права. Права настраивает администратор компании."),
    factor_needed: (
        "Нужен второй фактор",
        "Подписывать документы и управлять доступом в этом банке можно только со вторым фактором. Подключите его в \
            разделе «Безопасность»: одноразовые коды или ключ доступа. После этого повторите действие.",
    ),
    conflict: (
        "Данные изменились",
        "Пока страница была открыта, кто-то изменил эти данные. Откройте её заново.",
    ),
    foreign: (
        "Запрос отклонён",
        "Форма отправлена не со страницы банка или слишком старая, поэтому ничего не изменилось. Откройте страницу \
         заново и повторите.",
    ),
    odd_address: ("Такой страницы нет", "В адресе указано то, чего на этой странице не бывает."),
    past_end: ("На этой странице ничего нет", "Список закончился раньше."),
    to_first_page: "К первой странице",
    malformed: ("Форму не удалось прочитать", "Ничего не изменилось. Откройте страницу заново и повторите."),
    too_large: (
        "Слишком много данных",
        "Отправленное больше, чем принимает эта страница. Ничего не изменилось.",
    ),
    too_many: ("Слишком много запросов", "Подождите несколько секунд и откройте страницу заново."),
    failed: (
        "Не получилось",
        "В работе банка произошёл сбой. Повторите через минуту; если не поможет, обратитесь в банк.",
    ),
    sections: [
        "Главная",
        "Зарплата",
        "Валютный контроль",
        "Тарифы",
        "Письма",
        "Казначейство",
        "Гарантии",
        "Вебинары",
        "Интеграции",
        "Сотрудники и права",
        "Электронная подпись",
        "Безопасность",
    ],
};

static ENGLISH: Words = Words {
    language: "Language",
    skip_to_content: "Skip to content",
    sandbox: "Sandbox: neither money nor documents are real here.",
    sandbox_clock: "Clock",
    waiting: "Waiting for you",
    nothing_waits: "Nothing needs you at the moment.",
    waiting_here: "waiting:",
    service: "Online banking for business",
    menu: "Sections of the online bank",
    company: "Company",
    change_company: "Change",
    log_out: "Log out",
    pagination: "Pages",
    previous: "Previous",
    next: "Next",
    reference: "Reference",
    refused: "Error",
    leave_as_it_is: "Cancel",
    back: "Go back",
    to_start: "Home",
    not_found: (
        "Page not found",
        "There is nothing at this address, or the page belongs to another company.",
    ),
    help: "Help and contacts",
    session_ends: "If you do nothing, the session ends on",
    session_soon: "The session ends soon: you have not done anything for a while.",
    session_stay: "Go on",
    session_over: "The session has ended. What you typed on this page is still here: log in on a new tab and come \
        back.",
    session_log_in: "Log in on a new tab",
    session_other: "Another user or another company is logged in in this browser. What was typed here cannot be \
        sent.",
    kept_form: "The session ended before the form was sent. What you typed is back, and nothing has been sent. \
        Passwords, codes and files have to be given again.",
    passkey_log_in: "Log in with a passkey",
    passkey_confirm: "Confirm with a passkey",
    passkey_create: "Create the passkey",
    passkey_failed: "No passkey was used. Try again, or take another way.",
    passkey_script: "Passkeys need JavaScript, which is off in this browser. The other ways still work.",
    factor_needed: (
        "Second factor required",
        "In this bank, signing documents and managing access take a second factor. Set one up under Security, \
            one-time codes or a passkey, and try again.",
    ),
    forbidden: (
        "No permission",
        "You have no right to do this. Rights are given by your company’s administrator.",
    ),
    conflict: ("The data has changed", "Somebody changed this while the page was open. Open it again."),
    foreign: (
        "Request refused",
        "The form did not come from a page of the bank or is too old, so nothing was changed. Open the page again and \
         repeat.",
    ),
    odd_address: ("There is no such page", "The address asks for something that this page does not have."),
    past_end: ("There is nothing on this page", "The list ends before it."),
    to_first_page: "To the first page",
    malformed: ("The form cannot be read", "Nothing was changed. Open the page again and repeat."),
    too_large: ("Too much data", "What was sent is more than this page takes. Nothing was changed."),
    too_many: ("Too many requests", "Wait a few seconds and open the page again."),
    failed: (
        "That did not work",
        "Something failed at the bank. Try again in a minute; if it goes on, contact the bank.",
    ),
    sections: [
        "Home",
        "Payroll",
        "Currency control",
        "Tariffs",
        "Letters",
        "Treasury",
        "Guarantees",
        "Webinars",
        "Integrations",
        "People and rights",
        "Signing keys",
        "Security",
    ],
};
