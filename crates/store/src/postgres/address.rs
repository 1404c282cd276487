//! The database address as libpq reads it: several servers, and which of them fit.

use std::error::Error;
use std::str::FromStr as _;

use tokio_postgres::Config;
use tokio_postgres::config::{LoadBalanceHosts, TargetSessionAttrs};

use super::route::Route;
use super::security::Security;
use crate::LocationError;

/// The most servers that one address names.
const SERVERS_MAX: usize = 16;
/// The setting by which a session only reads unless a transaction says otherwise. The program sets it itself.
const READ_ONLY: &str = "transaction_read_only";

#[derive(Debug)]
pub(crate) struct Address {
    pub(super) config: Config,
    pub(super) security: Security,
    pub(super) route: Route,
}

impl Address {
    /// Tells whether it holds a password, or a file of them.
    pub(crate) fn has_password(&self) -> bool {
        self.config.get_password().is_some() || self.security.passfile.is_some()
    }
}

/// Reads the address and refuses settings that this program cannot honour.
pub(crate) fn read(url: &str) -> Result<Address, LocationError> {
    let (url, route) = Route::take_from(url)?;
    let (url, security) = Security::take_from(&url)?;
    let config = Config::from_str(&url).map_err(|error| {
        let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
        let known =
            if cause.contains("target_session_attrs") { "; known are any and read-write" } else { "" };
        LocationError::Url(format!("{error}{cause}{known}"))
    })?;
    if config.get_target_session_attrs() == TargetSessionAttrs::ReadOnly {
        return Err(refused(
            "target_session_attrs=read-only: this program writes; known are any and read-write",
        ));
    }
    if config.get_load_balance_hosts() != LoadBalanceHosts::Disable {
        return Err(refused(
            "load_balance_hosts: the servers are tried in the order in which they are named",
        ));
    }
    if config.get_options().is_some_and(sets_read_only) {
        return Err(refused(
            "options must not set default_transaction_read_only: the program does, and what it writes says so",
        ));
    }
    if route == Route::Pooled && config.get_options().is_some() {
        return Err(refused("options do not pass a pooler: set them for the role (alter role … set …)"));
    }
    let (names, addresses) = (config.get_hosts().len(), config.get_hostaddrs().len());
    let (servers, ports) = (names.max(addresses), config.get_ports().len());
    if servers == 0 {
        return Err(refused("it names no server"));
    }
    if servers > SERVERS_MAX {
        return Err(refused("it names more than 16 servers"));
    }
    if (names > 0 && addresses > 0 && names != addresses) || (ports > 1 && ports != servers) {
        return Err(refused("host, hostaddr and port name different numbers of servers"));
    }
    if security.passfile.is_some() && config.get_password().is_some() {
        return Err(refused("the password is in it, and passfile names another"));
    }
    Ok(Address { config, security, route })
}

fn refused(reason: &'static str) -> LocationError {
    LocationError::Refused(reason)
}

/// Tells whether the options set [`READ_ONLY`] or its default: PostgreSQL takes `-c` and `--`, capitals, hyphens for
/// underscores, and backslashes before any character.
fn sets_read_only(options: &str) -> bool {
    let plain = options.replace('\\', "").replace('-', "_").to_ascii_lowercase();
    plain.contains(READ_ONLY)
}

#[cfg(test)]
mod tests;
