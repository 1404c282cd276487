//! A temporary PostgreSQL server, started, stopped, copied and promoted by the programs of the machine; and the
//! installation of programs that tests need.
//!
//! The crate depends on next to nothing, because `cargo xtask` is built with it before everything else, with other
//! features than the tests have.

#![expect(clippy::expect_used, reason = "test code: what fails here is the machine, not the program")]

pub mod machine;
pub mod pooler;

use std::io::{self, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::machine::{is_root, output};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The environment variable with the URL of a server that the tests may fill with schemas.
pub const URL_VARIABLE: &str = "CLIENTBANK_TEST_POSTGRES_URL";
/// Settings of the server that all tests share. Its databases are gone in minutes, and looking after them would take a
/// table for empty whose first rows are being written.
pub const SETTINGS_OF_TESTS: &str = " -c autovacuum=off";
/// The folder in which Debian installs servers, by version.
const DEBIAN_VERSIONS: &str = "/usr/lib/postgresql";
/// The user of Debian's package, because the server refuses to run as root.
const DEBIAN_USER: &str = "postgres";
/// Tests run at once, each with connections of its own.
const CONNECTIONS_MAX: u32 = 300;

/// A certificate with its key, both files in PEM.
#[derive(Clone, Debug)]
pub struct Issued {
    pub certificate: PathBuf,
    /// Its key, which nobody else can read.
    pub key: PathBuf,
}

/// A server with an empty database, reached through a socket file, that is gone with this value or with the
/// process, however it ends.
#[derive(Debug)]
pub struct Cluster {
    /// The folder of the socket file and the data.
    folder: String,
    programs: PathBuf,
    url: String,
    /// Settings beyond those of every cluster, as the server's program takes them.
    settings: String,
    port: Option<u16>,
    /// Stops the server and removes its files when the pipe to it closes.
    watcher: Child,
}

impl Cluster {
    /// Starts a server; as root on Debian it is installed first when it is missing.
    pub fn start() -> io::Result<Self> {
        Self::start_with("")
    }

    /// Starts a server with settings of its own, written as its program takes them: ` -c NAME=VALUE` and so on. Its
    /// standbys have them too.
    pub fn start_with(settings: &str) -> io::Result<Self> {
        Self::start_of(programs()?, settings)
    }

    /// Starts a server of the programs in this folder, which its user can read.
    pub fn start_of(programs: PathBuf, settings: &str) -> io::Result<Self> {
        let mut cluster = Self::in_new_folder(programs)?;
        settings.clone_into(&mut cluster.settings);
        let data = cluster.data();
        let initial =
            ["-D", &data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
        output(&mut cluster.command("initdb", &initial))?;
        cluster.serve()?;
        Ok(cluster)
    }

    /// Starts a server that also listens on a free port of 127.0.0.1, for which [`Cluster::port`] is asked. With a
    /// certificate it speaks TLS there, and takes client certificates of `authority`.
    pub fn start_on_port(certificate: Option<&Issued>, authority: &Path) -> io::Result<Self> {
        let mut cluster = Self::start()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        cluster.settings = format!(" -c listen_addresses=127.0.0.1 -c port={port}");
        if let Some(issued) = certificate {
            for (name, path) in [("server.crt", &issued.certificate), ("server.key", &issued.key)] {
                cluster.put(name, &std::fs::read_to_string(path)?)?;
            }
            cluster.put("root.crt", &std::fs::read_to_string(authority)?)?;
            cluster.settings += " -c ssl=on -c ssl_ca_file=root.crt";
        }
        cluster.url = url_of(&cluster.folder, &format!(":{port}"));
        cluster.port = Some(port);
        cluster.restart()?;
        Ok(cluster)
    }

    /// Decides who may connect how from now on: the lines of `pg_hba.conf` for connections over the network.
    pub fn admit(&self, lines: &str) -> io::Result<()> {
        self.put("pg_hba.conf", &format!("local all all trust\n{lines}\n"))?;
        output(&mut self.command("pg_ctl", &["-D", &self.data(), "reload"])).map(drop)
    }

    /// The port on 127.0.0.1.
    ///
    /// # Panics
    /// When the server listens on none.
    pub fn port(&self) -> u16 {
        self.port.expect("the cluster was started on a port")
    }

    /// Stops the server in order and starts it again.
    pub fn restart(&self) -> io::Result<()> {
        output(&mut self.command("pg_ctl", &["-D", &self.data(), "-m", "fast", "stop"]))?;
        self.serve()
    }

    /// Writes a file into the folder of the data that only the server can read.
    fn put(&self, name: &str, text: &str) -> io::Result<()> {
        write_as_server_user(&format!("{}/{name}", self.data()), text)
    }

    /// Starts a standby of this server: a copy that follows it and only reads.
    pub fn standby(&self) -> io::Result<Self> {
        let mut standby = Self::in_new_folder(self.programs.clone())?;
        self.settings.clone_into(&mut standby.settings);
        standby.copy(self)?;
        Ok(standby)
    }

    /// Makes a server that was stopped a standby of `leader`. What it had is gone.
    pub fn follow(&self, leader: &Self) -> io::Result<()> {
        output(&mut as_server_user("rm", &["-r", &self.data()]))?;
        self.copy(leader)
    }

    fn copy(&self, leader: &Self) -> io::Result<()> {
        let data = self.data();
        let copy = ["-h", &leader.folder, "-U", "postgres", "-D", &data, "-R", "-c", "fast", "--no-sync"];
        output(&mut self.command("pg_basebackup", &copy))?;
        self.serve()
    }

    /// Makes a standby a server that takes writes.
    pub fn promote(&self) -> io::Result<()> {
        output(&mut self.command("pg_ctl", &["-D", &self.data(), "-w", "promote"])).map(drop)
    }

    /// Ends the server as a loss of power would.
    pub fn stop(&self) -> io::Result<()> {
        output(&mut self.command("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"])).map(drop)
    }

    fn in_new_folder(programs: PathBuf) -> io::Result<Self> {
        let folder = temporary_folder()?;
        let watcher = watch(&programs.join("pg_ctl").display().to_string(), &folder)?;
        Ok(Self { url: url_of(&folder, ""), folder, programs, settings: String::new(), port: None, watcher })
    }

    /// Starts a server that is not running, on the data that it has.
    pub fn serve(&self) -> io::Result<()> {
        // Nothing in these files has to survive a fault of the machine.
        let options = format!(
            "-c listen_addresses= -c unix_socket_directories={} -c max_connections={CONNECTIONS_MAX} \
             -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=128MB \
             -c max_locks_per_transaction=256{}",
            self.folder, self.settings
        );
        let (data, log) = (self.data(), format!("{}/log", self.folder));
        let start = ["-D", &data, "-l", &log, "-w", "-o", &options, "start"];
        output(self.command("pg_ctl", &start).stdout(Stdio::null())).map(drop)
    }

    fn data(&self) -> String {
        format!("{}/data", self.folder)
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        as_server_user(&self.programs.join(program).display().to_string(), arguments)
    }

    /// The server as a URL names it among others: the folder of its socket file.
    pub fn host(&self) -> String {
        utf8_percent_encode(&self.folder, NON_ALPHANUMERIC).to_string()
    }

    pub fn folder(&self) -> &str {
        &self.folder
    }

    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        // When the watcher is gone already there is nothing left to stop.
        let _ = self.watcher.wait();
    }
}

/// Finds the folder of the newest installed server's programs; as root on Debian a missing server is installed first.
pub fn programs() -> io::Result<PathBuf> {
    match find_programs()? {
        Some(programs) => Ok(programs),
        None => install(),
    }
}

/// Makes a folder that belongs to the server's user alone.
pub fn temporary_folder() -> io::Result<String> {
    let folder = output(&mut as_server_user("mktemp", &["-d", "-t", "clientbank-postgres-XXXXXX"]))?;
    Ok(folder.trim().to_owned())
}

fn url_of(folder: &str, port: &str) -> String {
    format!("postgres://postgres@{}{port}/postgres", utf8_percent_encode(folder, NON_ALPHANUMERIC))
}

fn find_programs() -> io::Result<Option<PathBuf>> {
    let versions = match Path::new(DEBIAN_VERSIONS).read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        versions => versions?,
    };
    let programs = versions.filter_map(Result::ok).map(|version| version.path().join("bin"));
    let version_of = |programs: &PathBuf| {
        let version = programs.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        version.and_then(|version| version.parse::<u32>().ok())
    };
    Ok(programs.filter(|programs| programs.join("initdb").exists()).max_by_key(version_of))
}

fn install() -> io::Result<PathBuf> {
    let hint = |error| io::Error::other(format!("{error}, or name a PostgreSQL server in {URL_VARIABLE}"));
    machine::install(&["postgresql"]).map_err(hint)?;
    find_programs()?.ok_or_else(|| io::Error::other("the package postgresql holds no server"))
}

/// A command under a user that the server accepts.
pub fn as_server_user(program: &str, arguments: &[&str]) -> Command {
    if !is_root().unwrap_or(false) {
        let mut command = Command::new(program);
        command.args(arguments);
        return command;
    }
    let mut command = Command::new("setpriv");
    let user = [format!("--reuid={DEBIAN_USER}"), format!("--regid={DEBIAN_USER}")];
    // The folder the tests run in need not be readable for that user.
    command.args(user).args(["--init-groups", "--", program]).args(arguments).current_dir("/");
    command
}

/// Writes a file that the server's user alone reads.
pub fn write_as_server_user(path: &str, text: &str) -> io::Result<()> {
    let script = r#"umask 077; cat > "$0""#;
    let mut writer = as_server_user("sh", &["-c", script, path]).stdin(Stdio::piped()).spawn()?;
    writer.stdin.take().ok_or_else(|| io::Error::other("no pipe"))?.write_all(text.as_bytes())?;
    if writer.wait()?.success() { Ok(()) } else { Err(io::Error::other(format!("{path} is not written"))) }
}

/// A process that waits until this one is gone, and then clears up. Nobody waits for the removal: thousands of tests
/// leave hundreds of thousands of files.
fn watch(control: &str, folder: &str) -> io::Result<Child> {
    let script = r#"trap "" INT TERM HUP
        cat > /dev/null
        "$0" -D "$1/data" -m immediate stop
        rm -rf "$1" &"#;
    as_server_user("sh", &["-c", script, control, folder])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}
