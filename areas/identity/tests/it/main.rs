//! The requirements of identity, each test named after its row.

#![cfg(test)]

mod branch;
mod browser;
mod gen_10_openapi;
mod house;
mod idn_01_authorize;
mod idn_02_parameters;
mod idn_03_login;
mod idn_04_state;
mod idn_05_token;
mod idn_06_code;
mod idn_07_refresh;
mod idn_08_claims;
mod idn_09_endpoints;
mod idn_09_keys;
mod idn_10_guessing;
mod idn_10_operator;
mod idn_10_stored;
mod idn_11_ending;
mod idn_11_import;
mod idn_11_new_password;
mod idn_11_revocation;
mod lif_09_master_key;
mod online_bank;
mod operator;
mod ops_02_refreshes;
mod passkeys;
mod security;
mod security_05;
mod security_06;
mod town;

use identity::IdentityState;

/// The tables of identity and of what is below it.
const TREES: &[&store::MigrationTree] =
    &[&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &identity::MIGRATIONS];

/// The paths of the area beside identity.
const PREFIXES: &[&str] = &[];

/// Opens the area beside identity, which is none here.
fn beside(_: &IdentityState) -> area::Opened {
    area::Opened::of(axum::Router::new())
}
