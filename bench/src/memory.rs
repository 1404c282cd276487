//! Memory of processes as the kernel counts it.

use std::error::Error;

/// Resident memory now.
pub(crate) const RESIDENT: &str = "VmRSS:";
/// The most resident memory so far.
pub(crate) const RESIDENT_PEAK: &str = "VmHWM:";

/// The line `name` of the status of `process`, a number or `self`, in KiB.
///
/// # Errors
/// There is no such process or line.
pub(crate) fn kib(process: &str, name: &str) -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).ok_or("no such line of the status")?;
    Ok(line.split_whitespace().next().ok_or("an empty line of the status")?.parse()?)
}
