//! The product as a process of its own, on one core, as a bank runs it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use store::StoreLocation;
use tempfile::TempDir;

use crate::memory::{self, RESIDENT_PEAK};
use crate::outcome::Outcome;

/// The core that servers run on; load comes from the other one.
pub(crate) const SERVER_CORE: &str = "0";
/// The core that load and databases run on.
pub(crate) const LOAD_CORE: &str = "1";

/// A child process that ends with this value.
pub(crate) struct Server {
    child: Child,
    /// The first line it printed: where it listens.
    pub(crate) first_line: String,
}

impl Server {
    /// Starts `program` on `cores`, a list such as `0,1`, and waits for its first line.
    pub(crate) fn start(program: &Path, arguments: &[&str], cores: &str) -> Outcome<Self> {
        let mut command = Command::new("taskset");
        command
            .args(["-c", cores])
            .arg(program)
            .args(arguments)
            // The load comes from one login, whose rate limit is not to be measured.
            .envs([("CLIENTBANK_REQUEST_RATE_PER_S", "1000000"), ("CLIENTBANK_REQUEST_BURST", "1000000")])
            .stderr(Stdio::null());
        Self::of(command)
    }

    /// Starts a command and waits for its first line.
    pub(crate) fn of(mut command: Command) -> Outcome<Self> {
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut server = Self { child, first_line: String::new() };
        let stdout = server.child.stdout.take().ok_or("the server has no standard output")?;
        BufReader::new(stdout).read_line(&mut server.first_line)?;
        if server.first_line.is_empty() {
            return Err(format!("{command:?} ended without a line").into());
        }
        Ok(server)
    }

    /// The address of a listener, as the first line has it in JSON.
    pub(crate) fn address(&self, name: &str) -> Outcome<String> {
        let line: serde_json::Value = serde_json::from_str(&self.first_line)?;
        Ok(line[name].as_str().ok_or_else(|| format!("no address of {name}"))?.to_owned())
    }

    pub(crate) fn process(&self) -> String {
        self.child.id().to_string()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A demo of the product with data of its own, which go when it ends.
pub(crate) struct Demo {
    server: Server,
    data: TempDir,
    /// The API's address, such as `http://127.0.0.1:8080`.
    pub(crate) api: String,
    pub(crate) identity: String,
    /// The database, for who looks at it from outside.
    pub(crate) location: StoreLocation,
}

impl Demo {
    /// Starts a sandbox with the demo's data on free ports and these cores, on SQLite or on `database`, with settings,
    /// `NAME=VALUE`.
    pub(crate) fn start(
        program: &Path,
        database: Option<&str>,
        cores: &str,
        settings: &[String],
    ) -> Outcome<Self> {
        let data = TempDir::with_prefix("clientbank-bench-")?;
        let data_text = data.path().to_str().ok_or("the temporary folder is not UTF-8")?;
        let mut arguments = vec!["sandbox", "--json", "--data", data_text];
        for port in ["--api-port", "--identity-port", "--administration-port"] {
            arguments.extend([port, "0"]);
        }
        if let Some(url) = database {
            arguments.extend(["--database", url]);
        }
        for setting in settings {
            arguments.extend(["--set", setting]);
        }
        let server = Server::start(program, &arguments, cores)?;
        let location = match database {
            Some(url) => StoreLocation::Postgres { url: url.to_owned(), password_file: None },
            None => StoreLocation::Sqlite { path: data.path().join("clientbank.db") },
        };
        let (api, identity) = (server.address("api")?, server.address("identity")?);
        Ok(Self { server, data, api, identity, location })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.data.path()
    }

    /// Kills the demo and hands out its folder, for servers that go on with its data.
    pub(crate) fn into_folder(self) -> TempDir {
        drop(self.server);
        self.data
    }

    /// Registers the client anew so that its identity tokens are ES256, through an import like a bank's. SQLite only.
    pub(crate) fn use_es256_identity_tokens(&self, program: &Path) -> Outcome<()> {
        let folder = self.folder().join("import-es256");
        std::fs::create_dir_all(&folder)?;
        let clients = std::fs::read_to_string(self.folder().join("import/oauth_clients.csv"))?;
        std::fs::write(folder.join("oauth_clients.csv"), clients.replace("RS256", "ES256"))?;
        let status = Command::new(program)
            .arg("import")
            .arg(&folder)
            .env("CLIENTBANK_DATABASE", format!("sqlite:{}", self.folder().join("clientbank.db").display()))
            .env("CLIENTBANK_MASTER_KEY_FILE", self.folder().join("master.key"))
            .stdout(Stdio::null())
            .status()?;
        if status.success() { Ok(()) } else { Err("the import of ES256 clients failed".into()) }
    }

    /// Most resident memory the server has had so far, in KiB.
    pub(crate) fn memory_peak_kib(&self) -> Option<u64> {
        memory::kib(&self.server.process(), RESIDENT_PEAK).ok()
    }
}
