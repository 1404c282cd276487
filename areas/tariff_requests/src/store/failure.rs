//! Why a unit of work did not come to its end.

use clients::signatures::SignatureFault;
use jobs::JobError;
use store::StoreError;

use crate::document::{PrintError, TemplateError};
use crate::refusal::Refusal;

/// A rule that the caller broke, or a fault of the bank's side.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The caller asked for something that is not to be had.
    Refused(Refusal),
    /// The database failed.
    Store(StoreError),
    /// A signature that was handed in is not one.
    Signature(SignatureFault),
    /// The document could not be made: a fault of the template or of the plan's texts.
    Document(String),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TemplateError> for Failure {
    fn from(error: TemplateError) -> Self {
        Self::Document(error.to_string())
    }
}

impl From<PrintError> for Failure {
    fn from(error: PrintError) -> Self {
        Self::Document(error.to_string())
    }
}

impl From<SignatureFault> for Failure {
    fn from(fault: SignatureFault) -> Self {
        Self::Signature(fault)
    }
}

/// A worker asks for nothing that can be refused, so a refusal there is as much a fault as any other.
impl From<Failure> for JobError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => Self::Store(error),
            Failure::Refused(refusal) => Self::Failed(format!("refused: {refusal:?}")),
            Failure::Signature(fault) => Self::Failed(fault.code().to_owned()),
            Failure::Document(reason) => Self::Failed(reason),
        }
    }
}
