//! The columns of a roll: what each is called, and how its cells and the fields of a transfer become one another.

use kernel::Language;

use crate::catalogue::Code;
use crate::transfer::{
    BorrowedValue, Conversion, FIELD, Field, FieldType, FieldValue, Kind, SentAmount, Transfer,
};
use crate::typed::{self, UnclearMark};

/// The only currency of transfers (spec section 2.5): that of a cell without one.
const CURRENCY: &str = "RUR";

/// Reason why a cell cannot become a field at all. Everything else is for the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellError {
    NotWhole,
    /// It must be percents with currencies.
    NotConversion,
    /// It is an amount whose mark may be one between thousands or that of kopecks.
    UnclearMark,
    /// It is what a table calculation left of a long number: `4,08178E+19`.
    Shortened,
    /// It has characters that cannot be stored, or that show something else than what is stored.
    Characters,
}

impl From<UnclearMark> for CellError {
    fn from(_: UnclearMark) -> Self {
        Self::UnclearMark
    }
}

struct Names {
    russian: &'static str,
    english: &'static str,
    /// Others that a file may have, besides the name of the field in requests.
    others: &'static [&'static str],
}

/// Declares the columns and the ways to their fields.
macro_rules! columns {
    ($($column:ident: $field:ident, $russian:literal, $english:literal, $others:expr;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Column {
            $(#[doc = concat!("`", stringify!($field), "` of a transfer.")] $column,)+
        }

        impl Column {
            /// All, in the order in which files have them.
            pub const ALL: [Self; [$($russian),+].len()] = [$(Self::$column),+];

            const fn names(self) -> Names {
                match self {
                    $(Self::$column => Names { russian: $russian, english: $english, others: $others },)+
                }
            }

            fn field(self) -> &'static Field {
                match self {
                    $(Self::$column => &FIELD.$field,)+
                }
            }

            fn value(self, transfer: &Transfer) -> BorrowedValue<'_> {
                match self {
                    $(Self::$column => FieldType::<String, Vec<Conversion>>::value(&transfer.$field),)+
                }
            }

            fn put(self, value: FieldValue<String, Vec<Conversion>>, transfer: &mut Transfer) {
                match self {
                    $(Self::$column => put(&mut transfer.$field, value),)+
                }
            }
        }
    };
}

// A column: its field, its names in Russian and English, and others that files have.
columns! {
    OrderNumber: order_number, "Номер", "Number", &["№", "№ п/п", "п/п", "порядковый номер"];
    LastName: last_name, "Фамилия", "Last name", &["surname"];
    FirstName: first_name, "Имя", "First name", &["name"];
    MiddleName: middle_name, "Отчество", "Middle name", &["patronymic"];
    Amount: amount, "Сумма", "Amount", &["сумма перевода", "сумма, руб", "сумма, ₽", "к выплате"];
    Account: account, "Счёт", "Account", &["счет сотрудника", "лицевой счет", "номер счета"];
    Bic: bic, "БИК", "BIC", &["бик банка"];
    Currency: currency, "Валюта", "Currency", &[];
    PersonnelNumber: personnel_number, "Табельный номер", "Personnel number", &["таб. номер"];
    BirthDate: birth_date, "Дата рождения", "Birth date", &[];
    CardNumber: card_number, "Номер карты", "Card number", &["карта"];
    Deduction: deduction, "Удержано", "Deducted", &["сумма удержаний", "удержания"];
    Conversion: conversion, "Конверсия", "Conversion", &[];
}

/// Puts a value of the field's sort into it.
fn put<F: FieldType<String, Vec<Conversion>>>(field: &mut F, value: FieldValue<String, Vec<Conversion>>) {
    if let Some(value) = F::from_value(value) {
        *field = value;
    }
}

impl Column {
    /// The columns that a file must have.
    pub const REQUIRED: [Self; 4] = [Self::LastName, Self::FirstName, Self::Amount, Self::Account];

    /// Returns its name in a request, by which rolls are kept.
    pub fn wire(self) -> &'static str {
        self.field().wire_name
    }

    /// Returns its name in the head of a file.
    pub const fn name(self, language: Language) -> &'static str {
        match language {
            Language::Russian => self.names().russian,
            Language::English => self.names().english,
        }
    }

    /// Returns the input of its field in the form of correction; of conversions the first one.
    pub fn input(self) -> &'static str {
        match self {
            Self::Conversion => "percent_0",
            other => other.field().name,
        }
    }

    pub fn of_wire(wire: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.wire() == wire)
    }

    /// Returns the column that a cell of the head names: in either language, as a request names it, or by one of the
    /// names that accountants' programs use.
    pub fn of_head(cell: &str) -> Option<Self> {
        let cell = plain(cell);
        Self::ALL.into_iter().find(|column| {
            let names = column.names();
            let own = [column.wire(), names.russian, names.english];
            own.iter().chain(names.others).any(|name| plain(name) == cell)
        })
    }

    /// Returns the column at whose field a code of the checks is found; `None` for what concerns several.
    pub fn of_code(code: Code) -> Option<Self> {
        match code {
            Code::T05 => Some(Self::OrderNumber),
            Code::T06 | Code::T07 | Code::T15 | Code::T16 | Code::D03 | Code::D09 => Some(Self::Account),
            Code::T13 | Code::T14 | Code::T18 | Code::T19 | Code::T20 | Code::P08 => Some(Self::Conversion),
            Code::P20 | Code::P21 | Code::P22 | Code::T22 => Some(Self::Bic),
            wrong => Self::ALL.into_iter().find(|column| column.field().wrong == Some(wrong)),
        }
    }

    /// Puts a cell into its field of `transfer`; where that cannot be, the field stays as it was.
    pub fn fill(self, cell: &str, transfer: &mut Transfer) -> Result<(), CellError> {
        kernel::check_characters(cell).map_err(|_| CellError::Characters)?;
        if cell.chars().any(char::is_control) {
            return Err(CellError::Characters);
        }
        let field = self.field();
        let value = match field.kind {
            // A transfer without a number has that of its place.
            Kind::Integer { .. } if cell.is_empty() => return Ok(()),
            Kind::Integer { .. } => {
                FieldValue::Integer(typed::spaceless(cell).parse().map_err(|_| CellError::NotWhole)?)
            }
            Kind::Amount if cell.is_empty() && !field.is_required => FieldValue::Absent,
            Kind::Amount => FieldValue::Amount(typed::amount(cell)?),
            Kind::Conversions => FieldValue::Conversions(conversions(cell).ok_or(CellError::NotConversion)?),
            Kind::Currency if cell.is_empty() => FieldValue::Text(CURRENCY.to_owned()),
            Kind::Currency | Kind::Text { .. } => FieldValue::Text(cell.to_owned()),
            Kind::Account | Kind::Digits { .. } if is_shortened(cell) => return Err(CellError::Shortened),
            Kind::Account | Kind::Digits { .. } => FieldValue::Text(typed::spaceless(cell)),
            Kind::PastDay => FieldValue::Text(typed::day(cell)),
        };
        let is_empty = matches!(&value, FieldValue::Text(text) if text.is_empty());
        self.put(if is_empty && !field.is_required { FieldValue::Absent } else { value }, transfer);
        Ok(())
    }

    pub fn cell(self, transfer: &Transfer, language: Language) -> String {
        cell(self.value(transfer), language)
    }
}

/// Returns a value as people type it; amounts with the decimal mark of the language, as table calculations read them.
pub fn cell(value: BorrowedValue<'_>, language: Language) -> String {
    match value {
        FieldValue::Absent => String::new(),
        FieldValue::Text(text) => text.to_owned(),
        FieldValue::Integer(integer) => integer.to_string(),
        FieldValue::Amount(SentAmount::Exact(money)) if language == Language::Russian => {
            money.to_string().replace('.', ",")
        }
        FieldValue::Amount(amount) => amount.text(),
        FieldValue::Conversions(parts) => {
            let part = |part: &Conversion| format!("{} {}", part.percent, part.currency);
            parts.iter().map(part).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Tells whether a cell has a number with an exponent, whose last digits are lost.
fn is_shortened(cell: &str) -> bool {
    let cell = typed::spaceless(cell);
    let Some((digits, exponent)) = cell.split_once(['E', 'e', 'Е', 'е']) else { return false };
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_digit = |letter: char| letter.is_ascii_digit();
    let begins =
        digits.starts_with(is_digit) && digits.chars().all(|one| is_digit(one) || matches!(one, ',' | '.'));
    begins && !exponent.is_empty() && exponent.chars().all(is_digit)
}

/// Returns the name of a column without what people and programs write differently.
pub(super) fn plain(name: &str) -> String {
    kernel::folded(name).trim_end_matches(['*', '.', ':', ' ']).to_owned()
}

/// Reads `30 USD, 20 % EUR`.
fn conversions(cell: &str) -> Option<Vec<Conversion>> {
    let parts = cell.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    let part = |part: &str| {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (percent, currency) = part.split_at(digits);
        let currency = currency.trim_start().trim_start_matches('%').trim_start();
        let is_code = currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_code.then_some(())?;
        Some(Conversion { percent: percent.parse().ok()?, currency: currency.to_ascii_uppercase() })
    };
    parts.map(part).collect()
}
