//! `clientbank users`: changes of one user by the bank's support. Each is in the audit trail, written in the same
//! unit of work.

use clap::{Args, Subcommand};

use super::Failure;
use super::keys::refuse_foreign_key;
use super::perform::Call;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

#[derive(Subcommand)]
pub(super) enum Action {
    /// Stop the user: no login, and every session ends with its tokens within two seconds, for good.
    Lock(LoginArgument),
    /// Let the user in again, and forget wrong passwords.
    Unlock(LoginArgument),
    /// Make a one-time password and print it once: it opens one login within 24 hours, in which the user chooses
    /// another. Every session of the user ends within two seconds, and the user's passkeys are removed.
    Password(LoginArgument),
    /// Set up a second factor and print the address for the user's authenticator, or remove it. Every session of the
    /// user ends within two seconds, and the user's passkeys are removed.
    Totp {
        #[command(flatten)]
        user: LoginArgument,
        /// Remove the second factor.
        #[arg(long)]
        remove: bool,
    },
}

#[derive(Args)]
pub(super) struct LoginArgument {
    /// The login name.
    login: String,
}

impl Action {
    pub(super) fn call(&self, settings: &Sources) -> Result<Call, Failure> {
        let (name, LoginArgument { login }, remove) = match self {
            Self::Lock(user) => ("users.lock", user, None),
            Self::Unlock(user) => ("users.unlock", user, None),
            Self::Password(user) => ("users.password", user, None),
            Self::Totp { user, remove } => ("users.totp", user, Some(*remove)),
        };
        if remove == Some(false) {
            // The secret is sealed with it.
            refuse_foreign_key(settings)?;
        }
        let arguments = [("login", login.as_str().into()), ("remove", remove.into())];
        let login = login.clone();
        Ok(Call::new(name, arguments, move |done| {
            if let Some(uri) = done.result["uri"].as_str() {
                say(uri);
            }
            if let Some(password) = done.result["password"].as_str() {
                say(password);
                remark("it opens one login within 24 hours; it is not shown again");
            }
            remark(&format!("{login}: done"));
        }))
    }
}
