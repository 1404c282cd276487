//! The way to the server: straight, or through a pooler.

use super::parameters;
use crate::LocationError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// Each connection is a session of the server: it has the settings that the program sends, and keeps statements.
    Direct,
    /// A pooler such as PgBouncer lends a session of the server for each transaction (`pooler=transaction`). The next
    /// one may find another session, so that nothing may stay in it, and its settings are those of the role.
    Pooled,
}

impl Route {
    pub(super) fn take_from(url: &str) -> Result<(String, Self), LocationError> {
        let mut route = Self::Direct;
        let rest = parameters::take(url, |name, value| {
            if name != "pooler" {
                return Ok(false);
            }
            route = match value {
                "none" => Self::Direct,
                "transaction" => Self::Pooled,
                _ => return Err(LocationError::Refused("pooler: known are none and transaction")),
            };
            Ok(true)
        })?;
        Ok((rest, route))
    }
}

#[cfg(test)]
mod tests;
