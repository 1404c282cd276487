//! Entries about things with their fields before and after, and entries that tell of many things at once.

use kernel::Cnum;
use serde_json::{Map, Value, json};

use crate::entry::Entry;

/// The kind of object of an entry that tells of many things: its details name each of them.
pub(crate) const BUNCH: &str = "import_rows";

#[derive(Clone, Debug)]
pub struct BunchRow {
    pub key: String,
    /// The company whose data it is.
    pub company: Option<Cnum>,
    pub line: u64,
    /// The fields that differ as they were; `None` when the thing is new.
    pub before: Option<Map<String, Value>>,
    /// The fields that differ as they are now.
    pub after: Map<String, Value>,
}

impl BunchRow {
    fn detail(&self) -> Map<String, Value> {
        let mut detail = Map::from_iter([("line".to_owned(), self.line.into())]);
        if let Some(before) = &self.before {
            detail.insert("before".to_owned(), before.clone().into());
        }
        detail.insert("after".to_owned(), self.after.clone().into());
        detail
    }

    fn row(&self) -> Map<String, Value> {
        let mut row = Map::from_iter([("key".to_owned(), self.key.as_str().into())]);
        if let Some(company) = &self.company {
            row.insert("cnum".to_owned(), company.as_str().into());
        }
        row.extend(self.detail());
        row
    }
}

impl Entry {
    /// Tells what became of one thing by a row of the file `source`, whole however long it is.
    pub fn told(self, source: &Value, told: &BunchRow) -> Self {
        let mut detail = source.as_object().cloned().unwrap_or_default();
        detail.extend(told.detail());
        self.detail(detail.into()).whole()
    }
}

/// An entry that tells of many things of one kind. Readers of the trail find each of them ([`crate::list`]).
#[derive(Debug)]
pub struct Bunch {
    object: &'static str,
    source: Value,
    rows: Vec<Value>,
    lines: Option<(u64, u64)>,
    bytes: usize,
}

impl Bunch {
    /// A bunch of things of the kind `object` from the file `source`, with none yet.
    pub fn new(object: &'static str, source: &Value) -> Self {
        Self { object, source: source.clone(), rows: Vec::new(), lines: None, bytes: 0 }
    }

    pub fn add(&mut self, told: &BunchRow) {
        let row = Value::Object(told.row());
        self.bytes += row.to_string().len();
        let first = self.lines.map_or(told.line, |(first, _)| first);
        self.lines = Some((first, told.line));
        self.rows.push(row);
    }

    pub const fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The bytes of their JSON text.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The entry, which `begin` makes of an action and an object.
    pub fn entry(self, begin: impl FnOnce(&'static str, (&'static str, String)) -> Entry) -> Entry {
        let file = self.source.get("file").and_then(Value::as_str).unwrap_or_default();
        let (first, last) = self.lines.unwrap_or_default();
        let entry = begin("import.rows", (BUNCH, format!("{file}:{first}-{last}")));
        let mut detail = json!({ "object": self.object, "rows": self.rows });
        if let (Some(detail), Value::Object(source)) = (detail.as_object_mut(), self.source) {
            detail.extend(source);
        }
        entry.detail(detail).whole()
    }
}

/// Keeps of a bunch's details the things that a reader asks for; `None` when there is none.
pub(crate) fn narrowed(
    detail: &str,
    object: Option<&str>,
    key: Option<&str>,
    company: Option<&Cnum>,
) -> Option<String> {
    let mut detail: Value = serde_json::from_str(detail).ok()?;
    if object.is_some_and(|object| detail.get("object").and_then(Value::as_str) != Some(object)) {
        return None;
    }
    let text = |row: &Value, name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
    let rows = detail.get_mut("rows")?.as_array_mut()?;
    rows.retain(|row| {
        key.is_none_or(|key| text(row, "key").as_deref() == Some(key))
            && company.is_none_or(|company| text(row, "cnum").as_deref() == Some(company.as_str()))
    });
    (!rows.is_empty()).then(|| detail.to_string())
}
