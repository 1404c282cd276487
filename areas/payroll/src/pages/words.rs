//! Every sentence of the pages about payroll statements, in both languages. A field that one language lacks does not
//! compile.

use crate::transfer::EachField;

kernel::words! {
    /// The sentences of one language, each named after what it stands for.
    pub(super) struct Words {
        title = "Зарплатные ведомости", "Payroll statements";
        lead =
            "Проверка, подпись и исполнение ведомостей: созданных здесь и отправленных вашими программами",
            "Checks, signatures and execution of statements: those made here and those sent by your software";
        status = "Статус", "Status";
        any_status = "Любой", "Any";
        from = "Дата с", "Dated from";
        through = "по", "through";
        find = "Показать", "Show";
        search = "Поиск", "Search";
        search_hint = "номер, назначение, счёт, сумма, идентификатор", "number, purpose, account, amount, identifier";
        order = "Порядок", "Order";
        newest_first = "Сначала новые", "Newest first";
        by_date = "По дате", "By date";
        by_total = "По сумме", "By total";
        by_number = "По номеру", "By number";
        sign_chosen = "Подписать отмеченные", "Sign the selected ones";
        signed_by = "Подписали", "Signed by";
        awaited = "Ждём подпись", "Waiting for the signature of";
        balance = "Доступно на счёте", "Available on the account";
        shortage = "Не хватает", "Missing";
        reset = "Сбросить", "Reset";
        nothing =
            "Ведомостей пока нет. Создайте первую здесь или отправьте её из вашей программы через API.",
            "There are no statements yet. Make the first one here, or send it from your software through the API.";
        nothing_found = "Ничего не найдено.", "Nothing was found.";
        only_mine = "Только те, что ждут вас.", "Only those that wait for you.";
        statement = "Ведомость", "Statement";
        date = "Дата", "Date";
        transfers = "Переводы", "Transfers";
        total = "Сумма", "Total";
        draft = "Черновик", "Draft";
        checking = "Проверяется", "Being checked";
        paper_company = "Компания", "Company";
        paper_state = "Состояние", "State";
        paper_part = "Часть", "Part";
        paper_entry = "Проводка в журнале", "Entry of the journal";
        awaiting_sign = "На подпись", "To sign";
        awaiting_sign_with_warnings = "На подпись, есть замечания", "To sign, with warnings";
        error = "Ошибки", "Errors";
        partly_signed = "Подписана частично", "Partly signed";
        signing = "Подписывается", "Being signed";
        awaiting_send = "Передаётся на исполнение", "About to be executed";
        processing = "Исполняется", "Being executed";
        declined = "Отклонена", "Declined";
        executed = "Исполнена", "Executed";
        partly_executed = "Исполнена частично", "Partly executed";
        deleted = "Удалена", "Deleted";
        scheduled = "Запланирована", "Scheduled";
        error_sign = "Ошибка подписи", "Signature error";
        transfer_created = "Без замечаний", "No faults";
        transfer_warned = "Есть замечания", "Warnings";
        transfer_executed = "Исполнен", "Executed";
        transfer_error = "Ошибка", "Error";
        transfer_declined = "Отклонён", "Declined";
        first_signature = "Первая подпись", "First signature";
        second_signature = "Вторая подпись", "Second signature";
        signature_type = "Вид подписи", "Signature";
        refresh = "Обновить", "Refresh";
        progress = "Исполнение", "Execution";
        problems = "Ошибки и замечания", "Errors and warnings";
        correct_terms = "Исправить ведомость", "Correct the statement";
        download_faulty = "Скачать ошибочные строки", "Faulty rows";
        code_column = "Код", "Code";
        message = "Сообщение", "Message";
        where_column = "Где", "Where";
        first_line = "строка", "line";
        first_at = "первый в строке", "the first in line";
        whole_statement = "ведомость в целом", "the whole statement";
        facts = "О ведомости", "About the statement";
        account = "Счёт списания", "Debit account";
        purpose = "Назначение", "Purpose";
        enrollment = "Вид зачисления", "Enrollment kind";
        income_code = "Код вида дохода", "Income code";
        income_hint =
            "1 — доход с ограничением удержаний, 2 и 3 — периодический доход без взысканий, 4 и 5 — единовременный. \
                Без кода ведомость получит замечание.",
            "1 is income with limited deductions, 2 and 3 periodic income that must not be levied, 4 and 5 income paid \
                once. Without a code the statement gets a warning.";
        period = "За месяц", "For the month";
        rate = "Курс конверсии, ₽", "Conversion rate, ₽";
        responsible = "Ответственный", "Responsible person";
        created = "Создана", "Created";
        created_by = "Отправил", "Sent by";
        paid = "Исполнено на сумму", "Executed";
        not_paid = "Отклонено переводов", "Transfers declined";
        on_the_way = "В пути в другие банки", "On the way to other banks";
        days_left = "Дней на подпись", "Days left to sign";
        signatures = "Подписи", "Signatures";
        missing = "не хватает", "missing";
        may_sign = "Может подписать", "May be given by";
        nobody = "пока никто: дайте сотруднику право подписи", "nobody yet: give somebody the right to sign";
        /// After the first names, when there are more.
        others = "и другие", "and others";
        by_certificate = "сертификатом", "with a certificate";
        by_confirmation = "подтверждением в интернет-банке", "confirmed in the online bank";
        all_transfers = "Все переводы", "All transfers";
        only_faulty = "Только с ошибками и замечаниями", "Only those with errors or warnings";
        employee = "Сотрудник", "Employee";
        history = "История", "History";
        delete_title = "Удалить ведомость", "Delete the statement";
        delete_hint =
            "Ведомость не будет исполнена, и вернуть её нельзя. Её идентификатор нельзя использовать снова.",
            "The statement will not be executed. It cannot be restored, and its identifier cannot be used again.";
        delete = "Удалить", "Delete";
        sign = "Подписать", "Sign";
        sign_title = "Подпись ведомости", "Sign the statement";
        has_warnings = "Переводов с замечаниями", "Transfers with warnings";
        look = "Посмотреть", "Look at them";
        sign_by_confirmation = "Подтвердите подпись", "Confirm the signature";
        code = "Одноразовый код", "One-time code";
        code_hint =
            "Шесть цифр из приложения для одноразовых паролей.",
            "The six digits of your authenticator application.";
        password = "Пароль", "Password";
        password_hint =
            "Пароль, с которым вы входите в интернет-банк.",
            "The password with which you log in to the online bank.";
        back = "Вернуться к ведомости", "Back to the statement";
        sign_by_certificate = "Подписать сертификатом", "Sign with a certificate";
        certificate_hint =
            "Скачайте дайджест ведомости (32\u{a0}байта), подпишите его зарегистрированным сертификатом (отсоединённая \
                подпись CAdES-BES) и вставьте подпись сюда.",
            "Download the statement’s digest (32 bytes), sign it with your registered certificate (a detached \
                CAdES-BES signature) and paste the signature here.";
        by_command = "Командой OpenSSL", "With an OpenSSL command";
        download_digest = "Дайджест", "Digest";
        download_document = "Документ, из которого он получен (JSON)", "The document it is made from (JSON)";
        cms = "Подпись: Base64 или PEM", "Signature: Base64 or PEM";
        cms_file = "Файл подписи", "Signature file";
        cms_refused = "Ведомость осталась такой, как была.", "The statement is as it was.";
        sign_with_certificate = "Отправить подпись", "Send the signature";
        no_cms = "Вставьте подпись", "Paste the signature";
        no_type = "Выберите вид подписи.", "Choose the signature.";
        correct_title = "Исправление перевода", "Correct a transfer";
        correct_hint =
            "После сохранения ведомость проверяется заново.",
            "After saving, the statement is checked again.";
        save = "Сохранить и проверить", "Save and check";
        not_numbers =
            "Порядковый номер и проценты конверсии должны быть целыми числами.",
            "The order number and the percentages of a conversion must be whole numbers.";
        too_long =
            "Одно из полей слишком длинное: больше 1000\u{a0}символов.",
            "One of the fields is too long: more than 1,000 characters.";
        fields: EachField<&'static str> =
            EachField {
                last_name: "Фамилия",
                first_name: "Имя",
                middle_name: "Отчество",
                order_number: "Порядковый номер",
                amount: "Сумма перевода, ₽",
                account: "Счёт сотрудника",
                currency: "Валюта",
                personnel_number: "Табельный номер",
                birth_date: "Дата рождения (ГГГГ-ММ-ДД)",
                bic: "БИК",
                card_number: "Номер карты",
                conversion: "Конверсия, %",
                deduction: "Удержано, ₽",
            },
            EachField {
                last_name: "Last name",
                first_name: "First name",
                middle_name: "Middle name",
                order_number: "Order number",
                amount: "Amount, ₽",
                account: "Employee’s account",
                currency: "Currency",
                personnel_number: "Personnel number",
                birth_date: "Birth date (YYYY-MM-DD)",
                bic: "BIC",
                card_number: "Card number",
                conversion: "Conversion, %",
                deduction: "Deducted, ₽",
            };
        conversion_currency = "Валюта конверсии", "Conversion currency";
        terms_title = "Исправление ведомости", "Correct the statement";
        terms_not_read =
            "Проверьте сумму, число переводов, дату и курсы: что-то из этого не число или не дата.",
            "Check the total, the number of transfers, the date and the rates: one of them is not a valid number \
             or date.";
        terms_refused =
            "Так ведомость сохранить нельзя: проверьте вид зачисления, код дохода и назначение (до 118 символов).",
            "The statement cannot be saved like this: check the enrollment kind, the income code and the purpose (118 \
                characters at most).";
        csv_name = "oshibki", "faulty";
        done_signed = "Подпись принята.", "The signature was accepted.";
        done_corrected =
            "Исправления сохранены, ведомость проверяется заново.",
            "The correction was saved, the statement is being checked again.";
        done_deleted = "Ведомость удалена.", "The statement was deleted.";
        done_made = "Ведомость создана и проверяется.", "The statement was made and is being checked.";
        done_saved = "Сохранено. Следующая ошибка:", "Saved. The next fault:";
        correct_row = "Исправить", "Correct";
        correct_in_turn = "Исправить по порядку", "Correct one by one";
        correct_by_file = "Исправить файлом", "Correct by a file";
        make_new = "Новая ведомость", "New statement";
        copy = "Скопировать как новую", "Copy as new";
        copy_declined = "Новая ведомость из отклонённых переводов", "New statement of the declined transfers";
        search_transfers = "Фамилия, счёт или сумма", "Name, account or amount";
        by_line = "По порядку", "As sent";
        by_name = "По фамилии", "By name";
        by_amount = "Сначала крупные суммы", "Largest amounts first";
        found = "Найдено", "Found";
        all_rows = "Все строки, для печати", "All rows, for printing";
        row_changed =
            "Эту строку только что исправил кто-то другой. Ниже ваши значения, рядом — сохранённые им. Сохраните ещё \
                раз, если верны ваши.",
            "Somebody else has just corrected this row. Your values are below, with the saved ones beside them. Save \
                again when yours are right.";
        terms_changed =
            "Ведомость только что изменилась. Ниже ваши значения, рядом — сохранённые. Сохраните ещё раз, если верны \
                ваши.",
            "The statement has just changed. Your values are below, with the saved ones beside them. Save again when \
                yours are right.";
        total_fault = "Сумма больше нуля, например 1250,50", "A sum above zero, for example 1250.50";
        count_fault = "Целое число от 1", "A whole number from 1";
        date_fault = "Дата, например 25.12.2026", "A date, for example 2026-12-25";
        enrollment_fault = "Такого вида зачисления нет", "There is no such kind of enrollment";
        income_fault = "Код от 1 до 5", "A code from 1 to 5";
        purpose_fault = "От 1 до 118 символов", "1 to 118 characters";
        currency_fault =
            "Код валюты, которую банк продаёт: USD, EUR или CNY, каждый один раз",
            "The code of a currency that the bank sells: USD, EUR or CNY, each once";
        rate_fault = "Курс больше нуля, например 92,5", "A rate above zero, for example 92.5";
        unclear_mark =
            "Сумма: после запятой или точки три цифры, и непонятно, отделяют ли они тысячи или копейки. Напишите \
                50\u{a0}000 или 50,00.",
            "Amount: three digits follow the comma or point, so it may stand between thousands or before kopecks. \
                Write 50 000 or 50.00.";
        saved_now = "Сохранено сейчас", "Saved now";
        fault = "ошибка", "fault";
        fault_of = "из", "of";
        save_and_next = "Сохранить и к следующей ошибке", "Save and go to the next fault";
        correct_by_file_lead = "Строк с ошибками", "Rows with errors";
        correct_by_file_hint =
            "Исправьте строки в этом файле, сохраните его как CSV и загрузите сюда. Лишние строки можно удалить, \
                столбцы «Строка» и «Версия» менять нельзя.",
            "Correct the rows in this file, save it as CSV and upload it here. Rows may be left out, the columns \
                “Line” and “Version” stay as they are.";
        corrected_file = "Файл с исправлениями", "File with corrections";
        nothing_corrected = "В файле нет ни одного изменения.", "The file changes nothing.";
        rows_changed =
            "Эти строки уже исправил кто-то другой. Скачайте ошибочные строки заново. Ничего не изменено:",
            "Somebody else has corrected these rows already. Download the faulty rows again. Nothing was changed:";
        cells_refused =
            "Эти ячейки нельзя прочитать. Ничего не изменено:",
            "These cells cannot be read. Nothing was changed:";
        rows_refused =
            "Таких строк в ведомости нет. Ничего не изменено:",
            "The statement has no such lines. Nothing was changed:";
        more_faults = "ещё таких", "more of them";
        /// A signature of a scheduled or partly signed statement does not count any more; its reason follows.
        lost = "Ведомость не будет исполнена.", "The statement will not be executed.";
        lost_hint =
            "Скопируйте ведомость как новую, подпишите её заново, а эту удалите.",
            "Copy the statement as new, sign the copy, and delete this one.";
        /// The same of a partly signed statement, which nobody can delete.
        lost_partly_hint =
            "Скопируйте ведомость как новую и подпишите копию: эту банк отклонит.",
            "Copy the statement as new and sign the copy: the bank will decline this one.";
        /// The same, on the first page.
        signatures_lost =
            "Не будут исполнены: подпись больше не действует",
            "Will not be executed: a signature does not count any more";
        /// The company lowered its scheme.
        enough_signatures =
            "Подписей достаточно: компания теперь требует меньше подписей.",
            "There are enough signatures: the company now asks for fewer.";
        /// Link to the form that sends the statement on.
        complete_link = "Отправить на исполнение", "Send it for execution";
        /// For a person who may not.
        complete_by_signer =
            "Отправить ведомость на исполнение может тот, у кого есть право подписи.",
            "Somebody with the right to sign can send it for execution.";
        complete_title = "Отправка на исполнение", "Send for execution";
        /// The effect of the button.
        complete_hint =
            "Новой подписи не нужно. Подтвердите, что ведомость можно исполнить с теми подписями, которые есть.",
            "No further signature is needed. Confirm that the statement may be executed with the signatures it has.";
        complete = "Отправить на исполнение", "Send for execution";
        done_completed = "Ведомость отправлена на исполнение.", "The statement was sent for execution.";
    }
}

impl Words {
    /// Returns the sentence about what has just been done, by the word that the address carries.
    pub(super) fn done(&self, done: &str) -> Option<&'static str> {
        match done {
            "signed" => Some(self.done_signed),
            "corrected" => Some(self.done_corrected),
            "deleted" => Some(self.done_deleted),
            "made" => Some(self.done_made),
            "saved" => Some(self.done_saved),
            "completed" => Some(self.done_completed),
            _ => None,
        }
    }
}
