//! Programs of the machine that tests need; missing ones are installed where that is allowed.

use std::io;
use std::process::{Command, Stdio};

/// Installs packages of Debian, which only root can.
pub fn install(packages: &[&str]) -> io::Result<()> {
    if !is_root()? {
        return Err(io::Error::other(format!("install {}", packages.join(" and "))));
    }
    let mut update = Command::new("apt-get");
    output(update.args(["update", "-q"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "-q", "-y", "--no-install-recommends"]).args(packages);
    output(install.env("DEBIAN_FRONTEND", "noninteractive")).map(drop)
}

/// Tells whether this process may install.
pub fn is_root() -> io::Result<bool> {
    Ok(output(Command::new("id").arg("-u"))?.trim() == "0")
}

/// Runs the command and returns its output.
pub fn output(command: &mut Command) -> io::Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(io::Error::other(format!("{command:?} failed: {message}")))
}
