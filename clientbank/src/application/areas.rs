//! What every area brings along: its tables, its SQL and the files it can import.

use std::sync::Arc;

use identity::credential::PasswordSettings;
use identity::import::CredentialImporter;
use identity::sealing::MasterKey;
use import::TableImporter;
use store::{MigrationTree, Query};

use super::ports;

/// The tables of the whole program, each tree behind those that it refers to.
pub static MIGRATIONS: &[&MigrationTree] = &[
    &audit::MIGRATIONS,
    &jobs::MIGRATIONS,
    &clients::MIGRATIONS,
    &identity::MIGRATIONS,
    &accounts::MIGRATIONS,
    &ports::MIGRATIONS,
    &currency_certificates::MIGRATIONS,
    &payroll::MIGRATIONS,
    &tariff_requests::MIGRATIONS,
    &webinars::MIGRATIONS,
    &treasury::MIGRATIONS,
    &agreements::MIGRATIONS,
];

/// Every SQL text of the program, for the test that prepares them all on both engines.
#[must_use]
pub fn queries() -> Vec<&'static Query> {
    [
        audit::QUERIES,
        &jobs::queries(),
        clients::QUERIES.as_slice(),
        identity::QUERIES.as_slice(),
        accounts::QUERIES,
        currency_certificates::QUERIES.as_slice(),
        payroll::queries().as_slice(),
        tariff_requests::queries().as_slice(),
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
    let endings: Arc<dyn clients::AccessEndings> = Arc::new(identity::store::endings::Endings);
    let mut importers = clients::importers_ending(&endings);
    importers.push(Arc::new(CredentialImporter::new(passwords, master_key)));
    importers.extend(accounts::importers());
    importers.extend(payroll::importers());
    importers.extend(tariff_requests::importers());
    importers.extend(webinars::importers());
    importers.extend(treasury::importers());
    importers.extend(agreements::importers());
    importers
}
