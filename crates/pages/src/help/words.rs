//! Every sentence of the page of help, in both languages.

/// A question and its answer.
pub(super) type Answer = (&'static str, &'static str);

kernel::words! {
    pub(super) struct Words {
        title = "Помощь и контакты", "Help and contacts";
        lead =
            "Как связаться с банком и что делать, если что-то не получается",
            "How to reach the bank, and what to do when something does not work";
        contacts = "Связаться с банком", "Reach the bank";
        phone = "Телефон", "Telephone";
        email = "Электронная почта", "E-mail";
        hours = "Когда отвечаем", "We answer";
        letter = "Написать письмо", "Write a letter";
        letter_lead =
            "В письме можно рассказать о чём угодно и приложить файлы. Ответ придёт в раздел «Письма».",
            "A letter can be about anything and carry files. The answer appears in the section \
             \u{201c}Letters\u{201d}.";
        log_in =
            "Войдите, чтобы написать письмо: по нему банк узнает вашу компанию.",
            "Log in to write a letter: the bank then knows your company.";
        through_others =
            "Попросите администратора вашей компании написать письмо или обратитесь в отделение банка.",
            "Ask your company’s administrator to write a letter, or go to a branch of the bank.";
        never_ask =
            "Сотрудник банка никогда не спрашивает пароль и одноразовый код. Если спрашивают, это мошенники: не \
                отвечайте.",
            "The bank’s staff never ask for a password or a one-time code. Whoever does is a fraudster: do not \
             answer.";
        answers_title = "Короткие ответы", "Short answers";
        answers: &'static [Answer] =
            &[
                ("Как подписать ведомость?",
                 "Откройте её в разделе «Зарплата» и подтвердите подпись кодом или паролем. Несколько ведомостей \
                  можно отметить в списке и подписать вместе. Если нужны две подписи, вторую ставит другой \
                  сотрудник."),
                ("Что делать с ошибками в ведомости?",
                 "Откройте ведомость: каждая строка с ошибкой названа, рядом кнопка «Исправить». Можно скачать \
                  строки с ошибками файлом, исправить и загрузить обратно."),
                ("Почему я не вижу счёт или раздел?",
                 "Так настроены ваши права. Их меняет администратор компании в разделе «Сотрудники и права»."),
                ("Я забыл пароль или потерял телефон с кодами",
                 "Вместо кода подойдёт код восстановления, который вы сохранили. Если его нет или забыт пароль, \
                  обратитесь в банк."),
                ("Почему сеанс завершился?",
                 "После нескольких минут без действий сеанс завершается сам. То, что было введено на открытой \
                  странице, остаётся: войдите в новой вкладке и вернитесь."),
                ("На странице ошибки есть номер обращения. Зачем он?",
                 "Назовите его банку: по нему найдут, что произошло."),
                ("Как подключить бухгалтерскую программу?",
                 "Администратор компании регистрирует её в разделе «Интеграции» и получает данные для настройки."),
            ],
            &[
                ("How is a payroll statement signed?",
                 "Open it in the section \u{201c}Payroll\u{201d} and confirm the signature with a code or the \
                  password. Several statements can be selected in the list and signed together. Where two signatures \
                  are needed, somebody else gives the second."),
                ("What about errors in a statement?",
                 "Open the statement: each row with an error is named and has a button to correct it. The faulty \
                  rows can be downloaded as a file, corrected and sent back."),
                ("Why is an account or a section missing?",
                 "Your rights are set that way. Your company’s administrator changes them in \u{201c}People and \
                  rights\u{201d}."),
                ("I forgot my password, or lost the phone with the codes",
                 "A recovery code that you have saved works instead of a code. Without one, or when the password is \
                  forgotten, contact the bank."),
                ("Why did the session end?",
                 "It ends by itself after some minutes of inactivity. What was typed on an open page stays: log in \
                  on a new tab and come back."),
                ("An error has a reference. What is it for?", "Tell it to the bank: it can find out what happened."),
                ("How is accounting software connected?",
                 "The company’s administrator registers it in \u{201c}Integrations\u{201d} and gets what the \
                  software’s settings need."),
            ];
        keyboard_title = "Работа с клавиатуры", "Use by keyboard";
        keyboard: &'static [Answer] =
            &[
                ("Tab и Shift+Tab", "к следующей и предыдущей ссылке, кнопке или полю"),
                ("Enter", "открыть ссылку, нажать кнопку, отправить форму"),
                ("Пробел", "нажать кнопку, поставить отметку, раскрыть раздел"),
                ("Стрелки", "выбрать один из вариантов; прокрутить широкую таблицу, когда она выделена"),
                ("Первый Tab на странице", "«Перейти к содержанию»: мимо меню сразу к главному"),
            ],
            &[
                ("Tab and Shift+Tab", "to the next and the previous link, button or field"),
                ("Enter", "opens a link, presses a button, sends a form"),
                ("Space", "presses a button, ticks a box, unfolds a part"),
                ("Arrows", "choose one of several; scroll a wide table that has the focus"),
                ("The first Tab of a page", "\u{201c}Skip to content\u{201d}: past the menu"),
            ];
        access_title = "Доступность", "Accessibility";
        access: &'static [&'static str] =
            &[
                "Страницы сделаны по стандарту WCAG 2.2, уровень AA: ими можно пользоваться с клавиатуры, с \
                 программой чтения экрана, при увеличении до 400\u{a0}% и на телефоне, в светлом и тёмном оформлении.",
                "Всё работает без JavaScript. Цвет нигде не единственный признак: рядом всегда есть слово.",
                "Документы выдаются в формате PDF/A-2a с разметкой для программ чтения экрана. Файлы, которые \
                 прислали люди, могут её не иметь.",
                "Если что-то недоступно для вас, сообщите банку: расскажите, на какой странице и с какой программой. \
                 Банк предложит другой способ и исправит страницу.",
            ],
            &[
                "The pages follow WCAG 2.2, level AA: they work by keyboard, with a screen reader, enlarged to \
                 400\u{a0}% and on a phone, light and dark.",
                "Everything works without JavaScript. Colour is never the only sign: there is always a word \
                 beside it.",
                "Documents are PDF/A-2a with the structure that screen readers need. Files that people have sent may \
                 lack it.",
                "If you cannot use something, tell the bank which page it is and which software you use. The \
                 bank offers another way and corrects the page.",
            ];
    }
}
