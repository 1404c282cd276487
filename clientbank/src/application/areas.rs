//! Lists the tables, the SQL and the importers of every area.

use std::sync::Arc;

use identity::credential::PasswordSettings;
use identity::import::CredentialImporter;
use identity::sealing::MasterKey;
use import::TableImporter;
use jiff::civil::Date;
use kernel::Cnum;
use store::{DynamicQuery, MigrationTree, Query};
use tariff_requests::request_query::RequestQueryError;

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

/// Every SQL text of the program, for the tests that prepare them all on both engines and read their plans.
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

/// The texts that are put together while the program runs, as for one company and day, in the shapes that they take:
/// for the test that reads the plans of all texts.
///
/// # Errors
/// A shape that its area does not understand.
pub fn dynamic_queries(cnum: &Cnum, day: Date) -> Result<Vec<DynamicQuery>, RequestQueryError> {
    let mut queries = payroll::dynamic_queries(cnum, day);
    queries.extend(tariff_requests::dynamic_queries(cnum)?);
    Ok(queries)
}

/// The files that the bank can import, in the order in which they are applied. Passwords are hashed and second factors
/// sealed on the way in, so costs and master key belong to it.
#[must_use]
pub fn importers(passwords: PasswordSettings, master_key: MasterKey) -> Vec<Arc<dyn TableImporter>> {
    let endings: Arc<dyn clients::AccessEndings> = Arc::new(identity::Endings);
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
