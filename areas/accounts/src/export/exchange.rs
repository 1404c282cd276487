//! The exchange text of 1C: 1CClientBankExchange, version 1.03, as the maker of the format describes it for a bank's
//! statement. A line is `name=value`, so a text is brought into one line before it becomes a value.

use std::fmt::Write as _;

use encoding_rs::WINDOWS_1251;
use jiff::civil::Date;

use super::Head;
use crate::ledger::EntryKind;
use crate::operation::{Operation, Side};

/// Stands for a letter that windows-1251 does not have.
const REPLACEMENT: char = '?';

/// Encoding of the text, which its head names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// windows-1251, which every version of 1C reads.
    Windows,
    /// UTF-8, which keeps every letter.
    Utf8,
}

impl Encoding {
    const fn name(self) -> &'static str {
        match self {
            Self::Windows => "Windows",
            Self::Utf8 => "UTF-8",
        }
    }

    fn encoded(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Windows => {
                let fits = |letter: char| {
                    let mut buffer = [0; 4];
                    !WINDOWS_1251.encode(letter.encode_utf8(&mut buffer)).2
                };
                let written: String =
                    text.chars().map(|letter| if fits(letter) { letter } else { REPLACEMENT }).collect();
                WINDOWS_1251.encode(&written).0.into_owned()
            }
        }
    }
}

pub(crate) fn begin(head: &Head, encoding: Encoding) -> Vec<u8> {
    let created = head.zone.date_time_text(head.created_at);
    let time = created.get(11..19).unwrap_or("00:00:00");
    let (first, last) = (day(head.first_day), day(head.last_day));
    let turnover = &head.turnover;
    let mut text = Text(String::from("1CClientBankExchange\r\n"));
    text.line("ВерсияФормата", "1.03");
    text.line("Кодировка", encoding.name());
    text.line("Отправитель", &head.bank);
    text.line("Получатель", "");
    text.line("ДатаСоздания", &day(head.zone.date_of(head.created_at)));
    text.line("ВремяСоздания", time);
    text.line("ДатаНачала", &first);
    text.line("ДатаКонца", &last);
    text.line("РасчСчет", &head.number);
    text.mark("СекцияРасчСчет");
    text.line("ДатаНачала", &first);
    text.line("ДатаКонца", &last);
    text.line("РасчСчет", &head.number);
    text.line("НачальныйОстаток", &turnover.opening().to_string());
    text.line("ВсегоПоступило", &turnover.credits().to_string());
    text.line("ВсегоСписано", &turnover.debits().to_string());
    text.line("КонечныйОстаток", &turnover.closing().to_string());
    text.mark("КонецРасчСчет");
    encoding.encoded(&text.0)
}

pub(crate) fn operations(head: &Head, encoding: Encoding, operations: &[Operation]) -> Vec<u8> {
    let mut text = Text(String::new());
    for operation in operations {
        document(&mut text, head, operation);
    }
    encoding.encoded(&text.0)
}

pub(crate) fn end(encoding: Encoding) -> Vec<u8> {
    encoding.encoded("КонецФайла\r\n")
}

fn document(text: &mut Text, head: &Head, operation: &Operation) {
    let booked = day(head.zone.date_of(operation.booked_at));
    let (from, to) = head.payer_and_payee(operation);
    let own_number = operation.number.to_string();
    text.line("СекцияДокумент", kind(operation.kind));
    text.line("Номер", operation.document.as_deref().unwrap_or(&own_number));
    text.line("Дата", &day(operation.value_date));
    text.line("Сумма", &operation.magnitude().to_string());
    side(text, "Плательщик", &from);
    if operation.is_debit() {
        text.line("ДатаСписано", &booked);
    }
    side(text, "Получатель", &to);
    if !operation.is_debit() {
        text.line("ДатаПоступило", &booked);
    }
    text.line("НазначениеПлатежа", &operation.purpose);
    text.mark("КонецДокумента");
}

/// A payment order moves money between customers; what the bank moves by itself is a bank order.
const fn kind(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Transfer | EntryKind::OutgoingPayment | EntryKind::PaymentReturn => "Платежное поручение",
        EntryKind::Opening
        | EntryKind::Payroll
        | EntryKind::Exchange
        | EntryKind::Correction
        | EntryKind::Revaluation => "Банковский ордер",
    }
}

fn side(text: &mut Text, role: &str, side: &Side) {
    // The format wants the account of both sides, if only as an empty value.
    text.line(&format!("{role}Счет"), side.account.as_deref().unwrap_or_default());
    let known = [
        (role.to_owned(), &side.name),
        (format!("{role}ИНН"), &side.inn),
        (format!("{role}КПП"), &side.kpp),
        (format!("{role}1"), &side.name),
        (format!("{role}РасчСчет"), &side.account),
        (format!("{role}БИК"), &side.bic),
    ];
    for (name, value) in known {
        if let Some(value) = value {
            text.line(&name, value);
        }
    }
}

fn day(day: Date) -> String {
    format!("{:02}.{:02}.{:04}", day.day(), day.month(), day.year())
}

/// Lines that end as on Windows.
struct Text(String);

impl Text {
    fn line(&mut self, name: &str, value: &str) {
        let value: String = value.chars().map(in_one_line).collect();
        let _ = write!(self.0, "{name}={}\r\n", value.trim());
    }

    fn mark(&mut self, mark: &str) {
        self.0.push_str(mark);
        self.0.push_str("\r\n");
    }
}

/// A value that had line ends could add lines of its own.
fn in_one_line(letter: char) -> char {
    if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') { ' ' } else { letter }
}

#[cfg(test)]
mod tests;
