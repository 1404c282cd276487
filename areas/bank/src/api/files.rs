//! Orders and answers as files, for banks whose systems exchange those.
//!
//! A file is there whole or not at all, under a name that its order gives it. Both ways may be killed and begun again:
//! an order that is exported twice has the same file, an answer that is taken twice is the same answer.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use edge::{EdgeError, parse_json};
use orders::{HANDED_OUT_AT_ONCE_MAX, Order, Wanted};
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use super::BODY_BYTES_MAX;
use super::answers::answered;
use super::error::BankError;
use super::messages::{message, written};
use super::order::ending;
use super::wire::{BankAnswers, BankOrder};
use crate::state::{BankState, Call};
use crate::system::System;
use crate::work::answer::{document, documents};
use crate::work::hand_out::hand_out;
use crate::work::initiation::all_parts;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reason for which files are not written or read.
#[derive(Debug, Error)]
pub enum FilesError {
    #[error("{}: {error}", path.display())]
    Disk { path: PathBuf, error: io::Error },
    #[error("{}: {reason}", path.display())]
    Form { path: PathBuf, reason: String },
    /// The error that the bank API would answer.
    #[error("{0}")]
    Bank(String),
}

impl From<BankError> for FilesError {
    fn from(error: BankError) -> Self {
        let (_, code, message) = error.told();
        Self::Bank(format!("{code}: {message}"))
    }
}

/// The form of exported orders.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// As pain.001, where an order is for payments.
    pub as_xml: bool,
    /// With the documents of each order in files beside it.
    pub with_documents: bool,
}

/// Writes the orders of a system that are not in the folder yet, each into a file of its own: as pain.001 where it is
/// for payments and the form says so, else as JSON with its parts. Returns their number. `left` is told at once of each
/// document that has left for the archive and is not written, after the name of its order: where the export ends early,
/// the next one goes on after that order.
pub async fn export(
    state: &BankState,
    system: &System,
    folder: &Path,
    written_as: Form,
    mut left: impl FnMut(&str),
) -> Result<usize, FilesError> {
    let (cursor, mut exported) = (cursor(folder, system), 0);
    let mut after = match fs::read_to_string(&cursor) {
        Ok(text) => text.trim().parse().map_err(|_| form(&cursor, "holds no number"))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(FilesError::Disk { path: cursor, error }),
    };
    let call = Call { state: state.clone(), by: system.clone() };
    loop {
        let (role, kind) = (system.role, String::new());
        let wanted = Wanted { role, after, kind, limit: HANDED_OUT_AT_ONCE_MAX };
        let orders = hand_out(&call, wanted, Duration::ZERO).await.map_err(BankError::from)?;
        let Some(last) = orders.last().and_then(|order| order.seq) else { return Ok(exported) };
        for order in orders {
            if order.is_open() {
                write_order(&call, order, (folder, written_as), &mut left).await?;
                exported += 1;
            }
        }
        after = last;
        write_whole(&cursor, format!("{after}\n").as_bytes())?;
    }
}

/// The file of a folder that keeps the number of the last order of a system in it. Another system, and the same one in
/// another role, is handed other orders, whose numbers lie between.
fn cursor(folder: &Path, System { name, role, .. }: &System) -> PathBuf {
    folder.join(format!(".{name}.{}.after", role.as_str()))
}

/// Writes an order, and tells of its documents that have left for the archive.
async fn write_order(
    call: &Call,
    order: Order,
    (folder, written_as): (&Path, Form),
    left: &mut impl FnMut(&str),
) -> Result<(), FilesError> {
    let (id, number) = (order.id.clone(), order.seq.unwrap_or_default());
    if written_as.with_documents {
        // Before the order, so that whoever finds it finds them.
        let listed = documents(call, &id).await.map_err(BankError::from)?.unwrap_or_default();
        for (place, listed) in (1..).zip(listed) {
            let Some(found) = document(call, &id, place).await.map_err(BankError::from)? else {
                left(&format!("{id}: {}", listed.name));
                continue;
            };
            let name = format!("{number:012}-{id}.{place}.{}", ending(&found.name));
            write_whole(&folder.join(name), &found.content.unwrap_or_default())?;
        }
    }
    if written_as.as_xml {
        match written(call, &id).await {
            Ok(text) => {
                return write_whole(&folder.join(format!("{number:012}-{id}.xml")), text.as_bytes());
            }
            // A moment later it may be written: a payment is no JSON because the database was busy.
            Err(error @ (BankError::StandsStill | BankError::Edge(EdgeError::Unavailable))) => {
                return Err(error.into());
            }
            Err(_) => {}
        }
    }
    let internal = |error: serde_json::Error| FilesError::Bank(error.to_string());
    let order = BankOrder::try_from(order).map_err(internal)?;
    let mut order = serde_json::to_value(order).map_err(internal)?;
    if order.pointer("/payload/partsCount").is_some() {
        order["parts"] = Value::Array(all_parts(call, &id).await.map_err(BankError::from)?);
    }
    write_whole(&folder.join(format!("{number:012}-{id}.json")), order.to_string().as_bytes())
}

/// Takes the answers of a file: a message of ISO 20022, or what `POST /bank/v1/answers` takes. What became of them is
/// written beside it, into a file of the same name with `.receipt.json` after it; returns its path.
pub async fn take(state: &BankState, system: &System, path: &Path) -> Result<PathBuf, FilesError> {
    let mut bytes = Vec::new();
    let most = u64::try_from(BODY_BYTES_MAX).unwrap_or(u64::MAX);
    let disk = |error: io::Error| FilesError::Disk { path: path.to_owned(), error };
    File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(disk)?;
    if bytes.len() > BODY_BYTES_MAX {
        return Err(form(path, &format!("has more than {BODY_BYTES_MAX} bytes")));
    }
    // Editors of some systems begin a file with a byte order mark, which JSON has not.
    let json = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
    let is_json = json.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    let call = Call { state: state.clone(), by: system.clone() };
    let receipt = if is_json {
        let answers: BankAnswers =
            parse_json(&bytes).map_err(|error| form(path, &BankError::from(error).told().2))?;
        receipt(&answered(&call, answers).await?)
    } else {
        receipt(&message(&call, bytes.into(), None).await?)
    };
    let mut name = path.as_os_str().to_owned();
    name.push(".receipt.json");
    let told = PathBuf::from(name);
    write_whole(&told, receipt?.as_bytes())?;
    Ok(told)
}

fn receipt(told: &impl Serialize) -> Result<String, FilesError> {
    serde_json::to_string(told).map_err(|error| FilesError::Bank(error.to_string()))
}

fn form(path: &Path, reason: &str) -> FilesError {
    FilesError::Form { path: path.to_owned(), reason: reason.to_owned() }
}

/// Writes a file that is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FilesError> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    });
    written.map_err(|error| FilesError::Disk { path: path.to_owned(), error })
}
