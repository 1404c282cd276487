//! Copies of an SQLite database: made beside a live server from one snapshot, and proved whole.

use std::fmt::Display;
use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::connection;
use super::statement::error_of;
use crate::private_file::{FileOwner, beside, create_private, place_new, remove_if_there};
use crate::{Result, StoreError, StoreLimits};

/// The most faults of each sort that are looked for in a damaged file.
pub const SQLITE_FAULTS_MAX: usize = 20;

/// Copies the database at `from` into a new file at `to`, as it is at this moment, while others go on reading and
/// writing. Whoever looks at `to` finds nothing or all of it, on the disk. Only its `owner` can read it.
///
/// # Errors
/// [`StoreError::Unavailable`] when `from` is no database or `to` is there already, and when the disk is full.
pub fn copy_sqlite(from: &Path, to: &Path, limits: &StoreLimits, owner: FileOwner) -> Result<()> {
    let unwritten = |path: &Path, error: &dyn Display| {
        StoreError::Unavailable(format!("{} cannot be written: {error}", path.display()))
    };
    if to.exists() {
        return Err(StoreError::Unavailable(format!("{} is there already", to.display())));
    }
    let part = beside(to, ".part");
    // Rest of a copy that was cut off.
    remove_if_there(&part).map_err(|error| unwritten(&part, &error))?;
    create_private(&part, owner).map_err(|error| unwritten(&part, &error))?;
    let source = connection::open_reader(from, limits)?;
    let name = part.to_str().ok_or_else(|| StoreError::Unavailable("a path is not UTF-8".to_owned()))?;
    source.execute("vacuum into ?1", [name]).map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => unwritten(to, &error),
        _ => error_of("copy", &error),
    })?;
    drop(source);
    place_new(&part, to).map_err(|error| unwritten(to, &error))
}

/// Proves that the file is a whole database: every page, every index and every reference. Returns what is wrong,
/// at most [`SQLITE_FAULTS_MAX`] faults in pages and indexes, and as many in references.
///
/// # Errors
/// [`StoreError::Unavailable`] when it cannot be read as a database at all.
pub fn faults_of_sqlite(path: &Path) -> Result<Vec<String>> {
    let read = || -> rusqlite::Result<Vec<String>> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        let mut faults = Vec::new();
        let mut integrity = connection.prepare("pragma integrity_check")?;
        for line in integrity.query_map([], |row| row.get::<_, String>(0))?.take(SQLITE_FAULTS_MAX) {
            faults.push(line?);
        }
        faults.retain(|line| line != "ok");
        let mut references = connection.prepare("pragma foreign_key_check")?;
        for table in references.query_map([], |row| row.get::<_, String>(0))?.take(SQLITE_FAULTS_MAX) {
            faults.push(format!("a row of {} refers to one that is not there", table?));
        }
        Ok(faults)
    };
    read().map_err(|error| StoreError::Unavailable(format!("{} cannot be read: {error}", path.display())))
}

/// Takes the log of a database that nobody has open into its file, so that the file is all there is: it can be carried
/// away alone, and read where nobody may write.
///
/// # Errors
/// [`StoreError::Busy`] when somebody has it open, and [`StoreError::Unavailable`] when it cannot be written.
pub async fn fold_sqlite_log(path: &Path) -> Result<()> {
    let file = path.to_owned();
    // SQLite itself does not wait for others here.
    connection::while_busy(move || fold_once(&file)).await
}

fn fold_once(path: &Path) -> Result<()> {
    let fold = || -> rusqlite::Result<String> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.query_row("pragma journal_mode = delete", [], |row| row.get(0))
    };
    let mode = fold().map_err(|error| error_of("fold the log", &error))?;
    if mode == "delete" {
        return Ok(());
    }
    Err(StoreError::Unavailable(format!("{} keeps the journal mode {mode}", path.display())))
}

#[cfg(test)]
mod tests;
