//! Reads JSON: an array of objects with values that are texts, numbers, booleans or null, and in some columns arrays
//! or objects.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Rows;
use super::line::LineCounter;
use super::window::Window;
use crate::CELLS_MAX;
use crate::error::{FileError, FileErrors};

/// Reads a part of a JSON file into `rows`; `false` when reading further is of no use.
pub(super) fn read_json(window: &Window, rows: &mut Rows<'_>, errors: &mut FileErrors) -> bool {
    let text = array(window);
    let refuse = |errors: &mut FileErrors, line: u64, reason: &str| {
        errors.push(FileError::line(rows.file, line, format!("must be an array of objects: {reason}")));
        false
    };
    let objects = match serde_json::from_str::<Vec<&RawValue>>(&text) {
        Ok(objects) if objects.is_empty() && !window.is_first => {
            return refuse(errors, window.line, "trailing comma");
        }
        Ok(objects) => objects,
        Err(error) => {
            let line = window.line - 1 + u64::try_from(error.line()).unwrap_or(u64::MAX);
            return refuse(
                errors,
                line,
                &without_position(&error).replace("expected a sequence", "expected an array"),
            );
        }
    };
    let mut lines = LineCounter::new(&text, window.line);
    for object in objects {
        let line = lines.line_of(position(object, &text));
        match serde_json::from_str::<Cells>(object.get()) {
            Ok(Cells { cells, documents }) => {
                let misplaced: Vec<&String> =
                    documents.iter().filter(|name| rows.knows(name) && !rows.takes_document(name)).collect();
                for name in &misplaced {
                    let message = "must be a text, number, boolean or null";
                    errors.push(FileError::cell(rows.file, line, name, message));
                }
                let cells = cells.into_iter().map(|(name, cell)| (rows.name(&name), cell)).collect();
                if misplaced.is_empty() && !rows.push(line, cells, errors) {
                    return false;
                }
            }
            Err(error) => errors.push(FileError::line(rows.file, line, without_position(&error))),
        }
        if errors.is_full() {
            return false;
        }
    }
    true
}

/// Makes an array of its own of a part of one.
fn array(window: &Window) -> Cow<'_, str> {
    if window.is_first && window.is_last {
        return Cow::Borrowed(&window.text);
    }
    let begin = if window.is_first { "" } else { "[" };
    let (items, end) = match window.text.strip_suffix(',') {
        Some(items) if !window.is_last => (items, "]"),
        _ => (window.text.as_str(), ""),
    };
    Cow::Owned(format!("{begin}{items}{end}"))
}

/// The message of `serde_json` counts lines from the start of the object, which would mislead.
fn without_position(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    // What was found instead would be shown with its text.
    match message.rsplit_once(", expected ") {
        Some((_, expected)) => format!("expected {expected}"),
        None => message.to_owned(),
    }
}

/// Finds the position of `object` in `text`, of which it is a part.
fn position(object: &RawValue, text: &str) -> usize {
    object.get().as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// The cells of one object, and the names of those that are arrays or objects. A repeated name is refused, because
/// either of the two may be meant.
struct Cells {
    cells: Vec<(String, String)>,
    documents: Vec<String>,
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Cells;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut cells: Vec<(String, String)> = Vec::new();
                let mut documents = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if cells.len() == CELLS_MAX {
                        return Err(A::Error::custom(format!("a row has at most {CELLS_MAX} properties")));
                    }
                    let place = cells.len() + 1;
                    if cells.iter().any(|(earlier, _)| *earlier == name) {
                        return Err(A::Error::custom(format!("the property at place {place} occurs twice")));
                    }
                    let lexeme = map.next_value::<&'de RawValue>()?.get();
                    let cell = cell(lexeme).ok_or_else(|| {
                        A::Error::custom(format!(
                            "the property at place {place} must be a text, number, boolean or null"
                        ))
                    })?;
                    if lexeme.starts_with(['[', '{']) {
                        documents.push(name.clone());
                    }
                    cells.push((name, cell));
                }
                Ok(Cells { cells, documents })
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// Turns a JSON value into a cell: numbers keep their own text, so that no digit is lost, and so do arrays and
/// objects.
fn cell(lexeme: &str) -> Option<String> {
    match lexeme.as_bytes().first()? {
        b'"' => serde_json::from_str(lexeme).ok(),
        b'n' => Some(String::new()),
        _ => Some(lexeme.to_owned()),
    }
}
