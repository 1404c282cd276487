//! The columns of the fields of transfers: named in SQL texts, filled, and read.

use store::{Column, Result, Row, Tx, Value};

use super::codec;
use crate::identifier::StatementId;
use crate::transfer::{
    BorrowedValue, Columns, Conversion, FIELDS, FIELDS_COUNT, Field, FieldValue, Sort, Text,
};

/// The most bytes of a text that names all columns.
const TEXT_BYTES_MAX: usize = 1_000;
/// The number of the parameter for the first column; before it come those of the statement and of the line.
const FIRST_PARAMETER: u8 = 3;

/// An SQL text that names the columns of all fields; it is put together while the program is compiled.
pub(super) struct ColumnText {
    bytes: [u8; TEXT_BYTES_MAX],
    length: usize,
}

impl ColumnText {
    pub(super) const fn new(text: &str) -> Self {
        Self { bytes: [0; TEXT_BYTES_MAX], length: 0 }.text(text)
    }

    /// Adds a text; one that is too long does not compile.
    pub(super) const fn text(mut self, text: &str) -> Self {
        let mut index = 0;
        while index < text.len() {
            self = self.byte(text.as_bytes()[index]);
            index += 1;
        }
        self
    }

    /// Adds `pattern` for each column, with commas between them. In it `@` stands for the name of the column and `#`
    /// for the number of its parameter.
    pub(super) const fn each(mut self, pattern: &str) -> Self {
        let (mut index, mut number) = (0, FIRST_PARAMETER);
        while index < FIELDS_COUNT {
            let (first, second) = match FIELDS[index].columns {
                Columns::One(name) => (name, None),
                Columns::Amount { minor, text } => (minor, Some(text)),
            };
            self = self.column(pattern, first, number);
            number += 1;
            if let Some(second) = second {
                self = self.column(pattern, second, number);
                number += 1;
            }
            index += 1;
        }
        self
    }

    const fn column(mut self, pattern: &str, name: &str, number: u8) -> Self {
        if number > FIRST_PARAMETER {
            self = self.text(", ");
        }
        let mut index = 0;
        while index < pattern.len() {
            self = match pattern.as_bytes()[index] {
                b'@' => self.text(name),
                b'#' if number < 10 => self.byte(b'0' + number),
                b'#' => self.byte(b'0' + number / 10).byte(b'0' + number % 10),
                other => self.byte(other),
            };
            index += 1;
        }
        self
    }

    const fn byte(mut self, byte: u8) -> Self {
        self.bytes[self.length] = byte;
        self.length += 1;
        self
    }

    pub(super) const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

/// The part of a value that one column holds.
#[derive(Clone, Copy)]
enum Part {
    Text,
    Integer,
    Conversions,
}

/// Returns what each column of a field holds, in the order of its names.
const fn parts(field: &Field) -> &'static [Part] {
    match field.kind.sort() {
        Sort::Text => &[Part::Text],
        Sort::Integer => &[Part::Integer],
        Sort::Amount => &[Part::Integer, Part::Text],
        Sort::Conversions => &[Part::Conversions],
    }
}

pub(super) fn row_values(values: &[BorrowedValue<'_>; FIELDS_COUNT]) -> impl Iterator<Item = Value> {
    FIELDS.iter().zip(values).flat_map(|(field, value)| {
        parts(field).iter().map(move |part| match part {
            Part::Text => Value::from(value.text()),
            Part::Integer => Value::from(value.integer()),
            Part::Conversions => Value::from(codec::conversions_text(value.conversions())),
        })
    })
}

/// Values of many rows, column by column as bulk writing wants them.
pub(super) struct Rows<'a> {
    lines: Vec<i64>,
    /// Each with the index of its field.
    columns: Vec<(usize, Cells<'a>)>,
}

/// One value for each row.
enum Cells<'a> {
    Texts(Vec<Option<&'a str>>),
    Integers(Vec<Option<i64>>),
    Conversions(Vec<Option<String>>),
}

impl Cells<'_> {
    fn conversions(&self) -> Vec<Option<&str>> {
        match self {
            Self::Conversions(texts) => texts.iter().map(Option::as_deref).collect(),
            Self::Texts(_) | Self::Integers(_) => Vec::new(),
        }
    }
}

impl<'a> Rows<'a> {
    /// Makes room for so many rows.
    pub(super) fn with_capacity(rows: usize) -> Self {
        let cells = |part: &Part| match part {
            Part::Text => Cells::Texts(Vec::with_capacity(rows)),
            Part::Integer => Cells::Integers(Vec::with_capacity(rows)),
            Part::Conversions => Cells::Conversions(Vec::with_capacity(rows)),
        };
        let columns_of = |(index, field)| parts(field).iter().map(move |part| (index, cells(part)));
        let columns = FIELDS.iter().enumerate().flat_map(columns_of).collect();
        Self { lines: Vec::with_capacity(rows), columns }
    }

    pub(super) fn push(&mut self, line: i64, values: &[BorrowedValue<'a>; FIELDS_COUNT]) {
        self.lines.push(line);
        for (index, cells) in &mut self.columns {
            let value = values[*index];
            match cells {
                Cells::Texts(texts) => texts.push(value.text()),
                Cells::Integers(integers) => integers.push(value.integer()),
                Cells::Conversions(texts) => texts.push(codec::conversions_text(value.conversions())),
            }
        }
    }

    /// Writes the rows of a statement by a text that has a parameter for each column.
    pub(super) fn insert(&self, tx: &mut Tx, query: &'static store::Query, id: StatementId) -> Result<()> {
        let conversions: Vec<Vec<Option<&str>>> =
            self.columns.iter().map(|(_, cells)| cells.conversions()).collect();
        let mut columns = vec![Column::Same(Value::from(id.bytes())), Column::Integers(&self.lines)];
        columns.extend(self.columns.iter().zip(&conversions).map(|((_, cells), conversions)| match cells {
            Cells::Texts(texts) => Column::OptionalTexts(texts),
            Cells::Integers(integers) => Column::OptionalIntegers(integers),
            Cells::Conversions(_) => Column::OptionalTexts(conversions),
        }));
        tx.insert_bulk(query, &columns).map(drop)
    }
}

/// Reads the value of a field, with a text that is copied or stays in the row.
pub(super) fn value<'r, T: Text + From<&'r str>>(
    row: &'r Row,
    field: &'static Field,
) -> Result<FieldValue<T, Vec<Conversion>>> {
    let value = match (field.columns, field.kind.sort()) {
        (Columns::Amount { minor, text }, _) => codec::amount(row, minor, text)?.map(FieldValue::Amount),
        (Columns::One(column), Sort::Integer) => row.optional_integer(column)?.map(FieldValue::Integer),
        (Columns::One(column), Sort::Conversions) => {
            let conversions = codec::conversions(row.optional_text(column)?);
            Some(FieldValue::Conversions(conversions.map_err(|error| row.inconsistency(column, error))?))
        }
        (Columns::One(column), Sort::Text | Sort::Amount) => {
            row.optional_text(column)?.map(|text| FieldValue::Text(T::from(text)))
        }
    };
    let value = value.unwrap_or(FieldValue::Absent);
    if field.takes(&value) { Ok(value) } else { Err(row.inconsistency(field.name, "does not fit its field")) }
}
