//! The bytes of an entry that its leaf is the hash of.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::StoredEntry;

/// The members in the order in which they are written. Details may be long and personal, so their hash stands for them.
#[derive(Serialize)]
struct Leaf<'a> {
    id: String,
    at_us: i64,
    actor_kind: &'a str,
    actor_id: Option<&'a str>,
    action: &'a str,
    object_kind: &'a str,
    object_id: &'a str,
    cnum: Option<&'a str>,
    address: Option<&'a str>,
    trace_id: Option<&'a str>,
    detail_sha256: String,
}

/// The entry as a leaf of the log: one JSON object without white space.
pub fn leaf_of(entry: &StoredEntry) -> Vec<u8> {
    let leaf = Leaf {
        id: entry.id.to_string(),
        at_us: entry.at.microseconds(),
        actor_kind: &entry.actor_kind,
        actor_id: entry.actor_id.as_deref(),
        action: &entry.action,
        object_kind: &entry.object_kind,
        object_id: &entry.object_id,
        cnum: entry.company.as_ref().map(kernel::Cnum::as_str),
        address: entry.address.as_deref(),
        trace_id: entry.trace_id.as_deref(),
        detail_sha256: kernel::hexadecimal(&Sha256::digest(&entry.detail)),
    };
    // Texts and numbers always have a JSON form.
    serde_json::to_vec(&leaf).unwrap_or_default()
}
