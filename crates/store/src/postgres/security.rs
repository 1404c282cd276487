//! The parts of the database address that say whom the program trusts: TLS, its certificates, and the file of
//! passwords. tokio-postgres does not know them, so they are taken out of the address before it reads the rest.

use std::net::IpAddr;
use std::path::PathBuf;

use tokio_postgres::config::Host;

use super::parameters;
use crate::LocationError;

kernel::text_enum! {
    /// The extent to which TLS is asked for, in the words of libpq.
    pub(super) enum TlsMode {
        /// Nothing is encrypted.
        Disable = "disable",
        /// Everything is encrypted, for whoever answers.
        Require = "require",
        /// The server shows a certificate of an authority that is trusted, in whichever name.
        VerifyCa = "verify-ca",
        /// The certificate also names the server as the address does.
        VerifyFull = "verify-full",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Roots {
    #[default]
    System,
    /// The authorities in a file, PEM.
    File(PathBuf),
}

/// The certificate with which the program shows who it is, and its key, both PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClientCertificate {
    pub(super) certificate: PathBuf,
    pub(super) key: PathBuf,
}

/// Everything that the address says about trust.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Security {
    mode: Option<TlsMode>,
    pub(super) roots: Roots,
    pub(super) client: Option<ClientCertificate>,
    /// A file of passwords as libpq has it (`.pgpass`).
    pub(super) passfile: Option<PathBuf>,
}

impl TlsMode {
    fn read(text: &str) -> Result<Self, LocationError> {
        text.parse().map_err(|_| {
            LocationError::Refused(match text {
                "allow" | "prefer" => {
                    "sslmode=allow and sslmode=prefer go without TLS as soon as somebody in between says so; known \
                     are disable, require, verify-ca and verify-full"
                }
                _ => "sslmode: known are disable, require, verify-ca and verify-full",
            })
        })
    }
}

impl Security {
    /// Takes what it understands out of `url`; the rest is left to tokio-postgres.
    ///
    /// # Errors
    /// A value that means nothing, or half of a client certificate.
    pub(super) fn take_from(url: &str) -> Result<(String, Self), LocationError> {
        let mut security = Self::default();
        let (mut certificate, mut key) = (None, None);
        let mut names_roots = false;
        let rest = parameters::take(url, |name, value| {
            match name {
                "sslmode" => security.mode = Some(TlsMode::read(value)?),
                "sslrootcert" => {
                    names_roots = true;
                    security.roots = match value {
                        "system" => Roots::System,
                        _ => Roots::File(path("sslrootcert", value)?),
                    };
                }
                "sslcert" => certificate = Some(path("sslcert", value)?),
                "sslkey" => key = Some(path("sslkey", value)?),
                "passfile" => security.passfile = Some(path("passfile", value)?),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        // Whoever names an authority wants it to be looked at, as in libpq. Those of the operating system certify
        // anybody under some name, so that the name counts too: libpq takes nothing less with them.
        if names_roots && security.mode == Some(TlsMode::Require) {
            security.mode = Some(match security.roots {
                Roots::File(_) => TlsMode::VerifyCa,
                Roots::System => TlsMode::VerifyFull,
            });
        }
        security.client = match (certificate, key) {
            (Some(certificate), Some(key)) => Some(ClientCertificate { certificate, key }),
            (None, None) => None,
            _ => return Err(LocationError::Refused("sslcert and sslkey belong together")),
        };
        Ok((rest, security))
    }

    /// The mode for one server. What nobody decided is decided by the way there: nothing is encrypted within this
    /// machine, and everything is verified beyond it.
    pub(super) fn mode_for(&self, name: Option<&Host>, address: Option<IpAddr>) -> TlsMode {
        match (name, self.mode) {
            // PostgreSQL has no TLS on a socket file.
            #[cfg(unix)]
            (Some(Host::Unix(_)), _) => TlsMode::Disable,
            (_, Some(mode)) => mode,
            (_, None) if is_local(name, address) => TlsMode::Disable,
            (_, None) => TlsMode::VerifyFull,
        }
    }
}

fn path(name: &'static str, value: &str) -> Result<PathBuf, LocationError> {
    match (value, name) {
        ("", "sslrootcert") => Err(LocationError::Refused("sslrootcert names no file")),
        ("", _) => Err(LocationError::Refused("sslcert, sslkey or passfile names no file")),
        _ => Ok(PathBuf::from(value)),
    }
}

/// Tells whether both the name and the address lead to this machine. A name that does not may be a tunnel's, whose
/// other end is elsewhere.
fn is_local(name: Option<&Host>, address: Option<IpAddr>) -> bool {
    let is_local_name = match name {
        Some(Host::Tcp(name)) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Some(Host::Unix(_)) => true,
        None => true,
    };
    is_local_name && address.is_none_or(|address| address.is_loopback())
}

#[cfg(test)]
mod tests;
