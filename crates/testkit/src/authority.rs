//! A certification authority for tests of TLS, made with the machine's openssl.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub use cluster::Issued;
use cluster::machine::output;
use tempfile::TempDir;

/// Settings of `openssl ca`, which alone can choose the first and the last day.
const SETTINGS: &str = "[ca]
default_ca = own
[own]
dir = .
database = ./index
serial = ./serial
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
";

/// An authority and the certificates that it gave, in a folder that is gone with it.
#[derive(Debug)]
pub struct Authority(TempDir);

/// The time in which a certificate is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    Good,
    Expired,
}

impl Default for Authority {
    fn default() -> Self {
        let authority = Self(TempDir::with_prefix("clientbank-authority-").expect("a temporary folder"));
        for (name, text) in [("settings", SETTINGS), ("index", ""), ("serial", "01\n")] {
            fs::write(authority.0.path().join(name), text).expect("the folder takes files");
        }
        let request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout authority.key \
            -out authority.pem -days 3650 -subj /CN=Authority -addext basicConstraints=critical,CA:TRUE";
        authority.openssl(request);
        authority
    }
}

impl Authority {
    pub fn certificate(&self) -> PathBuf {
        self.0.path().join("authority.pem")
    }

    /// Gives a certificate to `name`: a host for a server, a user for a client.
    pub fn issue(&self, name: &str, validity: Validity) -> Issued {
        let (first, last) = match validity {
            Validity::Good => ("20200101000000Z", "20991231000000Z"),
            Validity::Expired => ("20200101000000Z", "20200102000000Z"),
        };
        let file = format!("{name}-{last}");
        let extensions = format!("subjectAltName=DNS:{name}\nbasicConstraints=CA:FALSE\n");
        fs::write(self.0.path().join("extensions"), extensions).expect("the folder takes files");
        self.openssl(&format!(
            "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout {file}.key -out request \
             -subj /CN={name}"
        ));
        self.openssl(&format!(
            "ca -batch -notext -config settings -in request -out {file}.pem -cert authority.pem \
             -keyfile authority.key -startdate {first} -enddate {last} -extfile extensions"
        ));
        let path = |ending| self.0.path().join(format!("{file}.{ending}"));
        Issued { certificate: path("pem"), key: path("key") }
    }

    fn openssl(&self, arguments: &str) {
        let mut command = Command::new("openssl");
        command.args(arguments.split_whitespace()).current_dir(self.0.path());
        output(&mut command).expect("openssl does it");
    }
}
