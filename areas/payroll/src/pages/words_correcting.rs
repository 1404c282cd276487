//! The sentences of the pages that correct transfers, in both languages.

kernel::words! {
    /// The sentences of one language, each named after what it stands for.
    pub(super) struct Words {
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
        income_fault = "Такого кода дохода нет", "There is no such income code";
        purpose_fault = "От 1 до 118 символов", "1 to 118 characters";
        currency_fault =
            "Код валюты, которую банк продаёт, например USD; каждая указывается один раз",
            "The code of a currency that the bank sells, for example USD; each one once";
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
    }
}
