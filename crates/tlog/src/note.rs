//! Checkpoints: the size and root of a log at a moment, signed (C2SP `tlog-checkpoint`).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::hash::Hash;
use crate::key::{SigningKey, VerifyingKey};

/// The most bytes of a checkpoint that is read.
pub const CHECKPOINT_BYTES_MAX: usize = 4_096;
/// The beginning of the line after the root in a checkpoint whose folder has the entries from a place on alone.
const BEGINS: &str = "begins ";

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    #[error("the checkpoint is no signed note of a log")]
    Form,
    #[error("the checkpoint is not signed by this key")]
    Signature,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Leaves.
    pub size: u64,
    /// The root of the tree with them.
    pub root: Hash,
}

impl Checkpoint {
    pub fn signed(&self, key: &SigningKey) -> String {
        self.signed_beginning(key, 0)
    }

    /// Signs the state of a folder that has the entries from the place `begins` on; of those before, the hashes alone.
    pub fn signed_beginning(&self, key: &SigningKey, begins: u64) -> String {
        let (name, root) = (key.verifying().name(), STANDARD.encode(self.root));
        let begins = if begins == 0 { String::new() } else { format!("{BEGINS}{begins}\n") };
        let text = format!("{name}\n{}\n{root}\n{begins}", self.size);
        format!("{text}\n{}", key.line(&text))
    }

    /// The place of the first entry that the folder of a verified checkpoint has.
    pub fn begins(note: &str) -> u64 {
        let line = note.lines().nth(3).and_then(|line| line.strip_prefix(BEGINS));
        line.and_then(|place| place.parse().ok()).unwrap_or(0)
    }

    /// Reads one that `key` has signed.
    ///
    /// # Errors
    /// It has another form, is of another log, or has no signature by the key.
    pub fn verified(note: &str, key: &VerifyingKey) -> Result<Self, NoteError> {
        if note.len() > CHECKPOINT_BYTES_MAX {
            return Err(NoteError::Form);
        }
        let (text, signatures) = note.split_once("\n\n").ok_or(NoteError::Form)?;
        // Nothing but signatures comes after the empty line, so that no byte of a note can be another unseen.
        if !signatures.ends_with('\n') || !signatures.lines().all(|line| line.starts_with("— ")) {
            return Err(NoteError::Form);
        }
        let text = format!("{text}\n");
        let mut lines = text.lines();
        let (Some(name), Some(size), Some(root)) = (lines.next(), lines.next(), lines.next()) else {
            return Err(NoteError::Form);
        };
        if name != key.name() || !signatures.lines().any(|line| key.has_signed(line, &text)) {
            return Err(NoteError::Signature);
        }
        let number: u64 = size.parse().map_err(|_| NoteError::Form)?;
        let root = STANDARD.decode(root).map_err(|_| NoteError::Form)?;
        let root = root.try_into().map_err(|_| NoteError::Form)?;
        if number.to_string() == size { Ok(Self { size: number, root }) } else { Err(NoteError::Form) }
    }
}
