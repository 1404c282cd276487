//! `signing_certificates`.

use cms::{Certificate, Chain};
use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use kernel::{Cnum, UserId};
use store::{Tx, params};

use super::{certificate, refused};
use crate::signatures::hexadecimal;
use crate::signatures::{CERTIFICATES_PER_COMPANY_MAX, CertificateId, CertificateStatus};
use crate::store::certificate_queries::{
    CERTIFICATE_INSERT, CERTIFICATE_SET_STATUS, CERTIFICATE_STATUS, CERTIFICATES_COUNT, SIGNING_KEY,
    SIGNING_KEY_INSERT,
};
use crate::store::queries::{COMPANY_BY_CNUM, USER_BY_LOGIN};
use crate::store::{Authorities, authorities};
use crate::{Login, SignatureType};

/// Takes `signing_certificates`.
pub(crate) struct SigningCertificatesFile;

/// A row that is right in itself.
struct Registration {
    cnum: Cnum,
    user_id: UserId,
    login: Login,
    signature_type: SignatureType,
    status: CertificateStatus,
    certificate: Certificate,
}

impl TableImporter for SigningCertificatesFile {
    fn file_stem(&self) -> &'static str {
        "signing_certificates"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("login"),
                Column::required("cnum"),
                Column::required("signature_type"),
                Column::required("certificate"),
                Column::optional("status"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["login", "cnum", "signature_type", "certificate"]
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        let it = Registration::read(tx, row)?;
        let key = hexadecimal(&it.certificate.key_fingerprint());
        let has_key = it.check_holder(tx, &key)?;
        let id = CertificateId::of(&it.certificate);
        if tx.query_optional(&CERTIFICATE_STATUS, params![&it.cnum, id.as_str()])?.is_some() {
            let values = params![&it.cnum, id.as_str(), it.status.as_str()];
            let changed = tx.execute(&CERTIFICATE_SET_STATUS, values)?;
            return Ok(if changed == 0 { RowOutcome::Unchanged } else { RowOutcome::Changed });
        }
        it.check_new(tx)?;
        let signature_type = it.signature_type.as_str();
        if !has_key {
            tx.execute_one(&SIGNING_KEY_INSERT, params![&it.cnum, &key, &it.user_id, signature_type])?;
        }
        let values = params![
            &it.cnum,
            id.as_str(),
            key,
            &it.user_id,
            signature_type,
            it.status.as_str(),
            hexadecimal(it.certificate.serial()),
            it.certificate.der(),
            context.now,
        ];
        tx.execute_one(&CERTIFICATE_INSERT, values)?;
        let count = tx.query_one(&CERTIFICATES_COUNT, params![&it.cnum])?.integer("certificates")?;
        if count > i64::from(CERTIFICATES_PER_COMPANY_MAX) {
            let message = format!("a company has at most {CERTIFICATES_PER_COMPANY_MAX} certificates");
            return Err(RowError::new("cnum", message));
        }
        Ok(RowOutcome::Created)
    }
}

impl Registration {
    fn read(tx: &mut Tx, row: &ImportRow) -> Result<Self, RowError> {
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
        Ok(Self { cnum, user_id: user.parse("user_id")?, login, signature_type, status, certificate })
    }

    /// Tells whether the key is bound to this person and type already. A key bound otherwise is refused: rule 3 of
    /// the specification's section 4.5. The keys of the tables would refuse it as well, but without a message for
    /// people.
    fn check_holder(&self, tx: &mut Tx, key: &str) -> Result<bool, RowError> {
        let Some(holder) = tx.query_optional(&SIGNING_KEY, params![&self.cnum, key])? else {
            return Ok(false);
        };
        let user: UserId = holder.parse("user_id")?;
        if user != self.user_id {
            let message = format!("the certificate or its key belongs to the user {user} of this company");
            return Err(RowError::new("certificate", message));
        }
        let registered: SignatureType = holder.parse("signature_type")?;
        if registered != self.signature_type {
            let message = format!("the certificate or its key is registered for the signature {registered}");
            return Err(RowError::new("certificate", message));
        }
        Ok(true)
    }

    /// Checks a certificate that is new; the row of a known one is not checked again.
    fn check_new(&self, tx: &mut Tx) -> Result<(), RowError> {
        let Authorities { roots, intermediates } = authorities(tx)?;
        Chain::build(&self.certificate, &roots, &intermediates, None).map_err(|error| refused(&error))?;
        self.certificate.public_key().map_err(|error| refused(&error))?;
        let right = self.signature_type.right();
        if crate::rights(tx, &self.user_id, &self.cnum)?.contains(right) {
            return Ok(());
        }
        let message = format!("{} has no right {right} for {}", self.login, self.cnum);
        Err(RowError::new("signature_type", message))
    }
}
