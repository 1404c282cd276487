//! The error of a program that cannot start.

use edge::KeyError;
use identity::OpenError;
use iso20022::SchemaError;
use store::StoreError;
use tariff_requests::document::{FolderError, TemplateError};
use thiserror::Error;

use crate::configuration::ConfigurationError;

/// Error of a program that cannot start.
#[derive(Debug, Error)]
pub enum BuildError {
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    #[error("identity cannot start: {0}")]
    Identity(#[from] OpenError),
    #[error("the signing keys cannot be read: {0}")]
    Keys(String),
    /// The public keys in the database are no keys.
    #[error("the verifier refuses the signing keys: {0}")]
    Verifier(#[from] KeyError),
    #[error("the message definitions cannot be read: {0}")]
    Schema(#[from] SchemaError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error("the templates of documents cannot be used: {0}")]
    Templates(#[from] FolderError),
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
    #[error("webhooks cannot be delivered: {0}")]
    Trust(String),
    #[error("orders: {0}")]
    Orders(#[from] orders::PlayersError),
    #[error(
        "accounts: the accounts of this database are kept by the {0} for as long as it lives: what customers were told \
         would come from other books"
    )]
    OtherKeeper(&'static str),
    /// The log of the trail has no key.
    #[error("trail_log: {0}")]
    TrailLog(String),
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}
