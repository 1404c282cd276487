//! `credentials.csv`: the passwords and second factors of users, from the bank's own directory or for a first day.
//!
//! | Column | |
//! |---|---|
//! | `login` | required: the user, from `users.csv` |
//! | `password` | in plain text, hashed at once; for demonstrations and first passwords; see [`password_rule`] |
//! | `password_hash` | a PHC string of argon2id; either this or `password` |
//! | `totp_secret` | Base32; empty: no second factor |
//!
//! A password in plain text is compared with the stored hash first, so that the same file imported twice changes
//! nothing; that takes a hash per row, inside the unit of work. Banks with many users bring hashes. A password that is
//! another than the stored one ends every session of the user.

use audit::Actor;
use clients::Login;
use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use kernel::UserId;
use store::Tx;

use crate::person::credential::{
    PasswordSettings, StoredCredential, Verification, checked_hash, hash, verify_here,
};
use crate::person::password_rule::{self, PASSWORD_CHARACTERS};
use crate::person::second_factor::TotpSecret;
use crate::sealing::{MasterKey, Purpose};
use crate::store::credentials;
use crate::work::replace_credential::{give_password, replace_second_factor};
use crate::work::trail::{Author, Occasion};

/// Column into which [`TableImporter::prepare`] puts the hash that it made.
const PREPARED_HASH: &str = "password_hash";

/// Takes `credentials.csv` or `credentials.json`.
#[derive(Debug)]
pub struct CredentialImporter {
    passwords: PasswordSettings,
    master_key: MasterKey,
}

impl CredentialImporter {
    /// Makes an importer that hashes with these costs and seals with this key.
    pub const fn new(passwords: PasswordSettings, master_key: MasterKey) -> Self {
        Self { passwords, master_key }
    }

    fn sealed(
        &self,
        user: &UserId,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<Option<Vec<u8>>, RowError> {
        let Some(secret) = secret(row)? else { return Ok(None) };
        self.master_key
            .seal(Purpose::SecondFactors, user.as_str(), secret.bytes(), context.randomness)
            .map(Some)
            .map_err(|error| RowError::new("totp_secret", error.to_string()))
    }

    fn same_password(&self, row: &ImportRow, stored: &StoredCredential) -> Result<bool, RowError> {
        let Some(password) = row.optional("password") else {
            return Ok(row.optional(PREPARED_HASH) == Some(stored.password_hash.as_str()));
        };
        let verification = verify_here(self.passwords, password, &stored.password_hash);
        let verification = verification.map_err(|error| RowError::new("password", error.to_string()))?;
        // A hash of other costs is that of the same password: the next login makes it anew.
        Ok(matches!(verification, Verification::Right { .. }))
    }

    fn same_secret(
        &self,
        user: &UserId,
        row: &ImportRow,
        stored: &StoredCredential,
    ) -> Result<bool, RowError> {
        let opened = stored.totp_secret_sealed.as_ref().map(|sealed| {
            self.master_key
                .open(Purpose::SecondFactors, user.as_str(), sealed)
                .map_err(|error| RowError::new("totp_secret", error.to_string()))
        });
        Ok(secret(row)?.as_ref().map(TotpSecret::bytes) == opened.transpose()?.as_deref())
    }
}

fn secret(row: &ImportRow) -> Result<Option<TotpSecret>, RowError> {
    let secret = row.optional("totp_secret").map(TotpSecret::from_base32).transpose();
    secret.map_err(|error| RowError::new("totp_secret", error.to_string()))
}

impl TableImporter for CredentialImporter {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&credentials::CREDENTIALS_STORED),
            hidden: &["password", "password_hash", "totp_secret", "totp_secret_sealed"],
            columns: columns! {
                login, password = optional, password_hash = optional, totp_secret = optional,
            },
            ..ImportFile::new("credentials", "user", &["login"])
        }
    }

    fn prepare(&self, row: &mut ImportRow, context: &ImportContext<'_>) -> Result<(), RowError> {
        let hash = match (
            row.optional_checked_text("password", *PASSWORD_CHARACTERS.end())?,
            row.optional(PREPARED_HASH),
        ) {
            (Some(_), Some(_)) => {
                return Err(RowError::new("password", "must be empty when password_hash is given"));
            }
            (None, None) => return Err(RowError::new("password", "or password_hash must not be empty")),
            (Some(password), None) => {
                let login = row.optional("login").unwrap_or_default();
                password_rule::check(password, login)
                    .map_err(|error| RowError::new("password", error.to_string()))?;
                hash(self.passwords, password, context.randomness)
                    .map_err(|error| RowError::new("password", error.to_string()))?
            }
            (None, Some(hash)) => checked_hash(hash)
                .map_err(|error| RowError::new("password_hash", error.to_string()))?
                .to_owned(),
        };
        secret(row)?;
        row.set(PREPARED_HASH, hash);
        Ok(())
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let login: Login = row.parse("login")?;
        let user = clients::find_user_by_login(tx, login.as_str())?
            .ok_or_else(|| RowError::new("login", format!("there is no user with the login {login}")))?
            .id;
        let Some(stored) = credentials::find(tx, &user)? else {
            let credential = StoredCredential {
                password_hash: row.text(PREPARED_HASH)?.to_owned(),
                totp_secret_sealed: self.sealed(&user, row, context)?,
                one_time_until: None,
            };
            credentials::create(tx, &user, &credential, context.applied_at)?;
            return Ok(RowOutcome::Created);
        };
        let author = &Author::outside_of_requests(Actor::Operator(context.operator.to_owned()));
        // Tokens that were given out until the password changes end with it, not those from before the import alone.
        let occasion = Occasion { author, randomness: context.randomness, now: context.applied_at };
        let mut outcome = RowOutcome::Unchanged;
        if !self.same_password(row, &stored)? {
            let hash = row.text(PREPARED_HASH)?;
            give_password(tx, &user, (hash, None), &occasion)?;
            outcome = RowOutcome::Changed;
        }
        if !self.same_secret(&user, row, &stored)? {
            let sealed = self.sealed(&user, row, context)?;
            replace_second_factor(tx, &user, sealed.as_deref(), &occasion)?;
            outcome = RowOutcome::Changed;
        }
        Ok(outcome)
    }
}
