//! A transparency log as C2SP describes it: a Merkle tree of RFC 6962 in tiles (`tlog-tiles`), checkpoints that are
//! signed notes (`tlog-checkpoint`, `signed-note`, Ed25519), and proofs that one entry is in the tree (`tlog-proof`).
//!
//! It knows no database and no clock. [`Growth`] adds leaves to the tiles of a tree, [`root`] and [`inclusion`] read
//! them through [`Tiles`], and [`folder`] is a log as files, which anybody can verify without the program that wrote
//! it.

pub mod folder;
mod hash;
mod key;
mod note;
mod proof;
mod tile;
mod tree;

pub use hash::{HASH_BYTES, Hash, leaf, node};
pub use key::{KeyError, SigningKey, VerifyingKey};
pub use note::{CHECKPOINT_BYTES_MAX, Checkpoint, NoteError};
pub use proof::{PROOF_BYTES_MAX, Proof, ProofError};
pub use tile::{Growth, TILE_WIDTH, Tiles, path};
pub use tree::{inclusion, root, root_of_path};
