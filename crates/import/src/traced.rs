//! Entries of the trail about each thing that a file creates or changes (OPS-02, BNK-09).
//!
//! A few things have an entry each. Many of one unit of work share entries of up to [`BUNCH_ROWS_MAX`] rows, so that a
//! million accounts stay affordable; [`audit::list`] finds each thing in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use audit::{Actor, Bunch, BunchRow, Entry};
use kernel::{Cnum, hexadecimal};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};
use store::{Column, Result, Tx};

use crate::rows::take_rows;
use crate::{CHANGES_MAX, ImportContext, ImportRow, Outcomes, RowOutcome, TableImporter, Taking};

/// The most things of one file and unit that have an entry each.
const ENTRIES_EACH_MAX: usize = 100;
const BUNCH_ROWS_MAX: usize = 1_000;
/// The most bytes of JSON text that one entry holds, but for its last row.
const BUNCH_BYTES_MAX: usize = 256 * 1024;
/// The most characters of a value; of a longer one the trail has the length and the digest.
const VALUE_CHARACTERS_MAX: usize = 500;
/// The things that one statement looks at: a client has hundreds of rows.
const KEYS_AT_ONCE: usize = 100;
/// The things of a file without lists that one statement looks at.
const BULK_KEYS_AT_ONCE: usize = 5_000;

#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) file: String,
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub(crate) sha256: String,
    pub(crate) import: Option<i64>,
}

/// Changes in words: the first [`CHANGES_MAX`], and the digest of the others, because people approve those too.
#[derive(Default)]
pub(crate) struct Lines {
    told: Vec<String>,
    more: u64,
    rest: Sha256,
}

impl Lines {
    fn push(&mut self, line: String) {
        if self.told.len() < CHANGES_MAX {
            self.told.push(line);
        } else {
            self.more += 1;
            self.rest.update(line + "\n");
        }
    }

    /// Returns the changes, and after them how many others there are.
    pub(crate) fn told(mut self) -> Vec<String> {
        if self.more > 0 {
            let sha256 = hexadecimal(&self.rest.finalize());
            self.told.push(format!("… {} more changes, with the SHA-256 {sha256}", self.more));
        }
        self.told
    }
}

/// A thing with its values by name; several values of one name have a space between them.
type Fields = BTreeMap<String, String>;

type Pairs<'f> = BTreeMap<&'f str, &'f str>;

fn pairs(fields: &Fields) -> Pairs<'_> {
    fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

struct Change<'a> {
    row: &'a ImportRow,
    /// It was there before, as far as its importer says.
    is_known: bool,
    /// `None` when it was created, or the file alone tells of it.
    before: Option<&'a Fields>,
    /// `None` when nothing of it is left, or the file alone tells what it is now.
    after: Option<&'a Fields>,
}

/// Applies rows and writes into the trail what became of them. Adds to `lines`, if they are wanted, what a person reads
/// of it.
pub(crate) fn apply_traced(
    tx: &mut Tx,
    importer: &dyn TableImporter,
    rows: &[ImportRow],
    context: &ImportContext<'_>,
    origin: &Origin,
    lines: Option<&mut Lines>,
) -> Result<Outcomes> {
    let every: Vec<usize> = (0..rows.len()).collect();
    let before = stored(tx, importer, rows, &every)?;
    let outcomes = take_rows(tx, importer, rows, Taking::Apply, context)?;
    let outcome = |at: &usize| outcomes.get(*at).and_then(|outcome| outcome.as_ref().ok());
    let is_told = |at: &usize| outcome(at).is_some_and(|outcome| *outcome != RowOutcome::Unchanged);
    let touched: Vec<usize> = every.iter().copied().filter(is_told).collect();
    // A new thing of a file that is checked by looking is what the row says, and named by it where one column is its
    // key.
    let is_told_by_row = importer.look().is_some() && importer.key().len() == 1;
    let is_known = |at: &usize| outcome(at) == Some(&RowOutcome::Changed);
    let looked_at: Vec<usize> =
        touched.iter().copied().filter(|at| !is_told_by_row || is_known(at)).collect();
    let after = stored(tx, importer, rows, &looked_at)?;
    let change = |at: &usize| {
        let (before, after) = (before.get(at), after.get(at));
        Some(Change { row: rows.get(*at)?, is_known: is_known(at), before, after })
    };
    let changes: Vec<Change<'_>> = touched.iter().filter_map(change).collect();
    let told: Vec<BunchRow> = changes.iter().map(|change| change.told(importer)).collect();
    if let Some(lines) = lines {
        for told in &told {
            lines.push(line(origin, importer, told));
        }
    }
    record(tx, importer, told, context, origin)?;
    Ok(outcomes)
}

/// The things that the rows at `places` name, as the tables have them, by place.
pub(crate) fn stored(
    tx: &mut Tx,
    importer: &dyn TableImporter,
    rows: &[ImportRow],
    places: &[usize],
) -> Result<HashMap<usize, Fields>> {
    let mut things: HashMap<usize, Fields> = HashMap::new();
    let Some(query) = importer.stored() else { return Ok(things) };
    let at_once = if importer.look().is_some() { BULK_KEYS_AT_ONCE } else { KEYS_AT_ONCE };
    for places in places.chunks(at_once) {
        let cells = |column: &&str| -> Vec<&str> {
            let cell =
                |place: &usize| rows.get(*place).and_then(|row| row.optional(column)).unwrap_or_default();
            places.iter().map(cell).collect()
        };
        let keys: Vec<Vec<&str>> = importer.key().iter().map(cells).collect();
        let columns: Vec<Column<'_>> = keys.iter().map(|cells| Column::Texts(cells)).collect();
        let mut lists: HashMap<usize, BTreeMap<String, BTreeSet<String>>> = HashMap::new();
        for (position, row) in tx.query_bulk(query, &columns)? {
            let Some(place) = places.get(position) else { continue };
            let lists = lists.entry(*place).or_default();
            for (name, value) in row.cells() {
                lists.entry(name.to_owned()).or_default().extend(value);
            }
        }
        let joined = |values: BTreeSet<String>| values.into_iter().collect::<Vec<_>>().join(" ");
        for (place, lists) in lists {
            things.insert(place, lists.into_iter().map(|(name, values)| (name, joined(values))).collect());
        }
    }
    Ok(things)
}

impl Change<'_> {
    fn told(&self, importer: &dyn TableImporter) -> BunchRow {
        let fields = self.after.or(self.before);
        let named = |name: &str| fields.and_then(|fields| fields.get(name)).map(String::as_str);
        let key = || importer.key().iter().filter_map(|column| self.row.optional(column));
        let own_key =
            || key().filter(|cell| cell.len() <= crate::KEY_CHARACTERS_MAX).collect::<Vec<_>>().join("/");
        let company = named("cnum").or_else(|| self.row.optional("cnum"));
        let hidden = importer.hidden();
        let shown = |fields: &Pairs<'_>, but: &Pairs<'_>, word: &str| -> Map<String, Json> {
            let differs =
                |(name, value): &(&&str, &&str)| **name != "object_id" && but.get(*name) != Some(*value);
            let value =
                |(name, value): (&&str, &&str)| ((*name).to_owned(), shown(hidden, name, value, word));
            fields.iter().filter(differs).map(value).collect()
        };
        // The file tells the rest where the trail has nothing but a thing's name.
        let tells = |fields: &&Fields| fields.keys().any(|name| name != "object_id");
        let (before, after) = match (self.before.filter(tells), self.after.filter(tells)) {
            (Some(before), after) if after.is_some() || self.is_known => {
                // A thing of which nothing is left is named by the row, with the same values as before.
                let (old, new) = (pairs(before), after.map(pairs).unwrap_or_default());
                let now = if after.is_some() { new.clone() } else { self.row.cells().collect() };
                (Some(shown(&old, &now, "set")), shown(&new, &old, "changed"))
            }
            _ => (self.is_known.then(Map::new), shown(&self.row.cells().collect(), &Pairs::new(), "set")),
        };
        BunchRow {
            key: named("object_id").map_or_else(own_key, str::to_owned),
            company: company.and_then(|cnum| cnum.parse::<Cnum>().ok()),
            line: self.row.line(),
            before,
            after,
        }
    }
}

/// The value as the trail has it.
fn shown(hidden: &[&str], name: &str, value: &str, word: &str) -> Json {
    if hidden.contains(&name) && !value.is_empty() {
        return word.into();
    }
    let characters = value.chars().count();
    if characters > VALUE_CHARACTERS_MAX {
        json!({ "characters": characters, "sha256": hexadecimal(&Sha256::digest(value)) })
    } else {
        value.into()
    }
}

/// The sentence for a person: `users.csv:3: user U00001: status ACTIVE → LOCKED`.
fn line(origin: &Origin, importer: &dyn TableImporter, told: &BunchRow) -> String {
    let text = |value: Option<&Json>| match value {
        Some(Json::String(text)) if !text.is_empty() => text.clone(),
        // People approve this one, and no other that is as long.
        Some(long @ Json::Object(_)) => {
            let sha256 = long["sha256"].as_str().unwrap_or_default();
            format!("… ({} characters, SHA-256 {sha256})", long["characters"])
        }
        _ => "–".to_owned(),
    };
    let (place, object, key) = (format!("{}:{}", origin.file, told.line), importer.object(), &told.key);
    let Some(before) = &told.before else { return format!("{place}: {object} {key} is new") };
    let names: BTreeSet<&String> = before.keys().chain(told.after.keys()).collect();
    let change = |name: &&String| {
        if importer.hidden().contains(&name.as_str()) {
            return format!("{name} changed");
        }
        // Where the file alone tells of a thing, nobody knows what it was.
        if before.is_empty() {
            return format!("{name} {}", text(told.after.get(*name)));
        }
        format!("{name} {} → {}", text(before.get(*name)), text(told.after.get(*name)))
    };
    let changes: Vec<String> = names.iter().map(change).collect();
    format!("{place}: {object} {key}: {}", changes.join(", "))
}

/// Writes an entry for each thing, or for bunches of them.
fn record(
    tx: &mut Tx,
    importer: &dyn TableImporter,
    told: Vec<BunchRow>,
    context: &ImportContext<'_>,
    origin: &Origin,
) -> Result<()> {
    let mut source = json!({ "file": origin.file, "sha256": origin.sha256 });
    if let Some(import) = origin.import {
        source["import"] = import.into();
    }
    let entry = |action, object: (&'static str, String)| {
        let actor = Actor::Operator(context.operator.to_owned());
        Entry::new(context.applied_at, context.randomness, actor, action, object)
    };
    if told.len() <= ENTRIES_EACH_MAX {
        for told in told {
            let action = if told.before.is_some() { "import.changed" } else { "import.created" };
            let object = (importer.object(), told.key.clone());
            let company = told.company.clone();
            audit::record(tx, entry(action, object).company(company).told(&source, &told))?;
        }
        return Ok(());
    }
    let mut bunch = Bunch::new(importer.object(), &source);
    for told in &told {
        bunch.add(told);
        if bunch.rows() == BUNCH_ROWS_MAX || bunch.bytes() >= BUNCH_BYTES_MAX {
            let full = std::mem::replace(&mut bunch, Bunch::new(importer.object(), &source));
            audit::record(tx, full.entry(entry))?;
        }
    }
    if bunch.rows() > 0 {
        audit::record(tx, bunch.entry(entry))?;
    }
    Ok(())
}
