//! `users`.

use std::sync::Arc;

use import::{
    ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns, upsert,
};
use kernel::UserId;
use store::{Result, Tx, params};

use super::NAME_CHARACTERS_MAX;
use crate::store::queries::{
    ROLES_DELETE, ROLES_INSERT, USER_BY_LOGIN, USER_INSERT, USER_STORED, USER_UPDATE, USERS_BY_LOGIN,
    USERS_LISTED,
};
use crate::{AccessEndings, Email, Login, PhoneNumber, Role, UserStatus};

pub(crate) struct UsersFile {
    /// The port for ending sessions when a row changes a status.
    pub(crate) endings: Arc<dyn AccessEndings>,
}

impl TableImporter for UsersFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&USER_STORED),
            listed: Some(&USERS_LISTED),
            found_by: const { &[("login", &USERS_BY_LOGIN)] },
            hidden: &["full_name", "email", "phone_number"],
            columns: columns! {
                user_id, login, full_name, email = optional, phone_number = optional, roles = optional,
                status = optional,
            },
            ..ImportFile::new("users", "user", &["user_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let user: UserId = row.parse("user_id")?;
        let login: Login = row.parse("login")?;
        let mut roles: Vec<Role> = row.parse_list("roles")?;
        roles.sort();
        let status = row.optional_parse("status")?.unwrap_or(UserStatus::Active);
        let values = params![
            &user,
            login.as_str(),
            row.checked_text("full_name", NAME_CHARACTERS_MAX)?,
            row.optional_parse::<Email>("email")?.map(|email| email.to_string()),
            row.optional_parse::<PhoneNumber>("phone_number")?.map(|number| number.to_string()),
            status.as_str(),
            context.applied_at,
        ];
        if let Some(holder) = tx.query_optional(&USER_BY_LOGIN, params![login.as_str()])?
            && holder.text("user_id")? != user.as_str()
        {
            let message = format!("the login belongs to the user {}", holder.text("user_id")?);
            return Err(RowError::new("login", message));
        }
        let before = crate::find_user(tx, &user)?.map(|user| user.status);
        let outcome = upsert(tx, &USER_INSERT, &USER_UPDATE, &values)?;
        if before.is_some_and(|before| before != status) {
            self.endings.user_status_changed(tx, &user, context)?;
        }
        Ok(outcome.and(replace_roles(tx, &user, &roles)?))
    }
}

/// Gives the user exactly `roles`, which are ordered.
fn replace_roles(tx: &mut Tx, user: &UserId, roles: &[Role]) -> Result<RowOutcome> {
    if crate::store::roles(tx, user)? == roles {
        return Ok(RowOutcome::Unchanged);
    }
    tx.execute(&ROLES_DELETE, params![user])?;
    tx.execute_many(&ROLES_INSERT, roles.iter().map(|role| params![user, role.as_str()]).collect())?;
    Ok(RowOutcome::Changed)
}
