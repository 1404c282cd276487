//! The sentences of the pages that correct transfers, in both languages.

use kernel::Language;

/// The sentences of one language, each named after what it stands for.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) row_changed: &'static str,
    pub(super) terms_changed: &'static str,
    total_fault: &'static str,
    count_fault: &'static str,
    date_fault: &'static str,
    enrollment_fault: &'static str,
    income_fault: &'static str,
    purpose_fault: &'static str,
    currency_fault: &'static str,
    rate_fault: &'static str,
    pub(super) unclear_mark: &'static str,
    pub(super) saved_now: &'static str,
    pub(super) fault: &'static str,
    pub(super) fault_of: &'static str,
    pub(super) save_and_next: &'static str,
    pub(super) correct_by_file_lead: &'static str,
    pub(super) correct_by_file_hint: &'static str,
    pub(super) corrected_file: &'static str,
    pub(super) nothing_corrected: &'static str,
    pub(super) rows_changed: &'static str,
    pub(super) cells_refused: &'static str,
    pub(super) rows_refused: &'static str,
}

impl Words {
    /// Returns the sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// Tells what an input of the statement as a whole should have.
    pub(super) fn fault_of_terms(&self, input: &str) -> &'static str {
        match input {
            "total" => self.total_fault,
            "transfers_count" => self.count_fault,
            "date" => self.date_fault,
            "enrollment_code" => self.enrollment_fault,
            "income_code" => self.income_fault,
            "purpose" => self.purpose_fault,
            name if name.starts_with("rate_currency") => self.currency_fault,
            _ => self.rate_fault,
        }
    }
}

static RUSSIAN: Words = Words {
    terms_changed: "Ведомость только что изменилась. Ниже ваши значения, рядом — сохранённые. Сохраните ещё раз, если \
        верны ваши.",
    total_fault: "Сумма больше нуля, например 1250,50",
    count_fault: "Целое число от 1",
    date_fault: "Дата, например 25.12.2026",
    enrollment_fault: "Такого вида зачисления нет",
    income_fault: "Такого кода дохода нет",
    purpose_fault: "От 1 до 118 символов",
    currency_fault: "Код валюты, которую банк продаёт, например USD; каждая указывается один раз",
    rate_fault: "Курс больше нуля, например 92,5",
    row_changed: "Эту строку только что исправил кто-то другой. Ниже ваши значения, рядом — сохранённые им. \
        Сохраните ещё раз, если верны ваши.",
    unclear_mark: "Сумма: после запятой или точки три цифры, и непонятно, отделяют ли они тысячи или копейки. Напишите \
        50\u{a0}000 или 50,00.",
    saved_now: "Сохранено сейчас",
    fault: "ошибка",
    fault_of: "из",
    save_and_next: "Сохранить и к следующей ошибке",
    correct_by_file_lead: "Строк с ошибками",
    correct_by_file_hint: "Исправьте строки в этом файле, сохраните его как CSV и загрузите сюда. Лишние строки \
        можно удалить, столбцы «Строка» и «Версия» менять нельзя.",
    corrected_file: "Файл с исправлениями",
    nothing_corrected: "В файле нет ни одного изменения.",
    rows_changed: "Эти строки уже исправил кто-то другой. Скачайте ошибочные строки заново. Ничего не изменено:",
    cells_refused: "Эти ячейки нельзя прочитать. Ничего не изменено:",
    rows_refused: "Таких строк в ведомости нет. Ничего не изменено:",
};

static ENGLISH: Words = Words {
    terms_changed: "The statement has just changed. Your values are below, with the saved ones beside them. Save \
        again when yours are right.",
    total_fault: "A sum above zero, for example 1250.50",
    count_fault: "A whole number from 1",
    date_fault: "A date, for example 2026-12-25",
    enrollment_fault: "There is no such kind of enrollment",
    income_fault: "There is no such income code",
    purpose_fault: "1 to 118 characters",
    currency_fault: "The code of a currency that the bank sells, for example USD; each one once",
    rate_fault: "A rate above zero, for example 92.5",
    row_changed: "Somebody else has just corrected this row. Your values are below, with the saved ones beside them. \
        Save again when yours are right.",
    unclear_mark: "Amount: three digits follow the comma or point, so it may stand between thousands or before \
                   kopecks. \
        Write 50 000 or 50.00.",
    saved_now: "Saved now",
    fault: "fault",
    fault_of: "of",
    save_and_next: "Save and go to the next fault",
    correct_by_file_lead: "Rows with errors",
    correct_by_file_hint: "Correct the rows in this file, save it as CSV and upload it here. Rows may be left out, \
        the columns “Line” and “Version” stay as they are.",
    corrected_file: "File with corrections",
    nothing_corrected: "The file changes nothing.",
    rows_changed: "Somebody else has corrected these rows already. Download the faulty rows again. Nothing was \
        changed:",
    cells_refused: "These cells cannot be read. Nothing was changed:",
    rows_refused: "The statement has no such lines. Nothing was changed:",
};
