//! `GET /bank/payroll/sample.csv` and `/sample.xlsx`: a file with the columns of a roll and one employee, to be filled
//! in.

use axum::extract::State;
use edge::EdgeError;
use kernel::Language;
use pages::{OnlineBank, PageResult, download};
use sheets::{CSV, XLSX, csv_text, xlsx_bytes};

use super::words::Words;
use crate::pages::Pages;
use crate::roll::Column;

pub(super) async fn csv(State(_): Pages, bank: OnlineBank) -> PageResult {
    let text = csv_text(rows(bank.language));
    Ok(download(&format!("{}.csv", Words::of(bank.language).sample_name), CSV, text.into_bytes()))
}

pub(super) async fn xlsx(State(_): Pages, bank: OnlineBank) -> PageResult {
    let bytes = xlsx_bytes(rows(bank.language)).map_err(|error| EdgeError::internal(error.to_string()))?;
    Ok(download(&format!("{}.xlsx", Words::of(bank.language).sample_name), XLSX, bytes))
}

/// Returns the head and an employee whose account is at another bank.
fn rows(language: Language) -> [Vec<&'static str>; 2] {
    let head = Column::ALL.map(|column| column.name(language)).to_vec();
    let cell = |column: &Column| match (column, language) {
        (Column::OrderNumber, _) => "1",
        (Column::LastName, Language::Russian) => "Смирнова",
        (Column::LastName, Language::English) => "Smirnova",
        (Column::FirstName, Language::Russian) => "Анна",
        (Column::FirstName, Language::English) => "Anna",
        (Column::MiddleName, Language::Russian) => "Петровна",
        (Column::Amount, Language::Russian) => "50000,00",
        (Column::Amount, Language::English) => "50000.00",
        (Column::Account, _) => "40817810000000000101",
        (Column::Currency, _) => "RUR",
        (Column::PersonnelNumber, _) => "0042",
        (Column::BirthDate, Language::Russian) => "17.05.1990",
        (Column::BirthDate, Language::English) => "1990-05-17",
        _ => "",
    };
    [head, Column::ALL.iter().map(cell).collect()]
}
