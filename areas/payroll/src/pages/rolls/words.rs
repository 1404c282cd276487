//! Every sentence of the pages about rolls, in both languages.

kernel::words! {
    pub(super) struct Words {
        list_title = "Зарплатные ведомости", "Payroll statements";
        title = "Новая ведомость", "New statement";
        lead =
            "Из файла, из шаблона или копией прежней ведомости. До вашего подтверждения ведомость не создаётся.",
            "From a file, from a template, or as a copy of an earlier statement. Nothing becomes a statement before \
                you confirm it.";
        file_title = "Загрузить файл", "Upload a file";
        file = "Файл со списком сотрудников", "File with the list of employees";
        file_hint =
            "Excel (XLSX), CSV (UTF-8 или Windows-1251) или реестр зарплаты из 1С (XML), до 10\u{a0}000\u{a0}строк и \
                8\u{a0}МБ. В таблице первая строка — названия столбцов.",
            "Excel (XLSX), CSV (UTF-8 or Windows-1251) or a 1C salary register (XML), up to 10,000 rows and 8 \
             MB. In a table the first row names the columns.";
        upload = "Загрузить и проверить", "Upload and check";
        sample_csv = "Образец файла (CSV)", "Sample file (CSV)";
        sample_xlsx = "Образец файла (Excel)", "Sample file (Excel)";
        columns_title = "Какие столбцы читаются", "Columns that are read";
        columns_required = "Обязательные", "Required";
        columns_optional = "Необязательные", "Optional";
        columns_hint =
            "Порядок столбцов не важен, лишние пропускаются. Сумма: 1\u{a0}234,56, 1234.56 или 1,234.56; запись 50,000 \
                не принимается. Конверсия: 30\u{a0}USD, 20\u{a0}EUR. Номера счетов и карт храните в Excel как текст, \
                иначе он теряет последние цифры.",
            "The order of the columns does not matter, other columns are ignored. Amounts: 1 234,56, 1234.56 or \
             1,234.56; 50,000 is not accepted. Conversion: 30 USD, 20 EUR. Keep numbers of accounts and cards as \
             text in Excel, or it loses their last digits.";
        waiting_title = "Подготовлены, но не созданы", "Prepared, but not made";
        waiting_hint =
            "Список хранится семь дней. Его видят только сотрудники вашей компании.",
            "A list is kept for seven days. Only people of your company see it.";
        templates_title = "Шаблоны", "Templates";
        templates_none =
            "Шаблонов пока нет. Сохранить шаблон можно на странице проверки списка.",
            "There are no templates yet. A list can be kept as a template on the page that checks it.";
        use_template = "Создать по шаблону", "Use the template";
        delete = "Удалить", "Delete";
        rows = "Сотрудников", "Employees";
        total = "Сумма", "Total";
        until = "Хранится до", "Kept until";
        name = "Название", "Name";
        created = "Сохранён", "Kept";
        no_file = "Выберите файл.", "Choose a file.";
        too_large =
            "Файл больше 8\u{a0}МБ. Разделите список на несколько ведомостей.",
            "The file is larger than 8\u{a0}MB. Divide the list into several statements.";
        empty = "В файле нет ни одной заполненной ячейки.", "The file has no filled cells.";
        not_text =
            "Это не таблица: файл не читается ни как XLSX, ни как CSV в UTF-8 или Windows-1251. Сохраните список из \
                Excel как «Книга Excel (XLSX)».",
            "This is not a table: the file can be read neither as XLSX nor as CSV in UTF-8 or Windows-1251. Save the \
                list from Excel as “Excel workbook (XLSX)”.";
        too_many_rows =
            "В файле больше строк, чем помещается в ведомость: не больше 10\u{a0}000\u{a0}сотрудников и строка \
                названий.",
            "The file has more rows than a statement can have: 10,000 employees and the row of names at most.";
        too_many_columns = "Больше 64\u{a0}столбцов, строка", "More than 64 columns, row";
        cell_too_long =
            "Текст в ячейке длиннее 1000\u{a0}символов, строка",
            "A text in a cell is longer than 1,000 characters, row";
        open_quote =
            "Кавычка в начале ячейки не закрыта, строка",
            "A quotation mark that opens a cell is not closed, row";
        damaged = "Файл повреждён или закрыт паролем.", "The file is damaged or protected by a password.";
        unpacked =
            "Файл распаковывается в слишком большой объём. Сохраните только лист со списком.",
            "The file is too large when unpacked. Save only the sheet with the list.";
        missing = "В первой строке не найдены столбцы", "The first row does not name the columns";
        twice = "Столбец указан дважды", "A column occurs twice";
        no_rows = "Под названиями столбцов нет ни одной строки.", "There are no rows below the names of the columns.";
        no_register =
            "Этот XML — не реестр зарплаты 1С: нужен файл обмена «Зарплатный проект» с корнем «СчетаПК».",
            "This XML is not a salary register of 1C. The page takes the exchange file of a salary project, with the \
                root “СчетаПК”.";
        control_sums =
            "Контрольные суммы реестра не совпадают с его строками. Выгрузите реестр из 1С заново.",
            "The control totals of the register do not match its rows. Export the register from 1C again.";
        no_line_column =
            "В файле исправлений нужен столбец «Строка»: скачайте ошибочные строки и исправьте этот файл.",
            "A file of corrections needs the column “Line”: download the faulty rows and correct that file.";
        no_line =
            "Не указано, какую строку ведомости исправляет строка файла",
            "The line of the statement is missing in the row of the file";
        line_twice = "Дважды исправлена строка ведомости", "The file corrects a line of the statement twice";
        too_many_rolls =
            "Подготовленных списков уже 20 или шаблонов уже 50. Удалите ненужные.",
            "There are 20 prepared lists or 50 templates already. Delete those that are not needed.";
        crowded =
            "Сейчас обрабатывается слишком много файлов. Повторите через минуту.",
            "Too many files are being read right now. Try again in a minute.";
        preview_title = "Проверка списка", "Check of the list";
        all_good = "Ошибок нет.", "There are no errors.";
        with_errors = "Строк с ошибками", "Rows with errors";
        with_errors_hint =
            "Исправьте файл и загрузите его снова или создайте ведомость и исправьте строки в ней.",
            "Correct the file and upload it again, or make the statement and correct its rows.";
        with_warnings = "Строк с замечаниями", "Rows with warnings";
        faulty_cells = "Ячеек, которые нельзя прочитать", "Cells that cannot be read";
        faulty_cells_hint =
            "Пока они есть, ведомость не создать: исправьте их в файле и загрузите его снова.",
            "As long as there are any, the statement cannot be made: correct them in the file and upload it again.";
        ignored = "Не прочитаны столбцы", "Columns that were not read";
        all_rows = "Все строки", "All rows";
        only_faulty = "Только с ошибками и замечаниями", "Only those with faults";
        row = "Строка файла", "Row of the file";
        account = "Счёт сотрудника", "Employee’s account";
        bic = "БИК", "BIC";
        amount = "Сумма, ₽", "Amount, ₽";
        found = "Проверка", "Check";
        ok = "Без замечаний", "No faults";
        error = "Ошибка", "Error";
        warning = "Замечание", "Warning";
        make_title = "Создать ведомость", "Make the statement";
        no_accounts = "У компании нет открытого рублёвого счёта.", "The company has no open account in roubles.";
        account_hint =
            "У компании больше 200\u{a0}счетов: введите номер, 20\u{a0}цифр.",
            "The company has more than 200\u{a0}accounts: enter the number, 20\u{a0}digits.";
        date = "Дата исполнения", "Date of execution";
        date_hint = "Если не указать — сегодня.", "Today when left out.";
        period_hint = "ММ.ГГГГ, например 11.2026.", "MM.YYYY, for example 11.2026.";
        purpose_hint =
            "До 118\u{a0}символов. Если не указать, составит банк.",
            "118 characters at most. When it is left out, the bank writes one.";
        control_total = "Контрольная сумма", "Control total";
        control_total_hint =
            "Итог по вашим данным. Если указать, ведомость будет создана, только когда он совпадает с суммой списка:",
            "The total by your own books. When it is given, the statement is made only if the list adds up to it:";
        make = "Создать ведомость", "Make the statement";
        make_faulty =
            "Создать ведомость с ошибками и исправить в ней",
            "Make the statement with errors and correct it there";
        make_hint =
            "Ведомость будет без подписей: после проверки её нужно подписать.",
            "The statement has no signatures: once it is checked, it has to be signed.";
        back = "К ведомостям", "To the statements";
        keep_title = "Сохранить как шаблон", "Keep as a template";
        keep_hint =
            "Сотрудники и суммы останутся в шаблоне компании.",
            "Employees and amounts stay in a template of the company.";
        keep = "Сохранить шаблон", "Keep the template";
        delete_title = "Удалить список", "Delete the list";
        delete_hint =
            "Загруженный список будет удалён, ведомость по нему не будет создана.",
            "The uploaded list is deleted, and no statement is made of it.";
        faults = "Исправьте и отправьте ещё раз:", "Correct this and send it again:";
        wrong_account =
            "Счёт списания: выберите открытый счёт компании",
            "Debit account: choose an open account of the company";
        wrong_date = "Дата исполнения: нужна дата", "Date of execution: this must be a date";
        wrong_enrollment = "Вид зачисления: выберите из списка", "Enrollment kind: choose one from the list";
        wrong_income = "Код вида дохода: от 1 до 5", "Income code: from 1 to 5";
        wrong_period =
            "За месяц: нужны месяц и год, например 11.2026",
            "For the month: month and year, for example 11.2026";
        wrong_purpose = "Назначение: до 118\u{a0}символов", "Purpose: 118 characters at most";
        wrong_total = "Сумма всех строк должна быть больше нуля", "The sum of all rows must be above zero";
        wrong_control_total =
            "Контрольная сумма: не совпадает с суммой списка",
            "Control total: it is not what the list adds up to";
        wrong_number = "Все номера ведомостей этого года заняты", "All numbers of statements of this year are taken";
        wrong_name = "Название шаблона: от 1 до 100\u{a0}символов", "Name of the template: 1 to 100 characters";
        not_whole = "нужно целое число", "it must be a whole number";
        not_conversion = "нужно «30\u{a0}USD, 20\u{a0}EUR»", "it must look like “30 USD, 20 EUR”";
        unclear_mark =
            "после запятой или точки три цифры: непонятно, это тысячи или копейки. Напишите 50\u{a0}000 или 50,00",
            "three digits follow the comma or point, which may stand between thousands or before kopecks. Write 50 000 \
                or 50.00";
        shortened =
            "программа для таблиц сократила номер, и последние цифры потеряны. Задайте столбцу формат «Текстовый» и \
                введите номер заново или скачайте строки в XLSX",
            "a spreadsheet program has shortened the number, and its last digits are lost. Format the column as \
             text and enter the number again, or download the rows as XLSX";
        characters = "есть невидимые или управляющие символы", "it has invisible or control characters";
        done_kept = "Шаблон сохранён.", "The template is kept.";
        done_deleted = "Удалено.", "It was deleted.";
        sample_name = "obrazec-vedomosti", "payroll-sample";
    }
}

impl Words {
    /// Returns the sentence about what has just been done, by the word that the address carries.
    pub(super) fn done(&self, done: &str) -> Option<&'static str> {
        match done {
            "kept" => Some(self.done_kept),
            "deleted" => Some(self.done_deleted),
            _ => None,
        }
    }
}
