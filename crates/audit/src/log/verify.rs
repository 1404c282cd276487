//! Compares the trail with its log, and proves single entries.

use store::{Result, Store, StoreError, Tx, params};
use tlog::{Checkpoint, HASH_BYTES, Proof, SigningKey, TILE_WIDTH, Tiles as _, inclusion, root};

use super::leaf::leaf_of;
use super::store::{LEAF_OF_ENTRY, LOG_ARCHIVED, LOG_SIZE, StoredTiles, UNCOVERED_COUNT, placed};

/// Tiles of 256 entries that one unit of work compares.
const TILES_AT_ONCE: u64 = 20;
const FINDINGS_MAX: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogProof {
    /// Entries that have a place.
    pub size: u64,
    /// Those that are in an archive.
    pub archived: u64,
    pub root: Option<tlog::Hash>,
    /// Entries that have no place yet.
    pub uncovered: u64,
    pub findings: Vec<String>,
}

pub async fn verify(store: &Store) -> Result<LogProof> {
    let mut proof = store
        .read("audit.log", |tx: &mut Tx| {
            let size = tx.select_one(&LOG_SIZE, params![])?;
            let root = root(&mut StoredTiles(tx), size)?;
            // It looks at every entry there is.
            tx.survey_at_length()?;
            let uncovered = tx.select_one(&UNCOVERED_COUNT, params![i64::MIN, i64::MAX])?;
            Ok::<_, StoreError>(LogProof { size, root, uncovered, ..LogProof::default() })
        })
        .await?;
    if proof.size > 0 && proof.root.is_none() {
        proof.findings.push("tiles of the log are missing".to_owned());
    }
    let mut first = 0;
    while first < proof.size && proof.findings.len() < FINDINGS_MAX {
        let end = proof.size.min(first + TILES_AT_ONCE * TILE_WIDTH);
        let (archived, found) = store.read("audit.log", move |tx: &mut Tx| compare(tx, first, end)).await?;
        proof.archived += archived;
        proof.findings.extend(found);
        first = end;
    }
    proof.findings.truncate(FINDINGS_MAX);
    Ok(proof)
}

/// Compares the entries from `first` to before `end`; how many of them are archived, and what is wrong.
fn compare(tx: &mut Tx, first: u64, end: u64) -> Result<(u64, Vec<String>)> {
    let archived_before = tx.select_one(&LOG_ARCHIVED, params![])?;
    let (mut archived, mut findings, mut expected) = (0, Vec::new(), first);
    let mut tile = (None, Vec::new());
    for place in placed(tx, first, end)? {
        if place.index != expected {
            findings.push(format!("places {expected} to {} of the log are missing", place.index - 1));
        }
        expected = place.index + 1;
        let Some(entry) = &place.entry else {
            if place.at < archived_before {
                archived += 1;
            } else {
                findings.push(format!("entry {} is missing, which has place {}", place.id, place.index));
            }
            continue;
        };
        let index = place.index / TILE_WIDTH;
        if tile.0 != Some(index) {
            tile = (Some(index), StoredTiles(tx).tile(0, index)?);
        }
        let at = usize::try_from(place.index % TILE_WIDTH).unwrap_or(0) * HASH_BYTES;
        if tile.1.get(at..at + HASH_BYTES) != Some(&tlog::leaf(&leaf_of(entry))[..]) {
            findings.push(format!("entry {} is another than the log has at place {}", place.id, place.index));
        }
    }
    if expected < end {
        findings.push(format!("places {expected} to {} of the log are missing", end - 1));
    }
    Ok((archived, findings))
}

/// The root of the first `size` entries; nothing when there are fewer.
pub async fn root_at(store: &Store, size: u64) -> Result<Option<tlog::Hash>> {
    store.read("audit.root", move |tx: &mut Tx| root(&mut StoredTiles(tx), size)).await
}

/// Proves that an entry is in the log: the proof has the entry in it, as its leaf, and a checkpoint of now. Nothing for
/// one that has no place yet.
pub async fn prove(store: &Store, id: &str, key: &SigningKey) -> Result<Option<Proof>> {
    let id = id.to_owned();
    let found = store
        .read("audit.prove", move |tx: &mut Tx| {
            let index: Option<u64> = tx.select_optional(&LEAF_OF_ENTRY, params![id.as_str()])?;
            let Some(index) = index else { return Ok(None) };
            let size = tx.select_one(&LOG_SIZE, params![])?;
            let place = placed(tx, index, index.saturating_add(1))?.pop();
            let path = inclusion(&mut StoredTiles(tx), index, size)?;
            let root = root(&mut StoredTiles(tx), size)?;
            let entry = place.and_then(|place| place.entry);
            Ok::<_, StoreError>(match (entry, path, root) {
                (Some(entry), Some(path), Some(root)) => {
                    Some((entry, index, path, Checkpoint { size, root }))
                }
                _ => None,
            })
        })
        .await?;
    let proof = |(entry, index, path, checkpoint): (_, _, _, Checkpoint)| Proof {
        index,
        path,
        checkpoint: checkpoint.signed(key),
        extra: leaf_of(&entry),
    };
    Ok(found.map(proof))
}
