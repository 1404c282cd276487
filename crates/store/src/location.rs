//! The location of the database, and the share of it that one process may use.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::postgres::read_address;

/// The location of the database: `sqlite:PATH`, or `postgres://…` with the parameters of a libpq URL.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreLocation {
    /// A file, made when absent. One process serves from it; short commands may open it beside.
    Sqlite {
        /// The file; its folder must exist. SQLite keeps `-wal` and `-shm` next to it.
        path: PathBuf,
    },
    /// PostgreSQL servers, or servers of the same protocol.
    Postgres {
        /// The connection URL. Several servers are tried in their order; with `target_session_attrs=read-write` those
        /// that take no writes are passed over. Beyond this machine TLS with `sslmode=verify-full` is the default.
        url: String,
        /// A file with the password and nothing else, read for each connection.
        password_file: Option<PathBuf>,
    },
}

/// The text names no database.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocationError {
    /// Neither of the two forms.
    #[error("a database is written sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE")]
    Form,
    /// The URL has a part that is not understood.
    #[error("the PostgreSQL URL is not understood: {0}")]
    Url(String),
    /// The URL asks for something that this program cannot do.
    #[error("the PostgreSQL URL cannot be used: {0}")]
    Refused(&'static str),
}

impl FromStr for StoreLocation {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Self, LocationError> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            return if path.is_empty() {
                Err(LocationError::Form)
            } else {
                Ok(Self::Sqlite { path: path.into() })
            };
        }
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(LocationError::Form);
        }
        read_address(text)?;
        Ok(Self::Postgres { url: text.to_owned(), password_file: None })
    }
}

impl StoreLocation {
    /// Has the password of PostgreSQL read from a file that holds nothing else.
    ///
    /// # Errors
    /// [`LocationError::Refused`] when the database has no password, or names another.
    pub fn with_password_file(self, file: PathBuf) -> Result<Self, LocationError> {
        let Self::Postgres { url, .. } = self else {
            return Err(LocationError::Refused("a password file is for PostgreSQL"));
        };
        if read_address(&url)?.has_password() {
            return Err(LocationError::Refused("the password is in it, and in a file too"));
        }
        Ok(Self::Postgres { url, password_file: Some(file) })
    }
}

/// For logs and operators: the password of a URL is left out.
impl fmt::Display for StoreLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite { path } => write!(formatter, "sqlite:{}", path.display()),
            Self::Postgres { url, .. } => {
                let place = url.split_once("://").map_or(url.as_str(), |(_, place)| place);
                // The address is read so too: its first @ ends the account. Others are in a password at a wrong place.
                let place = place.split_once('@').map_or(place, |(_, place)| place);
                let place = place.split_once('?').map_or(place, |(place, _)| place);
                let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
                write!(formatter, "postgres://{place}")
            }
        }
    }
}

impl fmt::Debug for StoreLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// The moment at which SQLite calls a commit done. PostgreSQL's server decides that for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// When the disk has it (`synchronous=FULL`): the only value for a bank.
    Full,
    /// When the operating system has it (`synchronous=OFF`): for tests, survives a killed process only.
    Off,
}

/// The limits of one process: every wait and queue of the store has its bound here.
#[derive(Clone, Debug)]
pub struct StoreLimits {
    /// Units of work (SQLite) or callers without a connection (PostgreSQL) that may wait; one more is
    /// answered [`Busy`](crate::StoreError::Busy).
    pub queue_length_max: usize,
    /// Units of work that share one commit on SQLite.
    pub batch_units_max: usize,
    /// The longest wait for a connection, a place in a commit, or on SQLite a lock of another process.
    pub wait_max: Duration,
    /// Connections that read (SQLite), and read units at work at once are half of them.
    pub sqlite_readers_max: usize,
    pub postgres_connections_max: usize,
    /// The longest attempt to reach a PostgreSQL server; when the address names several, each has the same share of it.
    pub connect_max: Duration,
    /// The longest that one statement runs on PostgreSQL.
    pub statement_max: Duration,
    /// The longest that a statement waits on PostgreSQL for a lock of another unit.
    pub lock_max: Duration,
    /// Times a unit of work is run, on PostgreSQL, when others disturb it.
    pub attempts_max: u32,
    /// Rows that one query may return; one more is an error.
    pub rows_max: usize,
    /// The moment at which SQLite calls a commit done.
    pub durability: Durability,
}

impl Default for StoreLimits {
    fn default() -> Self {
        Self {
            queue_length_max: 4_096,
            batch_units_max: 256,
            wait_max: Duration::from_secs(5),
            sqlite_readers_max: 32,
            postgres_connections_max: 32,
            connect_max: Duration::from_secs(5),
            statement_max: Duration::from_secs(30),
            lock_max: Duration::from_secs(5),
            attempts_max: 16,
            rows_max: 200_000,
            durability: Durability::Full,
        }
    }
}

#[cfg(test)]
mod tests;
