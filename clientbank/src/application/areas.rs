//! What every area brings along: its tables, its SQL and the files it can import.

use std::sync::Arc;

use identity::credential::PasswordSettings;
use identity::import::CredentialImporter;
use identity::sealing::MasterKey;
use import::TableImporter;
use store::{MigrationTree, Query};

/// The tables of the whole program, each tree behind those that it refers to.
pub static MIGRATIONS: &[&MigrationTree] = &[
    &audit::MIGRATIONS,
    &clients::MIGRATIONS,
    &identity::MIGRATIONS,
    &accounts::MIGRATIONS,
    &webinars::MIGRATIONS,
    &treasury::MIGRATIONS,
    &agreements::MIGRATIONS,
];

/// Every SQL text of the program, for the test that prepares them all on both engines.
#[must_use]
pub fn queries() -> Vec<&'static Query> {
    [
        audit::QUERIES,
        clients::QUERIES,
        identity::QUERIES.as_slice(),
        accounts::QUERIES,
        webinars::QUERIES,
        treasury::QUERIES,
        agreements::QUERIES,
    ]
    .concat()
}

/// The files that the bank can import, in the order in which they are applied. Passwords are hashed and second factors
/// sealed on the way in, so costs and master key belong to it.
#[must_use]
pub fn importers(passwords: PasswordSettings, master_key: MasterKey) -> Vec<Arc<dyn TableImporter>> {
    let mut importers = clients::importers();
    importers.push(Arc::new(CredentialImporter::new(passwords, master_key)));
    importers.extend(accounts::importers());
    importers.extend(webinars::importers());
    importers.extend(treasury::importers());
    importers.extend(agreements::importers());
    importers
}
