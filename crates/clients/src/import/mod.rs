//! The files of the registry.

mod certificate_authorities;
mod companies;
mod oauth_clients;
mod signing_certificates;
mod user_rights;
mod users;

use std::sync::Arc;

use cms::{Certificate, CmsError};
use import::{ImportRow, RowError, RowOutcome, TableImporter};
use kernel::Language;

use crate::{AccessEndings, NothingToEnd};

pub(crate) use self::certificate_authorities::{
    CertificateAuthoritiesFile, RevocationListsFile, RevokedCertificatesFile,
};
pub(crate) use self::companies::{CompaniesFile, CompanyGroupsFile};
pub(crate) use self::oauth_clients::OauthClientsFile;
pub(crate) use self::signing_certificates::{CertificateRefusalsFile, SigningCertificatesFile};
pub(crate) use self::user_rights::UserRightsFile;
pub(crate) use self::users::UsersFile;

/// The files of people and of what they may do: a large import applies all that belongs to one login together.
const USERS: &str = "users";
const NAME_CHARACTERS_MAX: usize = 250;

/// The importers of this crate for a database that holds no sessions, see [`importers_ending`].
pub fn importers() -> Vec<Arc<dyn TableImporter>> {
    importers_ending(&(Arc::new(NothingToEnd) as Arc<dyn AccessEndings>))
}

/// Returns the importers of `company_groups`, `companies`, `users`, `user_rights`, `oauth_clients`,
/// `certificate_authorities`, `revocation_lists`, `revoked_certificates`, `signing_certificates` and
/// `certificate_refusals`, in the order in which they refer to each other. When a file stops somebody, `endings`
/// ends the sessions in the same unit of work.
pub fn importers_ending(endings: &Arc<dyn AccessEndings>) -> Vec<Arc<dyn TableImporter>> {
    vec![
        Arc::new(CompanyGroupsFile),
        Arc::new(CompaniesFile),
        Arc::new(UsersFile { endings: Arc::clone(endings) }),
        Arc::new(UserRightsFile),
        Arc::new(OauthClientsFile { endings: Arc::clone(endings) }),
        Arc::new(CertificateAuthoritiesFile),
        Arc::new(RevocationListsFile),
        Arc::new(RevokedCertificatesFile),
        Arc::new(SigningCertificatesFile),
        Arc::new(CertificateRefusalsFile),
    ]
}

/// The effect of a row on a thing that is `present`, or new.
fn outcome<T: PartialEq>(present: Option<&T>, wanted: &T) -> RowOutcome {
    match present {
        None => RowOutcome::Created,
        Some(present) if present == wanted => RowOutcome::Unchanged,
        Some(_) => RowOutcome::Changed,
    }
}

fn certificate(row: &ImportRow) -> Result<Certificate, RowError> {
    Certificate::from_pem(row.text("certificate")?).map_err(|error| refused(&error))
}

fn refused(error: &CmsError) -> RowError {
    refused_in("certificate", error)
}

fn refused_in(column: &'static str, error: &CmsError) -> RowError {
    RowError::new(column, error.message(Language::English))
}
