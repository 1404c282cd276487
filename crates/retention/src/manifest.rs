//! The manifest of an archive: one line for each unit, each with the digest of the line before.

use kernel::{Instant, hexadecimal};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

/// The form of manifest and files.
const FORMAT: i64 = 1;

/// A unit as its line tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnitLine {
    pub(crate) number: i64,
    pub(crate) kind: String,
    /// The path of the file below the folder.
    pub(crate) file: String,
    pub(crate) file_bytes: u64,
    pub(crate) file_sha256: String,
    pub(crate) content_sha256: String,
    pub(crate) rows: Vec<(String, i64)>,
    pub(crate) from: Instant,
    pub(crate) through: Instant,
}

#[derive(Clone, Debug)]
pub(crate) struct Manifest {
    pub(crate) archive: String,
    /// The units that count, in their order.
    pub(crate) units: Vec<(UnitLine, [u8; 32])>,
    /// The highest number that was ever given.
    pub(crate) last_number: i64,
    pub(crate) last_sha256: [u8; 32],
    /// Bytes of the whole lines; what follows is a line that a kill tore.
    pub(crate) whole_bytes: usize,
}

pub(crate) fn first_line(archive: &str) -> String {
    json!({ "archive": archive, "format": FORMAT }).to_string()
}

pub(crate) fn unit_line(unit: &UnitLine, previous: &[u8; 32]) -> String {
    let rows: Map<String, Json> =
        unit.rows.iter().map(|(table, count)| (table.clone(), Json::from(*count))).collect();
    json!({
        "unit": unit.number,
        "kind": unit.kind,
        "file": unit.file,
        "file_bytes": unit.file_bytes,
        "file_sha256": unit.file_sha256,
        "content_sha256": unit.content_sha256,
        "rows": rows,
        "from_us": unit.from.microseconds(),
        "through_us": unit.through.microseconds(),
        "previous": hexadecimal(previous),
    })
    .to_string()
}

/// Writes the line that takes a unit back: its rows stayed in the database.
pub(crate) fn abandoned_line(number: i64, previous: &[u8; 32]) -> String {
    json!({ "abandoned": number, "previous": hexadecimal(previous) }).to_string()
}

impl Manifest {
    /// Reads a manifest. The error says which line is not as it was written.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let whole_bytes = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole_bytes].lines();
        let first = lines.next().ok_or("the manifest is empty")?;
        let head: Json = serde_json::from_str(first).map_err(|_| "line 1 of the manifest is no JSON")?;
        if head["format"].as_i64() != Some(FORMAT) {
            return Err("the manifest has another form than this version writes".to_owned());
        }
        let archive = head["archive"].as_str().ok_or("the manifest does not name its archive")?.to_owned();
        let last_sha256 = sha256(first.as_bytes());
        let mut manifest = Self { archive, units: Vec::new(), last_number: 0, last_sha256, whole_bytes };
        for (number, line) in (2..).zip(lines) {
            manifest.take(line).map_err(|reason| format!("line {number} of the manifest {reason}"))?;
        }
        Ok(manifest)
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let json: Json = serde_json::from_str(line).map_err(|_| "is no JSON")?;
        if json["previous"].as_str() != Some(&hexadecimal(&self.last_sha256)) {
            return Err("does not follow the line before".to_owned());
        }
        let digest = sha256(line.as_bytes());
        if let Some(number) = json["abandoned"].as_i64() {
            match self.units.pop() {
                Some((unit, _)) if unit.number == number => {}
                _ => return Err(format!("takes back unit {number}, which is not the last")),
            }
        } else {
            let unit = read_unit(&json).ok_or("lacks facts of its unit")?;
            if unit.number != self.last_number + 1 {
                return Err(format!("is of unit {} after unit {}", unit.number, self.last_number));
            }
            self.last_number = unit.number;
            self.units.push((unit, digest));
        }
        self.last_sha256 = digest;
        Ok(())
    }
}

fn read_unit(json: &Json) -> Option<UnitLine> {
    let text = |name: &str| json[name].as_str().map(str::to_owned);
    let rows = json["rows"].as_object()?;
    Some(UnitLine {
        number: json["unit"].as_i64()?,
        kind: text("kind")?,
        file: text("file")?,
        file_bytes: json["file_bytes"].as_u64()?,
        file_sha256: text("file_sha256")?,
        content_sha256: text("content_sha256")?,
        rows: rows
            .iter()
            .map(|(table, count)| Some((table.clone(), count.as_i64()?)))
            .collect::<Option<_>>()?,
        from: Instant::from_microseconds(json["from_us"].as_i64()?),
        through: Instant::from_microseconds(json["through_us"].as_i64()?),
    })
}

/// The digest of a file or a line.
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
