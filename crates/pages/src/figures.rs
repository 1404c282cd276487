//! Amounts, dates and moments as people read them.

use jiff::civil::Date;
use kernel::{BankZone, Instant, Language, Money};

const NO_BREAK: char = '\u{a0}';

/// An amount with its currency (ISO 4217; roubles as RUR or RUB): `1 234 567,89 ₽`, `1,234,567.89 ₽`.
pub fn money(amount: Money, currency: &str, language: Language) -> String {
    decimal(&amount.to_string(), currency, language)
}

/// An amount with its sign, as a list of movements shows it: `+1 234,56 ₽`, `−1 234,56 ₽`.
pub fn signed(amount: Money, currency: &str, language: Language) -> String {
    let written = money(amount, currency, language);
    if amount.is_positive() { format!("+{written}") } else { written }
}

/// An exact decimal such as `-1234567.89` with its currency, as [`money`] writes it: sums may leave the range of an
/// amount.
pub fn decimal(plain: &str, currency: &str, language: Language) -> String {
    let (group, fraction_mark) = language.pick((NO_BREAK, ','), (',', '.'));
    let unsigned = plain.strip_prefix('-').unwrap_or(plain);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "00"));
    let mut text = String::with_capacity(plain.len() * 2);
    if plain.len() > unsigned.len() {
        text.push('\u{2212}');
    }
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(group);
        }
        text.push(digit);
    }
    let sign = match currency {
        "RUR" | "RUB" => "₽",
        "USD" => "$",
        "EUR" => "€",
        "CNY" => "¥",
        other => other,
    };
    text.extend([fraction_mark]);
    text.push_str(fraction);
    text.push(NO_BREAK);
    text.push_str(sign);
    text
}

/// A number with its word: `25 переводов`, `1 transfer`. The Russian words go with one, two and five, the English ones
/// with one and two.
pub fn counted(count: i64, language: Language, russian: [&str; 3], english: [&str; 2]) -> String {
    let ([one, few, many], [single, several]) = (russian, english);
    let word = match (language, count.rem_euclid(10), count.rem_euclid(100)) {
        (Language::Russian, 1, tens) if tens != 11 => one,
        (Language::Russian, 2..=4, tens) if !(12..=14).contains(&tens) => few,
        (Language::Russian, _, _) => many,
        (Language::English, _, _) if count == 1 => single,
        (Language::English, _, _) => several,
    };
    format!("{count}{NO_BREAK}{word}")
}

/// A day: `20 ноября 2026`, `20 November 2026`.
pub fn date(date: Date, language: Language) -> String {
    format!("{}{NO_BREAK}{}{NO_BREAK}{}", date.day(), language.month_of(date), date.year())
}

/// A day in a table: `20.11.2026`, `20 Nov 2026`.
pub fn short_date(date: Date, language: Language) -> String {
    match language {
        Language::Russian => format!("{:02}.{:02}.{}", date.day(), date.month(), date.year()),
        Language::English => {
            let month: String = language.month_of(date).chars().take(3).collect();
            format!("{}{NO_BREAK}{month}{NO_BREAK}{}", date.day(), date.year())
        }
    }
}

/// A day as a field of the type `date` has it: `2026-11-20`.
pub fn plain_date(date: Date) -> String {
    date.to_string()
}

/// A moment in the bank's zone: `20 ноября 2026, 12:00`.
pub fn moment(at: Instant, zone: &BankZone, language: Language) -> String {
    let text = zone.date_time_text(at);
    // ISO 8601: the time of day is after the T, to the minute in five characters.
    let time = text.split_once('T').and_then(|(_, time)| time.get(..5)).unwrap_or_default();
    format!("{}, {time}", date(zone.date_of(at), language))
}
