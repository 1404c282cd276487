//! Every sentence of the pages, in both languages. A field that one language lacks does not compile.

kernel::words! {
    pub struct Words {
        login_title = "Вход в интернет-банк", "Log in to online banking";
        /// Before the client's name: the purpose of the login.
        login_for = "Доступ от вашего имени получит программа", "Access on your behalf goes to the application";
        /// The purpose of a login without a client's software.
        login_for_online_bank =
            "Счета, зарплата и документы вашей компании",
            "Your company’s accounts, payroll and documents";
        to_online_bank = "Войти в интернет-банк", "Log in to online banking";
        /// After the person has logged out of the online bank.
        logged_out_note = "Вы вышли из интернет-банка.", "You are logged out of the online bank.";
        username = "Логин", "Login";
        password = "Пароль", "Password";
        show_password = "Показать", "Show";
        /// The same button when the password is shown.
        hide_password = "Скрыть", "Hide";
        log_in = "Войти", "Log in";
        /// Button that leads back to the client.
        cancel = "Отменить вход", "Cancel";
        code_title = "Подтвердите вход", "Confirm it is you";
        code_hint =
            "Откройте приложение для одноразовых паролей и введите шесть цифр, которые оно показывает.",
            "Open your authenticator application and enter the six digits that it shows.";
        code = "Код подтверждения", "Confirmation code";
        /// Opens the form for a recovery code.
        recovery_title = "Нет телефона под рукой?", "No phone at hand?";
        recovery_code = "Код восстановления", "Recovery code";
        recovery_hint =
            "Один из кодов, которые вы сохранили, когда включали второй фактор: шестнадцать букв и цифр.",
            "One of the codes that you saved when you set up the second factor: sixteen letters and digits.";
        /// Button of the second and third page.
        proceed = "Продолжить", "Continue";
        /// Heading of the page on which a one-time password is replaced.
        new_password_title = "Придумайте новый пароль", "Choose a new password";
        new_password_lead =
            "Вы вошли по одноразовому паролю, который выдал банк. Задайте пароль, который будете знать только вы. Если \
                вы не обращались в банк за паролем, сообщите об этом в поддержку.",
            "You have logged in with a one-time password issued by the bank. Choose a password that only you \
             know. If you did not ask the bank for a password, tell support.";
        new_password = "Новый пароль", "New password";
        new_password_hint =
            "От 8 до 256\u{a0}символов. Не подойдут логин и пароли, которые подбирают первыми.",
            "8 to 256 characters. Not your login, and not a common password.";
        /// Label of the new password typed again.
        new_password_repeated = "Новый пароль ещё раз", "New password again";
        new_password_differs =
            "Пароли не совпадают. Введите новый пароль дважды одинаково.",
            "The passwords differ. Enter the new password the same way twice.";
        /// The new password is the one-time one.
        new_password_same =
            "Одноразовый пароль больше не подойдёт. Придумайте другой.",
            "The one-time password cannot be used again. Choose another.";
        company_title = "Выберите компанию", "Choose a company";
        company_hint =
            "Программа будет работать от имени компании, которую вы выберете.",
            "The application will act for the company you choose.";
        /// And what to do in the online bank.
        company_hint_online_bank =
            "Сменить компанию можно и позже, не выходя из интернет-банка.",
            "You can change the company later without logging out.";
        company = "Компания", "Company";
        inn = "ИНН", "Taxpayer number";
        cnum = "Номер клиента", "Client number";
        /// Heading of the notes beside the form.
        safety_title = "Прежде чем войти", "Before you log in";
        safety_address =
            "Проверьте адрес страницы в строке браузера.",
            "Check the address of this page in your browser.";
        safety_secret =
            "Никому не сообщайте пароль и код: сотрудники банка их не спрашивают.",
            "Tell nobody your password or code: the bank’s staff never ask for them.";
        /// In the online bank, where there is no such software.
        safety_online_bank =
            "Закончив работу, выйдите из интернет-банка, особенно на чужом компьютере.",
            "Log out when you have finished, especially on somebody else’s computer.";
        safety_client =
            "Входите, только если сами начали вход в этой программе.",
            "Continue only if you started this login in that application yourself.";
        /// One message for an unknown name and a wrong password.
        wrong_password =
            "Неверный логин или пароль. Проверьте раскладку клавиатуры и попробуйте ещё раз.",
            "Wrong login or password. Check the keyboard layout and try again.";
        wrong_code =
            "Код не подошёл. Дождитесь нового кода и введите его.",
            "The code does not match. Wait for a new one and enter it.";
        /// One message for every passkey that opens nothing.
        wrong_passkey =
            "Войти этим ключом доступа не получилось. Попробуйте ещё раз или войдите с паролем.",
            "Login with this passkey did not work. Try again, or log in with the password.";
        wrong_recovery_code =
            "Код восстановления не подошёл или уже использован. Введите другой.",
            "The recovery code does not match or has been used. Enter another one.";
        /// No company chosen, or one that is not offered.
        no_company_chosen = "Выберите одну из компаний списка.", "Choose one of the companies listed.";
        /// The queue of the password hashes is full.
        overloaded =
            "Сейчас входит слишком много людей. Повторите через несколько секунд.",
            "Too many people are logging in right now. Try again in a few seconds.";
        /// For the support: the number of the request.
        reference = "Номер обращения", "Reference";
        /// Heading when the client is unknown or its address is not registered.
        bad_client_title = "Вход невозможен", "This login cannot start";
        bad_client =
            "Программа, из которой вы пришли, не зарегистрирована в банке или указала незарегистрированный адрес \
                возврата. Закройте страницу и обратитесь к тем, кто настраивает программу.",
            "The application you came from is not registered with the bank, or it named a return address that is not \
                registered. Close this page and ask whoever set the application up.";
        /// Heading when the login took too long or the page is not of this browser.
        expired_title = "Время входа истекло", "This login has expired";
        expired =
            "Эта страница входа больше не действует или открыта в другом браузере. Вернитесь в программу или \
                интернет-банк и начните вход заново.",
            "This login page is no longer valid or belongs to another browser. Go back to the application or the \
                online bank and start again.";
        /// Heading when the login has been finished already.
        used_title = "Вход уже выполнен", "You are already logged in";
        used =
            "По этой странице вход уже завершён. Вернитесь в программу; если она ждёт входа, начните его заново.",
            "The login of this page is finished. Go back to the application; if it is still waiting, start again \
                there.";
        /// Heading when a form comes from elsewhere.
        foreign_title = "Запрос отклонён", "Request refused";
        foreign =
            "Форма отправлена не со страницы банка, поэтому она не принята. Начните заново в программе, в \
                интернет-банке или по ссылке, с которой пришли.",
            "The form did not come from a page of the bank, so it was not accepted. Start again in the application, in \
                the online bank or from the link that you followed.";
        /// Heading of a login page opened by hand.
        start_title = "Вход начинается в программе", "A login starts in the application";
        start =
            "Эту страницу нельзя открыть напрямую. Вернитесь в программу и начните вход в ней.",
            "This page cannot be opened by itself. Go back to the application and start the login there.";
        /// Heading when too many logins were begun from one address.
        too_many_title = "Слишком много входов", "Too many logins";
        too_many =
            "С вашего адреса начато слишком много входов подряд. Подождите минуту и начните заново в программе, в \
                интернет-банке или по ссылке, с которой пришли.",
            "Too many logins were begun from your address. Wait a minute, then start again in the application, in the \
                online bank or from the link that you followed.";
        logged_out_title = "Вы вышли", "You are logged out";
        logged_out =
            "Доступ программы от вашего имени закрыт. Страницу можно закрыть.",
            "The application no longer has access on your behalf. You can close this page.";
        /// Heading when the person may act for no company.
        no_company_title = "Нет доступной компании", "No company to act for";
        no_company =
            "Ни одна компания не дала вам права действовать от её имени. Обратитесь к администратору компании или в \
                банк.",
            "No company has given you the right to act for it. Ask your company’s administrator or the bank.";
        /// Heading when a logout names an unknown way back.
        logout_refused_title = "Выйти не получилось", "This logout did not work";
        logout_refused =
            "Программа указала адрес возврата, который не зарегистрирован в банке, или запрос неполон. Вход не \
                завершён. Закройте страницу и сообщите тому, кто настраивал программу.",
            "The application named a return address that is not registered with the bank, or the request is not \
                complete. The login has not ended. Close this page and tell whoever set the application up.";
        /// Heading after a logout that names no login.
        nothing_ended_title = "Выход выполняется в программе", "A logout starts in the application";
        nothing_ended =
            "Запрос не сообщил, какой вход завершить, поэтому ничего не изменилось. Выйдите в самой программе.",
            "The request does not say which login is to end, so nothing has changed. Log out in the application.";
        /// Heading when an invitation cannot be accepted.
        invitation_over_title = "Приглашение не действует", "This invitation is no longer valid";
        invitation_over =
            "Ссылка уже использована, отозвана, устарела или неполная. Попросите администратора компании пригласить \
                вас снова.",
            "The link was used or withdrawn, is too old, or is not complete. Ask your company’s administrator to \
                invite you again.";
        failed_title = "Не получилось", "That did not work";
        failed =
            "В работе банка произошёл сбой. Подождите минуту и начните заново в программе, в интернет-банке или по \
                ссылке, с которой пришли. Если не поможет, обратитесь в банк.",
            "Something failed at the bank. Wait a minute, then start again in the application, in the online bank or \
                from the link that you followed. If it happens again, contact the bank.";
    }
}
