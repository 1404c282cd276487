//! Failures of use cases.

use clients::signatures::SignatureError;
use jobs::JobError;
use orders::OrderError;
use store::StoreError;

use crate::broken_rule::BrokenRule;
use crate::document::TemplateError;

/// Error of a use case: a rule that the caller broke, or a fault of the bank's side.
#[derive(Debug)]
pub enum Failure {
    /// The caller asked for something that is not to be had.
    Rule(BrokenRule),
    Store(StoreError),
    Signature(SignatureError),
    /// The document could not be made: a fault of the template or of the plan's texts.
    Document(String),
}

impl From<BrokenRule> for Failure {
    fn from(rule: BrokenRule) -> Self {
        Self::Rule(rule)
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

impl From<SignatureError> for Failure {
    fn from(fault: SignatureError) -> Self {
        Self::Signature(fault)
    }
}

/// Takes a broken rule for a failure like any other: a worker asks for nothing that can be refused.
impl From<Failure> for JobError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => Self::Store(error),
            Failure::Rule(rule) => Self::Failed(format!("refused: {rule:?}")),
            Failure::Signature(fault) => Self::Failed(fault.code().to_owned()),
            Failure::Document(reason) => Self::Failed(reason),
        }
    }
}

/// Takes a broken rule for a failure too: what an answer may not ask for is refused before.
impl From<Failure> for OrderError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => Self::Store(error),
            other => Self::Failed(format!("{other:?}")),
        }
    }
}
