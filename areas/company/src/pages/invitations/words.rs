//! Every sentence of the pages about invitations, in both languages. A field that one language lacks does not compile.

kernel::words! {
    pub(super) struct Words {
        users = "Сотрудники и права", "People and rights";
        title = "Приглашения", "Invitations";
        lead =
            "Пригласите человека работать с компанией. Ссылку передаёте вы сами: банк писем не отправляет.",
            "Invite a person to work for the company. You pass the link on yourself: the bank sends no mail.";
        none = "Никто не приглашён.", "Nobody is invited.";
        name = "Имя", "Name";
        login = "Логин", "Login";
        login_hint =
            "Например, адрес почты: латинские буквы, цифры, точка, дефис, подчёркивание и @, до 64\u{a0}символов.",
            "A mail address, for example: Latin letters, digits, dot, dash, underscore and @, up to 64 characters.";
        rights_title = "Права", "Rights";
        rights_hint =
            "Подписи и управление компанией приглашением не даются: назначьте их потом на странице человека.",
            "An invitation gives neither signatures nor administration: give them later on the person’s page.";
        until = "Действует до", "Valid until";
        revoke = "Отозвать", "Withdraw";
        done_revoked =
            "Приглашение отозвано, его ссылка больше не действует.",
            "The invitation is withdrawn, and its link does not work any more.";
        invite_title = "Пригласить человека", "Invite a person";
        invite = "Пригласить", "Invite";
        name_fault = "Введите имя, до 200\u{a0}символов.", "Enter a name of up to 200 characters.";
        login_fault =
            "Логин: от 1 до 64 латинских букв, цифр и знаков . - _ @.",
            "A login has 1 to 64 Latin letters, digits and the signs . - _ @.";
        member =
            "Человек с этим логином уже работает с компанией.",
            "A person with this login works for the company already.";
        too_many =
            "У компании уже столько приглашений, сколько можно. Отзовите лишние.",
            "The company has reached its limit of invitations. Withdraw those that are not needed.";
        link_title = "Приглашение готово", "The invitation is ready";
        link_lead =
            "Передайте эту ссылку человеку сейчас: банк её больше не покажет. Она действует семь дней и один раз. Кто \
                откроет её первым, тот и войдёт, поэтому передавайте её лично или по защищённому каналу.",
            "Pass this link on now: the bank will not show it again. It works once, within seven days. Whoever \
             opens it first is let in, so hand it over in person or through a secure channel.";
        link = "Ссылка", "Link";
        copy = "Скопировать", "Copy";
        copied = "Скопировано", "Copied";
        link_saved = "Ссылка передана", "The link is passed on";
        join_title = "Вас пригласили", "You are invited";
        join_lead = "Вас приглашает компания", "You are invited by the company";
        join_new = "Я впервые в этом банке", "I am new to this bank";
        password = "Пароль", "Password";
        password_hint =
            "От 8 до 256\u{a0}символов. Не подойдут логин и пароли, которые подбирают первыми.",
            "8 to 256 characters. Not your login, and not a common password.";
        repeated = "Пароль ещё раз", "Password again";
        repeated_wrong =
            "Пароли не совпадают. Введите пароль дважды одинаково.",
            "The passwords differ. Enter the password the same way twice.";
        proceed = "Продолжить", "Continue";
        join_known = "У меня уже есть этот логин", "I have this login already";
        to_login = "Войти и согласиться", "Log in and accept";
        known =
            "Этот логин уже занят. Если он ваш, войдите с ним и согласитесь. Если нет, попросите пригласить вас с \
                другим.",
            "This login is taken. If it is yours, log in with it and accept. If not, ask to be invited with another \
                one.";
        factor_title = "Второй фактор", "Second factor";
        factor_lead =
            "Откройте приложение для одноразовых паролей, добавьте учётную запись и наведите камеру на этот код. Код \
                из приложения спрашивают после пароля и перед важными действиями.",
            "Open your authenticator application, add an account and point the camera at this code. You will be \
             asked for a code from it after the password and before important actions.";
        factor_qr =
            "QR-код для приложения одноразовых паролей; тот же секрет ниже текстом",
            "QR code for the authenticator application; the same secret is below as text";
        factor_by_hand = "Без камеры введите секрет вручную:", "Without a camera, type the secret:";
        factor_code = "Шесть цифр, которые приложение показывает сейчас", "Six digits that the application shows now";
        code_wrong =
            "Код не подошёл. Проверьте время на телефоне, дождитесь нового кода и введите его.",
            "The code does not match. Check the time of your phone, wait for a new code and enter it.";
        codes_title = "Коды восстановления", "Recovery codes";
        codes_lead =
            "Готово. Сохраните эти коды сейчас: банк их больше не покажет. Без телефона введите один из них при входе \
                вместо кода подтверждения, каждый работает один раз.",
            "Done. Save these codes now: the bank will not show them again. Without your phone, enter one of \
             them at the login instead of the confirmation code; each works once.";
        codes_kept = "Коды сохранены, войти", "The codes are saved, log in";
        consent_title = "Приглашение компании", "Invitation from a company";
        consent_lead =
            "Компания приглашает вас работать с ней под вашим логином.",
            "The company invites you to work for it under your login.";
        inn = "ИНН", "Taxpayer number";
        accept = "Согласиться", "Accept";
        decline = "Не сейчас", "Not now";
        not_possible =
            "Вы уже работаете с этой компанией, или у вас столько компаний, сколько можно.",
            "You work for this company already, or have reached the limit of companies.";
    }
}
