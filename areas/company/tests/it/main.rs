//! The requirements of a company's administration, each test named after its row. The bank around it is that of the
//! tests of identity.

#![cfg(test)]

#[expect(dead_code, reason = "the tests of identity use the rest")]
#[path = "../../../identity/tests/it/branch.rs"]
mod branch;
#[expect(dead_code, reason = "the tests of identity use the rest")]
#[path = "../../../identity/tests/it/browser.rs"]
mod browser;
#[expect(dead_code, reason = "the tests of identity use the rest")]
#[path = "../../../identity/tests/it/house.rs"]
mod house;
mod idn_12;
mod lif_09_invitations;
mod onl_06;
mod onl_08_kept_forms;
#[expect(dead_code, reason = "the tests of identity use the rest")]
#[path = "../../../identity/tests/it/town.rs"]
mod town;

use identity::IdentityState;

/// The tables of the area and of what is below it.
const TREES: &[&store::MigrationTree] = &[
    &audit::MIGRATIONS,
    &import::MIGRATIONS,
    &clients::MIGRATIONS,
    &identity::MIGRATIONS,
    &company::MIGRATIONS,
];

const PREFIXES: &[&str] = company::AREA.prefixes;

/// Opens the area beside identity.
fn beside(state: &IdentityState) -> area::Opened {
    company::open(state.clone(), None)
}
