//! Requests per second, measured by `wrk` (Debian package `wrk`) from the other core.

use std::error::Error;
use std::process::Command;

use crate::server::LOAD_CORE;

/// Connections that `wrk` keeps open.
pub(crate) const CONNECTIONS: &str = "32";
/// How long one measurement takes.
const DURATION: &str = "4s";

/// Requests per second that `url` answered with 2xx.
///
/// # Errors
/// `wrk` is missing or some answers were not 2xx.
pub(crate) fn per_second(url: &str, headers: &[(&str, &str)]) -> Result<f64, Box<dyn Error>> {
    let mut command = Command::new("taskset");
    command.args(["-c", LOAD_CORE, "wrk", "-t1", "-c", CONNECTIONS, "-d", DURATION]);
    for (name, value) in headers {
        command.arg("-H").arg(format!("{name}: {value}"));
    }
    let output = command.arg(url).output()?;
    let report = String::from_utf8(output.stdout)?;
    if !output.status.success() || report.contains("Non-2xx") || report.contains("Socket errors") {
        return Err(format!("wrk {url}: {report}").into());
    }
    let rate = report.lines().find_map(|line| line.trim().strip_prefix("Requests/sec:"));
    Ok(rate.ok_or("wrk printed no rate")?.trim().parse()?)
}
