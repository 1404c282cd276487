//! The lists of the small areas, with both tokens verified, on one core, keep-alive: on SQLite beside a bare axum
//! handler that returns the same bytes, on PostgreSQL beside the statement of the list by tokio-postgres in a loop.

use std::error::Error;
use std::path::Path;

use area::Area;

use crate::bare_statement::Parameters;
use crate::call::{Call, PAIRS};
use crate::server::Demo;
use crate::statistics::median;

/// One list: its name and its statement.
struct List {
    name: &'static str,
    path: &'static str,
    area: &'static Area,
    statement: &'static str,
    parameters: Parameters,
}

fn lists() -> [List; 4] {
    [
        List {
            name: "webinars",
            path: "/v2/contents/webinars?offset=0&limit=10",
            area: &webinars::AREA,
            statement: "CHANGES_AND_READS",
            parameters: &[&"U00001"],
        },
        List {
            name: "treasury, companies of the user",
            path: "/v1/connections/users/eligible-companies",
            area: &treasury::AREA,
            statement: "COMPANIES_OF_USER",
            parameters: &[&"U00001", &"demo-erp"],
        },
        List {
            name: "treasury, companies of a tax number",
            path: "/v1/connections/eligible-companies?inn=7707123458",
            area: &treasury::AREA,
            statement: "COMPANIES_VISIBLE",
            parameters: &[&"U00001", &"demo-erp", &"C00001"],
        },
        List {
            name: "agreements",
            path: "/trade-finance/v1/agreements?cnums=C00001",
            area: &agreements::AREA,
            statement: "LATEST_OF_COMPANY",
            parameters: &[&"U00001", &"demo-erp", &"C00001", &1_000_i64],
        },
    ]
}

/// Each beside a bare handler on SQLite, and beside its statement in a loop on PostgreSQL, one after the other.
///
/// # Errors
/// A process does not start or answers with an error.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    for list in lists() {
        let demo = Demo::start(program, None)?;
        Call::prepare(&demo, list.path)?.beside_bare_handler(list.name, &demo)?;
    }
    let cluster = testkit::postgres::Cluster::start()?;
    let demo = Demo::start(program, Some(cluster.url()))?;
    for list in lists() {
        let (call, queries) = (Call::prepare(&demo, list.path)?, list.area.queries());
        let (ours, statements) =
            call.beside_statement(cluster.url(), &queries, list.statement, list.parameters)?;
        println!(
            "{}, PostgreSQL: {:.0}/s, its statement by tokio-postgres in a loop: {:.0}/s ({PAIRS} pairs, medians)",
            list.name,
            median(&ours),
            median(&statements)
        );
    }
    Ok(())
}
