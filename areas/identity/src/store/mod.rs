//! Tables of identity: a file for each or for some that go together, SQL and rows, nothing decided.

pub mod authorization_codes;
pub mod credentials;
pub mod grants;
pub mod interactions;
pub mod login_attempts;
pub mod online_bank;
pub mod passkeys;
pub mod people;
pub mod recovery_codes;
pub mod revocations;
pub mod sealed;
pub mod second_factor_offers;
pub mod sessions;
pub mod signing_keys;
pub mod user_access;

use kernel::Instant;
use store::{Query, Result, Tx, params};

use crate::keys::signing_key::KeyState;
use crate::login::login_history::{LoginOutcome, LoginWay};
use crate::person::origin::BrowserFamily;
use crate::token::session::{EndReason, SubjectKind};

store::text_columns! { BrowserFamily EndReason KeyState LoginOutcome LoginWay SubjectKind }

store::migrations! {
    "identity":
        1 "keys, credentials, logins, sessions and revocations" "../../migrations/0001_baseline.sql"
}

/// Every SQL text of identity, for the test that prepares them on both engines.
pub static QUERIES: &[&[&Query]] = &[
    authorization_codes::QUERIES,
    credentials::QUERIES,
    grants::QUERIES,
    interactions::QUERIES,
    login_attempts::QUERIES,
    online_bank::QUERIES,
    passkeys::QUERIES,
    people::QUERIES,
    recovery_codes::QUERIES,
    revocations::QUERIES,
    sealed::QUERIES,
    second_factor_offers::QUERIES,
    sessions::QUERIES,
    signing_keys::QUERIES,
    user_access::QUERIES,
];

/// Runs one of the statements `…_PRUNE`: deletes at most `rows_max` rows that were over before `before`, and returns
/// how many.
pub fn prune(tx: &mut Tx, query: &'static Query, before: Instant, rows_max: i64) -> Result<u64> {
    tx.execute(query, params![before, rows_max])
}
