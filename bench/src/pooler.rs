//! A server that reaches PostgreSQL through PgBouncer in transaction mode, beside one that reaches it straight: reads
//! of one account, and a payroll statement of 10,000 transfers to EXECUTED.

use std::error::Error;
use std::path::Path;

use store::StoreLimits;
use testkit::postgres::{Cluster, Pooler, execute};

use crate::accounts;
use crate::call::{Call, PAIRS};
use crate::payroll::Alone;
use crate::requests;
use crate::server::Demo;
use crate::statistics::{median, ratio_line};

/// The role that goes through a pooler, and its sessions there: fewer than two processes have connections.
const POOLED_ROLE: &str = "clerk";
const POOLED_SESSIONS: u32 = 8;
/// The least share of the straight way's account reads that is left: each statement is parsed and planned anew, and
/// passes through one more process.
const GOAL_OF_READS: f64 = 0.4;
/// The most time of a statement of payroll, as a multiple of the straight way's: its rows come by COPY and in chunks.
const GOAL_OF_STATEMENT: f64 = 1.5;
/// Statements on each way, in turn.
const STATEMENTS: usize = 5;

/// Starts a pooler before a cluster, for a role of its own that has the settings which the program needs. Returns it
/// with the address.
///
/// # Errors
/// The cluster does not answer, or the pooler does not start.
pub(crate) fn before(cluster: &Cluster) -> Result<(Pooler, String), Box<dyn Error>> {
    let settings = store::settings_of_role(&StoreLimits::default(), POOLED_ROLE);
    let role = format!("create role {POOLED_ROLE} login superuser; {settings}");
    tokio::runtime::Runtime::new()?.block_on(execute(cluster.url(), &role));
    let pooler = Pooler::start(cluster.folder(), POOLED_SESSIONS)?;
    let url = pooler.url(POOLED_ROLE);
    Ok((pooler, url))
}

/// Measures both ways, each with a PostgreSQL server of its own, in turn.
///
/// # Errors
/// A process does not start or answers with an error.
#[expect(clippy::float_arithmetic, reason = "a ratio of two measurements is no money")]
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    let (near, behind) = (Cluster::start()?, Cluster::start()?);
    let (_pooler, url) = before(&behind)?;
    let (straight, pooled) = (Demo::start(program, Some(near.url()))?, Demo::start(program, Some(&url))?);
    let (there, here) =
        (Call::prepare(&pooled, &accounts::path())?, Call::prepare(&straight, &accounts::path())?);
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        ours.push(requests::per_second_with_sleep(&there.url, &there.headers())?);
        peer.push(requests::per_second_with_sleep(&here.url, &here.headers())?);
    }
    println!("{}", ratio_line("accounts through PgBouncer", &ours, "straight", &peer, GOAL_OF_READS));
    let (mut there, mut here) = (Alone::new(&pooled)?, Alone::new(&straight)?);
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    for _ in 0..STATEMENTS {
        ours.push(there.executed_after_s()?);
        peer.push(here.executed_after_s()?);
    }
    let ratio = median(&ours) / median(&peer);
    println!(
        "a statement of 10,000 transfers through PgBouncer: {:.2} s, straight: {:.2} s, ratio {ratio:.2} (goal \
         {GOAL_OF_STATEMENT} {}; medians of {STATEMENTS})",
        median(&ours),
        median(&peer),
        if ratio <= GOAL_OF_STATEMENT { "met" } else { "MISSED" },
    );
    Ok(())
}
