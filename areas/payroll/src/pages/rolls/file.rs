//! Files that people send, from the request to rows; and what the page says of those that are none.

use axum::extract::Request;
use bytes::Bytes;
use edge::EdgeError;
use http::{StatusCode, header};
use kernel::{Cnum, Language};
use pages::{FILE_BYTES_MAX, OnlineBank, PageError, UPLOAD_BYTES_MAX, Upload};
use sheets::Unreadable;

use super::words::Words;
use crate::readers::NotRead;
use crate::roll::{Column, FileError, ROLL_LIMITS};
use crate::room::Share;
use crate::state::PayrollState;

/// A file that was read, and the room that its form takes in memory.
pub(in crate::pages) struct ReadFile<T> {
    pub(in crate::pages) name: String,
    pub(in crate::pages) content: T,
    _places: [Share; 2],
}

pub(in crate::pages) struct Refused {
    pub(in crate::pages) status: StatusCode,
    pub(in crate::pages) text: String,
}

pub(in crate::pages) enum NoFile {
    Refused(Refused),
    Failed(PageError),
}

impl From<Refused> for NoFile {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<PageError> for NoFile {
    fn from(error: PageError) -> Self {
        Self::Failed(error)
    }
}

/// Receives a form with a file when there is room for it, and reads the file when it is the turn of the company.
pub(in crate::pages) async fn read<T: Send + 'static>(
    state: &PayrollState,
    bank: &OnlineBank,
    request: Request,
    reader: fn(&[u8]) -> Result<T, FileError>,
) -> Result<ReadFile<T>, NoFile> {
    let (upload, places) = receive(state, bank, request).await?;
    let file = upload.file().filter(|file| !file.bytes.is_empty());
    let file = file.ok_or_else(|| unprocessable(Words::of(bank.language).no_file.to_owned()))?;
    let content = take_apart(state, &bank.company, bank.language, file.bytes.clone(), reader).await?;
    Ok(ReadFile { name: file.name.clone(), content, _places: places })
}

async fn receive(
    state: &PayrollState,
    bank: &OnlineBank,
    request: Request,
) -> Result<(Upload, [Share; 2]), NoFile> {
    let words = Words::of(bank.language);
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let announced = announced.and_then(|text| text.parse().ok()).unwrap_or(UPLOAD_BYTES_MAX);
    let place = state.shared.bodies.take(&bank.company, announced.min(UPLOAD_BYTES_MAX)).await;
    let places = place.ok_or_else(|| crowded(words))?;
    match bank.upload(request).await {
        Ok(upload) => Ok((upload, places)),
        Err(PageError::Edge(EdgeError::PayloadTooLarge { .. })) => {
            Err(Refused { status: StatusCode::PAYLOAD_TOO_LARGE, text: words.too_large.to_owned() }.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads a file on the threads for it, when it is the turn of the company.
async fn take_apart<T: Send + 'static>(
    state: &PayrollState,
    company: &Cnum,
    language: Language,
    bytes: Bytes,
    read: fn(&[u8]) -> Result<T, FileError>,
) -> Result<T, NoFile> {
    match state.shared.file_readers.run(company, move || read(&bytes)).await {
        Ok(read) => read.map_err(|error| unprocessable(told(&error, language)).into()),
        Err(NotRead::TooMany) => Err(crowded(Words::of(language)).into()),
        Err(NotRead::Failed) => Err(PageError::from(EdgeError::internal("reading a file failed")).into()),
    }
}

fn crowded(words: &Words) -> Refused {
    Refused { status: StatusCode::SERVICE_UNAVAILABLE, text: words.crowded.to_owned() }
}

fn unprocessable(text: String) -> Refused {
    Refused { status: StatusCode::UNPROCESSABLE_ENTITY, text }
}

fn told(error: &FileError, language: Language) -> String {
    let words = Words::of(language);
    let named = |sentence: &str, what: String| format!("{sentence}: {what}.");
    match error {
        FileError::Unreadable(unreadable) => match unreadable {
            Unreadable::Empty => words.empty.to_owned(),
            Unreadable::NotText => words.not_text.to_owned(),
            Unreadable::TooManyRows { .. } => words.too_many_rows.to_owned(),
            Unreadable::TooManyColumns { row, .. } => named(words.too_many_columns, row.to_string()),
            Unreadable::CellTooLong { row, .. } => named(words.cell_too_long, row.to_string()),
            Unreadable::OpenQuote { row } => named(words.open_quote, row.to_string()),
            Unreadable::Damaged(_) => words.damaged.to_owned(),
            Unreadable::Unpacked { .. } => words.unpacked.to_owned(),
        },
        FileError::Missing(columns) => {
            let missing: Vec<&str> = columns.iter().map(|column: &Column| column.name(language)).collect();
            named(words.missing, missing.join(", "))
        }
        FileError::Twice(column) => named(words.twice, column.name(language).to_owned()),
        FileError::NoRows => words.no_rows.to_owned(),
        FileError::NoRegister => words.no_register.to_owned(),
        FileError::ControlSums => words.control_sums.to_owned(),
        FileError::NoLineColumn => words.no_line_column.to_owned(),
        FileError::NoLine { row } => named(words.no_line, row.to_string()),
        FileError::LineTwice { line } => named(words.line_twice, line.to_string()),
    }
}

/// The limits that the pages name.
const _: () = assert!(
    FILE_BYTES_MAX == 8 * 1024 * 1024
        && ROLL_LIMITS.columns_max == 64
        && ROLL_LIMITS.cell_characters_max == 1_000
);
