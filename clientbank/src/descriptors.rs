//! Divides the process's descriptors among connections and files.
//!
//! Every connection is a descriptor, and a process that has none left can neither accept, nor read its files, nor
//! open a connection to the database. So connections of callers get what is left after the rest.

use edge::ServeLimits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use store::{StoreLimits, StoreLocation};

/// Connections at once to the administration port: probes and scrapes must find a place when callers have taken theirs.
pub const ADMINISTRATION_CONNECTIONS_MAX: usize = 64;

/// Descriptors kept for files: the three streams, listeners, the runtime's own, imports, templates, temporary files.
const FILES_KEPT: usize = 64;

/// Descriptors of one connection to SQLite: the database, its write-ahead log, its shared memory.
const FILES_OF_SQLITE_CONNECTION: usize = 3;

/// Connections to SQLite beside the readers: the writer, and one to spare.
const SQLITE_CONNECTIONS_BESIDE: usize = 2;

/// Connections to PostgreSQL beside the pool, while an old one ends and a new one begins.
const POSTGRES_CONNECTIONS_BESIDE: usize = 8;

/// The share of a listener's connections that one address may hold where descriptors are few.
const ADDRESS_SHARE: usize = 4;

/// Reads the number of descriptors that the process may have open; nothing when there is no limit.
pub fn allowed() -> Option<usize> {
    getrlimit(Resource::Nofile).current.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

/// Lets the process have as many as the operating system lets it take. The soft limit is there for programs that cannot
/// count beyond 1,024, which this one can.
pub fn raise() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!("the limit of open files stays at {current:?}: {error}");
    }
}

/// `limits` of each of the `listeners` for callers, with no more connections than there are descriptors for. Says so
/// when that is less than was asked for.
pub fn fitted(
    (limits, listeners): (ServeLimits, usize),
    allowed: Option<usize>,
    location: &StoreLocation,
    store: &StoreLimits,
) -> ServeLimits {
    let Some(allowed) = allowed else { return limits };
    let kept = FILES_KEPT + ADMINISTRATION_CONNECTIONS_MAX + of_database(location, store);
    let most = (allowed.saturating_sub(kept) / listeners).max(1);
    if limits.connections_max <= most {
        return limits;
    }
    let per_address = limits.connections_per_address_max.min((most / ADDRESS_SHARE).max(1));
    tracing::warn!(
        "connections_max {} does not fit: of {allowed} open files {kept} are kept for the database, health and files. \
         Each listener takes {most} connections at once, {per_address} of one address. A higher hard limit of open \
         files (LimitNOFILE, ulimit -Hn) lets it take more",
        limits.connections_max
    );
    ServeLimits { connections_max: most, connections_per_address_max: per_address, ..limits }
}

fn of_database(location: &StoreLocation, limits: &StoreLimits) -> usize {
    match location {
        StoreLocation::Sqlite { .. } => limits
            .sqlite_readers_max
            .saturating_add(SQLITE_CONNECTIONS_BESIDE)
            .saturating_mul(FILES_OF_SQLITE_CONNECTION),
        StoreLocation::Postgres { .. } => {
            limits.postgres_connections_max.saturating_add(POSTGRES_CONNECTIONS_BESIDE)
        }
    }
}

#[cfg(test)]
mod tests;
