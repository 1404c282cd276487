//! Proofs that an entry is in a log, as a text that is verified without the log (C2SP `tlog-proof`).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::hash::{Hash, leaf};
use crate::key::VerifyingKey;
use crate::note::{CHECKPOINT_BYTES_MAX, Checkpoint, NoteError};
use crate::tree::root_of_path;

/// The most bytes of a proof that is read: 64 hashes, a checkpoint and an entry.
pub const PROOF_BYTES_MAX: usize = 64 * 45 + CHECKPOINT_BYTES_MAX + 65_536 * 4 / 3 + 64;

const HEADER: &str = "c2sp.org/tlog-proof@v1";

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    #[error("the proof has another form")]
    Form,
    #[error(transparent)]
    Note(#[from] NoteError),
    #[error("the entry is not in the log at this place")]
    Entry,
}

/// The place of an entry in a log, the hashes beside its way to the root, and the checkpoint with that root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The place, from 0.
    pub index: u64,
    /// The hashes, from below.
    pub path: Vec<Hash>,
    pub checkpoint: String,
    /// Data beside the proof, such as the entry itself; nothing proves it but [`Proof::verify`].
    pub extra: Vec<u8>,
}

impl Proof {
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        if text.len() > PROOF_BYTES_MAX {
            return Err(ProofError::Form);
        }
        let (head, checkpoint) = text.split_once("\n\n").ok_or(ProofError::Form)?;
        let mut lines = head.lines().peekable();
        if lines.next() != Some(HEADER) {
            return Err(ProofError::Form);
        }
        let extra =
            lines.next_if(|line| line.starts_with("extra ")).and_then(|line| line.strip_prefix("extra "));
        let extra =
            extra.map_or(Ok(Vec::new()), |text| STANDARD.decode(text)).map_err(|_| ProofError::Form)?;
        let index = lines.next().and_then(|line| line.strip_prefix("index ")).ok_or(ProofError::Form)?;
        let hash = |line: &str| STANDARD.decode(line).ok().and_then(|hash| hash.try_into().ok());
        let path = lines.map(hash).collect::<Option<Vec<Hash>>>().ok_or(ProofError::Form)?;
        let index = index.parse().map_err(|_| ProofError::Form)?;
        Ok(Self { index, path, checkpoint: checkpoint.to_owned(), extra })
    }

    /// Proves that `entry` is in the log that signs by `key`.
    ///
    /// # Errors
    /// The checkpoint is not signed by the key, or the entry is another one than the log has at this place.
    pub fn verify(&self, entry: &[u8], key: &VerifyingKey) -> Result<Checkpoint, ProofError> {
        let checkpoint = Checkpoint::verified(&self.checkpoint, key)?;
        let root = root_of_path(&leaf(entry), self.index, checkpoint.size, &self.path);
        if root == Some(checkpoint.root) { Ok(checkpoint) } else { Err(ProofError::Entry) }
    }
}

impl std::fmt::Display for Proof {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(formatter, "{HEADER}")?;
        if !self.extra.is_empty() {
            writeln!(formatter, "extra {}", STANDARD.encode(&self.extra))?;
        }
        writeln!(formatter, "index {}", self.index)?;
        for hash in &self.path {
            writeln!(formatter, "{}", STANDARD.encode(hash))?;
        }
        write!(formatter, "\n{}", self.checkpoint)
    }
}
