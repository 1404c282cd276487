//! The demo's authority: issues a certificate for a request at once, and has it imported as a bank does.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clients::signatures::AskedCertificate;
use cms::{Authority, Subject};
use import::ImportOptions;
use kernel::{Clock, Instant, Randomness};
use serde_json::json;
use signing_certificates::Issuer;
use signing_certificates::issuer::Issuing;
use store::Store;

use super::keys::{AUTHORITY, AUTHORITY_KEY, VALIDITY_S};

/// The name of the importer in the audit trail.
const OPERATOR: &str = "demo-authority";
/// Seconds by which a certificate is valid before its request: clocks differ.
const EARLIER_S: i64 = 60;

/// An authority that issues for everybody who asks.
#[derive(Debug)]
pub struct DemoAuthority {
    authority: Authority,
    /// The folder in which files for the import are made.
    folder: PathBuf,
    store: Store,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
}

impl DemoAuthority {
    /// Opens the authority whose key and certificate are in the folder `keys`; none in that of an older demo, which did
    /// not keep the key.
    pub fn open(
        keys: &Path,
        store: Store,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
    ) -> Option<Self> {
        let text = |name: &str| std::fs::read_to_string(keys.join(name)).ok();
        let authority = Authority::from_pem(&text(AUTHORITY_KEY)?, &text(AUTHORITY)?).ok()?;
        Some(Self { authority, folder: keys.join("issued"), store, clock, randomness })
    }

    async fn register(&self, asked: &AskedCertificate, login: &str, full_name: &str) -> Result<(), String> {
        let now = self.clock.now();
        let certificate = self
            .authority
            .issue_for(&asked.request, &subject(full_name, now), self.randomness.as_ref())
            .map_err(|error| error.to_string())?;
        let row = json!([{
            "login": login, "cnum": asked.cnum.as_str(), "signature_type": asked.signature_type.as_str(),
            "certificate": certificate.to_pem(),
        }]);
        // A folder of its own: two people may ask at the same moment.
        let folder = self.folder.join(&asked.id);
        write(&folder, &row.to_string()).map_err(|error| error.to_string())?;
        let options = ImportOptions { dry_run: false, operator: OPERATOR.to_owned(), approved: None };
        let randomness = Arc::clone(&self.randomness);
        let importers = clients::importers();
        let imported =
            import::run(&self.store, &folder, importers, options, self.clock.as_ref(), randomness).await;
        let removed = std::fs::remove_dir_all(&folder);
        imported.map_err(|error| error.to_string())?;
        removed.map_err(|error| error.to_string())
    }
}

fn subject(full_name: &str, now: Instant) -> Subject {
    Subject {
        common_name: full_name.chars().take(64).collect(),
        organisation: "Demo".to_owned(),
        not_before: now.plus_seconds(-EARLIER_S),
        not_after: now.plus_seconds(VALIDITY_S / 10),
    }
}

fn write(folder: &Path, rows: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("signing_certificates.json"), rows)
}

impl Issuer for DemoAuthority {
    fn issue<'a>(&'a self, asked: &'a AskedCertificate, login: &'a str, full_name: &'a str) -> Issuing<'a> {
        Box::pin(self.register(asked, login, full_name))
    }
}
