//! PgBouncer in transaction mode before a PostgreSQL server.

use std::error::Error;

use store::StoreLimits;
use testkit::postgres::{Cluster, Pooler, execute};

/// The role that goes through a pooler, and its sessions there: fewer than two processes have connections.
const POOLED_ROLE: &str = "clerk";
const POOLED_SESSIONS: u32 = 8;

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
