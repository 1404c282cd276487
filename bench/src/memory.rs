//! Memory and processor time of processes as the kernel counts them.

use std::time::Duration;

use crate::outcome::Outcome;

/// Resident memory now.
pub(crate) const RESIDENT: &str = "VmRSS:";
/// The most resident memory so far.
pub(crate) const RESIDENT_PEAK: &str = "VmHWM:";

/// The line `name` of the status of `process`, a number or `self`, in KiB.
pub(crate) fn kib(process: &str, name: &str) -> Outcome<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).ok_or("no such line of the status")?;
    Ok(line.split_whitespace().next().ok_or("an empty line of the status")?.parse()?)
}

/// Milliseconds of one tick of the kernel's clock, which Linux shows to all programs alike.
const TICK_MS: u64 = 10;

/// Processor time that `process` has used so far, the kernel's for it included; or with that of the children that it
/// has waited for.
pub(crate) fn processor_time(process: &str, with_children: bool) -> Outcome<Duration> {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // After the name, which may have any letter: the state is the first field, the times are the 12th and 13th, and
    // those of its children the 14th and 15th.
    let (_, fields) = state.rsplit_once(')').ok_or("a process without a name")?;
    let ticks: Vec<u64> = fields
        .split_whitespace()
        .skip(11)
        .take(if with_children { 4 } else { 2 })
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    Ok(Duration::from_millis(ticks.iter().sum::<u64>() * TICK_MS))
}
