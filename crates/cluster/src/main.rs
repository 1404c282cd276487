//! Runs a command beside a temporary PostgreSQL server, for example `with_postgres cargo test --workspace`. With
//! `--programs FOLDER` first, the server's programs are those in the folder instead of the newest installed ones. The
//! command finds the server in the environment; it ends with the command. One server for many test programs is faster
//! than one for each.

use std::error::Error;
use std::process::{Command, ExitCode};

use cluster::{Cluster, SETTINGS_OF_TESTS, URL_VARIABLE};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    let usage = "with_postgres [--programs FOLDER] COMMAND [ARGUMENT]…";
    let mut program = words.next().ok_or(usage)?;
    let programs = if program == "--programs" {
        let programs = words.next().ok_or(usage)?;
        program = words.next().ok_or(usage)?;
        programs.into()
    } else {
        cluster::programs()?
    };
    let cluster = Cluster::start_of(programs, SETTINGS_OF_TESTS)?;
    let status = Command::new(program).args(words).env(URL_VARIABLE, cluster.url()).status()?;
    drop(cluster);
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
