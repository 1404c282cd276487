//! `signing_certificates` and `certificate_refusals`.

use audit::{Actor, Entry};
use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use kernel::Cnum;
use store::{Tx, params};

use super::{certificate, refused};
use crate::Login;
use crate::signatures::{
    CertificateStatus, NewRegistration, RefusalError, Registered, RegistrationError, refuse_request, register,
};
use crate::store::queries::{COMPANY_BY_CNUM, SIGNING_CERTIFICATE_NAMED, USER_BY_LOGIN};

pub(crate) struct SigningCertificatesFile;

impl TableImporter for SigningCertificatesFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&SIGNING_CERTIFICATE_NAMED),
            hidden: &["certificate"],
            columns: columns! { login, cnum, signature_type, certificate, status = optional },
            ..ImportFile::new(
                "signing_certificates",
                "signing_certificate",
                &["login", "cnum", "signature_type", "certificate"],
            )
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let (login, new) = read(tx, row, context)?;
        let (registered, request) = register(tx, &new).map_err(|error| refusal(error, &login))?;
        if let Some(request) = request {
            let actor = Actor::Operator(context.operator.to_owned());
            let object = ("certificate_request", request);
            let (at, action) = (context.applied_at, "certificate_request.issued");
            let entry = Entry::new(at, context.randomness, actor, action, object);
            audit::record(tx, entry.company(new.cnum.clone()))?;
        }
        Ok(match registered {
            Registered::Created => RowOutcome::Created,
            Registered::Changed => RowOutcome::Changed,
            Registered::Unchanged => RowOutcome::Unchanged,
        })
    }
}

fn read(
    tx: &mut Tx,
    row: &ImportRow,
    context: &ImportContext<'_>,
) -> Result<(Login, NewRegistration), RowError> {
    let login: Login = row.parse("login")?;
    let cnum: Cnum = row.parse("cnum")?;
    let signature_type = row.parse("signature_type")?;
    let status = row.optional_parse("status")?.unwrap_or(CertificateStatus::Active);
    let certificate = certificate(row)?;
    let Some(user) = tx.query_optional(&USER_BY_LOGIN, params![login.as_str()])? else {
        return Err(RowError::new("login", format!("there is no user with the login {login}")));
    };
    if tx.query_optional(&COMPANY_BY_CNUM, params![&cnum])?.is_none() {
        return Err(RowError::new("cnum", format!("there is no company {cnum}")));
    }
    let user_id = user.parse("user_id")?;
    Ok((
        login,
        NewRegistration { cnum, user_id, signature_type, status, certificate, at: context.applied_at },
    ))
}

/// Says in which column the fault is.
fn refusal(error: RegistrationError, login: &Login) -> RowError {
    match error {
        RegistrationError::Store(error) => error.into(),
        RegistrationError::Certificate(error) => refused(&error),
        RegistrationError::RightAbsent { cnum, signature_type, .. } => {
            let right = signature_type.right();
            RowError::new("signature_type", format!("{login} has no right {right} for {cnum}"))
        }
        RegistrationError::TooMany => RowError::new("cnum", error.to_string()),
        RegistrationError::KeyOfAnother(_)
        | RegistrationError::KeyAskedForByAnother(_)
        | RegistrationError::KeyOfAnotherType(_)
        | RegistrationError::KeyRevoked => RowError::new("certificate", error.to_string()),
    }
}

const REASON_CHARACTERS_MAX: usize = 500;

/// Takes `certificate_refusals`: requests of people for signing certificates that the bank's authority or staff
/// refuses.
pub(crate) struct CertificateRefusalsFile;

impl TableImporter for CertificateRefusalsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            columns: columns! { request_id, reason },
            ..ImportFile::new("certificate_refusals", "certificate_request", &["request_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let id = row.text("request_id")?;
        let reason = row.checked_text("reason", REASON_CHARACTERS_MAX)?;
        let cnum = match refuse_request(tx, id, reason, context.applied_at) {
            Ok(Some(cnum)) => cnum,
            Ok(None) => return Ok(RowOutcome::Unchanged),
            Err(RefusalError::Store(error)) => return Err(error.into()),
            Err(error) => return Err(RowError::new("request_id", error.to_string())),
        };
        let actor = Actor::Operator(context.operator.to_owned());
        let object = ("certificate_request", id.to_owned());
        let (at, action) = (context.applied_at, "certificate_request.refused");
        let entry = Entry::new(at, context.randomness, actor, action, object);
        audit::record(tx, entry.company(cnum))?;
        Ok(RowOutcome::Created)
    }
}
