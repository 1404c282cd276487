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
    /// A setting is missing.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// Identity cannot open its keys or make the first ones.
    #[error("identity cannot start: {0}")]
    Identity(#[from] OpenError),
    #[error("the signing keys cannot be read: {0}")]
    Keys(String),
    /// The public keys in the database are no keys.
    #[error("the verifier refuses the signing keys: {0}")]
    Verifier(#[from] KeyError),
    #[error("the message definitions cannot be read: {0}")]
    Schema(#[from] SchemaError),
    /// A template of documents that comes with the program cannot be used.
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error("the templates of documents cannot be used: {0}")]
    Templates(#[from] FolderError),
    /// The database is of the other kind.
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
    /// No protocol of TLS can be spoken, for webhooks.
    #[error("webhooks cannot be delivered: {0}")]
    Trust(String),
    /// The setting `orders` does not say who answers.
    #[error("orders: {0}")]
    Orders(#[from] orders::PlayersError),
    /// The accounts of the database have another keeper than the setting says.
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
