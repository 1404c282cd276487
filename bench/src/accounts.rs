//! `GET /v1/accounts/{number}` with every field and both tokens verified, on one core, keep-alive: beside a bare axum
//! handler that returns the same bytes (SQLite), and beside the same statement by tokio-postgres in a loop
//! (PostgreSQL).

use std::error::Error;
use std::path::Path;

use crate::bare_statement::Parameters;
use crate::call::Call;
use crate::server::Demo;
use crate::statistics::ratio_line;

const ACCOUNT: &str = "40702810600000000001";
/// Every field of spec section 4.2.
const FIELDS: &str = "Number,Type,Status,Mode,Name,InternationalName,Cnum,OrganizationId,OrganizationName,Currency,\
CurrencyCode,OperationCurrency,OperationCurrencyCode,Balance,BalanceDate,Rest,RestDate,BalanceInNationalCurrency,\
BranchId,BranchName,BranchBic,BranchCorrespondentAccount,BranchCity,TrustManagement,TrustManagementName,\
TrustManagementInternationalName";
/// The statement that reads it, with its parameters: user, company, day, client and account.
const STATEMENT: &str = "ACCOUNT_BY_NUMBER";
const PARAMETERS: Parameters = &[&"U00001", &"C00001", &"2026-11-21", &"demo-erp", &ACCOUNT];
/// The least share of the bare statement's rate that a read over HTTP has to reach.
const GOAL_OF_STATEMENT: f64 = 0.6;

fn path() -> String {
    format!("/v1/accounts/{ACCOUNT}?fields={FIELDS}")
}

/// Beside a bare handler on SQLite, and beside the same statement in a loop on PostgreSQL.
///
/// # Errors
/// A process does not start or answers with an error.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    let demo = Demo::start(program, None)?;
    Call::prepare(&demo, &path())?.beside_bare_handler("accounts, SQLite", &demo)?;
    drop(demo);
    let cluster = testkit::postgres::Cluster::start()?;
    let demo = Demo::start(program, Some(cluster.url()))?;
    let queries = accounts::AREA.queries();
    let (ours, statements) =
        Call::prepare(&demo, &path())?.beside_statement(cluster.url(), &queries, STATEMENT, PARAMETERS)?;
    println!(
        "{}",
        ratio_line("accounts, PostgreSQL", &ours, "tokio-postgres in a loop", &statements, GOAL_OF_STATEMENT)
    );
    Ok(())
}
