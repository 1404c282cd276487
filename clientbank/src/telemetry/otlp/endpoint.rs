//! The address of a collector.

use std::str::FromStr;

use http::Uri;
use url::{Host, Url};

/// The path of the signal below an endpoint (OTLP over HTTP, "OTLP/HTTP Request").
const PATH: &str = "/v1/traces";
/// The port of OTLP over HTTP.
const PORT: u16 = 4_318;
const HTTPS_PORT: u16 = 443;

/// The address of a collector that speaks OTLP over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// A name, or an address without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// The value of the `Host` header.
    pub(super) authority: String,
    pub(super) path: String,
    pub(super) is_https: bool,
}

impl FromStr for Endpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong =
            || "must be http://HOST:PORT or https://HOST:PORT of a collector, perhaps with a path".to_owned();
        let url = Url::parse(text).map_err(|_| wrong())?;
        let is_https = url.scheme() == "https";
        let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        if !(is_https || url.scheme() == "http") || !is_plain || url.fragment().is_some() {
            return Err(wrong());
        }
        // `Url` drops a port that is the one of its scheme.
        let named = text.parse::<Uri>().ok().and_then(|uri| uri.port_u16()).or(url.port());
        // A proxy may collect at the port of https.
        let port = named.unwrap_or(if is_https { HTTPS_PORT } else { PORT });
        let host = match url.host().ok_or_else(wrong)? {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        let authority = format!("{}:{port}", url.host_str().unwrap_or_default());
        Ok(Self {
            host,
            port,
            authority,
            path: format!("{}{PATH}", url.path().trim_end_matches('/')),
            is_https,
        })
    }
}
