//! Runs a command beside a temporary PostgreSQL server, which the command finds in the environment and which is gone
//! when the command ends: `with_postgres cargo test --workspace`. One server for many test programs is what makes this
//! faster than letting each start its own.

use std::error::Error;
use std::process::{Command, ExitCode};

use testkit::postgres::{Cluster, URL_VARIABLE};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    let program = words.next().ok_or("with_postgres COMMAND [ARGUMENT]…")?;
    let cluster = Cluster::start()?;
    let status = Command::new(program).args(words).env(URL_VARIABLE, cluster.url()).status()?;
    drop(cluster);
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
