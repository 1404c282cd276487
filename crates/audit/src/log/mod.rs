//! The trail as a transparency log (LIF-08): each entry gets a place and a leaf in a Merkle tree, a moment after its
//! commit and in bunches. What leaves the database as a signed checkpoint can never be changed unseen afterwards.
//!
//! Writers of entries do not wait for it: [`cover`] reads what is there and has no place yet. Several processes take
//! turns at one row.

mod cover;
mod export;
mod leaf;
mod store;
mod verify;

pub use self::store::{LoggedEntry, place_of, size};
pub use cover::{Coverage, STRAGGLERS_S, cover, cover_past};
pub use export::{Export, ExportError, export};
pub use leaf::leaf_of;
pub use verify::{LogProof, prove, root_at, verify};

pub(crate) use self::store::QUERIES;
