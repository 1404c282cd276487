//! The certificates of receivers that are trusted.

use std::sync::{Arc, OnceLock};

use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;

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
