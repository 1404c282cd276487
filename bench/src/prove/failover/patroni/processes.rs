//! Processes of a node.

use std::error::Error;
use std::fs;
use std::io;
use std::process::{Command, Stdio};

/// Lists the processes of PostgreSQL in a node's folder, the one that began the others first.
pub(super) fn postgres_of(folder: &str) -> Result<Vec<u32>, Box<dyn Error>> {
    let text = fs::read_to_string(format!("{folder}/data/postmaster.pid"))?;
    let first: u32 = text.lines().next().ok_or("an empty file")?.trim().parse()?;
    let mut found = vec![first];
    for entry in fs::read_dir("/proc")? {
        let Some(process) = entry?.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        if parent_of(process) == Some(first) {
            found.push(process);
        }
    }
    Ok(found)
}

/// The process that began this one, when both still run: the second field behind the name in brackets.
fn parent_of(process: u32) -> Option<u32> {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    state.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Sends a signal to processes, of which some may have ended meanwhile.
pub(super) fn signal(signal: &str, processes: &[u32]) -> io::Result<()> {
    let numbers = processes.iter().map(u32::to_string);
    Command::new("kill").arg(signal).args(numbers).stderr(Stdio::null()).status().map(drop)
}
