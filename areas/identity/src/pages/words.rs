//! Every sentence of the pages, in both languages. A field that one language lacks does not compile.

use super::Language;

/// The sentences of one language.
#[derive(Debug)]
pub struct Words {
    /// Heading of the login page.
    pub login_title: &'static str,
    /// Before the client's name: the purpose of the login.
    pub login_for: &'static str,
    /// The purpose of a login without a client's software.
    pub login_for_online_bank: &'static str,
    /// Link to the login of the online bank.
    pub to_online_bank: &'static str,
    /// After the person has logged out of the online bank.
    pub logged_out_note: &'static str,
    /// Label of the login name.
    pub username: &'static str,
    /// Label of the password.
    pub password: &'static str,
    /// Button beside the password.
    pub show_password: &'static str,
    /// The same button when the password is shown.
    pub hide_password: &'static str,
    /// Button of the login page.
    pub log_in: &'static str,
    /// Button that leads back to the client.
    pub cancel: &'static str,
    /// Heading of the second page.
    pub code_title: &'static str,
    /// Instruction on that page.
    pub code_hint: &'static str,
    /// Label of the code.
    pub code: &'static str,
    /// Opens the form for a recovery code.
    pub recovery_title: &'static str,
    /// Label of the recovery code.
    pub recovery_code: &'static str,
    /// The look of a recovery code.
    pub recovery_hint: &'static str,
    /// Button of the second and third page.
    pub proceed: &'static str,
    /// Heading of the page on which a one-time password is replaced.
    pub new_password_title: &'static str,
    /// And the reason.
    pub new_password_lead: &'static str,
    /// Label of the new password.
    pub new_password: &'static str,
    /// The rules for it.
    pub new_password_hint: &'static str,
    /// Label of the new password typed again.
    pub new_password_repeated: &'static str,
    /// The two differ.
    pub new_password_differs: &'static str,
    /// The new password is the one-time one.
    pub new_password_same: &'static str,
    /// Heading of the third page.
    pub company_title: &'static str,
    /// Instruction on that page.
    pub company_hint: &'static str,
    /// And what to do in the online bank.
    pub company_hint_online_bank: &'static str,
    /// Legend of the choice.
    pub company: &'static str,
    /// Before a taxpayer number.
    pub inn: &'static str,
    /// Before a client number.
    pub cnum: &'static str,
    /// Heading of the notes beside the form.
    pub safety_title: &'static str,
    /// Look at the address.
    pub safety_address: &'static str,
    /// Tell nobody.
    pub safety_secret: &'static str,
    /// In the online bank, where there is no such software.
    pub safety_online_bank: &'static str,
    /// Only the software named.
    pub safety_client: &'static str,
    /// One message for an unknown name and a wrong password.
    pub wrong_password: &'static str,
    /// A wrong or used code.
    pub wrong_code: &'static str,
    /// One message for every passkey that opens nothing.
    pub wrong_passkey: &'static str,
    /// A wrong or used recovery code.
    pub wrong_recovery_code: &'static str,
    /// No company chosen, or one that is not offered.
    pub no_company_chosen: &'static str,
    /// The queue of the password hashes is full.
    pub overloaded: &'static str,
    /// For the support: the number of the request.
    pub reference: &'static str,
    /// Heading when the client is unknown or its address is not registered.
    pub bad_client_title: &'static str,
    /// And what to do.
    pub bad_client: &'static str,
    /// Heading when the login took too long or the page is not of this browser.
    pub expired_title: &'static str,
    /// And what to do.
    pub expired: &'static str,
    /// Heading when the login has been finished already.
    pub used_title: &'static str,
    /// And what to do.
    pub used: &'static str,
    /// Heading when a form comes from elsewhere.
    pub foreign_title: &'static str,
    /// And what to do.
    pub foreign: &'static str,
    /// Heading of a login page opened by hand.
    pub start_title: &'static str,
    /// And what to do.
    pub start: &'static str,
    /// Heading when too many logins were begun from one address.
    pub too_many_title: &'static str,
    /// And what to do.
    pub too_many: &'static str,
    /// Heading after a logout.
    pub logged_out_title: &'static str,
    /// And what to do.
    pub logged_out: &'static str,
    /// Heading when the person may act for no company.
    pub no_company_title: &'static str,
    /// And what to do.
    pub no_company: &'static str,
    /// Heading when a logout names an unknown way back.
    pub logout_refused_title: &'static str,
    /// And what to do.
    pub logout_refused: &'static str,
    /// Heading after a logout that names no login.
    pub nothing_ended_title: &'static str,
    /// And what to do.
    pub nothing_ended: &'static str,
    /// Heading when an invitation cannot be accepted.
    pub invitation_over_title: &'static str,
    /// And what to do.
    pub invitation_over: &'static str,
    /// Heading when the server failed.
    pub failed_title: &'static str,
    /// And what to do.
    pub failed: &'static str,
}

impl Words {
    /// Returns the sentences of `language`.
    pub const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }
}

static RUSSIAN: Words = Words {
    login_title: "Вход в интернет-банк",
    login_for: "Доступ от вашего имени получит программа",
    login_for_online_bank: "Счета, зарплата и документы вашей компании",
    to_online_bank: "Войти в интернет-банк",
    logged_out_note: "Вы вышли из интернет-банка.",
    username: "Логин",
    password: "Пароль",
    show_password: "Показать",
    hide_password: "Скрыть",
    log_in: "Войти",
    cancel: "Отменить вход",
    code_title: "Подтвердите вход",
    code_hint: "Откройте приложение для одноразовых паролей и введите шесть цифр, которые оно показывает.",
    code: "Код подтверждения",
    recovery_title: "Нет телефона под рукой?",
    recovery_code: "Код восстановления",
    recovery_hint: "Один из кодов, которые вы сохранили, когда включали второй фактор: шестнадцать букв и цифр.",
    proceed: "Продолжить",
    new_password_title: "Придумайте новый пароль",
    new_password_lead: "Вы вошли по одноразовому паролю, который выдал банк. Задайте пароль, который будете знать \
        только вы. Если вы не обращались в банк за паролем, сообщите об этом в поддержку.",
    new_password: "Новый пароль",
    new_password_hint: "От 8 до 256\u{a0}символов. Не подойдут логин и пароли, которые подбирают первыми.",
    new_password_repeated: "Новый пароль ещё раз",
    new_password_differs: "Пароли не совпадают. Введите новый пароль дважды одинаково.",
    new_password_same: "Одноразовый пароль больше не подойдёт. Придумайте другой.",
    company_title: "Выберите компанию",
    company_hint: "Программа будет работать от имени компании, которую вы выберете.",
    company_hint_online_bank: "Сменить компанию можно и позже, не выходя из интернет-банка.",
    company: "Компания",
    inn: "ИНН",
    cnum: "Номер клиента",
    safety_title: "Прежде чем войти",
    safety_address: "Проверьте адрес страницы в строке браузера.",
    safety_secret: "Никому не сообщайте пароль и код: сотрудники банка их не спрашивают.",
    safety_online_bank: "Закончив работу, выйдите из интернет-банка, особенно на чужом компьютере.",
    safety_client: "Входите, только если сами начали вход в этой программе.",
    wrong_password: "Неверный логин или пароль. Проверьте раскладку клавиатуры и попробуйте ещё раз.",
    wrong_code: "Код не подошёл. Дождитесь нового кода и введите его.",
    wrong_recovery_code: "Код восстановления не подошёл или уже использован. Введите другой.",
    wrong_passkey: "Войти этим ключом доступа не получилось. Попробуйте ещё раз или войдите с паролем.",
    no_company_chosen: "Выберите одну из компаний списка.",
    overloaded: "Сейчас входит слишком много людей. Повторите через несколько секунд.",
    reference: "Номер обращения",
    bad_client_title: "Вход невозможен",
    bad_client: "Программа, из которой вы пришли, не зарегистрирована в банке или указала незарегистрированный \
                 адрес возврата. Закройте страницу и обратитесь к тем, кто настраивает программу.",
    expired_title: "Время входа истекло",
    expired: "Эта страница входа больше не действует или открыта в другом браузере. Вернитесь в программу или \
              интернет-банк и начните вход заново.",
    used_title: "Вход уже выполнен",
    used: "По этой странице вход уже завершён. Вернитесь в программу; если она ждёт входа, начните его заново.",
    foreign_title: "Запрос отклонён",
    foreign: "Форма отправлена не со страницы банка, поэтому она не принята. Вернитесь в программу и начните вход \
              заново.",
    start_title: "Вход начинается в программе",
    start: "Эту страницу нельзя открыть напрямую. Вернитесь в программу и начните вход в ней.",
    too_many_title: "Слишком много входов",
    too_many: "С вашего адреса начато слишком много входов подряд. Подождите минуту, вернитесь в программу и начните \
               вход заново.",
    logged_out_title: "Вы вышли",
    logged_out: "Доступ программы от вашего имени закрыт. Страницу можно закрыть.",
    no_company_title: "Нет доступной компании",
    no_company: "Ни одна компания не дала вам права действовать от её имени. Обратитесь к администратору \
        компании или в \
                 банк.",
    logout_refused_title: "Выйти не получилось",
    logout_refused: "Программа указала адрес возврата, который не зарегистрирован в банке, или запрос неполон. Вход \
        не завершён. Закройте страницу и сообщите тому, кто настраивал программу.",
    nothing_ended_title: "Выход выполняется в программе",
    nothing_ended: "Запрос не сообщил, какой вход завершить, поэтому ничего не изменилось. Выйдите в самой \
        программе.",
    invitation_over_title: "Приглашение не действует",
    invitation_over: "Ссылка уже использована, отозвана, устарела или неполная. Попросите администратора компании \
        пригласить вас снова.",
    failed_title: "Не получилось",
    failed: "В работе банка произошёл сбой, данные не изменены. Вернитесь в программу и начните вход заново.",
};

static ENGLISH: Words = Words {
    login_title: "Log in to online banking",
    login_for: "Access on your behalf goes to the application",
    login_for_online_bank: "Your company’s accounts, payroll and documents",
    to_online_bank: "Log in to online banking",
    logged_out_note: "You are logged out of the online bank.",
    username: "Login",
    password: "Password",
    show_password: "Show",
    hide_password: "Hide",
    log_in: "Log in",
    cancel: "Cancel",
    code_title: "Confirm it is you",
    code_hint: "Open your authenticator application and enter the six digits that it shows.",
    code: "Confirmation code",
    recovery_title: "No phone at hand?",
    recovery_code: "Recovery code",
    recovery_hint: "One of the codes that you saved when you set up the second factor: sixteen letters and digits.",
    proceed: "Continue",
    new_password_title: "Choose a new password",
    new_password_lead: "You have logged in with a one-time password issued by the bank. Choose a password that only \
        you know. If you did not ask the bank for a password, tell the support.",
    new_password: "New password",
    new_password_hint: "8 to 256 characters. Not your login, and none of the passwords that everybody tries first.",
    new_password_repeated: "New password again",
    new_password_differs: "The passwords differ. Enter the new password the same way twice.",
    new_password_same: "The one-time password cannot be used again. Choose another.",
    company_title: "Choose a company",
    company_hint: "The application will act for the company you choose.",
    company_hint_online_bank: "You can change the company later without logging out.",
    company: "Company",
    inn: "Taxpayer number",
    cnum: "Client number",
    safety_title: "Before you log in",
    safety_address: "Check the address of this page in your browser.",
    safety_secret: "Tell nobody your password or code: the bank’s staff never ask for them.",
    safety_online_bank: "Log out when you have finished, above all on somebody else’s computer.",
    safety_client: "Continue only if you started this login in that application yourself.",
    wrong_password: "Wrong login or password. Check the keyboard layout and try again.",
    wrong_code: "The code does not match. Wait for a new one and enter it.",
    wrong_recovery_code: "The recovery code does not match or has been used. Enter another one.",
    wrong_passkey: "Login with this passkey did not work. Try again, or log in with the password.",
    no_company_chosen: "Choose one of the companies listed.",
    overloaded: "Too many people are logging in right now. Try again in a few seconds.",
    reference: "Reference",
    bad_client_title: "This login cannot start",
    bad_client: "The application you came from is not registered with the bank, or it named a return address that \
                 is not registered. Close this page and ask whoever set the application up.",
    expired_title: "This login has expired",
    expired: "This login page is no longer valid or belongs to another browser. Go back to the application or the \
              online bank and start again.",
    used_title: "You are already logged in",
    used: "The login of this page is finished. Go back to the application; if it is still waiting, start again \
           there.",
    foreign_title: "Request refused",
    foreign: "The form did not come from a page of the bank, so it was not accepted. Go back to the application \
              and start again.",
    start_title: "A login starts in the application",
    start: "This page cannot be opened by itself. Go back to the application and start the login there.",
    too_many_title: "Too many logins",
    too_many: "Too many logins were begun from your address. Wait a minute, then go back to the application and start \
               again.",
    logged_out_title: "You are logged out",
    logged_out: "The application no longer has access on your behalf. You can close this page.",
    no_company_title: "No company to act for",
    no_company: "No company has given you the right to act for it. Ask your company’s administrator or the bank.",
    logout_refused_title: "This logout did not work",
    logout_refused: "The application named a return address that is not registered with the bank, or the request is \
        not complete. The login has not ended. Close this page and tell whoever set the application up.",
    nothing_ended_title: "A logout starts in the application",
    nothing_ended: "The request does not say which login is to end, so nothing has changed. Log out in the \
        application.",
    invitation_over_title: "This invitation is no longer valid",
    invitation_over: "The link was used or withdrawn, is too old, or is not complete. Ask your company’s administrator \
        to invite you again.",
    failed_title: "That did not work",
    failed: "Something failed at the bank; nothing has been changed. Go back to the application and start again.",
};
