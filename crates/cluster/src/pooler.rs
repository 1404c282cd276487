//! A temporary PgBouncer in front of a server, which lends its sessions for one transaction each.

use std::io::{self, BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::{as_server_user, machine, temporary_folder, write_as_server_user};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The program as Debian installs it, where the path of a user need not lead.
const PROGRAM: &str = "/usr/sbin/pgbouncer";
/// The words with which it says that it listens.
const READY: &str = "process up";
/// The number in the name of its socket file.
const PORT: u16 = 6432;

/// A PgBouncer that is gone with this value or with the process, however it ends.
#[derive(Debug)]
pub struct Pooler {
    folder: String,
    watcher: Child,
}

impl Pooler {
    /// Starts one before the server whose socket file is in the folder `server`. It has at most `sessions_max`
    /// sessions of each role, and knows every role. As root on Debian it is installed first when it is missing.
    pub fn start(server: &str, sessions_max: u32) -> io::Result<Self> {
        provide()?;
        let folder = temporary_folder()?;
        let settings = format!(
            "[databases]\n* = host={server}\n[pgbouncer]\npool_mode = transaction\nlisten_addr =\n\
             listen_port = {PORT}\nunix_socket_dir = {folder}\nauth_type = trust\nauth_file = {folder}/users\n\
             auth_user = postgres\nadmin_users = postgres\ndefault_pool_size = {sessions_max}\n\
             max_client_conn = 2000\nserver_idle_timeout = 5\n"
        );
        write_as_server_user(&format!("{folder}/users"), "\"postgres\" \"\"\n")?;
        write_as_server_user(&format!("{folder}/pooler.ini"), &settings)?;
        let script = r#"trap "" INT TERM HUP
            "$0" "$1/pooler.ini" &
            pooler=$!
            cat > /dev/null
            kill -9 "$pooler"
            rm -rf "$1""#;
        let mut watcher = as_server_user("sh", &["-c", script, PROGRAM, &folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let told = watcher.stderr.take().ok_or_else(|| io::Error::other("no pipe"))?;
        let pooler = Self { folder, watcher };
        let mut lines = BufReader::new(told).lines();
        let mut last = String::new();
        for line in lines.by_ref() {
            last = line?;
            if last.contains(READY) {
                // A pipe that nobody empties would stop it.
                thread::spawn(move || lines.for_each(drop));
                return Ok(pooler);
            }
        }
        Err(io::Error::other(format!("PgBouncer does not start: {last}")))
    }

    /// The URL by which `role` reaches the database through it, as this program reads URLs.
    pub fn url(&self, role: &str) -> String {
        format!("{}?pooler=transaction", self.plain_url(role, "postgres"))
    }

    /// The URL of its console, which takes commands such as `reconnect`.
    pub fn console(&self) -> String {
        self.plain_url("postgres", "pgbouncer")
    }

    fn plain_url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@{}:{PORT}/{database}", utf8_percent_encode(&self.folder, NON_ALPHANUMERIC))
    }
}

/// Installs the program when it is missing, once for all tests of a process.
fn provide() -> io::Result<()> {
    static PROVIDED: Mutex<bool> = Mutex::new(false);
    let mut is_provided = PROVIDED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_provided && Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).status().is_err() {
        machine::install(&["pgbouncer"])?;
    }
    *is_provided = true;
    Ok(())
}

impl Drop for Pooler {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        // When the watcher is gone already there is nothing left to stop.
        let _ = self.watcher.wait();
    }
}
