//! Certificates of the person as files.

use ::pages::{OnlineBank, PageError, PageResult, download};
use axum::extract::{Path, State};

use super::{CertificatesPages, certificate_id};
use crate::work::present;

/// The kind of a file in PEM (RFC 8555, section 9.1).
pub(super) const PEM: &str = "application/pem-certificate-chain";

/// Writes the certificates that sign now: the script that signs finds its own among them.
pub(super) async fn own(State(pages): State<CertificatesPages>, bank: OnlineBank) -> PageResult {
    let own = present::present(&pages.area, &bank.user, &bank.company).await?;
    let signing = own.certificates.iter().filter(|one| one.standing.signs());
    let text: String = signing.map(|one| one.registered.certificate.to_pem()).collect();
    Ok(download("certificates.pem", PEM, text))
}

pub(super) async fn one(
    State(pages): State<CertificatesPages>,
    Path(id): Path<String>,
    bank: OnlineBank,
) -> PageResult {
    let id = certificate_id(&id)?;
    let own = present::present(&pages.area, &bank.user, &bank.company).await?;
    let found = present::certificate(&own, &id).ok_or(PageError::NotFound)?;
    let name = format!("{}.crt", id.as_str().get(..16).unwrap_or_default());
    Ok(download(&name, PEM, found.registered.certificate.to_pem()))
}
