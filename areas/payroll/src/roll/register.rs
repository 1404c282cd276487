//! The salary register that 1C writes for a bank: the XML of its exchange for salary projects («Зарплатный проект»),
//! with the namespace `http://v8.1c.ru/edi/edi_stnd/109` and the root `СчетаПК`, as its public schema Wages (versions
//! 3.x) has it.
//!
//! Of an employee are read the number, the names, the account or card, the amount, the currency, the deductions and the
//! BIC; of the register the debit account, the kind of enrollment and the income code. Its control sums have to agree.

use std::mem;

use iso20022::{Limits, NotXml, XmlPiece, XmlReader};
use kernel::Money;

use super::{Column, FileError, ROLL_LIMITS, Roll, RollRow, RollTerms};
use crate::income::{INCOME_CODES, Income};
use crate::statement::TRANSFERS_MAX;
use crate::transfer::SentAmount;
use crate::typed;

/// The namespace; registers without one exist as well.
const NAMESPACE: &str = "http://v8.1c.ru/edi/edi_stnd/109";
const ROOT: &str = "СчетаПК";
const LIST: &str = "ЗачислениеЗарплаты";
const EMPLOYEE: &str = "Сотрудник";
const SUMS: &str = "КонтрольныеСуммы";
/// Far above every register of [`TRANSFERS_MAX`] employees, and the work of reading one is bounded by them. The file's
/// own length is that of every upload.
const LIMITS: Limits = Limits {
    bytes_max: usize::MAX,
    depth_max: 32,
    attributes_max: 64,
    namespaces_max: 16,
    name_bytes_max: 256,
    elements_max: 600_000,
    violations_max: 1,
};

/// The columns of a register, each with the element of an employee that it is in.
const ELEMENTS: [(Column, &str); 9] = [
    (Column::LastName, "Фамилия"),
    (Column::FirstName, "Имя"),
    (Column::MiddleName, "Отчество"),
    (Column::Amount, "Сумма"),
    (Column::Account, "ЛицевойСчет"),
    (Column::Bic, "БИК"),
    (Column::Currency, "КодВалюты"),
    (Column::CardNumber, "НомерКарты"),
    (Column::Deduction, "ОбщаяСуммаУдержаний"),
];
const NUMBER: &str = "Нпп";
const ROUBLES: [&str; 4] = ["643", "810", "RUB", "RUR"];

impl From<NotXml> for FileError {
    fn from(_: NotXml) -> Self {
        Self::NoRegister
    }
}

pub(super) fn is_like(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

#[derive(Default)]
struct Register {
    rows: Vec<RollRow>,
    /// The number of the employee who is read, and the texts of [`ELEMENTS`].
    number: String,
    texts: [Option<String>; ELEMENTS.len()],
    account: Option<String>,
    enrollment: Option<String>,
    income: Option<String>,
    count: Option<String>,
    total: Option<String>,
}

pub(super) fn read(text: &str) -> Result<(Roll, RollTerms), FileError> {
    let mut reader = XmlReader::new(text, &LIMITS)?;
    let mut register = Register::default();
    let mut path: Vec<&str> = Vec::new();
    let mut own_text = String::new();
    while let Some(piece) = reader.next_piece()? {
        match piece {
            XmlPiece::Start(name) => {
                path.push(name);
                own_text.clear();
                register.begin(&path, &reader)?;
            }
            XmlPiece::Text(text) => own_text.push_str(&text),
            XmlPiece::End => {
                register.end(&path, own_text.trim())?;
                own_text.clear();
                path.pop();
            }
        }
    }
    register.into_roll()
}

impl Register {
    fn begin(&mut self, path: &[&str], reader: &XmlReader<'_>) -> Result<(), FileError> {
        let attribute = |name| reader.attribute(name).unwrap_or_default().trim().to_owned();
        match path {
            [root] => {
                if *root != ROOT || !["", NAMESPACE].contains(&reader.namespace()) {
                    return Err(FileError::NoRegister);
                }
                self.account = Some(attribute("РасчетныйСчетОрганизации"));
            }
            [_, LIST, EMPLOYEE] => {
                if self.rows.len() == TRANSFERS_MAX {
                    let max = ROLL_LIMITS.rows_max;
                    return Err(FileError::Unreadable(sheets::Unreadable::TooManyRows { max }));
                }
                self.number = self.cell(&attribute(NUMBER))?;
            }
            // A value in two pieces around another element is none that two readers see alike.
            [_, LIST, EMPLOYEE, name, _] if ELEMENTS.iter().any(|(_, element)| element == name) => {
                return Err(FileError::NoRegister);
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes the text of an element that ends; where one occurs twice, the first counts.
    fn end(&mut self, path: &[&str], text: &str) -> Result<(), FileError> {
        if let [_, LIST, EMPLOYEE] = path {
            let row = self.row();
            self.rows.push(row);
            return Ok(());
        }
        // Of what is not read, the length does not matter.
        let cell = self.cell(text);
        let slot = match path {
            [_, LIST, EMPLOYEE, name] => {
                let at = ELEMENTS.iter().position(|(_, element)| element == name);
                at.and_then(|at| self.texts.get_mut(at))
            }
            [_, "ВидЗачисления"] => Some(&mut self.enrollment),
            [_, "КодВидаДохода"] => Some(&mut self.income),
            [_, SUMS, "КоличествоЗаписей"] => Some(&mut self.count),
            [_, SUMS, "СуммаИтого"] => Some(&mut self.total),
            _ => None,
        };
        let Some(slot) = slot.filter(|slot| slot.is_none()) else { return Ok(()) };
        *slot = Some(cell?);
        Ok(())
    }

    /// Returns a text that is no longer than that of a cell.
    fn cell(&self, text: &str) -> Result<String, FileError> {
        let max = ROLL_LIMITS.cell_characters_max;
        if text.chars().nth(max).is_some() {
            let row = u32::try_from(self.rows.len() + 1).unwrap_or(u32::MAX);
            return Err(FileError::Unreadable(sheets::Unreadable::CellTooLong { row, max }));
        }
        Ok(text.to_owned())
    }

    fn row(&mut self) -> RollRow {
        let mut cells = vec![mem::take(&mut self.number)];
        for ((column, _), text) in ELEMENTS.iter().zip(&mut self.texts) {
            let text = text.take().unwrap_or_default();
            cells.push(match column {
                Column::Currency if ROUBLES.contains(&text.as_str()) => "RUR".to_owned(),
                // A register says so where nothing was withheld.
                Column::Deduction if typed::amount(&text) == Ok(SentAmount::Exact(Money::ZERO)) => {
                    String::new()
                }
                _ => text,
            });
        }
        RollRow { number: i64::try_from(self.rows.len()).unwrap_or(i64::MAX).saturating_add(1), cells }
    }

    fn into_roll(self) -> Result<(Roll, RollTerms), FileError> {
        if self.rows.is_empty() {
            return Err(FileError::NoRows);
        }
        let columns = [Column::OrderNumber].into_iter().chain(ELEMENTS.map(|(column, _)| column)).collect();
        let roll = Roll { columns, rows: self.rows, ignored: Vec::new() };
        check_sums(&roll, self.count, self.total)?;
        let code = self.income.and_then(|text| text.parse().ok()).filter(|code| INCOME_CODES.contains(code));
        let income = Income { enrollment_code: self.enrollment.unwrap_or_default(), code };
        let account = self.account.and_then(|text| text.parse().ok());
        let terms = RollTerms { account, income, ..RollTerms::default() };
        Ok((roll, terms))
    }
}

/// Compares the control sums of the register, where it has some, with what is in it. A program wrote them, so they are
/// read as decimals of XML Schema and not as people write.
fn check_sums(roll: &Roll, count: Option<String>, total: Option<String>) -> Result<(), FileError> {
    let told = |text: Option<String>| text.filter(|text| !text.is_empty());
    let is_decimal = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let count_fits = told(count).is_none_or(|text| text.parse() == Ok(roll.rows.len()));
    let total_fits = told(total).is_none_or(|text| {
        let told = text.parse::<Money>().ok().filter(|_| is_decimal(&text));
        told.is_some() && told == roll.total()
    });
    if count_fits && total_fits { Ok(()) } else { Err(FileError::ControlSums) }
}

#[cfg(test)]
mod tests;
