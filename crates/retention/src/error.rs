//! Errors of the archive.

use std::path::Path;

use store::StoreError;
use thiserror::Error;

/// Reason for which an archive stops. Nothing is lost by it: what the database does not know as archived is still
/// there.
#[derive(Clone, Debug, Error)]
pub enum RetentionError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{path}: {reason}")]
    Disk { path: String, reason: String },
    #[error("the archive is not as it was left: {0}")]
    Damaged(String),
    /// The rows of a unit are not those that its file has: somebody changed them meanwhile.
    #[error("the rows of unit {0} changed while they were archived")]
    Changed(i64),
    /// Something has come to refer to a thing of the unit: it is gathered anew.
    #[error("something refers to what is archived")]
    Waits,
    /// A rule of the kind, or whoever leaves the entry about it, refuses the unit.
    #[error("{0}")]
    Refused(String),
    /// A test ended the work at one of its steps.
    #[error("stopped at a step: {0}")]
    Stopped(String),
}

impl RetentionError {
    /// Makes the error of a file or folder.
    pub(crate) fn disk(path: &Path, error: &std::io::Error) -> Self {
        Self::Disk { path: path.display().to_string(), reason: error.to_string() }
    }
}
