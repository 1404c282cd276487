//! The bank's codes in words. A code that is not here is shown as the bank wrote it.

use kernel::Language;

/// A code, and its words in Russian and English.
type Code = (&'static str, &'static str, &'static str);

static CODES: &[Code] = &[
    ("ACCRUED", "Начисляются", "Accrued"),
    ("ACTIVE", "Действует", "Active"),
    ("ADVANCE_PAYMENT", "Возврата аванса", "Advance payment"),
    ("ANNUALLY", "Ежегодно", "Yearly"),
    ("BY_GUARANTEE_TYPE", "По виду гарантии", "By the kind of the guarantee"),
    ("BY_TERM", "По сроку гарантии", "By the term of the guarantee"),
    ("BY_TERM_AND_TYPE", "По сроку и виду гарантии", "By the term and the kind of the guarantee"),
    ("CASH", "Денежное", "Cash"),
    ("CLOSED", "Закрыт", "Closed"),
    ("DAILY", "Ежедневно", "Daily"),
    ("DEPOSIT", "Депозит", "Deposit"),
    ("END_OF_MONTH", "Конец месяца", "End of the month"),
    ("END_OF_QUARTER", "Конец квартала", "End of the quarter"),
    ("END_OF_YEAR", "Конец года", "End of the year"),
    ("FIXED", "Фиксированная", "Fixed"),
    ("FLOATING", "Плавающая", "Floating"),
    ("GUARANTEE_LINE", "Линия для выпуска гарантий", "Line for guarantees"),
    ("GUARANTEE_TERM", "Срок гарантии", "Term of the guarantee"),
    ("IN_ADVANCE", "В начале периода", "In advance"),
    ("IN_ARREARS", "В конце периода", "In arrears"),
    ("KEY_RATE", "Ключевая ставка Банка России", "Key rate of the Bank of Russia"),
    ("MONTHLY", "Ежемесячно", "Monthly"),
    ("NEXT_WORKING_DAY", "Следующий рабочий день", "Next working day"),
    ("NONE", "Нет", "None"),
    ("NOT_ACCRUED", "Не начисляются", "Not accrued"),
    ("ONE_TIME", "Единовременно", "Once"),
    ("PAYMENT", "Платёжная", "Payment"),
    ("PERFORMANCE", "Исполнения договора", "Performance"),
    ("PERIODIC", "По периодам", "By periods"),
    ("PREVIOUS_WORKING_DAY", "Предыдущий рабочий день", "Previous working day"),
    ("PROPORTIONAL", "Пропорционально оставшемуся сроку", "In proportion to the remaining term"),
    ("QUARTERLY", "Ежеквартально", "Quarterly"),
    ("SETTLEMENT", "Расчётный", "Settlement"),
    ("SIGNING", "На подписании", "Being signed"),
    ("SINGLE_GUARANTEE", "Разовая гарантия", "Single guarantee"),
    ("TENDER", "Тендерная", "Tender"),
    ("WARRANTY", "Гарантийных обязательств", "Warranty"),
    ("YEARLY", "Ежегодно", "Yearly"),
];

/// Returns the words for a code, if they are known.
pub(super) fn words(code: &str, language: Language) -> Option<&'static str> {
    let (_, russian, english) = CODES.iter().find(|(known, ..)| *known == code)?;
    Some(match language {
        Language::Russian => russian,
        Language::English => english,
    })
}
