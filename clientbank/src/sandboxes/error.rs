//! Errors of sandboxes, for operators at the administration port.

use std::io;
use std::path::PathBuf;

use axum::response::{IntoResponse, Response};
use edge::{EdgeError, InternalMessage};
use http::StatusCode;
use sandbox::SandboxError;
use store::StoreError;
use thiserror::Error;

use super::key::SandboxKeyError;
use crate::application::root_error::body;
use crate::application::{BuildError, ClockworkError};

#[derive(Debug, Error)]
pub enum SandboxesError {
    #[error(
        "there is no sandbox with this key: POST /sandboxes of the administration port makes it, GET lists them"
    )]
    Unknown,
    #[error("the request names two sandboxes: send one Sandbox-Key, or the Host, and not both")]
    TwoKeys,
    /// The database of the main sandbox stays away; it is tried again until it is back.
    #[error("the database of the sandbox is away, and is tried again until it is back")]
    Away,
    #[error("there is a sandbox with this key already")]
    Exists,
    #[error("there are {0} sandboxes, and sandboxes_max allows no more")]
    TooMany(usize),
    #[error("the main sandbox cannot be removed")]
    Main,
    #[error(transparent)]
    Key(#[from] SandboxKeyError),
    /// The Host may be a stranger's name that leads here.
    #[error("call this port by a number, by localhost, or by the name of api_address or identity_address")]
    Host,
    #[error("pages of other origins may not ask here")]
    Origin,
    /// The caller may not know what it asks for, as a webhook does not.
    #[error("a change is asked for with the header `Sandbox-Administration: 1`")]
    Unmeant,
    /// The clock was told nothing, or too much.
    #[error("say one of to, seconds, days, next and pace")]
    Wish,
    #[error(transparent)]
    Clock(#[from] ClockworkError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
    #[error("the seed data cannot be loaded: {0}")]
    Seed(String),
    #[error("{path}: {error}")]
    FileSystem { path: PathBuf, error: io::Error },
    #[error("the request has not the right form")]
    Edge(EdgeError),
}

impl From<EdgeError> for SandboxesError {
    fn from(error: EdgeError) -> Self {
        Self::Edge(error)
    }
}

impl SandboxesError {
    /// Returns the status of a refusal, after which the caller tries something else, or the failure that the log tells.
    fn status(self, message: &str) -> Result<StatusCode, EdgeError> {
        match self {
            Self::Unknown => Ok(StatusCode::NOT_FOUND),
            Self::Host => Ok(StatusCode::MISDIRECTED_REQUEST),
            Self::Origin | Self::Unmeant => Ok(StatusCode::FORBIDDEN),
            Self::Exists | Self::TooMany(_) | Self::Main => Ok(StatusCode::CONFLICT),
            Self::Key(_) | Self::TwoKeys | Self::Wish => Ok(StatusCode::BAD_REQUEST),
            Self::Clock(error) => clock(&error),
            Self::Away => Err(EdgeError::Unavailable),
            Self::Edge(error) => Err(error),
            Self::Build(_) | Self::Sandbox(_) | Self::Store(_) | Self::Seed(_) | Self::FileSystem { .. } => {
                Err(EdgeError::Internal(InternalMessage::new(message)))
            }
        }
    }
}

fn clock(error: &ClockworkError) -> Result<StatusCode, EdgeError> {
    match error {
        ClockworkError::NothingDue | ClockworkError::TooMuchDue(_) | ClockworkError::StillAtWork(_) => {
            Ok(StatusCode::CONFLICT)
        }
        ClockworkError::Sandbox(SandboxError::Back | SandboxError::TooFar) => Ok(StatusCode::BAD_REQUEST),
        ClockworkError::Sandbox(SandboxError::Moved) => Err(EdgeError::Unavailable),
        ClockworkError::Sandbox(_) | ClockworkError::Workers(_) | ClockworkError::Store(_) => {
            Err(EdgeError::Internal(InternalMessage::new(error.to_string())))
        }
    }
}

impl IntoResponse for SandboxesError {
    fn into_response(self) -> Response {
        let message = self.to_string();
        match self.status(&message) {
            Ok(status) => (status, body(status, &message)).into_response(),
            Err(error) => error.respond(body),
        }
    }
}
