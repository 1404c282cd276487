//! `clientbank users`: changes of one user by the bank's support. Each is in the audit trail, written in the same
//! unit of work.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use clap::{Args, Subcommand};
use clients::{User, find_user_by_login};
use identity::person::credential::hash;
use identity::person::one_time_password::{ONE_TIME_PASSWORD_S, mint};
use identity::person::second_factor::TotpSecret;
use identity::sealing::{MasterKey, Purpose, SealingError};
use identity::store::credentials;
use identity::work::count_attempt;
use identity::work::replace_credential::{give_one_time_password, replace_second_factor};
use identity::work::suspend;
use kernel::{Instant, Randomness};
use store::{StoreError, Tx};
use thiserror::Error;

use super::database::open_current;
use super::keys::refuse_foreign;
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say};

/// The arguments of `users`.
#[derive(Args)]
pub(super) struct UsersArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Stop the user: no login, and every session ends with its tokens within two seconds, for good.
    Lock {
        /// The login name.
        login: String,
    },
    /// Let the user in again, and forget wrong passwords.
    Unlock {
        /// The login name.
        login: String,
    },
    /// Make a one-time password and print it once: it opens one login within 24 hours, in which the user chooses
    /// another. Every session of the user ends within two seconds.
    Password {
        /// The login name.
        login: String,
    },
    /// Set up a second factor and print the address for the user's authenticator, or remove it; every session of the
    /// user ends within two seconds.
    Totp {
        /// The login name.
        login: String,
        /// Remove the second factor.
        #[arg(long)]
        remove: bool,
    },
}

/// Error of a command that changed nothing.
#[derive(Debug, Error)]
enum UserError {
    #[error("there is no user with this login")]
    Absent,
    #[error("the user has no password yet: set one first")]
    NoCredential,
    #[error(transparent)]
    Sealing(#[from] SealingError),
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

/// A change of one user, ready for its unit of work.
enum Change {
    Lock,
    Unlock,
    Password(String),
    Totp(Option<TotpSecret>),
}

impl Change {
    /// The entry of the trail, for use cases that do not write their own.
    fn action(&self) -> Option<&'static str> {
        match self {
            Self::Lock | Self::Unlock => None,
            Self::Password(_) => Some("user.password_set"),
            Self::Totp(Some(_)) => Some("user.second_factor_set"),
            Self::Totp(None) => Some("user.second_factor_removed"),
        }
    }
}

/// Runs the command.
pub(super) fn run(arguments: UsersArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    let randomness = kernel::SystemRandomness;
    let mut password = None;
    let (login, change) = match arguments.action {
        Action::Lock { login } => (login, Change::Lock),
        Action::Unlock { login } => (login, Change::Unlock),
        Action::Password { login } => {
            let minted = password.insert(mint(&randomness));
            let hash = hash(configuration.passwords, minted, &randomness)?;
            (login, Change::Password(hash))
        }
        Action::Totp { login, remove: true } => (login, Change::Totp(None)),
        Action::Totp { login, remove: false } => (login, Change::Totp(Some(TotpSecret::mint(&randomness)))),
    };
    on_runtime(async move {
        apply(configuration, login, change).await?;
        if let Some(password) = password {
            say(&password);
            remark("it opens one login within 24 hours; it is not shown again");
        }
        Ok(())
    })
}

async fn apply(configuration: Configuration, login: String, change: Change) -> Result<(), Failure> {
    let uri = match &change {
        Change::Totp(Some(secret)) => Some(secret.provisioning_uri(&configuration.bank.name_en, &login)?),
        Change::Totp(None) | Change::Lock | Change::Unlock | Change::Password(_) => None,
    };
    let master_key = uri.as_ref().map(|_| configuration.needed_master_key()).transpose()?;
    let surroundings = open_current(&configuration).await?;
    if let Some(master_key) = &master_key {
        refuse_foreign(master_key, &surroundings).await?;
    }
    let Surroundings { store, clock, randomness, .. } = &surroundings;
    let (now, randomness, operator) = (clock.now(), Arc::clone(randomness), operator());
    let name = login.clone();
    let work = move |tx: &mut Tx| -> Result<(), UserError> {
        let user = find_user_by_login(tx, &name)?.ok_or(UserError::Absent)?;
        let seal = |secret: &TotpSecret| seal(secret, &user, master_key.as_ref(), &*randomness);
        let author = Author::outside_of_requests(Actor::Operator(operator.clone()));
        change_user(tx, &user, &change, seal, (&author, &*randomness), now)?;
        let object = ("user", user.id.as_str());
        match change.action() {
            Some(action) => Ok(audit::record(tx, author.entry(now, &*randomness, action, object))?),
            None => Ok(()),
        }
    };
    store.write("users.change", work).await?;
    if let Some(uri) = uri {
        say(&uri);
    }
    remark(&format!("{login}: done"));
    surroundings.store.close().await;
    Ok(())
}

fn seal(
    secret: &TotpSecret,
    user: &User,
    master_key: Option<&MasterKey>,
    randomness: &dyn Randomness,
) -> Result<Vec<u8>, UserError> {
    let master_key = master_key.ok_or(UserError::Sealing(SealingError::MasterKey))?;
    Ok(master_key.seal(Purpose::SecondFactors, user.id.as_str(), secret.bytes(), randomness)?)
}

fn change_user(
    tx: &mut Tx,
    user: &User,
    change: &Change,
    seal: impl Fn(&TotpSecret) -> Result<Vec<u8>, UserError>,
    (author, randomness): (&Author, &dyn Randomness),
    now: Instant,
) -> Result<(), UserError> {
    match change {
        Change::Lock => {
            suspend::stop(tx, &user.id, author, randomness, now)?;
        }
        Change::Unlock => {
            suspend::let_in(tx, &user.id, author, randomness, now)?;
            count_attempt::unlock(tx, user.login.as_str())?;
        }
        Change::Password(hash) => {
            let until = now.plus_seconds(ONE_TIME_PASSWORD_S);
            give_one_time_password(tx, &user.id, (hash, until), author, randomness, now)?;
        }
        Change::Totp(secret) => {
            if credentials::find(tx, &user.id)?.is_none() {
                return Err(UserError::NoCredential);
            }
            let sealed = secret.as_ref().map(seal).transpose()?;
            let sealed = sealed.as_deref();
            replace_second_factor(tx, &user.id, sealed, author, randomness, now)?;
        }
    }
    Ok(())
}
