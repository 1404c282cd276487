//! The folder of an archive: a manifest, a lock, and a folder of files for each kind.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use kernel::hexadecimal;

use crate::RetentionError;
use crate::manifest::{Manifest, UnitLine, abandoned_line, first_line, sha256, unit_line};
use crate::unit::ReadUnit;

pub(crate) const MANIFEST: &str = "manifest.jsonl";
const LOCK: &str = "lock";
/// The end of the name of a unit's file.
const UNIT_ENDING: &str = ".jsonl.gz";
/// The most bytes that a file may have when it is unpacked.
pub(crate) const CONTENT_BYTES_MAX: u64 = 4 * 1024 * 1024 * 1024;

/// A folder that this process alone writes to.
#[derive(Debug)]
pub struct ArchiveFolder {
    path: PathBuf,
    manifest: Manifest,
    _lock: File,
}

impl ArchiveFolder {
    /// Opens a folder; one that is not there or empty becomes an archive with the identifier `new_archive`.
    ///
    /// # Errors
    /// The disk's; or the folder is in use, or its manifest is not as it was left or gone.
    pub fn open(path: &Path, new_archive: &str) -> Result<Self, RetentionError> {
        make_folder(path)?;
        let lock = claimed(&path.join(LOCK))?;
        let place = path.join(MANIFEST);
        if !place.exists() {
            if has_units(path) {
                let reason =
                    "its manifest is gone, and a new one would write over its files: take a new folder";
                return Err(RetentionError::Damaged(reason.to_owned()));
            }
            write_durably(&place, format!("{}\n", first_line(new_archive)).as_bytes())?;
            sync_folder(path)?;
        }
        let text = read_text(&place)?;
        let manifest = Manifest::read(&text).map_err(RetentionError::Damaged)?;
        if manifest.whole_bytes < text.len() {
            // A kill tore the line: its unit was never deleted.
            let file = OpenOptions::new().write(true).open(&place);
            let cut = file.and_then(|file| {
                file.set_len(manifest.whole_bytes.try_into().unwrap_or(u64::MAX))?;
                file.sync_all()
            });
            cut.map_err(|error| RetentionError::disk(&place, &error))?;
        }
        Ok(Self { path: path.to_owned(), manifest, _lock: lock })
    }

    pub fn archive(&self) -> &str {
        &self.manifest.archive
    }

    /// Returns the last units that count, the last one first, each with the digest of its line.
    pub(crate) fn last_units(&self) -> impl Iterator<Item = &(UnitLine, [u8; 32])> {
        self.manifest.units.iter().rev()
    }

    /// Writes the file of the next unit, forces it to the disk and reads it back. The manifest does not have it yet.
    pub(crate) fn write_file(&self, kind: &str, unit: &ReadUnit) -> Result<UnitLine, RetentionError> {
        let number = self.manifest.last_number + 1;
        let file = format!("{kind}/{number:08}{UNIT_ENDING}");
        let (place, folder) = (self.path.join(&file), self.path.join(kind));
        make_folder(&folder)?;
        let bytes = pack(&unit.content).map_err(|error| RetentionError::disk(&place, &error))?;
        write_durably(&place, &bytes)?;
        sync_folder(&folder)?;
        sync_folder(&self.path)?;
        let line = UnitLine {
            number,
            kind: kind.to_owned(),
            file,
            file_bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            file_sha256: hexadecimal(&sha256(&bytes)),
            content_sha256: hexadecimal(&sha256(unit.content.as_bytes())),
            rows: unit.rows.iter().map(|(table, count)| ((*table).to_owned(), *count)).collect(),
            from: unit.from,
            through: unit.through,
        };
        read_back(&self.path, &line)?;
        Ok(line)
    }

    /// Adds the line of a unit to the manifest, forces it to the disk and returns its digest.
    pub(crate) fn note(&mut self, unit: UnitLine) -> Result<[u8; 32], RetentionError> {
        let line = unit_line(&unit, &self.manifest.last_sha256);
        let digest = self.add_line(&line)?;
        self.manifest.last_number = unit.number;
        self.manifest.units.push((unit, digest));
        Ok(digest)
    }

    /// Takes the last unit back, whose rows are still in the database. Its file stays, under another name.
    pub(crate) fn abandon_last(&mut self) -> Result<(), RetentionError> {
        let Some((unit, _)) = self.manifest.units.last().cloned() else { return Ok(()) };
        let line = abandoned_line(unit.number, &self.manifest.last_sha256);
        self.add_line(&line)?;
        self.manifest.units.pop();
        let (from, to) = (self.path.join(&unit.file), self.path.join(format!("{}.abandoned", unit.file)));
        fs::rename(&from, to).map_err(|error| RetentionError::disk(&from, &error))
    }

    fn add_line(&mut self, line: &str) -> Result<[u8; 32], RetentionError> {
        let place = self.path.join(MANIFEST);
        let written = OpenOptions::new().append(true).open(&place).and_then(|mut file| {
            file.write_all(format!("{line}\n").as_bytes())?;
            file.sync_all()
        });
        written.map_err(|error| RetentionError::disk(&place, &error))?;
        self.manifest.last_sha256 = sha256(line.as_bytes());
        Ok(self.manifest.last_sha256)
    }
}

/// Reads the file of a unit and compares it with its line. Returns its content.
pub(crate) fn read_back(folder: &Path, unit: &UnitLine) -> Result<String, RetentionError> {
    let place = folder.join(&unit.file);
    let damaged = |reason: &str| RetentionError::Damaged(format!("{}: {reason}", unit.file));
    let bytes = fs::read(&place).map_err(|error| RetentionError::disk(&place, &error))?;
    if hexadecimal(&sha256(&bytes)) != unit.file_sha256 {
        return Err(damaged("its digest is not that of the manifest"));
    }
    let mut content = String::new();
    let mut unpacked = GzDecoder::new(bytes.as_slice()).take(CONTENT_BYTES_MAX);
    unpacked.read_to_string(&mut content).map_err(|_| damaged("it cannot be unpacked"))?;
    if hexadecimal(&sha256(content.as_bytes())) != unit.content_sha256 {
        return Err(damaged("the digest of its content is not that of the manifest"));
    }
    Ok(content)
}

pub(crate) fn read_text(place: &Path) -> Result<String, RetentionError> {
    fs::read_to_string(place).map_err(|error| RetentionError::disk(place, &error))
}

fn pack(content: &str) -> std::io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(content.as_bytes())?;
    packer.finish()
}

/// Tells whether a folder in this one has files of units.
fn has_units(path: &Path) -> bool {
    let within =
        |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_unit = |file: PathBuf| file.to_string_lossy().ends_with(UNIT_ENDING);
    within(path).any(|folder| within(&folder).any(is_unit))
}

/// Makes a folder that its owner alone may read: an archive has names and accounts of people.
fn make_folder(path: &Path) -> Result<(), RetentionError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.map_err(|error| RetentionError::disk(path, &error))
}

fn claimed(path: &Path) -> Result<File, RetentionError> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(path);
    let file = file.map_err(|error| RetentionError::disk(path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(RetentionError::Refused("another process archives into this folder".to_owned()))
        }
        Err(TryLockError::Error(error)) => Err(RetentionError::disk(path, &error)),
    }
}

/// Writes a file beside its place, forces it to the disk and moves it there.
fn write_durably(place: &Path, bytes: &[u8]) -> Result<(), RetentionError> {
    let beside = place.with_added_extension("part");
    let file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&beside);
    let written = file.and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(|error| RetentionError::disk(&beside, &error))?;
    fs::rename(&beside, place).map_err(|error| RetentionError::disk(place, &error))
}

fn sync_folder(path: &Path) -> Result<(), RetentionError> {
    File::open(path).and_then(|folder| folder.sync_all()).map_err(|error| RetentionError::disk(path, &error))
}
