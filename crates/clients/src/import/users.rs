//! `users`.

use std::collections::HashMap;
use std::sync::Arc;

use import::{
    Chunks, ImportContext, ImportFile, ImportRow, Look, Outcomes, RowError, RowOutcome, RowSlice,
    TableImporter, Taking, columns,
};
use kernel::UserId;
use store::{Result, Tx};

use super::{NAME_CHARACTERS_MAX, USERS, outcome};
use crate::store::queries::{USER_STORED, USERS_BY_LOGIN, USERS_LISTED};
use crate::store::registry;
use crate::{AccessEndings, User, UserStatus};

pub(crate) struct UsersFile {
    /// The port for what a changed status or login means for logins.
    pub(crate) endings: Arc<dyn AccessEndings>,
}

impl TableImporter for UsersFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&USER_STORED),
            listed: Some(&USERS_LISTED),
            found_by: const { &[("login", &USERS_BY_LOGIN)] },
            look: Some(Look { references: const { &[] }, holds_alone: false }),
            chunks: Some(Chunks { unique: Some("user_id"), ..Chunks::new(USERS, "login") }),
            hidden: &["full_name", "email", "phone_number"],
            columns: columns! {
                user_id, login, full_name, email = optional, phone_number = optional, roles = optional,
                status = optional,
            },
            ..ImportFile::new("users", "user", &["user_id"])
        }
    }

    fn given_up(&self, tx: &mut Tx, rows: &[ImportRow]) -> Result<Vec<String>> {
        let users: Vec<User> = rows.iter().filter_map(|row| read(row).ok()).collect();
        let ids: Vec<&str> = users.iter().map(|user| user.id.as_str()).collect();
        let present = registry::users_by_id(tx, &ids)?;
        let given_up = |user: &User| {
            let before = present.get(user.id.as_str()).map(|before| before.login.as_str());
            before.filter(|login| *login != user.login.as_str()).map(str::to_owned)
        };
        Ok(users.iter().filter_map(given_up).collect())
    }

    fn take(&self, tx: &mut Tx, slice: RowSlice<'_>) -> Result<Outcomes> {
        let RowSlice { rows, taking, context } = slice;
        let read: Vec<Result<User, RowError>> = rows.iter().map(read).collect();
        let mut facts = PresentUsers::load(tx, read.iter().flatten())?;
        let judged: Vec<Result<Judged, RowError>> =
            read.into_iter().map(|user| user.and_then(|user| facts.judge(user))).collect();
        if !matches!(taking, Taking::Check(_)) {
            self.write(tx, judged.iter().flatten(), context)?;
        }
        Ok(judged.into_iter().map(|judged| judged.map(|judged| judged.outcome)).collect())
    }
}

impl UsersFile {
    fn write<'a>(
        &self,
        tx: &mut Tx,
        judged: impl Iterator<Item = &'a Judged>,
        context: &ImportContext<'_>,
    ) -> Result<()> {
        let touched: Vec<&Judged> = judged.filter(|one| one.outcome != RowOutcome::Unchanged).collect();
        let users: Vec<_> = touched.iter().map(|one| (&one.user, one.before.as_ref())).collect();
        registry::keep_users(tx, &users, context.applied_at)?;
        // In the order of the rows: a login that one gives up may be that of a later one.
        for Judged { user, before, .. } in touched {
            let Some(before) = before else { continue };
            if before.login != user.login {
                self.endings.login_changed(tx, &before.login, &user.login)?;
            }
            if before.status != user.status {
                self.endings.user_status_changed(tx, &user.id, context)?;
            }
        }
        Ok(())
    }
}

fn read(row: &ImportRow) -> Result<User, RowError> {
    let mut roles = row.parse_list("roles")?;
    roles.sort();
    Ok(User {
        id: row.parse("user_id")?,
        login: row.parse("login")?,
        full_name: row.checked_text("full_name", NAME_CHARACTERS_MAX)?.to_owned(),
        email: row.optional_parse("email")?,
        phone_number: row.optional_parse("phone_number")?,
        roles,
        status: row.optional_parse("status")?.unwrap_or(UserStatus::Active),
    })
}

/// A row that can be applied.
struct Judged {
    user: User,
    before: Option<User>,
    outcome: RowOutcome,
}

/// Facts of the database, with the rows that were judged.
struct PresentUsers {
    /// The users, by identifier.
    present: HashMap<String, User>,
    /// The users who have a login, by it.
    holders: HashMap<String, UserId>,
}

impl PresentUsers {
    fn load<'a>(tx: &mut Tx, users: impl Iterator<Item = &'a User>) -> Result<Self> {
        let (ids, logins): (Vec<&str>, Vec<&str>) =
            users.map(|user| (user.id.as_str(), user.login.as_str())).unzip();
        Ok(Self { present: registry::users_by_id(tx, &ids)?, holders: registry::ids_by_login(tx, &logins)? })
    }

    /// Judges a row that is right by itself.
    fn judge(&mut self, user: User) -> Result<Judged, RowError> {
        if let Some(holder) = self.holders.get(user.login.as_str()).filter(|holder| **holder != user.id) {
            return Err(RowError::new("login", format!("the login belongs to the user {holder}")));
        }
        let before = self.present.remove(user.id.as_str());
        if let Some(given_up) = before.as_ref().map(|before| &before.login)
            && *given_up != user.login
        {
            self.holders.remove(given_up.as_str());
        }
        self.holders.insert(user.login.as_str().to_owned(), user.id.clone());
        Ok(Judged { outcome: outcome(before.as_ref(), &user), user, before })
    }
}
