//! `GET /v1/accounts` of a group of companies with a few accounts, before and after the bank has 640,000 others, on
//! PostgreSQL: a list costs what its caller may see.

use std::error::Error;
use std::path::Path;

use serde_json::Value;
use tokio::runtime::Runtime;

use crate::call::Call;
use crate::requests;
use crate::server::Demo;
use crate::statistics::median;

/// Accounts beside those of the demo.
const ACCOUNTS: u32 = 640_000;
/// The number of accounts of each company.
const PER_COMPANY: u32 = 3;
/// Measurements of each state.
const SAMPLES: usize = 5;
const PATH: &str = "/v1/accounts?fields=Number,Currency,Balance,Rest";

/// Prints the list alone, among many accounts, and once the server has looked at the tables.
///
/// # Errors
/// A process does not start or answers with an error.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    let cluster = testkit::postgres::Cluster::start()?;
    let demo = Demo::start(program, Some(cluster.url()))?;
    let runtime = Runtime::new()?;
    let call = Call::prepare(&demo, PATH)?;
    let accounts: Vec<Value> = serde_json::from_slice(&call.body)?;
    let alone = per_second(&call)?;
    // A server learns about a filled table after a minute, by itself.
    let unknown = "alter table companies set (autovacuum_enabled = false);
        alter table accounts set (autovacuum_enabled = false);
        alter table ledger_accounts set (autovacuum_enabled = false);
        alter table oauth_client_companies set (autovacuum_enabled = false);";
    runtime.block_on(testkit::postgres::execute(cluster.url(), unknown));
    runtime.block_on(testkit::postgres::execute(cluster.url(), &filling()));
    let among_many = per_second(&call)?;
    let analyze = "analyze companies, accounts, ledger_accounts, oauth_client_companies";
    runtime.block_on(testkit::postgres::execute(cluster.url(), analyze));
    let analyzed = per_second(&call)?;
    println!(
        "list of {} accounts, PostgreSQL: {alone:.0}/s alone, {among_many:.0}/s among {ACCOUNTS} others, \
            {analyzed:.0}/s \
         once the server has looked at them",
        accounts.len()
    );
    Ok(())
}

fn per_second(call: &Call) -> Result<f64, Box<dyn Error>> {
    let samples: Result<Vec<f64>, _> =
        (0..SAMPLES).map(|_| requests::per_second_with_sleep(&call.url, &call.headers())).collect();
    Ok(median(&samples?))
}

/// Companies that the demo's client serves too, each with a few accounts.
fn filling() -> String {
    format!(
        "insert into companies (cnum, name_ru, name_en, inn, signature_scheme, status)
            select 'Z' || i, 'Company ' || i, 'Company ' || i, '7700000000', scheme, 'OPEN'
            from generate_series(0, {ACCOUNTS} / {PER_COMPANY}) i, (select min(signature_scheme) as scheme from \
            companies) s;
         insert into oauth_client_companies (client_id, cnum)
            select client, 'Z' || i from generate_series(0, {ACCOUNTS} / {PER_COMPANY}) i,
                (select min(client_id) as client from oauth_client_companies) c;
         insert into ledger_accounts (ledger_account_id, class, currency, is_open)
            select 'Z' || i, 'CUSTOMER', 'RUR', true from generate_series(1, {ACCOUNTS}) i;
         insert into accounts (number, document_id, type, mode, name, international_name, cnum, organization_id,
                operation_currency, branch_id, trust_management, trust_management_name,
                trust_management_international_name)
            select 'Z' || i, 'Z' || i, 1, 1, 'Account', 'Account', 'Z' || (i / {PER_COMPANY}), 'Z', 'RUR', branch, \
            false, '', ''
            from generate_series(1, {ACCOUNTS}) i, (select min(branch_id) as branch from branches) b;"
    )
}
