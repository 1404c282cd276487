//! An operator who changes credentials of users, as the commands of the program do.

use std::sync::Arc;

use audit::Actor;
use clients::User;
use identity::person::credential::{PasswordError, hash};
use identity::person::second_factor::{TotpError, TotpSecret};
use identity::sealing::{Purpose, SealingError};
use identity::store::credentials;
use identity::work::count_attempt;
use identity::work::replace_credential::{give_password, replace_second_factor};
use identity::work::settings::IdentitySettings;
use identity::work::trail::{Author, Occasion};
use kernel::{Clock, Randomness};
use serde_json::json;
use store::{Store, StoreError, Tx};

/// Error for a credential that was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OperationError {
    /// Nobody has this login.
    #[error("there is no user with this login")]
    UnknownLogin,
    /// The user has no password yet, and a second factor alone is nothing.
    #[error("the user has no password yet")]
    NoPassword,
    /// The password cannot be hashed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The address for the authenticator cannot be written.
    #[error(transparent)]
    Totp(#[from] TotpError),
    /// The secret cannot be sealed.
    #[error(transparent)]
    Sealing(#[from] SealingError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Operator at work on a database.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) randomness: Arc<dyn Randomness>,
    /// The costs of a hash, the master key and the name of the bank.
    pub(crate) settings: Arc<IdentitySettings>,
    /// The operator's name, as the audit trail will have it.
    pub(crate) name: String,
}

impl Operator {
    /// Gives the user a new password and ends every session. Takes tens of milliseconds of the calling thread.
    pub(crate) async fn set_password(&self, login: &str, password: &str) -> Result<(), OperationError> {
        let hash = hash(self.settings.passwords, password, self.randomness.as_ref())?;
        let (now, operator) = (self.clock.now(), self.clone());
        self.change(login, "user.password_set", move |tx, user| {
            let (author, randomness) = (&operator.author(), operator.randomness.as_ref());
            Ok(give_password(tx, &user.id, (&hash, None), &Occasion { author, randomness, now })?)
        })
        .await
    }

    /// Gives the user a new second factor. Returns the address (`otpauth://…`) to be shown to the user once, as a QR
    /// code.
    pub(crate) async fn set_totp(&self, login: &str) -> Result<String, OperationError> {
        let secret = TotpSecret::mint(self.randomness.as_ref());
        let uri = secret.provisioning_uri(&self.settings.brand.name_en, login)?;
        let (now, operator) = (self.clock.now(), self.clone());
        self.change(login, "user.totp_set", move |tx, user| {
            credentials::find(tx, &user.id)?.ok_or(OperationError::NoPassword)?;
            let master_key = &operator.settings.master_key;
            let owner = user.id.as_str();
            let sealed = master_key.seal(
                Purpose::SecondFactors,
                owner,
                secret.bytes(),
                operator.randomness.as_ref(),
            )?;
            let (author, randomness) = (&operator.author(), operator.randomness.as_ref());
            let occasion = Occasion { author, randomness, now };
            Ok(replace_second_factor(tx, &user.id, Some(&sealed), &occasion)?)
        })
        .await?;
        Ok(uri)
    }

    /// Takes the second factor away.
    pub(crate) async fn remove_totp(&self, login: &str) -> Result<(), OperationError> {
        let (now, operator) = (self.clock.now(), self.clone());
        self.change(login, "user.totp_removed", move |tx, user| {
            credentials::find(tx, &user.id)?.ok_or(OperationError::NoPassword)?;
            let (author, randomness) = (&operator.author(), operator.randomness.as_ref());
            Ok(replace_second_factor(tx, &user.id, None, &Occasion { author, randomness, now })?)
        })
        .await
    }

    /// Ends the half hour after ten wrong passwords.
    pub(crate) async fn unlock(&self, login: &str) -> Result<(), OperationError> {
        self.change(login, "user.unlocked", |tx, user| {
            count_attempt::unlock(tx, user.login.as_str())?;
            Ok(())
        })
        .await
    }

    fn author(&self) -> Author {
        Author::outside_of_requests(Actor::Operator(self.name.clone()))
    }

    async fn change(
        &self,
        login: &str,
        action: &'static str,
        work: impl Fn(&mut Tx, &User) -> Result<(), OperationError> + Send + 'static,
    ) -> Result<(), OperationError> {
        let (login, operator) = (login.to_owned(), self.clone());
        self.store
            .write(action, move |tx| {
                let user = clients::find_user_by_login(tx, &login)?.ok_or(OperationError::UnknownLogin)?;
                work(tx, &user)?;
                let object = ("user", user.id.as_str());
                let randomness = operator.randomness.as_ref();
                let entry = operator.author().entry(operator.clock.now(), randomness, action, object);
                audit::record(tx, entry.detail(json!({ "login": login })))?;
                Ok(())
            })
            .await
    }
}
