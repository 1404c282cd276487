//! Values of simple types: ones that fit, and ones at and beyond the edges.

use super::model::Simple;
use super::sample::sample;
use crate::random::Random;

const LETTERS: [&str; 16] = ["а", "Б", "ё", "Я", "і", "ў", "№", "—", "a", "Z", "7", " ", "«", "&", "<", "𝄞"];

/// A value that fits.
pub(crate) fn good(simple: &Simple, random: &mut Random) -> String {
    match simple.base.as_str() {
        "decimal" if simple.fraction_digits == Some(0) => {
            random.pick(&["1", "0", "-7", "+12", "000123", "999999999999999999", " 5 ", "12."]).to_string()
        }
        "decimal" => random
            .pick(&[
                "0",
                "1500.00",
                "0.01",
                ".5",
                "-0",
                "+1",
                "12345678901234.5678",
                "9999999999999.99999",
                "007.10",
                "\n 1500\t",
                "1.500000",
                "999999999999999999",
            ])
            .to_string(),
        "date" => format!(
            "{:04}-{:02}-{:02}{}",
            random.between(1990, 2099),
            random.between(1, 12),
            random.between(1, 28),
            random.pick(&["", "", "", "Z", "+03:00", "-14:00"])
        ),
        "dateTime" => format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}{}",
            random.between(1990, 2099),
            random.between(1, 12),
            random.between(1, 28),
            random.below(24),
            random.below(60),
            random.below(60),
            random.pick(&["", "", ".5", ".123456789"]),
            random.pick(&["", "Z", "+03:00"])
        ),
        "base64Binary" => {
            random.pick(&["AA==", "0JTQsNC90L3Ri9C1", "QUI=", " QU JD ", "QUJD\nQUJD"]).to_string()
        }
        _ => good_text(simple, random),
    }
}

fn good_text(simple: &Simple, random: &mut Random) -> String {
    if !simple.values.is_empty() {
        return simple.values[random.below(simple.values.len())].clone();
    }
    if let Some(pattern) = &simple.pattern {
        return sample(pattern, random);
    }
    let max = simple.max_length.unwrap_or(50);
    let length = if random.chance(5) { max } else { random.between(simple.min_length, max.min(30)) };
    (0..length).map(|_| random.pick(&LETTERS)).collect()
}

/// A value that may or may not fit: the two programs decide.
pub(crate) fn odd(simple: &Simple, random: &mut Random) -> String {
    let list: &[&str] = match simple.base.as_str() {
        "decimal" => &DECIMALS,
        "date" => &DATES,
        "dateTime" => &DATE_TIMES,
        "base64Binary" => &BINARIES,
        _ => return odd_text(simple, random),
    };
    random.pick(list).to_string()
}

fn odd_text(simple: &Simple, random: &mut Random) -> String {
    let mut good = good_text(simple, random);
    match random.below(9) {
        0 => String::new(),
        1 => good + " ",
        2 => format!("\n{good}"),
        3 => good.to_lowercase(),
        4 => {
            good.pop();
            good
        }
        5 => good + "Ы",
        6 => {
            let max = simple.max_length.unwrap_or(35);
            (0..=max).map(|_| random.pick(&LETTERS)).collect()
        }
        7 => good.chars().map(|letter| if random.chance(10) { '\t' } else { letter }).collect(),
        _ => random
            .pick(&["RUB", "rub", "РУБ", "643", "R B", "１２３", "\u{660}", "+7-495", "ADDR"])
            .to_string(),
    }
}

const DECIMALS: [&str; 40] = [
    "",
    " ",
    ".",
    "-",
    "+",
    "-.",
    "1e5",
    "1E5",
    "INF",
    "NaN",
    "1,5",
    "1 000",
    "--1",
    "+-1",
    "0x10",
    "1.2.3",
    "-0.00001",
    "-1",
    "0.000001",
    "0.00001",
    "1.000000",
    "1.0000000000000000000",
    "123456789012345678",
    "1234567890123456789",
    "0000000000000000000000000000001",
    "12345678901234.56789",
    "1234567890123.45678",
    "12345678901234567.8",
    "99999999999999999999999999",
    "0.99999",
    "٣",
    "５",
    "1.",
    "-.0",
    "+0",
    "00",
    "\u{a0}1",
    "1\u{a0}",
    "1\n",
    "١٢",
];

const DATES: [&str; 40] = [
    "",
    "2024-02-29",
    "2023-02-29",
    "1900-02-29",
    "2000-02-29",
    "2024-04-31",
    "2024-13-01",
    "2024-00-01",
    "2024-01-00",
    "2024-1-1",
    "24-01-01",
    "0000-01-01",
    "0001-01-01",
    "-0001-01-01",
    "-2024-02-29",
    "12024-01-01",
    "02024-01-01",
    "2024-01-01Z",
    "2024-01-01z",
    "2024-01-01+14:00",
    "2024-01-01+14:01",
    "2024-01-01+15:00",
    "2024-01-01-13:59",
    "2024-01-01+3:00",
    "2024-01-01+0300",
    "2024-01-01+03",
    "2024-01-01T00:00:00",
    "2024/01/01",
    "01.02.2024",
    "20240101",
    " 2024-01-01 ",
    "2024-01-01\n",
    "2024-01-32",
    "2024-06-31",
    "2024-12-31",
    "２024-01-01",
    "+2024-01-01",
    "2024-01-01 Z",
    "2024-01- 1",
    "-0004-02-29",
];

const DATE_TIMES: [&str; 36] = [
    "",
    "2024-01-01T00:00:00",
    "2024-01-01T24:00:00",
    "2024-01-01T24:00:00.0",
    "2024-01-01T24:00:01",
    "2024-01-01T24:01:00",
    "2024-01-01T25:00:00",
    "2024-01-01T23:60:00",
    "2024-01-01T23:59:60",
    "2024-01-01T23:59:59.999999999999999",
    "2024-01-01T12:00:00.",
    "2024-01-01T12:00:.5",
    "2024-01-01T12:00",
    "2024-01-01T1:00:00",
    "2024-01-01 12:00:00",
    "2024-01-01t12:00:00",
    "2024-01-01",
    "T12:00:00",
    "2024-02-30T12:00:00",
    "2024-01-01T12:00:00Z",
    "2024-01-01T12:00:00z",
    "2024-01-01T12:00:00+14:00",
    "2024-01-01T12:00:00+14:30",
    "2024-01-01T12:00:00-14:00",
    "2024-01-01T12:00:00+00:60",
    "2024-01-01T12:00:00 Z",
    " 2024-01-01T12:00:00\t",
    "2024-01-01T12:00:00,5",
    "20240101T120000",
    "0000-01-01T00:00:00",
    "-0001-12-31T00:00:00Z",
    "10000-01-01T00:00:00",
    "2024-01-01T24:00:00.000Z",
    "2024-01-01T24:00:00.001",
    "2024-01-01T00:00:00.0Z+01:00",
    "2024-01-01T00:00:00ZZ",
];

const BINARIES: [&str; 26] = [
    "",
    " ",
    "A",
    "AA",
    "AAA",
    "AAAA",
    "AA==",
    "AB==",
    "AA=",
    "AAA=",
    "AAB=",
    "A===",
    "====",
    "AAAA=",
    "AAAAAA==",
    "AA==AAAA",
    "AA AA",
    "A A A A",
    "AAAA\nAAAA",
    " AAAA ",
    "AA-_",
    "АААА",
    "AAAA====",
    "AA =  =",
    "AA=\n=",
    "AAAAA",
];
