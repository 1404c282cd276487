//! Days as documents and letters write them.

use jiff::civil::Date;
use kernel::Language;

/// `20 ноября 2026 г.` or `20 November 2026`.
pub(crate) fn date_text(date: Date, language: Language) -> String {
    let text = format!("{} {} {}", date.day(), language.month_of(date), date.year());
    match language {
        Language::Russian => format!("{text} г."),
        Language::English => text,
    }
}
