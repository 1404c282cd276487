//! The certificates of receivers that are trusted.

use std::io;
use std::sync::{Arc, OnceLock};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Speaks TLS with a host that the machine trusts, over a connection to it.
pub async fn tls_to(host: &str, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
    let tls = trust_of_the_system().map_err(io::Error::other)?;
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    TlsConnector::from(tls).connect(name, stream).await
}

/// Trusts what the machine trusts; read once for the process. On a machine without certificates no receiver is trusted,
/// and the log says so.
pub fn trust_of_the_system() -> Result<Arc<ClientConfig>, rustls::Error> {
    static TRUST: OnceLock<Result<Arc<ClientConfig>, rustls::Error>> = OnceLock::new();
    TRUST.get_or_init(|| read().map(Arc::new)).clone()
}

fn read() -> Result<ClientConfig, rustls::Error> {
    let builder = || {
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()
    };
    match builder()?.with_platform_verifier() {
        Ok(trusting) => Ok(trusting.with_no_client_auth()),
        Err(error) => {
            tracing::warn!(
                "no receiver of webhooks is trusted: the machine's certificates cannot be read: {error}"
            );
            Ok(builder()?.with_root_certificates(RootCertStore::empty()).with_no_client_auth())
        }
    }
}
