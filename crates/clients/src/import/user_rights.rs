//! `user_rights`.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use kernel::{Cnum, UserId};
use store::{Tx, params};

use crate::store::queries::{
    COMPANY_BY_CNUM, RIGHTS_COMPANIES_COUNT, RIGHTS_DELETE, RIGHTS_INSERT, USER_BY_LOGIN,
};
use crate::{COMPANIES_PER_USER_MAX, Login, Right, Rights};

/// Takes `user_rights`: a row says all that one user may do for one company, so an empty list takes everything away.
pub(crate) struct UserRightsFile;

impl TableImporter for UserRightsFile {
    fn file_stem(&self) -> &'static str {
        "user_rights"
    }

    fn columns(&self) -> &'static [Column] {
        const { &[Column::required("login"), Column::required("cnum"), Column::optional("rights")] }
    }

    fn key(&self) -> &'static [&'static str] {
        &["login", "cnum"]
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        _context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
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
        let present = crate::rights(tx, &user, &cnum)?;
        if present == wanted {
            return Ok(RowOutcome::Unchanged);
        }
        tx.execute(&RIGHTS_DELETE, params![&user, &cnum])?;
        let rows = wanted.iter().map(|right| params![&user, &cnum, right.as_str()]).collect();
        tx.execute_many(&RIGHTS_INSERT, rows)?;
        let companies = tx.query_one(&RIGHTS_COMPANIES_COUNT, params![&user])?.integer("companies")?;
        if companies > i64::from(COMPANIES_PER_USER_MAX) {
            let message = format!("a user has rights for at most {COMPANIES_PER_USER_MAX} companies");
            return Err(RowError::new("cnum", message));
        }
        Ok(if present.is_empty() { RowOutcome::Created } else { RowOutcome::Changed })
    }
}
