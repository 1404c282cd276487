//! Takes what is over its time into a folder, unit by unit.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{Clock, Instant, from_hexadecimal};
use store::{Result, Store, Tx};
use tokio::time::sleep;

use crate::gathering::{Cut, Taken};
use crate::step::{Archived, Note, Step, Watch};
use crate::store::{begin, is_known, last};
use crate::unit::{Durable, ReadUnit, delete_unit, next_unit};
use crate::{ArchiveFolder, Kind, RetentionError};

/// Times in a row that the rows of a unit may have changed while they were archived.
const CHANGED_MAX: u32 = 10;

#[derive(Clone)]
pub struct Archiving {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// The kinds, each with the first moment that is kept.
    pub kinds: Vec<(&'static Kind, Instant)>,
    /// About so many rows make a unit.
    pub unit_rows: u32,
    /// The pause between two units, for live traffic.
    pub pause: Duration,
    /// Leaves entries in the trail.
    pub note: Note,
    /// Looks on.
    pub watch: Watch,
}

kernel::debug_shows!(Archiving { unit_rows, pause, .. });

/// Archives everything that is over its time, and calls `told` after each unit.
///
/// # Errors
/// [`RetentionError`]; whatever was archived before stays archived, and a later call goes on.
pub async fn archive(
    work: &Archiving,
    folder: &mut ArchiveFolder,
    mut told: impl FnMut(&Archived),
) -> Result<(), RetentionError> {
    settle_last(work, folder).await?;
    for (kind, before) in &work.kinds {
        // What waited for something behind it goes with a later pass.
        while one_pass(work, folder, kind, *before, &mut told).await? {}
    }
    Ok(())
}

/// Archives a kind from its oldest thing to the end. Returns whether anything left.
async fn one_pass(
    work: &Archiving,
    folder: &mut ArchiveFolder,
    kind: &'static Kind,
    before: Instant,
    told: &mut impl FnMut(&Archived),
) -> Result<bool, RetentionError> {
    let nothing_taken = Arc::new(Mutex::new(Taken::default()));
    let mut cut = Cut::new(before, work.unit_rows);
    let (mut changed, mut has_left) = (0, false);
    while let Some(read) = next_unit(&work.store, kind, &mut cut, &nothing_taken).await? {
        watched(work, Step::Read)?;
        let through = read.through;
        match one_unit(work, folder, kind, cut, read).await {
            Ok(archived) => {
                told(&archived);
                cut.go_on(through);
                (changed, has_left) = (0, true);
            }
            Err(RetentionError::Changed(_)) if changed < CHANGED_MAX => {
                changed += 1;
                folder.abandon_last()?;
            }
            Err(error) => return Err(error),
        }
        sleep(work.pause).await;
    }
    Ok(has_left)
}

async fn one_unit(
    work: &Archiving,
    folder: &mut ArchiveFolder,
    kind: &'static Kind,
    cut: Cut,
    read: ReadUnit,
) -> Result<Archived, RetentionError> {
    let line = folder.write_file(kind.name, &read)?;
    watched(work, Step::FileWritten)?;
    let archived = Archived {
        kind: kind.name,
        number: line.number,
        rows: read.rows.iter().map(|(_, count)| count).sum(),
        file_bytes: line.file_bytes,
        archive: folder.archive().to_owned(),
        through: read.through,
    };
    let content_sha256 = line.content_sha256.clone();
    let Some(file_sha256) = from_hexadecimal(line.file_sha256.as_bytes()) else {
        return Err(RetentionError::Damaged(format!("{}: its digest is none", line.file)));
    };
    let line_sha256 = folder.note(line)?;
    watched(work, Step::Noted)?;
    let (keys, noted) = (read.keys, archived.clone());
    let unit = Durable { kind, cut, keys, content_sha256, file_sha256, line_sha256, archived: noted };
    delete_unit(&work.store, unit, Arc::clone(&work.clock), Arc::clone(&work.note), Arc::clone(&work.watch))
        .await?;
    watched(work, Step::Deleted)?;
    Ok(archived)
}

/// Compares the end of the manifest with the database. A kill between the two leaves one unit that the manifest has and
/// the database does not: its rows were never deleted, so it is taken back and they are archived anew.
async fn settle_last(work: &Archiving, folder: &mut ArchiveFolder) -> Result<(), RetentionError> {
    let archive = folder.archive().to_owned();
    let is_new = folder.last_units().next().is_none();
    let now = work.clock.now();
    let compare = move |tx: &mut Tx| -> Result<_> {
        if is_new {
            begin(tx, &archive, now)?;
        }
        Ok((is_known(tx, &archive)?, last(tx, &archive)?))
    };
    let (is_known, known) = work.store.write("retention.last", compare).await?;
    let mut units = folder.last_units().map(|(unit, digest)| (unit.number, digest.to_vec()));
    let (newest, before) = (units.next(), units.next());
    drop(units);
    if is_known && known == newest {
        return Ok(());
    }
    if is_known && known == before {
        return folder.abandon_last();
    }
    Err(RetentionError::Damaged(
        "its last unit is not the one that this database knows: it is the archive of another database, or one of \
             the two was restored from a backup; take a new folder"
                .to_owned(),
    ))
}

fn watched(work: &Archiving, step: Step) -> Result<(), RetentionError> {
    (work.watch)(step).map_err(RetentionError::Stopped)
}
