//! The salary register that 1C writes for a bank: the XML of its exchange for salary projects («Зарплатный проект»),
//! with the namespace `http://v8.1c.ru/edi/edi_stnd/109` and the root `СчетаПК`, as its public schema Wages (versions
//! 3.x) has it.
//!
//! Of an employee are read the number, the names, the account or card, the amount, the currency, the deductions and the
//! BIC; of the register the debit account, the kind of enrollment and the income code. Its control sums have to agree.

use kernel::Money;
use roxmltree::{Document, Node, ParsingOptions};

use super::{Column, FileError, ROLL_LIMITS, Roll, RollRow, RollTerms};
use crate::statement::{INCOME_CODES, TRANSFERS_MAX};
use crate::transfer::SentAmount;
use crate::typed;

/// The namespace; registers without one exist as well.
const NAMESPACE: &str = "http://v8.1c.ru/edi/edi_stnd/109";
const ROOT: &str = "СчетаПК";
/// The most nodes of a register of [`TRANSFERS_MAX`] employees.
const NODES_MAX: u32 = 600_000;

/// The columns of a register, each with the element of an employee that it stands in.
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
/// The attribute of an employee's number.
const NUMBER: &str = "Нпп";
/// The codes of the rouble in a register.
const ROUBLES: [&str; 4] = ["643", "810", "RUB", "RUR"];

/// Returns `true` when a file begins like XML.
pub(super) fn is_like(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// Reads a register.
pub(super) fn read(text: &str) -> Result<(Roll, RollTerms), FileError> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES_MAX, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|_| FileError::NoRegister)?;
    let root = document.root_element();
    let namespace = root.tag_name().namespace();
    if root.tag_name().name() != ROOT || namespace.is_some_and(|namespace| namespace != NAMESPACE) {
        return Err(FileError::NoRegister);
    }
    let lists = root.children().filter(|node| node.tag_name().name() == "ЗачислениеЗарплаты");
    let employees =
        lists.flat_map(|list| list.children()).filter(|node| node.tag_name().name() == "Сотрудник");
    let mut roll = Roll {
        columns: [Column::OrderNumber].into_iter().chain(ELEMENTS.map(|(column, _)| column)).collect(),
        ..Roll::default()
    };
    for employee in employees {
        if roll.rows.len() == TRANSFERS_MAX {
            let max = ROLL_LIMITS.rows_max;
            return Err(FileError::Unreadable(sheets::Unreadable::TooManyRows { max }));
        }
        let number = i64::try_from(roll.rows.len()).unwrap_or(i64::MAX) + 1;
        roll.rows.push(row(employee, number)?);
    }
    if roll.rows.is_empty() {
        return Err(FileError::NoRows);
    }
    check_sums(root, &roll)?;
    let enrollment_code = child(root, "ВидЗачисления").map(str::to_owned);
    let income_code = child(root, "КодВидаДохода").and_then(|text| text.parse().ok());
    let terms = RollTerms {
        account: root.attribute("РасчетныйСчетОрганизации").and_then(|text| text.trim().parse().ok()),
        enrollment_code,
        income_code: income_code.filter(|code| INCOME_CODES.contains(code)),
        ..RollTerms::default()
    };
    Ok((roll, terms))
}

/// Returns the text of a child, without white space around it; `None` when there is none.
fn child<'n>(node: Node<'n, '_>, name: &str) -> Option<&'n str> {
    let child = node.children().find(|child| child.tag_name().name() == name)?;
    child.text().map(str::trim).filter(|text| !text.is_empty())
}

fn row(employee: Node<'_, '_>, number: i64) -> Result<RollRow, FileError> {
    let mut cells = vec![employee.attribute(NUMBER).unwrap_or_default().trim().to_owned()];
    for (column, element) in ELEMENTS {
        let text = child(employee, element).unwrap_or_default();
        if text.chars().nth(ROLL_LIMITS.cell_characters_max).is_some() {
            let row = u32::try_from(number).unwrap_or(u32::MAX);
            let max = ROLL_LIMITS.cell_characters_max;
            return Err(FileError::Unreadable(sheets::Unreadable::CellTooLong { row, max }));
        }
        let cell = match column {
            Column::Currency if ROUBLES.contains(&text) => "RUR",
            // A register says so where nothing was withheld.
            Column::Deduction if typed::amount(text) == SentAmount::Exact(Money::ZERO) => "",
            _ => text,
        };
        cells.push(cell.to_owned());
    }
    Ok(RollRow { number, cells })
}

/// Compares the control sums of the register with what is in it.
fn check_sums(root: Node<'_, '_>, roll: &Roll) -> Result<(), FileError> {
    let Some(sums) = root.children().find(|node| node.tag_name().name() == "КонтрольныеСуммы")
    else {
        return Ok(());
    };
    let count = child(sums, "КоличествоЗаписей").and_then(|text| text.parse::<usize>().ok());
    let total = child(sums, "СуммаИтого").map(typed::amount);
    let count_fits = count.is_none_or(|count| count == roll.rows.len());
    let total_fits = match (total, roll.total()) {
        (None, _) => true,
        (Some(SentAmount::Exact(told)), Some(total)) => told == total,
        (Some(_), _) => false,
    };
    if count_fits && total_fits { Ok(()) } else { Err(FileError::ControlSums) }
}

#[cfg(test)]
mod tests;
