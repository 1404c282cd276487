//! Requests per second, measured from the other core by [`crate::load`] in a process of its own.

use std::error::Error;
use std::fmt::Write;
use std::process::Command;

use url::Url;

use crate::server::LOAD_CORE;

/// Requests per second that `url` answered with 200, from a load that never sleeps.
///
/// # Errors
/// Some answers were not 200, or a connection broke.
pub(crate) fn per_second(url: &str, headers: &[(&str, &str)]) -> Result<f64, Box<dyn Error>> {
    measured(url, headers, &[])
}

/// As [`per_second`], from a load that sleeps while there is no answer and leaves its core to the database.
pub(crate) fn per_second_with_sleep(url: &str, headers: &[(&str, &str)]) -> Result<f64, Box<dyn Error>> {
    measured(url, headers, &["--sleeps"])
}

fn measured(url: &str, headers: &[(&str, &str)], flags: &[&str]) -> Result<f64, Box<dyn Error>> {
    let url: Url = url.parse()?;
    let authority = format!(
        "{}:{}",
        url.host_str().ok_or("an address without a host")?,
        url.port_or_known_default().ok_or("an address without a port")?
    );
    let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
    let mut request = format!("GET {target} HTTP/1.1\r\nHost: {authority}\r\n");
    for (name, value) in headers {
        write!(request, "{name}: {value}\r\n")?;
    }
    request.push_str("\r\n");
    let mut command = Command::new("taskset");
    command.args(["-c", LOAD_CORE]).arg(std::env::current_exe()?);
    let output =
        command.args(["load", "--address", &authority, "--request", &request]).args(flags).output()?;
    let rate = String::from_utf8(output.stdout)?;
    if !output.status.success() {
        return Err(format!("{target}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(rate.trim().parse()?)
}
