//! TLS to a server by rustls, with certificates that are read anew for each connection: they are replaced without a
//! restart.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, aws_lc_rs, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::security::{ClientCertificate, Roots, Security, TlsMode};
use crate::private_file::read_private;

/// The name of PostgreSQL's protocol within TLS.
const PROTOCOL: &[u8] = b"postgresql";

/// The authorities of the operating system, which are many: read once.
static SYSTEM_ROOTS: OnceLock<Arc<RootCertStore>> = OnceLock::new();

/// Makes the configuration of one connection. Reads files, so it belongs on a thread that may wait.
pub(super) fn configuration(mode: TlsMode, security: &Security) -> Result<Arc<ClientConfig>, String> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    let builder = match mode {
        TlsMode::VerifyFull => {
            let roots = roots(&security.roots)?;
            let verifier = WebPkiServerVerifier::builder_with_provider(roots, provider).build();
            builder.with_webpki_verifier(verifier.map_err(|error| error.to_string())?)
        }
        TlsMode::VerifyCa => {
            let verifier = AnyName::new(Some(roots(&security.roots)?), &provider);
            builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier))
        }
        TlsMode::Require | TlsMode::Disable => {
            let verifier = AnyName::new(None, &provider);
            builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier))
        }
    };
    let mut configuration = match &security.client {
        Some(client) => {
            let (chain, key) = client_certificate(client)?;
            builder
                .with_client_auth_cert(chain, key)
                .map_err(|error| format!("sslcert and sslkey cannot be used: {error}"))?
        }
        None => builder.with_no_client_auth(),
    };
    configuration.alpn_protocols = vec![PROTOCOL.to_vec()];
    Ok(Arc::new(configuration))
}

fn roots(roots: &Roots) -> Result<Arc<RootCertStore>, String> {
    let Roots::File(path) = roots else { return system_roots() };
    let mut store = RootCertStore::empty();
    for certificate in certificates("sslrootcert", path)? {
        let place = path.display();
        store.add(certificate).map_err(|error| format!("sslrootcert {place}: {error}"))?;
    }
    Ok(Arc::new(store))
}

fn system_roots() -> Result<Arc<RootCertStore>, String> {
    if let Some(roots) = SYSTEM_ROOTS.get() {
        return Ok(Arc::clone(roots));
    }
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        return Err("this system has no authorities that are trusted: name a file in sslrootcert".to_owned());
    }
    Ok(Arc::clone(SYSTEM_ROOTS.get_or_init(|| Arc::new(roots))))
}

fn client_certificate(
    client: &ClientCertificate,
) -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), String> {
    let chain = certificates("sslcert", &client.certificate)?;
    let text = read_private(&client.key).map_err(|error| format!("sslkey: {error}"))?;
    let place = client.key.display();
    let key = PrivateKeyDer::from_pem_slice(text.as_bytes())
        .map_err(|_| format!("sslkey {place} holds no private key in PEM without a passphrase"))?;
    Ok((chain, key))
}

fn certificates(parameter: &str, path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let place = path.display();
    let bytes = fs::read(path).map_err(|error| format!("{parameter} {place}: {error}"))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        _ => Err(format!("{parameter} {place} holds no certificate in PEM")),
    }
}

/// Takes a certificate in whichever name: of an authority that is trusted, or of anybody. That whoever shows it has
/// its key is proved in any case.
#[derive(Debug)]
struct AnyName {
    roots: Option<Arc<RootCertStore>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl AnyName {
    const fn new(roots: Option<Arc<RootCertStore>>, provider: &CryptoProvider) -> Self {
        Self { roots, algorithms: provider.signature_verification_algorithms }
    }
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if let Some(roots) = &self.roots {
            let parsed = ParsedCertificate::try_from(certificate)?;
            let algorithms = self.algorithms.all;
            verify_server_cert_signed_by_trust_anchor(&parsed, roots, intermediates, now, algorithms)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
