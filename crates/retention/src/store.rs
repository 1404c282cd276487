//! The table of archived units.

use kernel::Instant;
use store::{Result, Tx, params};

use crate::step::Archived;

store::migrations! { "retention": 1 "units that left for an archive" "../migrations/0001_baseline.sql" }

store::queries! {
    RETENTION_UNIT_INSERT = "insert into retention_units (archive_id, number, kind, rows_count, file_sha256,
            line_sha256, through_us, archived_at_us)
        values ($1, $2, $3, $4, $5, $6, $7, $8)";

    RETENTION_ARCHIVE_INSERT = "insert into retention_archives (archive_id, begun_at_us) values ($1, $2)
        on conflict (archive_id) do nothing";

    /// An archive, if it is one of this database.
    RETENTION_ARCHIVE_KNOWN = "select begun_at_us from retention_archives where archive_id = $1";

    RETENTION_UNIT_LAST = "select number, line_sha256 from retention_units where archive_id = $1
        order by number desc limit 1";
}

/// Notes a unit whose rows go, with the digests of its file and of its line.
pub(crate) fn note(
    tx: &mut Tx,
    unit: &Archived,
    (file, line): ([u8; 32], [u8; 32]),
    now: Instant,
) -> Result<()> {
    let Archived { kind, number, rows, archive, through, .. } = unit;
    let values = params![archive, *number, *kind, *rows, file, line, *through, now];
    tx.execute_one(&RETENTION_UNIT_INSERT, values)
}

/// Returns the number of the last unit of an archive and the digest of its line, if the database knows one.
pub(crate) fn last(tx: &mut Tx, archive: &str) -> Result<Option<(i64, Vec<u8>)>> {
    tx.select_optional(&RETENTION_UNIT_LAST, params![archive])
}

/// Notes an archive, if it is new.
pub(crate) fn begin(tx: &mut Tx, archive: &str, now: Instant) -> Result<()> {
    tx.execute(&RETENTION_ARCHIVE_INSERT, params![archive, now]).map(drop)
}

/// Tells whether an archive is one of this database.
pub(crate) fn is_known(tx: &mut Tx, archive: &str) -> Result<bool> {
    Ok(tx.query_optional(&RETENTION_ARCHIVE_KNOWN, params![archive])?.is_some())
}
