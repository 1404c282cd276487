//! Tables of identity: one file for each, SQL and rows, nothing decided.

pub mod authorization_codes;
pub mod credentials;
pub mod grants;
pub mod interactions;
pub mod invitations;
pub mod kept_forms;
pub mod known_addresses;
pub mod login_attempts;
pub mod login_history;
pub mod login_simulation;
pub mod own_sessions;
pub mod passkey_challenges;
pub mod passkeys;
pub mod people;
pub mod recovery_codes;
pub mod refreshing;
pub mod revocations;
pub mod scheme_changes;
pub mod sealed;
pub mod second_factor_offers;
pub mod sessions;
pub mod signing_keys;
pub mod user_access;
pub mod visitors;

use kernel::Instant;
use store::{Migration, MigrationTree, Query, Row, StoreError, Tx, params};

use crate::origin::Origin;

/// The tables of identity.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "identity",
    migrations: &[
        Migration {
            version: 1,
            note: "signing keys, authorization codes, sessions and revocations",
            sql: include_str!("../../migrations/0001_tokens.sql"),
        },
        Migration {
            version: 20,
            note: "credentials, counted login attempts and logins under way",
            sql: include_str!("../../migrations/0020_interaction.sql"),
        },
        Migration {
            version: 21,
            note: "codes and logins under way by their user",
            sql: include_str!("../../migrations/0021_by_user.sql"),
        },
        Migration {
            version: 22,
            note: "SQLite keeps sessions by their key",
            sql: include_str!("../../migrations/0022_sessions_by_key.sql"),
        },
        Migration {
            version: 23,
            note: "codes and logins under way by their client",
            sql: include_str!("../../migrations/0023_by_client.sql"),
        },
        Migration {
            version: 24,
            note: "attempts by session and by known address, and one login of a user at a time",
            sql: include_str!("../../migrations/0024_known_addresses.sql"),
        },
        Migration {
            version: 25,
            note: "sessions by company and client, and their end by the company",
            sql: include_str!("../../migrations/0025_company_administration.sql"),
        },
        Migration {
            version: 26,
            note: "the place and the last use of sessions, for their user",
            sql: include_str!("../../migrations/0026_own_sessions.sql"),
        },
        Migration {
            version: 28,
            note: "second factors that wait for their first code, and recovery codes",
            sql: include_str!("../../migrations/0028_recovery_codes.sql"),
        },
        Migration {
            version: 30,
            note: "the history of logins",
            sql: include_str!("../../migrations/0030_login_history.sql"),
        },
        Migration {
            version: 32,
            note: "passkeys and their challenges",
            sql: include_str!("../../migrations/0032_passkeys.sql"),
        },
        Migration {
            version: 34,
            note: "invitations of people to companies",
            sql: include_str!("../../migrations/0034_invitations.sql"),
        },
        Migration {
            version: 36,
            note: "forms that outlive their session",
            sql: include_str!("../../migrations/0036_kept_forms.sql"),
        },
        Migration {
            version: 37,
            note: "the proofs of logins under way",
            sql: include_str!("../../migrations/0037_login_way.sql"),
        },
        Migration {
            version: 38,
            note: "who has let whom into a company",
            sql: include_str!("../../migrations/0038_invited_users.sql"),
        },
        Migration {
            version: 39,
            note: "changes of signature schemes that wait for a second person",
            sql: include_str!("../../migrations/0039_scheme_changes.sql"),
        },
        Migration {
            version: 45,
            note: "passwords that open one login",
            sql: include_str!("../../migrations/0045_one_time_passwords.sql"),
        },
    ],
};

/// Every SQL text of identity, for the test that prepares them on both engines.
pub static QUERIES: &[&[&Query]] = &[
    authorization_codes::QUERIES,
    credentials::QUERIES,
    grants::QUERIES,
    interactions::QUERIES,
    invitations::QUERIES,
    kept_forms::QUERIES,
    known_addresses::QUERIES,
    login_attempts::QUERIES,
    login_history::QUERIES,
    login_simulation::QUERIES,
    own_sessions::QUERIES,
    passkey_challenges::QUERIES,
    passkeys::QUERIES,
    people::QUERIES,
    recovery_codes::QUERIES,
    refreshing::QUERIES,
    revocations::QUERIES,
    scheme_changes::QUERIES,
    sealed::QUERIES,
    second_factor_offers::QUERIES,
    sessions::QUERIES,
    signing_keys::QUERIES,
    user_access::QUERIES,
    visitors::QUERIES,
];

/// Runs one of the statements `…_PRUNE`: deletes at most `rows_max` rows that were over before `before`, and returns
/// how many.
pub fn prune(tx: &mut Tx, query: &'static Query, before: Instant, rows_max: i64) -> Result<u64, StoreError> {
    tx.execute(query, params![before, rows_max])
}

/// Reads a number of seconds.
fn seconds(row: &Row, column: &str) -> Result<Option<u32>, StoreError> {
    row.optional_integer(column)?
        .map(|value| u32::try_from(value).map_err(|error| row.inconsistency(column, error)))
        .transpose()
}

/// Writes the address of an origin.
fn address(origin: Origin) -> Option<String> {
    origin.address.map(|address| address.to_string())
}

/// Writes the browser of an origin.
fn browser(origin: Origin) -> Option<String> {
    origin.browser.map(|browser| browser.to_string())
}

/// Reads where a login came from.
fn origin(row: &Row) -> Result<Origin, StoreError> {
    Ok(Origin { address: row.optional_parse("address")?, browser: row.optional_parse("browser")? })
}

/// Reads a SHA-256.
fn hash(row: &Row, column: &str) -> Result<Option<[u8; 32]>, StoreError> {
    row.optional_bytes(column)?
        .map(|bytes| <[u8; 32]>::try_from(bytes).map_err(|error| row.inconsistency(column, error)))
        .transpose()
}
