//! Reads with both tokens verified, on one core, keep-alive: on SQLite each beside a bare axum handler that returns the
//! same bytes, on PostgreSQL that of an account beside its statement by tokio-postgres in a loop.

use std::fmt::Write as _;
use std::path::Path;

use url::{Position, Url};

use crate::bare_statement::{self, Parameters};
use crate::load;
use crate::login;
use crate::outcome::Outcome;
use crate::outside::User;
use crate::server::{Demo, SERVER_CORE, Server};
use crate::statistics::ratio_line;

/// One account with every field of spec section 4.2.
const ACCOUNT: &str = "/v1/accounts/40702810600000000001?fields=Number,Type,Status,Mode,Name,InternationalName,Cnum,\
OrganizationId,OrganizationName,Currency,CurrencyCode,OperationCurrency,OperationCurrencyCode,Balance,BalanceDate,Rest,\
RestDate,BalanceInNationalCurrency,BranchId,BranchName,BranchBic,BranchCorrespondentAccount,BranchCity,TrustManagement,\
TrustManagementName,TrustManagementInternationalName";
/// The statement that reads it, with its parameters: user, company, day, client and account.
const STATEMENT: &str = "ACCOUNT_BY_NUMBER";
const PARAMETERS: Parameters = &[&"U00001", &"C00001", &"2026-11-21", &"demo-erp", &"40702810600000000001"];
/// The reads, by name and path.
const READS: [(&str, &str); 5] = [
    ("an account", ACCOUNT),
    ("webinars", "/v2/contents/webinars?offset=0&limit=10"),
    ("treasury, companies of the user", "/v1/connections/users/eligible-companies"),
    ("treasury, companies of a tax number", "/v1/connections/eligible-companies?inn=7707123458"),
    ("agreements", "/trade-finance/v1/agreements?cnums=C00001"),
];
/// Measurements of each side, in turn: many short ones, because a shared machine is faster in one second than in
/// another.
const PAIRS: usize = 15;
/// The least share of a bare handler's rate that a read has to reach, and of the bare statement's.
const GOAL_OF_BARE_HANDLER: f64 = 0.5;
const GOAL_OF_STATEMENT: f64 = 0.6;

/// Measures each read, every one with a server of its own.
pub(crate) fn run(program: &Path) -> Outcome<()> {
    for (name, path) in READS {
        beside_bare_handler(&Demo::start(program, None, SERVER_CORE, &[])?, name, path)?;
    }
    let cluster = testkit::postgres::Cluster::start()?;
    let demo = Demo::start(program, Some(cluster.url()), SERVER_CORE, &[])?;
    let (user, queries) = (User::new(&demo.api, &login::tokens(&demo)?, None), accounts::AREA.queries());
    let line = beside("an account, PostgreSQL", ("tokio-postgres in a loop", GOAL_OF_STATEMENT), || {
        let ours = per_second(&format!("{}{ACCOUNT}", demo.api), &user, true)?;
        Ok((ours, bare_statement::per_second(cluster.url(), &queries, STATEMENT, PARAMETERS)?))
    })?;
    println!("{line}");
    Ok(())
}

/// Measures a read and a bare handler that returns the same bytes, in turn, and prints both.
fn beside_bare_handler(demo: &Demo, name: &str, path: &str) -> Outcome<()> {
    let user = User::new(&demo.api, &login::tokens(demo)?, None);
    let body = user.read(path)?;
    let file = demo.folder().join("body.json");
    std::fs::write(&file, &body)?;
    let file = file.to_str().ok_or("the temporary folder is not UTF-8")?;
    let peer = Server::start(&std::env::current_exe()?, &["bare-handler", "--body", file], SERVER_CORE)?;
    let (url, peer_url) = (format!("{}{path}", demo.api), format!("http://{}{path}", peer.first_line.trim()));
    let line = beside(&format!("{name}, SQLite"), ("bare axum handler", GOAL_OF_BARE_HANDLER), || {
        Ok((per_second(&url, &user, false)?, per_second(&peer_url, &user, false)?))
    })?;
    println!("{line}");
    println!("  {} bytes a body; peak memory of the server {:?} KiB", body.len(), demo.memory_peak_kib());
    Ok(())
}

/// Measures both sides in turn; one line of a report.
fn beside(
    name: &str,
    (peer, goal): (&str, f64),
    mut pair: impl FnMut() -> Outcome<(f64, f64)>,
) -> Outcome<String> {
    let pairs = (0..PAIRS).map(|_| pair()).collect::<Result<Vec<_>, _>>()?;
    let (ours, theirs): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    Ok(ratio_line(name, &ours, peer, &theirs, goal))
}

/// Requests per second that `url` answered with 200. A load that `sleeps` leaves its core to the database while there
/// is no answer.
fn per_second(url: &str, user: &User, sleeps: bool) -> Outcome<f64> {
    let url: Url = url.parse()?;
    let authority = &url[Position::BeforeHost..Position::AfterPort];
    let target = &url[Position::BeforePath..Position::AfterQuery];
    let mut request = format!("GET {target} HTTP/1.1\r\nHost: {authority}\r\n");
    for (name, value) in user.headers() {
        write!(request, "{name}: {value}\r\n")?;
    }
    request.push_str("\r\n");
    let rate = load::repeated_per_second(authority.parse()?, request.as_bytes(), sleeps);
    rate.map_err(|error| format!("{target}: {error}").into())
}
