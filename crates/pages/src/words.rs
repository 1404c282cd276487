//! Every sentence of the frame, in both languages. A field that one language lacks does not compile.

use crate::Section;

/// A title and its text.
pub(crate) type Notice = (&'static str, &'static str);

kernel::words! {
    pub(crate) struct Words {
        /// Label of the language switch, for screen readers.
        language = "Язык", "Language";
        /// First stop of the keyboard.
        skip_to_content = "Перейти к содержанию", "Skip to content";
        /// Above every page of a sandbox.
        sandbox =
            "Песочница: деньги и документы здесь ненастоящие.",
            "Sandbox: neither money nor documents are real here.";
        sandbox_clock = "Часы", "Clock";
        /// Title of the list of things that wait.
        waiting = "Ждут вас", "Waiting for you";
        /// Text in place of an empty list.
        nothing_waits = "Сейчас от вас ничего не требуется.", "Nothing needs you at the moment.";
        /// Words before the number in the menu, for screen readers.
        waiting_here = "ждут:", "waiting:";
        /// The name of the service, beneath the bank's name.
        service = "Интернет-банк для бизнеса", "Online banking for business";
        menu = "Разделы интернет-банка", "Sections of the online bank";
        company = "Компания", "Company";
        change_company = "Сменить", "Change";
        /// Button that ends the session.
        log_out = "Выйти", "Log out";
        /// Label of the list of pages, for screen readers.
        pagination = "Страницы", "Pages";
        previous = "Назад", "Previous";
        next = "Вперёд", "Next";
        /// For the support: the number of the request.
        reference = "Номер обращения", "Reference";
        /// Before the title of a page with a form that was refused.
        refused = "Ошибка", "Error";
        /// Link of a question: nothing is done.
        leave_as_it_is = "Отменить", "Cancel";
        /// Link of a notice to the page before.
        back = "Вернуться назад", "Go back";
        to_start = "На главную", "Home";
        /// No such page, or not for this person.
        not_found: Notice =
            ("Страница не найдена", "По этому адресу ничего нет, или страница принадлежит другой компании."),
            ("Page not found", "There is nothing at this address, or the page belongs to another company.");
        /// A link that works once.
        link_over: Notice =
            ("Ссылка не действует",
             "Она уже использована, отозвана, устарела или выдана для другого логина. Если вы уже согласились, \
              компания есть среди ваших; иначе попросите пригласить вас снова."),
            ("This link does not work",
             "It has been used or withdrawn, is too old, or is for another login. If you have agreed already, the \
              company is among yours; otherwise ask to be invited again.");
        help = "Помощь и контакты", "Help and contacts";
        /// Before the moment at which the session ends.
        session_ends = "Если ничего не делать, сеанс завершится", "If you do nothing, the session ends on";
        session_soon =
            "Сеанс скоро завершится: вы давно ничего не делали.",
            "The session ends soon: you have not done anything for a while.";
        /// Button that keeps it alive.
        session_stay = "Продолжить работу", "Go on";
        /// The session has ended while the page was open.
        session_over =
            "Сеанс завершён. То, что вы ввели на этой странице, осталось: войдите в новой вкладке и вернитесь сюда.",
            "The session has ended. What you typed on this page is still here: log in on a new tab and come back.";
        session_log_in = "Войти в новой вкладке", "Log in on a new tab";
        /// Somebody else has logged in meanwhile, or for another company.
        session_other =
            "В этом браузере открыт сеанс другого пользователя или другой компании. Введённое здесь отправить нельзя.",
            "Another user or another company is logged in in this browser. What was typed here cannot be sent.";
        /// Notice that a form of before the session ended is filled in again.
        kept_form =
            "Сеанс завершился раньше, чем форма была отправлена. То, что вы ввели, снова здесь; ничего не отправлено. \
                Пароли, коды и файлы нужно указать ещё раз.",
            "The session ended before the form was sent. What you typed is back, and nothing has been sent. Passwords, \
                codes and files have to be given again.";
        passkey_log_in = "Войти ключом доступа", "Log in with a passkey";
        passkey_confirm = "Подтвердить ключом доступа", "Confirm with a passkey";
        passkey_create = "Создать ключ доступа", "Create the passkey";
        /// The browser has given no passkey.
        passkey_failed =
            "Ключ доступа не использован. Попробуйте ещё раз или другим способом.",
            "No passkey was used. Try again, or choose another way.";
        passkey_failed_alone = "Ключ доступа не использован. Попробуйте ещё раз.", "No passkey was used. Try again.";
        /// In the place of the button without JavaScript.
        passkey_script =
            "Ключи доступа работают, когда в браузере включён JavaScript. Остальные способы доступны.",
            "Passkeys need JavaScript, which is off in this browser. The other ways still work.";
        passkey_script_alone =
            "Ключи доступа работают, когда в браузере включён JavaScript. Включите его и обновите страницу.",
            "Passkeys need JavaScript, which is off in this browser. Turn it on and load the page again.";
        /// The person may not do this.
        forbidden: Notice =
            ("Нет права", "Для этого действия у вас нет права. Права настраивает администратор компании."),
            ("No permission", "You do not have the right to do this. Your company’s administrator gives rights.");
        factor_needed: Notice =
            ("Нужен второй фактор",
             "Подписывать документы и управлять доступом в этом банке можно только со вторым фактором. Подключите \
              его в разделе «Безопасность»: одноразовые коды или ключ доступа. После этого повторите действие."),
            ("Second factor required",
             "In this bank, signing documents and managing access require a second factor. Set one up under \
              Security, one-time codes or a passkey, and try again.");
        /// Something changed in the meantime.
        conflict: Notice =
            ("Данные изменились", "Пока страница была открыта, кто-то изменил эти данные. Откройте её заново."),
            ("The data has changed", "Somebody changed this while the page was open. Open it again.");
        /// A form came from elsewhere.
        foreign: Notice =
            ("Запрос отклонён",
             "Форма отправлена не со страницы банка или слишком старая, поэтому ничего не изменилось. Откройте \
              страницу заново и повторите."),
            ("Request refused",
             "The form did not come from a page of the bank or is too old, so nothing was changed. Open the page \
              again and repeat.");
        /// A form cannot be read.
        malformed: Notice =
            ("Форму не удалось прочитать", "Ничего не изменилось. Откройте страницу заново и повторите."),
            ("The form cannot be read", "Nothing was changed. Open the page again and repeat.");
        /// The same of an address, which no form was sent to.
        odd_address: Notice =
            ("Такой страницы нет", "В адресе указано то, чего на этой странице не бывает."),
            ("There is no such page", "The address asks for something that does not exist.");
        /// A page after the last of a list.
        past_end: Notice =
            ("На этой странице ничего нет", "Список закончился раньше."),
            ("There is nothing on this page", "The list ends before it.");
        /// Link from these two to the page without what was asked of it.
        to_first_page = "К первой странице", "To the first page";
        too_large: Notice =
            ("Слишком много данных", "Отправленное больше, чем принимает эта страница. Ничего не изменилось."),
            ("Too much data", "What was sent is more than this page takes. Nothing was changed.");
        too_many: Notice =
            ("Слишком много запросов", "Подождите несколько секунд и откройте страницу заново."),
            ("Too many requests", "Wait a few seconds and open the page again.");
        /// The bank takes no changes.
        read_only: Notice =
            ("Пока только просмотр",
             "Банк временно ничего не изменяет. Отправленное не принято. Всё, что было принято раньше, сохранено. \
              Повторите позже."),
            ("Read-only at the moment",
             "The bank accepts no changes for a while. What you sent was not accepted. Everything accepted earlier \
              is kept. Try again later.");
        /// The bank takes no changes of this company.
        company_stopped: Notice =
            ("Изменения приостановлены",
             "Банк приостановил изменения по этой компании. Отправленное не принято, просмотр доступен. Обратитесь в \
              банк."),
            ("Changes are stopped",
             "The bank has stopped changes for this company. What you sent was not accepted; everything can still be \
              read. Please contact the bank.");
        /// The server failed, or cannot answer at this moment.
        failed: Notice =
            ("Не получилось",
             "В работе банка произошёл сбой. Повторите через минуту; если не поможет, обратитесь в банк."),
            ("That did not work",
             "Something failed at the bank. Try again in a minute; if it happens again, contact the bank.");
        /// Names of the sections, in the order of [`Section::ALL`].
        sections: [&'static str; Section::ALL.len()] =
            [
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
            [
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
            ];
    }
}

impl Words {
    pub(crate) const fn section(&self, section: Section) -> &'static str {
        self.sections[section as usize]
    }
}
