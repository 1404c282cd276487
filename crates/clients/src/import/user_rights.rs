//! `user_rights`.

use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use kernel::{Cnum, UserId};
use store::{Tx, params};

use crate::store::queries::{
    COMPANY_BY_CNUM, RIGHTS_BY_COMPANY, RIGHTS_BY_LOGIN, RIGHTS_LISTED, RIGHTS_STORED, USER_BY_LOGIN,
};
use crate::store::rights_behind_lock;
use crate::{COMPANIES_PER_USER_MAX, Login, Right, Rights};

/// Takes `user_rights`: a row says all that one user may do for one company, so an empty list takes everything away.
pub(crate) struct UserRightsFile;

impl TableImporter for UserRightsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&RIGHTS_STORED),
            listed: Some(&RIGHTS_LISTED),
            found_by: const { &[("cnum", &RIGHTS_BY_COMPANY), ("login", &RIGHTS_BY_LOGIN)] },
            columns: columns! { login, cnum, rights = optional },
            ..ImportFile::new("user_rights", "user", &["login", "cnum"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _context: &ImportContext<'_>) -> RowResult {
        let login: Login = row.parse("login")?;
        let cnum: Cnum = row.parse("cnum")?;
        let wanted: Rights = row.parse_list::<Right>("rights")?.into_iter().collect();
        let Some(user) = tx.query_optional(&USER_BY_LOGIN, params![login.as_str()])? else {
            return Err(RowError::new("login", format!("there is no user with the login {login}")));
        };
        let user: UserId = user.parse("user_id")?;
        if tx.query_optional(&COMPANY_BY_CNUM, params![&cnum])?.is_none() {
            return Err(RowError::new("cnum", format!("there is no company {cnum}")));
        }
        // A lock of the company's administrator stays: the rights wait for its end.
        let present = rights_behind_lock(tx, &user, &cnum)?;
        if present == wanted {
            return Ok(RowOutcome::Unchanged);
        }
        if !crate::set_rights(tx, &user, &cnum, wanted)? {
            let message = format!("a user has rights for at most {COMPANIES_PER_USER_MAX} companies");
            return Err(RowError::new("cnum", message));
        }
        Ok(if present.is_empty() { RowOutcome::Created } else { RowOutcome::Changed })
    }
}
