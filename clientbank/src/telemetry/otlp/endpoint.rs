//! The address of a collector.

use std::str::FromStr;

use url::{Host, Url};

/// The path of the signal below an endpoint (OTLP over HTTP, "OTLP/HTTP Request").
const PATH: &str = "/v1/traces";
/// The port of OTLP over HTTP.
const PORT: u16 = 4_318;

/// The address of a collector that speaks OTLP over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// A name, or an address without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// The value of the `Host` header.
    pub(super) authority: String,
    pub(super) path: String,
}

impl FromStr for Endpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || "must be http://HOST:PORT of a collector, perhaps with a path".to_owned();
        let url = Url::parse(text).map_err(|_| wrong())?;
        if url.scheme() == "https" {
            return Err("is spoken to without TLS: name an agent on this machine or beside it, which speaks TLS with \
                        the others"
                .to_owned());
        }
        let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        if url.scheme() != "http" || !is_plain || url.fragment().is_some() {
            return Err(wrong());
        }
        // The port of http is not told apart from none, and nobody collects there.
        let port = url.port().unwrap_or(PORT);
        let host = match url.host().ok_or_else(wrong)? {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        let authority = format!("{}:{port}", url.host_str().unwrap_or_default());
        Ok(Self { host, port, authority, path: format!("{}{PATH}", url.path().trim_end_matches('/')) })
    }
}
